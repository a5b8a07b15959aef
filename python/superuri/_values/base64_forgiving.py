"""Forgiving base64, as in browsers: white space is skipped, and padding may be missing."""

import binascii
import re
from itertools import islice

from superuri._values.refusal import refused
from superuri.errors import DecodeError

_SPACE = b"\t\n\f\r "
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]")
#: The code of its errors, and what to do.
_BAD = ("bad-base64", "base64 is A-Z a-z 0-9 + / and up to two = at its end")
#: Characters that the URL standard strips from both ends of a URL.
AROUND = "".join(map(chr, range(0x21)))


def unbase64(octets: bytes, text: str, uri: str, start: int) -> bytes:
    """Forgiving-base64 decode; errors refer to ``text``."""
    letters = octets.translate(None, _SPACE)
    if len(letters) % 4 == 0:
        letters = letters[:-2] + letters[-2:].replace(b"==", b"")
        letters = letters.removesuffix(b"=")
    stray = _NOT_BASE64.search(letters)
    if stray:
        span = _span_of(octets, stray.start(), text, uri, start)
        raise refused(DecodeError, text, span, ("is not a base64 character", *_BAD))
    if len(letters) % 4 == 1:
        span = _span(text, start, len(uri))
        raise refused(DecodeError, text, span, ("has one base64 character too many", *_BAD))
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


def _span_of(octets: bytes, nth: int, text: str, uri: str, start: int) -> tuple[int, int]:
    """Return the span in the text of the nth octet that is not white space."""
    index = [at for at, octet in enumerate(octets) if octet not in _SPACE][nth]
    character = next(islice(re.finditer("%[0-9A-Fa-f]{2}|.", uri[start:]), index, None))
    return _span(text, start + character.start(), start + character.end())


def _span(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span in the original text, from which the URL standard strips characters."""
    before = len(text) - len(text.lstrip(AROUND))
    kept = [at for at, c in enumerate(text) if at >= before and c not in "\t\n\r"]
    return kept[start], kept[end - 1] + 1
