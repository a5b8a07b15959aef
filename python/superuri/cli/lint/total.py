"""Totals of a run of the linter."""

from typing import NamedTuple


class Total(NamedTuple):
    """What was found in all."""

    #: How often each rule found something, by its code and its severity.
    counts: dict[tuple[str, str], int]
    #: Was anything mended, or is to be?
    changed: list[str]
    #: How many URLs comments exempt.
    exempted: list[int]
    #: What could not be read in folders.
    unread: list[str]
    #: How many names of folders were passed over, by what they are.
    passed: dict[str, int]

    def add(self, counts: list[tuple[str, str, int]]) -> None:
        for code, grade, times in counts:
            self.counts[code, grade] = self.counts.get((code, grade), 0) + times
