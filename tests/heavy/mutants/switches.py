"""The switches of the two copies: what turns a mutant on, and says which places were reached."""

from __future__ import annotations

import ctypes
import os
from typing import Protocol

from heavy.mutants.tests import Place, places

#: Of `switch.rs`.
RECORD, PLACES = (1 << 32) - 2, 1 << 15


class Switch(Protocol):
    """What turns a mutant on, here and in the processes that are started."""

    def turn(self, word: str) -> None:
        """Turn on the mutant of this name, "record" or, if it is empty, nothing."""

    def reached(self) -> set[Place]:
        """Return the places that this process has reached since the last call."""

    def of_children(self, octets: bytes) -> set[Place]:
        """Return the places that processes noted in the file of SUPERURI_REACHED."""


class Native:
    """The switch of the module that Rust is compiled to (`switch.rs`)."""

    def __init__(self) -> None:
        """Find it in the module."""
        import superuri._core as core  # noqa: PLC0415  as the package of Python needs no such module

        self.library = ctypes.CDLL(core.__file__)
        self.library.superuri_reached.restype = ctypes.c_void_p

    def turn(self, word: str) -> None:
        """Turn on a mutant."""
        os.environ["SUPERURI_MUTANT"] = word
        self.library.superuri_switch(RECORD if word == "record" else int(word or "0"))

    def reached(self) -> set[Place]:
        """Return what was reached."""
        at = self.library.superuri_reached()
        found = ctypes.string_at(at, PLACES)
        ctypes.memset(at, 0, PLACES)
        return set(places(found))

    def of_children(self, octets: bytes) -> set[Place]:
        """Return what the file has."""
        return set(places(octets))


class Package:
    """The switch of the package that is written in Python (`superuri_switch.py` of its copy)."""

    def __init__(self) -> None:
        """Import it from the copy."""
        import superuri_switch  # noqa: PLC0415  as it is only in the copy

        self.module = superuri_switch

    def turn(self, word: str) -> None:
        """Turn on a mutant."""
        os.environ["SUPERURI_MUTANT"] = word
        self.module.turn(word)

    def reached(self) -> set[Place]:
        """Return what was reached."""
        found: set[Place] = set(self.module.REACHED)
        self.module.REACHED.clear()
        return found

    def of_children(self, octets: bytes) -> set[Place]:
        """Return what the file has."""
        return set(octets.decode().split())
