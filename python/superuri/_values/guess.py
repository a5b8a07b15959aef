"""Guesses at the encoding of a text."""

from typing import NamedTuple


class Guess(NamedTuple):
    """An encoding that a text may be in, with the evidence."""

    #: A name that decode accepts; ``double-utf-8`` means the mistake that repair_mojibake undoes.
    encoding: str
    #: The strength of the evidence, from 0 to 1.
    score: float
    #: The text decoded that way.
    text: str
    #: The evidence.
    evidence: str
