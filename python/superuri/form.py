"""Forms: ``application/x-www-form-urlencoded``, as HTML and the URL standard define it.

Only in this module does ``+`` mean a space. A form is pairs of names and values, in order, with
duplicates. ``parse`` reads the whole query of a URL or the body of a POST, ``serialize`` writes it;
``decode`` and ``encode`` handle one name or value.

>>> from superuri import form
>>> form.serialize({"q": "1+1 is two"})
'q=1%2B1+is+two'
>>> form.parse("q=1%2B1+is+two")
[('q', '1+1 is two')]
"""

import codecs
import re
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

import superuri._core as _core
import superuri.profiles as profiles
import superuri.sets as sets
from superuri._core import form_decode as decode
from superuri._core import form_encode as encode
from superuri._core import form_parse as parse
from superuri._core import form_parse_bytes as parse_bytes
from superuri._core import form_parse_keywords as parse_keywords
from superuri._core import form_serialize as serialize
from superuri._values.multipart import multipart_name, parse_multipart_name
from superuri._values.passwords import described, redacted
from superuri._values.refusal import text_of
from superuri.errors import ParseError

__all__ = [
    "CHARSET_FIELD",
    "ENCTYPES",
    "Submission",
    "charset",
    "decode",
    "encode",
    "multipart_name",
    "parse",
    "parse_bytes",
    "parse_keywords",
    "parse_multipart_name",
    "serialize",
    "serialize_keywords",
    "submit",
]


Name: TypeAlias = str | bytes
Single: TypeAlias = str | bytes | int | float | None
Value: TypeAlias = Single | list[Single] | tuple[Single, ...]
Pairs: TypeAlias = Mapping[str, Value] | Iterable[tuple[Name, Value]]

#: How the body of a form may be written.
ENCTYPES = ("application/x-www-form-urlencoded", "text/plain")

#: The name of the field that contains the encoding of a form.
CHARSET_FIELD = "_charset_"

_SURROGATE = re.compile("[\ud800-\udfff]")
#: Characters that the URL standard strips from both ends of a URL, and from within it.
_AROUND = "".join(map(chr, range(0x21)))
_REFERENCES: Literal["xmlcharrefreplace"] = "xmlcharrefreplace"
_WITHIN = str.maketrans("", "", "\t\n\r")


class Submission(NamedTuple):
    """The request that a browser sends: the URL, and the body if there is one."""

    url: str
    content_type: str | None = None
    body: bytes | None = None

    def __repr__(self) -> str:
        return described(self)


def submit(
    action: str | _core.URI | _core.URL,
    pairs: Pairs,
    *,
    method: str = "get",
    enctype: str = "application/x-www-form-urlencoded",
    encoding: str = "utf-8",
) -> Submission:
    r"""Return what a browser sends when it submits a form with these pairs to the URL.

    Args:
        action: The URL, a str or a URI. It is parsed by the URL standard, as ``whatwg.URL`` does;
            one without a scheme stays relative, its path, query and fragment escaped as there.
        pairs: A mapping or pairs, as of ``serialize``; a field named ``_charset_`` gets the
            encoding's name.
        method: "get" or "post", in any case.
        enctype: "application/x-www-form-urlencoded" or "text/plain": lines of ``name=value``, which
            no program can read back reliably. A GET ignores it, except in its check.
        encoding: A label of the Encoding Standard, as a browser reads it: ``latin1`` is
            windows-1252. A character that the encoding lacks becomes ``&#N;``, a lone surrogate
            U+FFFD.

    Returns:
        A Submission: URL, content type and body. Lines end in CR LF. For ``mailto:``, the pairs of
        a GET are the mail's headers, with ``%20`` for a space, as RFC 6068 reads them; a POST puts
        the form behind ``body=``. The standard does not encode it once more, so that a mail program
        sees its ``&`` as the end of the body, and decodes its escapes; text/plain only encodes what
        a path does.

    Raises:
        LookupError: There is no such encoding.
        ValueError: The method or the enctype is unknown.
        ParseError: The action is not a URL, so a browser would send nothing.

    Example:
        >>> from superuri import form
        >>> form.submit("http://e.com/find?old#top", [("q", "a b")]).url
        'http://e.com/find?q=a+b#top'
        >>> form.submit("http://e.com/note", [("text", "two\nlines")], method="post").body
        b'text=two%0D%0Alines'
        >>> form.submit("mailto:a@e.com", [("subject", "a b"), ("cc", "c@e.com")]).url
        'mailto:a@e.com?subject=a%20b&cc=c%40e.com'
        >>> form.submit("mailto:a@e.com", [("q", "a b")], method="post", enctype="text/plain").url
        'mailto:a@e.com?body=q=a%20b%0D%0A'

    Source:
        HTML standard, "Form submission algorithm", of 2026: "Mail as body".
    """
    verb = method.lower()
    if verb not in {"get", "post"}:
        raise ValueError(f"method={redacted(repr(method))}: it is one of get, post")
    if enctype not in ENCTYPES:
        raise ValueError(f"enctype={redacted(repr(enctype))}: it is one of {', '.join(ENCTYPES)}")
    encoding = _written_in(encoding)
    filled = [
        (_scalars(name), encoding if _is_charset_field(name) else _scalars(value))
        for name, value in _items(pairs)
    ]
    form = serialize(filled, encoding=encoding, errors=_REFERENCES, newlines="crlf")
    is_plain = verb == "post" and enctype == "text/plain"
    action = _as_parsed(text_of(action))
    before, hash_sign, fragment = action.partition("#")
    base, _, query = before.partition("?")
    is_mail = base[:7].lower() == "mailto:"
    if verb == "get":
        query = form.replace("+", "%20") if is_mail else form
        return Submission(f"{base}?{query}{hash_sign}{fragment}")
    if is_mail:
        headers = f"{query}&" if query else ""
        body = _core.encode(_plain_text(filled), sets.whatwg.PATH) if is_plain else form
        return Submission(f"{base}?{headers}body={body}{hash_sign}{fragment}")
    if is_plain:
        octets = _core.encode(
            _plain_text(filled), sets.rfc3986.EVERYTHING, encoding=encoding, errors=_REFERENCES
        )
        return Submission(action, enctype, _core.decode_bytes(octets))
    return Submission(action, enctype, form.encode("ascii"))


def _plain_text(pairs: list[tuple[Value, Value]]) -> str:
    """Return the pairs as lines, by the text/plain encoding algorithm of the HTML standard."""
    # A form defines how numbers and lists are written, and the ends of lines.
    read = parse(serialize(pairs, newlines="crlf"), errors="replace", missing=None)
    return "".join(f"{name}={value or ''}\r\n" for name, value in read)


def _as_parsed(action: str) -> str:
    """Return the action as the URL standard serialises it; a relative one stays relative."""
    text = _scalar_text(action)
    try:
        return _core.URL(text).href
    except ParseError as error:
        if error.code != "relative-url":
            raise
    text = text.strip(_AROUND).translate(_WITHIN)
    _core.URL(text, "https://base.invalid/")  # raises if a browser would send nothing
    return _core.clean(text, profiles.WHATWG)


def charset(text: str | bytes | _core.URI | _core.URL, *, default: str = "utf-8") -> str:
    """Return the encoding that a form declares in its field ``_charset_``.

    Other names are ignored, so that the sender of a form cannot choose a Python codec.

    Args:
        text: A str, bytes or a URI.
        default: The result if the form declares no encoding.

    Returns:
        The name, in lower case, of the Encoding Standard's encoding that the field's label means to
        a browser: ``latin1`` is windows-1252, and what no form is written in, as UTF-16, is UTF-8.

    Example:
        >>> from superuri import form
        >>> body = "_charset_=windows-1252&name=%D8deg%E5rd"
        >>> form.parse(body, encoding=form.charset(body))
        [('_charset_', 'windows-1252'), ('name', 'Ødegård')]

    Source:
        HTML standard, "Constructing the entry list"; Encoding Standard, "get an encoding", "get an
        output encoding".
    """
    for name, value in parse_bytes(text, errors="replace"):
        if _is_charset_field(name):
            known = _core.encoding_name(value.decode("latin-1"), True)
            if known is not None:
                return known.lower()
    return default


def serialize_keywords(words: Iterable[str | bytes]) -> str:
    """Return the words as a keyword query, as of an ISINDEX page.

    Args:
        words: An iterable of str or bytes.

    Returns:
        A str of ASCII.

    Raises:
        ValueError: A word is empty, which such a query cannot contain.

    Example:
        >>> from superuri import form
        >>> "http://e.com/cgi?" + form.serialize_keywords(["free", "soft+ware"])
        'http://e.com/cgi?free+soft%2Bware'

    Source:
        RFC 3875 section 4.4.
    """
    encoded = [_core.encode(word) for word in words]
    if "" in encoded:
        raise ValueError("an empty word cannot be written in a keyword query")
    return "+".join(encoded)


def _items(pairs: Pairs) -> Iterable[tuple[Name, Value]]:
    return pairs.items() if isinstance(pairs, Mapping) else pairs


def _written_in(encoding: str) -> str:
    """Return the encoding in which a browser writes a form that declares this one."""
    known = _core.encoding_name(encoding, True)
    if known is None:
        # Python has other names for these encodings, such as latin-1, and more encodings.
        name = codecs.lookup(encoding).name
        known = _core.encoding_name(name, True) or encoding
        if name.startswith(("utf-16", "utf-32")):
            known = "UTF-8"  # "get an output encoding", Encoding standard section 4.3
    return known


def _scalars(value: Value) -> Value:
    """Return the value with U+FFFD for each lone surrogate, as strings are converted in the Web."""
    if isinstance(value, (list, tuple)):
        return [_scalar(element) for element in value]
    return _scalar(value)


def _scalar(value: Single) -> Single:
    return _scalar_text(value) if isinstance(value, str) else value


def _scalar_text(text: str) -> str:
    if _SURROGATE.search(text):
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _is_charset_field(name: Name) -> bool:
    text = name if isinstance(name, str) else bytes(name).decode("latin-1")
    return text.lower() == CHARSET_FIELD
