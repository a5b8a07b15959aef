"""Data in a URI: ``data:``, read by the Fetch standard, and written as short as possible.

>>> from superuri import data_uri
>>> data_uri.parse("data:text/plain;base64,SGVsbG8%3D#top").data
b'Hello'
>>> data_uri.build("café")
URI('data:text/plain;charset=utf-8,caf%C3%A9')
>>> data_uri.build(bytes(9), "image/x-dots")
URI('data:image/x-dots;base64,AAAAAAAAAAAA')
"""

import binascii
import codecs
import re
from dataclasses import dataclass
from typing import Literal

import superuri._core as _core
import superuri.sets as sets
from superuri._core import URI, URL, read_as
from superuri._values.base64_forgiving import AROUND, unbase64
from superuri._values.plain import plain
from superuri._values.refusal import bad, text_of
from superuri._values.token import TOKEN
from superuri.errors import DecodeError

__all__ = ["DataURI", "build", "parse"]

# A browser reads these as windows-1252. That is the same for text of ASCII only.
_ASCII = ("ascii", "us-ascii", "ansi_x3.4-1968")
_DEFAULT = ("text/plain", (("charset", "US-ASCII"),))
_TYPE = re.compile(rf"[\t\n\r ]*({TOKEN})/({TOKEN})[\t\n\r ]*(?=;|\Z)")
# "Parse a MIME type" reads up to the next semicolon, and skips what is not a parameter.
_PARAMETER = re.compile(
    r';[\t\n\r ]*(?P<name>[^;=]*)(?:=(?:"(?P<quoted>(?:[^"\\]|\\.)*(?:\\\Z)?)"?[^;]*'
    r"|(?P<plain>[^;]*)))?",
    re.DOTALL,
)
_QUOTABLE = re.compile(r"[\t -~\x80-\xff]*")
_BASE64 = re.compile(r"; *base64\Z", re.IGNORECASE)
_WITHIN = str.maketrans("", "", "\t\n\r")
# A value that is the same in a URI and in a header, where it is not percent-decoded.
_WRITABLE = re.compile(r"[!$&'*+\-._~0-9A-Za-z]+")
_PATH = sets.rfc3986.PATH


@dataclass(frozen=True, repr=False)
class DataURI:
    """The content of a ``data:`` URI.

    >>> from superuri import data_uri
    >>> image = data_uri.parse("data:image/SVG+xml;charset=utf-8,%3Csvg/%3E")
    >>> image.media_type, image.parameters, image.data
    ('image/svg+xml', (('charset', 'utf-8'),), b'<svg/>')
    >>> image.content_type, image.text
    ('image/svg+xml;charset=utf-8', '<svg/>')
    """

    #: Type and subtype, in lower case.
    media_type: str
    #: Names, in lower case, and values, in order.
    parameters: tuple[tuple[str, str], ...]
    data: bytes
    #: The text after the first ``#``; None if there is none. It is not part of the data.
    fragment: str | None = None

    def __repr__(self) -> str:
        return f"DataURI({self.content_type!r}, {len(self.data)} bytes)"

    @property
    def content_type(self) -> str:
        """Return media type and parameters as in a header."""
        return self.media_type + "".join(
            f";{name}={value if re.fullmatch(TOKEN, value) else _quoted(value)}"
            for name, value in self.parameters
        )

    @property
    def charset(self) -> str | None:
        """Return the encoding that the parameters name, or None."""
        return dict(self.parameters).get("charset")

    @property
    def text(self) -> str:
        """Return the data as text in the encoding that the parameters name, or UTF-8.

        A name is a label of the Encoding Standard, as in a browser: ``latin1`` is windows-1252, and
        a byte order mark decides in UTF-16. Other names are ignored, so that the author of the URI
        cannot choose a Python codec. US-ASCII is only ASCII: other bytes raise.

        Raises DecodeError with the offsets, in bytes of ``data``, of what is not valid text in it.
        """
        encoding = _encoding(self.charset)
        try:
            return _decoded(self.data, encoding)
        except DecodeError as error:
            start, end = error.start // len("%41"), error.end // len("%41")
        except UnicodeDecodeError as error:
            start, end = error.start, error.end
        at = f"the bytes at {start}..{end} are not valid {encoding}"
        raise DecodeError(at, self.data, start, end, "invalid-text", "decode .data yourself")


def parse(text: str | URI | URL) -> DataURI:
    """The content of a ``data:`` URI: media type, parameters, data.

    As in a browser, a ``%`` that does not begin an escape is data, base64 may contain white space
    and lack its padding, and an invalid media type is ignored. Control characters around the URI,
    and tabs and line breaks in it, are ignored. A path that begins with a slash is data: it is not
    searched for hosts and dot segments.

    Args:
        text: A str or a URI.

    Returns:
        A DataURI.

    Raises:
        ParseError: It is not a data: URI, or has no comma.
        DecodeError: The data is not base64, with its offsets in characters.
        EncodeError: A str has a lone surrogate.

    Example:
        >>> from superuri import data_uri
        >>> data_uri.parse("data:,a%20b#c")
        DataURI('text/plain;charset=US-ASCII', 3 bytes)
        >>> data_uri.parse("data:application/octet-stream;base64,%2B/8=").data.hex()
        'fbff'

    Source:
        Fetch standard, "data: URL processor".
    """
    text = text_of(text)
    if not text.isascii():
        _core.encode(text)  # raises for a lone surrogate, with its offset
    clean = text.strip(AROUND).translate(_WITHIN)
    if clean[:5].lower() != "data:":
        raise bad("bad-data-uri", text, 'does not begin with "data:"')
    uri, hash_sign, fragment = clean.partition("#")
    comma = uri.find(",")
    if comma < 0:
        raise bad("bad-data-uri", text, "has no comma before its data")
    data = _core.decode_bytes(uri[comma + 1 :], errors="replace")
    content_type = _as_in_a_url(uri[5:comma]).strip("\t\n\f\r ")
    base64 = _BASE64.search(content_type)
    if base64:
        content_type = content_type[: base64.start()]
        data = unbase64(data, text, uri, comma + 1)
    media_type, parameters = _media_type(
        "text/plain" + content_type if content_type[:1] == ";" else content_type
    )
    return DataURI(media_type, parameters, data, fragment if hash_sign else None)


def build(
    data: str | bytes,
    media_type: str | None = None,
    *,
    form: Literal["shortest", "base64", "percent"] = "shortest",
) -> URI:
    """A ``data:`` URI of the data: base64 or percent-encoded, whichever is shorter.

    Args:
        data: A str, in the encoding that the type's charset names to a browser (a label of the
            Encoding Standard; US-ASCII is ASCII), without one in UTF-8; or bytes.
        media_type: The media type, perhaps with parameters. None is text/plain for a str (with
            charset=utf-8 if it is not ASCII), application/octet-stream for bytes.
        form: "shortest", "base64" or "percent".

    Returns:
        A URI that is legal and survives ``superuri.normalize`` and any URL parser.

    Raises:
        ParseError: The media type is not valid, or a URI cannot contain it.
        EncodeError: The charset lacks a character.
        LookupError: No browser reads the charset.

    Example:
        >>> from superuri import data_uri
        >>> data_uri.build("50% <b>", "text/html")
        URI('data:text/html,50%25%20%3Cb%3E')
        >>> data_uri.build("50% <b>", "text/html", form="base64")
        URI('data:text/html;base64,NTAlIDxiPg==')

    Source:
        RFC 2397; Fetch standard, "data: URL processor".
    """
    if isinstance(data, str):
        content_type = "" if media_type is None else _checked(media_type)
        charset = dict(_media_type(content_type)[1]).get("charset") if content_type else None
        encoding = _encoding(charset)
        if charset and (encoding == "replacement" or not read_as(charset)):
            raise LookupError(f"unknown encoding: {charset}")
        octets = _core.decode_bytes(_core.encode(data, encoding=encoding))
        is_text = not content_type or content_type.startswith("text/")
        if is_text and ";charset=" not in content_type and not octets.isascii():
            content_type = (content_type or "text/plain") + ";charset=utf-8"
    else:
        try:
            octets = bytes(memoryview(data))
        except TypeError:
            kind = type(data).__name__
            raise TypeError(f"the data is a str or bytes, not {kind}: encode it first") from None
        content_type = "application/octet-stream" if media_type is None else _checked(media_type)
    # Dot segments in a path would be removed when the URI is normalised, so escape slashes.
    bare = _PATH | "/" if b"/." in octets else _PATH
    members = octets.translate(None, bare.bare.encode("ascii"))
    escaped = len(octets) + 2 * len(members)
    in_base64 = len(";base64") + (len(octets) + 2) // 3 * 4
    if form == "base64" or (form == "shortest" and in_base64 < escaped):
        return URI(
            f"data:{content_type};base64,{binascii.b2a_base64(octets, newline=False).decode()}"
        )
    return URI(f"data:{content_type},{_core.encode(octets, bare)}")


def _encoding(label: str | None) -> str:
    """The encoding of the label as a browser reads it; UTF-8 for an unknown label."""
    if label is not None and label.strip().lower() in _ASCII:
        return "ascii"
    return (read_as(label or "") or "UTF-8").lower()


def _decoded(octets: bytes, encoding: str) -> str:
    """The octets as text. Python's codecs are used only for the encodings listed here."""
    if not octets:
        return ""
    if encoding in {"utf-16le", "utf-16be"} and octets[:2] in {codecs.BOM_LE, codecs.BOM_BE}:
        encoding = "utf-16"
    if encoding in {"ascii", "utf-8", "utf-16", "utf-16le", "utf-16be"}:
        return octets.decode(encoding)
    if encoding == "replacement":
        # The standard decodes none of these encodings, because ASCII bytes in them can mislead.
        raise UnicodeDecodeError(encoding, octets, 0, len(octets), "is not read")
    return _core.decode("%" + octets.hex("%"), encoding=encoding)


def _as_in_a_url(content_type: str) -> str:
    """The text as a URL serialiser writes it: as an opaque path, and after "?" as a query."""
    path, mark, query = content_type.partition("?")
    path = _core.encode(path, sets.whatwg.C0_CONTROL)
    return path + mark + _core.encode(query, sets.whatwg.QUERY)


def _media_type(content_type: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Type and parameters; the default type if the text is not valid."""
    found = _TYPE.match(content_type)
    if found is None:
        return _DEFAULT
    parameters: dict[str, str] = {}
    for part in _PARAMETER.finditer(content_type, found.end()):
        name = part["name"].lower()
        value = part["quoted"]
        if value is None:
            value = (part["plain"] or "").rstrip("\t\n\r ")
            if not value:
                continue
        else:
            value = re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL)
        if re.fullmatch(TOKEN, name) and _QUOTABLE.fullmatch(value):
            parameters.setdefault(name, value)
    return f"{found[1]}/{found[2]}".lower(), tuple(parameters.items())


def _checked(content_type: str) -> str:
    """The media type encoded for a URI, if it is read back unchanged."""
    content_type = plain(content_type, "a media type")
    media_type, *parameters = [part.strip() for part in content_type.split(";")]
    parts = [part.split("=", 1) for part in parameters]
    # A last ";base64" would be read as the base64 marker. Text without "=" is not a parameter.
    words = [*media_type.split("/"), *(word for part in parts for word in part)]
    pairs = media_type.count("/") == 1 and all(len(part) == len("=") + 1 for part in parts)
    if not pairs or not all(map(_WRITABLE.fullmatch, words)):
        raise bad("bad-media-type", content_type, "is not a media type that a URI can contain")
    return ";".join([media_type.lower(), *(f"{part[0].lower()}={part[1]}" for part in parts)])


def _quoted(value: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'
