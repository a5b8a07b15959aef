"""Outcome of every job over tables: its rows, why some failed, and where its files are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

#: A reason in a block: its code, its number of rows, the first of them, and what to do.
Row = tuple[str, int, int, str]


#: The rows of a job of which the seconds are reported.
MANY_ROWS = 10_000


@dataclass
class Reason:
    #: The code of the error, and what to do about it.
    code: str
    help: str
    #: The number of rows, and the first of them: file, row.
    rows: int
    first: tuple[str, int]


def reasons(codes: Mapping[int, str], explain: Callable[[int], str]) -> list[Row]:
    """Return the reasons of a block: ``codes`` has the code of each row that failed, in order.

    ``explain`` returns what to do about the failure of a row.
    """
    counts: dict[str, int] = {}
    first: dict[str, int] = {}
    for at, code in codes.items():
        counts[code] = counts.get(code, 0) + 1
        first.setdefault(code, at)
    return [(code, count, first[code], explain(first[code])) for code, count in counts.items()]


@dataclass
class Outcome:
    """What is counted in every job. Rows are counted from 1 in each file, without the header."""

    rows: int = 0
    #: The number of files that were read.
    files: int = field(default=0, repr=False, kw_only=True)
    #: The number of rows without a text.
    empty: int = field(default=0, repr=False, kw_only=True)
    #: The number of blank lines of CSV and TSV that were left out.
    blank: int = field(default=0, repr=False, kw_only=True)
    #: The number of rows whose URI reference has no host.
    hostless: int = field(default=0, repr=False, kw_only=True)
    #: Why rows failed, by code.
    reasons: dict[str, Reason] = field(default_factory=dict, repr=False, kw_only=True)
    #: Each dialect that is not the default, its first file, the number of further files.
    dialects: list[tuple[str, str, int]] = field(default_factory=list, repr=False, kw_only=True)
    #: Guarantees that a store does not give, a sentence each.
    notes: list[str] = field(default_factory=list, repr=False, kw_only=True)
    #: The files that were written, by what they have.
    written_files: dict[str, str] = field(
        default_factory=dict, repr=False, compare=False, kw_only=True
    )
    seconds: float = field(default=0.0, repr=False, compare=False, kw_only=True)

    def add_reasons(self, found: list[Row], file: str, first: int) -> None:
        """Add the reasons of a block whose first row has the index ``first`` in its file."""
        for code, count, at, help_ in found:
            reason = self.reasons.setdefault(code, Reason(code, help_, 0, (file, first + at + 1)))
            reason.rows += count

    def ranked_reasons(self) -> list[Reason]:
        """Return the reasons, the most frequent first."""
        return sorted(self.reasons.values(), key=lambda reason: -reason.rows)

    def asdict(self) -> dict[str, Any]:
        """Return the outcome as values for JSON."""
        return {**asdict(self), "reasons": list(map(asdict, self.ranked_reasons()))}

    @staticmethod
    def _from_json(values: dict[str, Any]) -> dict[str, Any]:
        """Return the values of the fields that `asdict` changed."""
        reasons = [Reason(**{**each, "first": tuple(each["first"])}) for each in values["reasons"]]
        dialects = [tuple(each) for each in values["dialects"]]
        return {**values, "reasons": {each.code: each for each in reasons}, "dialects": dialects}

    def reason_lines(self) -> list[str]:
        """Return a line for each reason, with the first row; its file if there are several."""
        lines = []
        for reason in self.ranked_reasons():
            file, row = reason.first
            where = f"{file}, row {row:,}" if self.files > 1 else f"row {row:,}"
            cure = f": {reason.help}" if reason.help else ""
            lines.append(f"{reason.rows:,} {reason.code}, first {where}{cure}")
        return lines

    def dialect_lines(self) -> list[str]:
        return [
            f"{file}{f' and {more:,} more' if more else ''}: read with {dialect}"
            for dialect, file, more in self.dialects
        ]

    def took(self) -> str:
        """Return how long the job took; nothing for a small one."""
        return f" in {self.seconds:.1f} s" if self.rows >= MANY_ROWS else ""

    def file_line(self) -> str:
        """Return the name of each output file; standard output is left out."""
        files = self.written_files.items()
        return "; ".join(f"{what}: {name}" for what, name in files if name != "-")
