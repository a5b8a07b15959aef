"""Quoted-printable and base64 (RFC 2045 section 6), and encoded words of headers (RFC 2047)."""

import base64
import re
from array import array
from collections.abc import Sequence
from email.errors import HeaderParseError
from email.header import decode_header

from superuri._documents.spots import Way, decoded

# A soft line break, and escapes of octets, of which several may be one character.
_QUOTED = re.compile(r"(?:=[0-9A-Fa-f]{2}(?:=[ \t]*\r?\n(?==))?)+|=[ \t]*\r?\n")
_OCTETS = re.compile(r"=([0-9A-Fa-f]{2})")
_BASE64 = re.compile(r"[A-Za-z0-9+/]")
# A fold, and an encoded word.
_FOLDED = re.compile(r"\r?\n[ \t]+|=\?[\w-]{1,40}\?[qQbB]\?[^?\s]*\?=")
#: How far before a fold the bracket is looked for that a URL is in, in characters.
LONGEST = 2048


def unquoted(raw: str, charset: str = "utf-8") -> tuple[str, Sequence[int]]:
    """Return the text of quoted-printable, and the place of each character, with the end last.

    >>> unquoted("a=3D=C3=A9")
    ('a=é', array('q', [0, 1, 1, 10]))
    """

    def meant(escape: re.Match[str]) -> str:
        return _read(bytes.fromhex("".join(_OCTETS.findall(escape[0]))), charset)

    return decoded(raw, _QUOTED, meant)


def of_base64(raw: str, charset: str) -> tuple[str, Sequence[int]]:
    at = [found.start() for found in _BASE64.finditer(raw)]
    if len(at) % 4 == 1:
        at.pop()
    digits = "".join(raw[place] for place in at)
    text = _read(base64.b64decode(digits + "=" * (-len(digits) % 4)), charset)
    places = array("q")
    done = 0
    for c in text:
        places.append(at[min(done * 4 // 3, len(at) - 1)])
        done += _length(c, charset)
    places.append(len(raw.rstrip()))
    return text, places


def unfolded(raw: str) -> tuple[str, Sequence[int]]:
    r"""Return the text of headers: lines are joined, in angle brackets without a space (RFC 2369
    section 2).

    >>> unfolded("<a\n b>")
    ('<ab>', array('q', [0, 1, 4, 5, 6]))
    """

    def meant(found: re.Match[str]) -> str | None:
        if found[0][0] != "=":
            near = raw[max(0, found.start() - LONGEST) : found.start()]
            return "" if near.rfind("<") > near.rfind(">") else " "
        try:
            [(octets, charset)] = decode_header(found[0])
        except (ValueError, HeaderParseError):
            return None
        return octets if isinstance(octets, str) else _read(octets, known(charset or "utf-8"))

    return decoded(raw, _FOLDED, meant)


def known(charset: str) -> str:
    """Return the charset, or UTF-8 if no text can be read and written in it."""
    try:
        is_known = "a".encode(charset).decode(charset) == "a"
    except (LookupError, ValueError):
        return "utf-8"
    return charset if is_known and charset.lower() != "us-ascii" else "utf-8"


def _length(c: str, charset: str) -> int:
    """Return the number of octets of a character; places after a stateful charset are near."""
    try:
        return len(c.encode(charset, "surrogateescape"))
    except UnicodeError:
        return len(c.encode("utf-8", "surrogateescape"))


def _read(octets: bytes, charset: str) -> str:
    try:
        return octets.decode(charset, "surrogateescape")
    except UnicodeError:
        return octets.decode("utf-8", "surrogateescape")


#: How a URL is read there: no fix is written, because lines have a length, and may be signed.
WAY = Way(lambda raw: unquoted(raw)[0], str, lambda _: False)
