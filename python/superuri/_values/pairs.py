"""Pairs in a text: the pieces between delimiters, each split at its first ``=``, with its place.

Names and values are as they are written: ``refusal.decoded`` decodes one.
"""

from collections.abc import Iterator
from typing import NamedTuple


class Pair(NamedTuple):
    """One piece of a text."""

    name: str
    #: None for a piece without ``=``.
    value: str | None
    #: The place of the piece in the text, with what is dropped around its name and its value.
    start: int
    end: int


def spans(
    text: str, between: str, start: int = 0, end: int | None = None
) -> Iterator[tuple[int, int]]:
    """Yield the places of the pieces of ``text[start:end]``, as ``str.split`` divides it.

    >>> list(spans("a=1,,b", ","))
    [(0, 3), (4, 4), (5, 6)]
    """
    for piece in text[start:end].split(between):
        yield start, start + len(piece)
        start += len(piece) + len(between)


def pairs(
    text: str, between: str, start: int = 0, end: int | None = None, *, blank: str = ""
) -> Iterator[Pair]:
    """Yield the pairs of ``text[start:end]``; ``blank`` has what names and values drop around them.

    >>> list(pairs("a = 1=2; b", ";", blank=" "))
    [Pair(name='a', value='1=2', start=0, end=7), Pair(name='b', value=None, start=8, end=10)]
    """
    for at, to in spans(text, between, start, end):
        name, equals, value = text[at:to].partition("=")
        if blank:
            name, value = name.strip(blank), value.strip(blank)
        yield Pair(name, value if equals else None, at, to)
