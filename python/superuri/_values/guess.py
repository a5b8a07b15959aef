"""Guesses at the encoding of a text."""

from typing import NamedTuple


class Guess(NamedTuple):
    """An encoding that a text may be in, and what speaks for it."""

    #: As decode takes it; ``double-utf-8`` is what repair_mojibake undoes.
    encoding: str
    #: How much speaks for it, from 0 to 1.
    score: float
    #: The text that it would be.
    text: str
    #: What speaks for it.
    evidence: str
