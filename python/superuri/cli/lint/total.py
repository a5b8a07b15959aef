"""Totals of a run of the linter."""

from dataclasses import dataclass, field


@dataclass
class Total:
    """The numbers of what was linted and found."""

    #: The number of URLs linted.
    urls: int = 0
    #: The number of files; standard input counts as one.
    files: int = 0
    #: The number of findings by code and severity.
    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    #: The files that were fixed, or would be.
    changed: list[str] = field(default_factory=list)
    #: The number of URLs that comments exempt.
    exempted: int = 0
    #: The names of unreadable files in folders.
    unread: list[str] = field(default_factory=list)
    #: The number of lines that are not in the log's format.
    misread: int = 0
    #: The number of what was skipped, by kind: files in folders, and templates of URLs.
    passed: dict[str, int] = field(default_factory=dict)

    def skip(self, kind: str) -> None:
        self.passed[kind] = self.passed.get(kind, 0) + 1

    def add(self, counts: list[tuple[str, str, int]]) -> None:
        for code, grade, times in counts:
            self.counts[code, grade] = self.counts.get((code, grade), 0) + times
