"""Totals of a run of the linter."""

from dataclasses import dataclass, field


@dataclass
class Total:
    """What was linted and found in all."""

    #: How many URLs were linted.
    urls: int = 0
    #: How many files they are from; standard input is one.
    files: int = 0
    #: How often each rule found something, by its code and its severity.
    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    #: What was fixed, or would be.
    changed: list[str] = field(default_factory=list)
    #: How many URLs comments exempt.
    exempted: int = 0
    #: What could not be read in folders.
    unread: list[str] = field(default_factory=list)
    #: How many lines are not of the log's format.
    misread: int = 0
    #: How many names of folders were skipped, by what they are.
    passed: dict[str, int] = field(default_factory=dict)

    def add(self, counts: list[tuple[str, str, int]]) -> None:
        for code, grade, times in counts:
            self.counts[code, grade] = self.counts.get((code, grade), 0) + times
