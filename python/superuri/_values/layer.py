"""Layers of percent-encoding, decoded one at a time."""

from typing import NamedTuple

from superuri._values.passwords import described


class Layer(NamedTuple):
    """A text after one more decoding."""

    #: Octets that are not valid UTF-8 stay escaped.
    text: str
    #: The characters that were escaped before and now are not, the most severe first.
    revealed: tuple[str, ...]

    def __repr__(self) -> str:
        return described(self)
