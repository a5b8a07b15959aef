"""Long texts: decoded as Python decodes their bytes.

Long texts are read 64 octets at a time, and are found to be UTF-8 or not while their characters are
written. `bytes.decode` is the truth, of text and of other bytes.
"""

import random
from collections.abc import Callable

import pytest

import superuri
from kit import chance
from kit.amount import FULL
from superuri.compat.urllib import unquote, unquote_plus
from superuri.errors import DecodeError

TEXTS = 100_000 if FULL else 5000
# Texts are mixed from runs, so that registers hold characters of one length, and of several.
RUNS = [
    c * n
    for c in ("a", "é", "\u07ff", "か", "\ud7ff", "\uffff", "😀", "\U0010ffff")
    for n in (1, 70)
] + [" %", "日本語", "naïve", "Łódź", "%zz"]
# Bytes that make it invalid: never valid UTF-8, or not in their place.
WRONG = [
    *(b"\x80", b"\xbf", b"\xc0", b"\xc3", b"\xe3\x81"),
    *(b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xff"),
]
TRIPLETS = [b"%%%02X" % octet for octet in range(256)]
# Raw bytes that decode to themselves.
PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz")


def octets_of(rng: random.Random) -> bytes:
    """The octets of a text of a few hundred, one in three of them broken somewhere."""
    octets = "".join(rng.choices(RUNS[: rng.randint(1, len(RUNS))], k=rng.randint(4, 30))).encode()
    if rng.random() < 1 / 3:
        at = rng.randrange(len(octets))
        octets = octets[:at] + rng.choice(WRONG) + octets[at + rng.randrange(2) :]
    return octets


def escaped(octets: bytes, *, all_of_them: bool) -> str:
    """The octets as triplets, all or those that are not a small letters."""
    if all_of_them:
        return "%" + octets.hex("%").upper()
    parts = [TRIPLETS[octet] if octet not in PLAIN else bytes((octet,)) for octet in octets]
    return b"".join(parts).decode()


def test_every_text_is_what_python_returns(report: Callable[[str], None]) -> None:
    rng = chance.seeded("long texts")
    texts = broken = 0
    for number in range(TEXTS):
        octets = octets_of(rng)
        text = escaped(octets, all_of_them=number % 4 > 0)
        where = f"text {number}: {octets!r}"
        texts += len(octets) > 256
        replaced = octets.decode(errors="replace")
        assert unquote(text) == replaced, where
        if number % 4 == 0:
            assert unquote_plus("+" + text) == " " + replaced, where
        try:
            want = octets.decode()
        except UnicodeDecodeError:
            broken += 1
            with pytest.raises(DecodeError):
                superuri.decode(text)
            assert superuri.decode(text, errors="replace") == replaced, where
            assert superuri.decode(text, errors="ignore") == octets.decode(errors="ignore"), where
        else:
            got = superuri.decode(text)
            assert got == want, where
            # Of the same width, too: otherwise its hash would differ.
            assert hash(got) == hash(want), where
    report(f"long texts: {TEXTS:,}, {texts:,} of them long, {broken:,} no UTF-8")
    assert texts > TEXTS / 3
    assert broken > TEXTS / 10


@pytest.mark.parametrize("size", [1_000_000, 1_000_003])
@pytest.mark.parametrize("run", ["a", "é", "か", "😀", "aéか", "日本語 and more, "])
def test_a_text_of_many_registers(run: str, size: int) -> None:
    size = size if FULL else size // 10 + size % 10
    text = (run * (size // len(run.encode()) + 1))[: size // len(run.encode()[:3])]
    octets = text.encode()
    assert superuri.decode(escaped(octets, all_of_them=True)) == text
    assert unquote(escaped(octets, all_of_them=False)) == text
    for wrong in WRONG:
        broken = octets[: len(octets) // 2] + wrong + octets[len(octets) // 2 :]
        text = escaped(broken, all_of_them=True)
        assert unquote(text) == broken.decode(errors="replace")
        with pytest.raises(DecodeError) as caught:
            superuri.decode(text)
        try:
            broken.decode()
        except UnicodeDecodeError as error:
            assert caught.value.start == 3 * error.start
