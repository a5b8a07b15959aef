"""Widths: texts of every width and length, read and written unchanged.

Python keeps a text in one, two or four bytes a character, and the engine reads and writes each;
the standard library is the truth.
"""

from urllib.parse import quote, unquote

import pytest

import superuri
from kit import chance
from kit.amount import FULL
from kit.raising import raised
from superuri.compat.urllib import unquote as compat_unquote
from superuri.errors import DecodeError, EncodeError

# Characters of each width; only ASCII needs no conversion.
WIDTHS = {
    "ascii": "ab",
    "latin-1": "abé\x80ÿ ",
    "two bytes": "abéŁ\u07ff\u0800か\ud7ff\uffff ",
    "four bytes": "abéŁか😀\U0010ffff ",
}


@pytest.mark.parametrize("width", WIDTHS)
def test_every_length_of_every_width(width: str) -> None:
    rng = chance.seeded(width)
    for length in [*range(130), *range(250, 262), 300, 511, 512, 513, 1000]:
        for _ in range(8 if FULL else 3):
            text = "".join(rng.choices(WIDTHS[width], k=length))
            encoded = quote(text, safe="")
            assert superuri.encode(text) == encoded
            for decode in (superuri.decode, compat_unquote):
                assert decode(encoded) == text
                # Nothing to decode: the same object, whatever its width.
                assert decode(text) is text
            some = "".join(rng.choice((c, quote(c, safe=""))) for c in text)
            assert superuri.decode(some) == text


@pytest.mark.parametrize(
    "tail",
    ["%", "%4", "%zz", "%80", "%C3", "%E3%81", "%ED%A0%80", "%F4%90%80%80", "%C0%80", "%FF"],
    ids=str,
)
def test_invalid_text_is_refused_at_every_length(tail: str) -> None:
    for length in [*range(70), 250, 254, 255, 256, 257, 400]:
        for filler in ("a", "é", "か"):
            text = filler * length + tail
            assert raised(DecodeError, superuri.decode, text).start == length
            assert compat_unquote(text) == unquote(text)


def test_a_lone_surrogate_is_refused_at_every_length() -> None:
    for length in [*range(70), 250, 256, 257, 400]:
        for filler in ("a", "é", "か", "😀"):
            assert raised(EncodeError, superuri.encode, filler * length + "\ud800").start == length
