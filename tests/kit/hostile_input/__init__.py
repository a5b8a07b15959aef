"""Hostile input, made at random: pickles, requests, command lines, Arrow data.

A module for each has `tries`, which returns a function of a case's number: it returns "" or the
problem. A case depends on the seed and its number only.
"""

from random import Random
from typing import Any

from superuri._values import generate

#: Makers of texts.
TEXTS = (
    generate.dirty_url, generate.legal_uri, generate.legal_url, generate.escapes, generate.wild,
    generate.surrogates,
)  # fmt: skip
ODD_TEXTS = (
    "", "\0", "\ud800", "a\udcff", "%", "%zz", "%00", "\u202e", "é" * 300, "a" * 5_000, "//",
    "://", "{", "{a}", "{+a*}", "}", "[", "\r\n", "\ufeff", "%C3", "-", "--", "0", "utf-8", "None",
    "1e400",
)  # fmt: skip
NUMBERS = (0, 1, -1, 7, 255, 2**31 - 1, 2**31, -(2**31) - 1, 2**63 - 1, 2**63, 2**64, -(2**200))
FLOATS = (0.5, -0.0, float("nan"), float("inf"), 1e308)


def text(rng: Random) -> str:
    """Return a text: a URL, one with faults, or something odd."""
    made = rng.choice(ODD_TEXTS) if rng.randrange(3) == 0 else rng.choice(TEXTS)(rng)
    return made[:20_000]


def plain(rng: Random, depth: int = 3) -> Any:
    """Return a value that JSON has, too."""
    kind = rng.randrange(8 if depth else 5)
    if kind < 2:
        return text(rng)
    if kind < 5:
        return rng.choice((None, True, False, *NUMBERS, *FLOATS))
    if kind < 7:
        return [plain(rng, depth - 1) for _ in range(rng.randrange(4))]
    return {text(rng): plain(rng, depth - 1) for _ in range(rng.randrange(4))}


def changed(rng: Random, data: bytes) -> bytes:
    """Return the bytes with some of them replaced, removed, repeated or added."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(made) + 1)
        size = rng.choice((1, 1, 2, 8))
        made[at : at + rng.choice((0, size))] = rng.choice(
            (b"", rng.randbytes(size), bytes(made[at : at + size]) * 2, made[:at][-size:])
        )
    return bytes(made)
