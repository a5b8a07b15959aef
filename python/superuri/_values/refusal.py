"""Errors that the package raises itself, worded like those of the engine."""

from typing import TypeVar

import superuri._caret as caret
import superuri._core as _core
from superuri._core import URI, URL
from superuri._values.passwords import redacted
from superuri.errors import DecodeError, ParseError, URIError

_Kind = TypeVar("_Kind", bound=URIError)
_QUOTED_AT_MOST = 40

#: The help of each ParseError that `bad` makes, by its code.
HELP = {
    "bad-baggage": "write key=value;property;property=value, with values percent-encoded",
    "bad-cookie": "percent-encode it",
    "bad-data-uri": "write data:type/subtype,data or data:type/subtype;base64,data",
    "bad-file-uri": "write file:///path, file:///C:/path or file://server/share/path",
    "bad-header": "write type; filename=\"name\"; filename*=UTF-8''name",
    "bad-link": 'write <target>; rel="relation"; title="text"',
    "bad-mailto": (
        "write mailto:address?header=value&header=value, %3F for ?, %0D%0A for a line's end"
    ),
    "bad-media-type": "write type/subtype;name=value, of letters, digits and !$&'*+-._~",
    "bad-odata": (
        "write Name('text'), Name(1) or Name(A=1,B='text'); double a ' in a text, escape a / as %2F"
    ),
    "bad-openapi": "use another style, such as form, or encode the delimiter once more",
    "bad-otpauth": "write otpauth://totp/issuer:account?secret=BASE32&issuer=issuer",
    "bad-path": "make it absolute first, as os.path.abspath does",
    "bad-pointer": "write ~0 for ~, ~1 for /, and a slash before each token",
    "bad-purl": "write pkg:type/namespace/name@version?key=value#subpath",
    "bad-url": "write scheme:rest, as in http://host/path",
    "bad-urn": "write urn:namespace:name, all but pchar and / escaped (RFC 8141 section 2)",
}


def bad(
    code: str, text: str, is_: str, span: tuple[int, int] | None = None, help_: str = ""
) -> ParseError:
    """The error of a row of HELP, about the whole text or these characters of it.

    >>> bad("bad-purl", "pkg:x", "has no name")
    ParseError('"pkg:x" at 0..5 has no name')
    """
    return refused(ParseError, text, span or (0, len(text)), (is_, code, help_ or HELP[code]))


def refused(
    kind: type[_Kind], text: str, span: tuple[int, int], what: tuple[str, str, str]
) -> _Kind:
    r"""The error at these characters; ``what`` has the end of the message, the code, and the help.

    >>> from superuri.errors import ParseError
    >>> refused(ParseError, "a\nb", (1, 2), ("is not a token", "bad-header", "write another"))
    ParseError('"\\n" at 1 is not a token')
    """
    start, end = span
    is_, code, help_ = what
    # Of a long part, the beginning.
    seen = redacted(text, start, min(end, start + caret.AROUND))
    place = f"{start}" if end == start + 1 else f"{start}..{end}"
    return kind(f"{_quoted(seen)} at {place} {is_}", text, start, end, code, help_)


def _quoted(culprit: str) -> str:
    """Return the text in double quotes, on one line, safe to print."""
    shown = "".join(
        "\\" + c if c in '"\\' else c if c.isprintable() else ascii(c)[1:-1]
        for c in culprit[:_QUOTED_AT_MOST]
    )
    return f'"{shown}…"' if len(culprit) > _QUOTED_AT_MOST else f'"{shown}"'


def decoded(part: str, whole: str) -> str:
    """Return a part between delimiters, decoded; an error has the place in the whole text."""
    try:
        return _core.decode(part)
    except DecodeError:
        # No escape goes beyond a delimiter, so that the whole cannot be decoded either.
        _core.decode(whole)
        raise


def text_of(text: object) -> str:
    """Return the text of an argument: a str, or another type that verbs accept.

    >>> from superuri import URI
    >>> text_of(URI("urn:isbn:1"))
    'urn:isbn:1'
    """
    if isinstance(text, str):
        return str.__str__(text)
    if isinstance(text, URI | URL):
        return str(text)
    raise TypeError(f"a text is a str or a URI here, not {type(text).__name__}")
