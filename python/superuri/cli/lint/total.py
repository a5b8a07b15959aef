"""Totals of a run of the linter."""

from collections import Counter
from dataclasses import dataclass, field

from superuri.cli.input.tally import Tally


@dataclass
class Total(Tally):
    """The numbers of what was linted and found."""

    #: The number of findings by code and severity.
    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    #: The files that were fixed, or would be.
    changed: list[str] = field(default_factory=list)
    #: The number of findings that fixes removed, by severity.
    fixed: Counter[str] = field(default_factory=Counter)
    #: A document in which each line begins with a URL, and spaces cut some.
    list_like: str = ""
    #: The number of URLs that comments exempt.
    exempted: int = 0
    #: The number of lines that are not in the log's format.
    misread: int = 0

    def add(self, counts: list[tuple[str, str, int]]) -> None:
        for code, grade, times in counts:
            self.counts[code, grade] = self.counts.get((code, grade), 0) + times

    def add_fixed(
        self, before: list[tuple[str, str, int]], after: list[tuple[str, str, int]]
    ) -> None:
        for sign, counts in ((1, before), (-1, after)):
            for _, grade, times in counts:
                self.fixed[grade] += sign * times
