r"""Headers: a text in RFC 8187, Content-Disposition, gRPC and W3C Baggage.

>>> from superuri import headers
>>> headers.ext_value("€ rates"), headers.parse_ext_value("iso-8859-1'en'%A3%20rates")
("UTF-8''%E2%82%AC%20rates", ('£ rates', 'en'))
>>> headers.content_disposition("naïve plan.pdf")
'attachment; filename="na_ve plan.pdf"; filename*=UTF-8\'\'na%C3%AFve%20plan.pdf'
>>> headers.parse_content_disposition("attachment; filename*=UTF-8''na%C3%AFve").filename
'naïve'
"""

import re
from dataclasses import dataclass, field

import superuri._core as _core
import superuri.sets as sets
from superuri._values.refusal import bad, refused
from superuri._values.token import TOKEN
from superuri.errors import DecodeError

__all__ = [
    "Disposition",
    "baggage_value",
    "content_disposition",
    "ext_value",
    "grpc_message",
    "parse_baggage_value",
    "parse_content_disposition",
    "parse_ext_value",
    "parse_grpc_message",
]

_EXT_VALUE = re.compile(r"([^']*)'([^']*)'(.*)", re.DOTALL)
_PARAMETER = re.compile(
    rf"[ \t]*;[ \t]*(?:({TOKEN})[ \t]*=[ \t]*(?:({TOKEN})|\"((?:[^\"\\]|\\.)*)\"))?", re.DOTALL
)
_NOT_ATTR = re.compile(f"[^{re.escape(sets.rfc8187.EXT_VALUE.bare)}%]")
#: The encodings that a recipient must support (RFC 8187 section 3.2.1; the second by RFC 5987).
_CHARSETS = ("utf-8", "iso-8859-1")
_NOT_PLAIN = re.compile(r'[^ -~]|["\\%]')


def ext_value(text: str, language: str = "") -> str:
    """The text as the value of a parameter whose name ends in ``*``.

    Args:
        text: A str.
        language: A language tag, or "".

    Returns:
        A str of ASCII.

    Raises:
        EncodeError: A str has a lone surrogate.
        ParseError: The language is not a tag.

    Example:
        >>> ext_value("naïve plan.txt", "en")
        "UTF-8'en'na%C3%AFve%20plan.txt"

    Source:
        RFC 8187 section 3.2.
    """
    if not re.fullmatch(r"[A-Za-z0-9-]*", language):
        help_ = "write a tag such as en or pt-BR"
        raise bad("bad-header", language, "is not a language tag", help_=help_)
    return f"UTF-8'{language}'{_core.encode(text, sets.rfc8187.EXT_VALUE)}"


def parse_ext_value(value: str) -> tuple[str, str]:
    """The text and the language of the value of a parameter whose name ends in ``*``.

    Args:
        value: A str.

    Returns:
        A tuple (text, language).

    Raises:
        DecodeError: The quotes are missing, the encoding is neither UTF-8 nor ISO-8859-1, a
            character had to be escaped, or something cannot be decoded; offsets are in characters.

    Example:
        >>> parse_ext_value("UTF-8''%e2%82%ac%20rates")
        ('€ rates', '')

    Source:
        RFC 8187 section 3.2.
    """
    parts = _EXT_VALUE.fullmatch(value)
    if parts is None:
        at = (0, len(value))
        raise _bad(value, at, "is not a charset'language'text", "write UTF-8''text")
    charset, language, text = parts.groups()
    if charset.lower() not in _CHARSETS:
        raise _bad(value, parts.span(1), "is not UTF-8 or ISO-8859-1", "write UTF-8''text")
    start = parts.start(3)
    stray = _NOT_ATTR.search(text)
    if stray:
        at = (start + stray.start(), start + stray.end())
        raise _bad(value, at, "has to be escaped", "escape all but letters, digits, !#$&+-.^_`|~")
    try:
        return _core.decode(text, encoding=charset), language
    except DecodeError as error:
        # Report the error in the whole value.
        raise _bad(
            value, (start + error.start, start + error.end), "cannot be decoded", error.help
        ) from None


def _bad(value: str, at: tuple[int, int], is_: str, help_: str) -> DecodeError:
    return refused(DecodeError, value, at, (is_, "bad-ext-value", help_))


@dataclass(frozen=True)
class Disposition:
    """The content of a Content-Disposition header: its type, the file's name, all parameters."""

    type: str
    filename: str | None = None
    parameters: dict[str, str] = field(default_factory=dict)


def content_disposition(filename: str, disposition: str = "attachment") -> str:
    r"""The value of a Content-Disposition header with a file name that every recipient can read.

    Args:
        filename: A str of any characters.
        disposition: The type, a token.

    Returns:
        A str of ASCII. Special characters are ``_`` in the first name, which old recipients read,
        and escaped in the second; no name can end the header or begin another.

    Raises:
        EncodeError: A str has a lone surrogate.
        ParseError: The disposition is not a token.

    Example:
        >>> content_disposition("plan.pdf")
        'attachment; filename="plan.pdf"'
        >>> content_disposition("50% \"é\"\r\nX: y", "inline")
        'inline; filename="50_ _____X: y"; filename*=UTF-8\'\'50%25%20%22%C3%A9%22%0D%0AX%3A%20y'

    Source:
        RFC 6266 section 4 and appendix D.
    """
    if not re.fullmatch(TOKEN, disposition):
        help_ = "write attachment or inline"
        raise bad("bad-header", disposition, "is not a token", help_=help_)
    plain = _NOT_PLAIN.sub("_", filename)
    header = f'{disposition}; filename="{plain}"'
    return header if plain == filename else f"{header}; filename*={ext_value(filename)}"


def parse_content_disposition(header: str) -> Disposition:
    r"""The content of a Content-Disposition header.

    The name is untrusted data: use only its last path segment, and refuse ``.`` and ``..``.

    Args:
        header: The header's value, a str.

    Returns:
        A Disposition. ``filename*`` takes precedence over ``filename``, unless it cannot be
        decoded; then it is ignored.

    Raises:
        ParseError: It is not such a header, or has a parameter twice; offsets are in characters.

    Example:
        >>> parse_content_disposition("attachment; filename=\"b.txt\"; filename*=UTF-8''%C3%A9.txt")
        Disposition(type='attachment', filename='é.txt', parameters={'filename': 'b.txt'})
        >>> parse_content_disposition('inline; filename="a\\"b%41.txt"').filename
        'a"b%41.txt'

    Source:
        RFC 6266 section 4.
    """
    first = re.compile(rf"[ \t]*({TOKEN})").match(header)
    if first is None:
        raise bad("bad-header", header, "begins with no type")
    plain: dict[str, str] = {}
    extended: dict[str, str] = {}
    at, end = first.end(), len(header.rstrip(" \t"))
    while at < end:
        found = _PARAMETER.match(header, at)
        if found is None:
            raise bad("bad-header", header, "is not a parameter", (at, len(header)))
        at = found.end()
        if found[1] is None:
            continue
        name = found[1].lower()
        known = extended if name.endswith("*") else plain
        if name in known:
            raise bad("bad-header", header, "is given twice", (found.start(1), len(header)))
        known[name] = found[2] if found[2] is not None else re.sub(r"\\(.)", r"\1", found[3])
    parameters = dict(plain)
    filename = plain.get("filename")
    for name, value in extended.items():
        try:
            text, _ = parse_ext_value(value)
        except DecodeError:
            continue
        if name == "filename*":
            filename = text
        else:
            parameters[name.removesuffix("*")] = text
    return Disposition(first[1].lower(), filename, parameters)


def grpc_message(text: str) -> str:
    r"""The text as the value of ``grpc-message``: ``%`` and every byte outside 20 to 7E is escaped.

    Args:
        text: A str.

    Returns:
        A str of ASCII.

    Raises:
        EncodeError: A str has a lone surrogate.

    Example:
        >>> grpc_message("50% of ü\n")
        '50%25 of %C3%BC%0A'

    Source:
        gRPC over HTTP/2, Responses.
    """
    return _core.encode(text, sets.grpc.MESSAGE)


def parse_grpc_message(value: str) -> str:
    """The text of ``grpc-message``.

    Args:
        value: A str.

    Returns:
        A str; invalid escapes stay, and invalid bytes are U+FFFD. It never raises for a str,
        because a message must not be lost.

    Example:
        >>> parse_grpc_message("50%25 of %C3%BC, 100%")
        '50% of ü, 100%'

    Source:
        gRPC over HTTP/2, Responses.
    """
    return _core.decode(value, errors="replace")


def baggage_value(text: str) -> str:
    """The text as the value of a member of ``baggage``.

    Args:
        text: A str.

    Returns:
        A str of ASCII.

    Raises:
        EncodeError: A str has a lone surrogate.

    Example:
        >>> baggage_value("a, b; c=ü")
        'a%2C%20b%3B%20c=%C3%BC'

    Source:
        W3C Baggage, section 3.3.1.
    """
    return _core.encode(text, sets.w3c.BAGGAGE_VALUE)


def parse_baggage_value(value: str) -> str:
    r"""The text of the value of a member of ``baggage``.

    Args:
        value: A str.

    Returns:
        A str; invalid bytes are U+FFFD, and ``+`` stays. It never raises for a str.

    Example:
        >>> parse_baggage_value("a%2C%20b+%E9")
        'a, b+\ufffd'

    Source:
        W3C Baggage, section 3.3.1.
    """
    return _core.decode(value, errors="replace")
