"""Pen: text of a terminal in colour, or without."""

from __future__ import annotations


class Pen:
    """Writes text in colour, or without."""

    def __init__(self, colour: bool) -> None:  # noqa: FBT001  because a pen is coloured or not
        self.colour = colour

    def paint(self, text: str, colour: str) -> str:
        """Return the text in this colour."""
        return f"\x1b[{colour}m{text}\x1b[0m" if self.colour and text else text
