"""Compared: whether two URIs are equivalent, and why."""

from typing import NamedTuple


class Compared(NamedTuple):
    """The result of a comparison; as a tuple, it is always true: ask for ``equal``."""

    equal: bool
    #: The first step that makes them equal, or the first component in which they differ.
    why: str
