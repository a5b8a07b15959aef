"""Layers of percent-encoding, one taken off at a time."""

from typing import NamedTuple

from superuri._values.passwords import redacted


class Layer(NamedTuple):
    """A text after one more decoding."""

    #: Octets that are not valid UTF-8 stay escaped.
    text: str
    #: What is bare there and was escaped before, the most severe first.
    revealed: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Layer(text={redacted(self.text)!r}, revealed={self.revealed!r})"
