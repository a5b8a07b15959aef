"""Cells of a terminal: how characters are drawn there, and how many cells they fill."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from superuri.explanation.token import Token


def drawn(token: Token) -> str:
    """Return how a token is drawn: without control characters, and with visible spaces."""
    return safe(token.raw).replace(" ", "␣")


def safe(text: str) -> str:
    """Return the text on one line, without characters that a terminal acts on."""
    return "".join(map(shape, text))


def shape(character: str) -> str:
    """Return the visible replacement of a character."""
    if character < " ":
        return chr(0x2400 + ord(character))
    if character.isprintable() and unicodedata.bidirectional(character) not in {"R", "AL", "AN"}:
        return character
    return f"⟨U+{ord(character):04X}⟩"


def cells_of(character: str) -> int:
    """Return the number of terminal cells of a character."""
    if unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def padded(text: str, width: int) -> str:
    """Return the text, padded to this number of cells."""
    return text + " " * (width - sum(map(cells_of, text)))
