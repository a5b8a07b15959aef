"""Tallies: how many URLs and files were read, and which were not."""

from dataclasses import dataclass, field

from superuri._values.plural import counted


@dataclass
class Tally:
    """The numbers of what was read."""

    #: The number of URLs.
    urls: int = 0
    #: The number of files; standard input counts as one.
    files: int = 0
    #: The names of unreadable files in folders.
    unread: list[str] = field(default_factory=list)
    #: The number of what was skipped, by kind: files in folders, and templates of URLs.
    passed: dict[str, int] = field(default_factory=dict)

    def skip(self, kind: str) -> None:
        self.passed[kind] = self.passed.get(kind, 0) + 1

    def skipped(self) -> list[str]:
        """Return the part of a summary about what was not read, if there is any."""
        kinds = ", ".join(counted(times, kind) for kind, times in sorted(self.passed.items()))
        return [f"skipped: {kinds}"] if kinds else []
