"""Hits: a finding with its place, and what of its URL may be shown."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import superuri._caret as caret
from superuri._values.finding import Finding
from superuri.cli.output import messages


class Hit(NamedTuple):
    """A finding with its place."""

    #: The file; None for an argument.
    file: str | None
    #: Counted from 1: the line, or the number of the argument.
    line: int
    #: Counted from 1, in characters.
    column: int
    end_line: int
    end_column: int
    #: The URL; bytes if it is not valid UTF-8.
    text: str | bytes
    finding: Finding
    #: The place of each edit of the fix: line, column, end line, end column, replacement.
    edits: list[tuple[int, int, int, int, str]] | None

    def where(self) -> str:
        """Return the place in the form that editors understand."""
        name = messages.printable(self.file) if self.file is not None else "argument "
        return f"{name}{'' if self.file is None else ':'}{self.line}:{self.column}"


def _masked(text: str | bytes) -> str:
    return caret.masked(text if isinstance(text, str) else text.decode("utf-8", "replace"))


def _dotted(text: str | bytes) -> tuple[str, str]:
    """Return the URL as a str of the same offsets, and that with its password hidden."""
    plain = text if isinstance(text, str) else text.decode("latin-1")
    return plain, caret.masked(plain)


# A long URL may have thousands of findings, so these are computed once for all of them.
masked: Callable[[str | bytes], str] = lru_cache(maxsize=1)(_masked)
dotted: Callable[[str | bytes], tuple[str, str]] = lru_cache(maxsize=1)(_dotted)


def edits_shown(hit: Hit) -> list[tuple[int, int, int, int, str]] | None:
    """Return the edits of the fix; None if one is in a password, which is never quoted."""
    fix = hit.finding.fix
    if fix is None or hit.edits is None:
        return None
    plain, dots = dotted(hit.text)
    for start, end, _ in fix.edits:
        if dots[start : end + 1] != plain[start : end + 1]:
            return None
    return hit.edits
