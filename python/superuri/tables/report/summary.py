"""Summary of a job that is done."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from superuri.tables.engines.sql import FIRST
from superuri.tables.files.failure import TableError

#: The number of failed rows that are listed; all are in the table of findings.
LISTED = 20
#: A text in an example is cut here.
SHOWN = 200


@dataclass
class Rule:
    """What a rule of the linter found."""

    code: str
    name: str
    severity: str
    #: How often, and in how many rows.
    times: int = 0
    rows: int = 0
    #: A few of them: file, row, text.
    examples: list[tuple[str, int, str]] = field(default_factory=list)


@dataclass
class Summary:
    """The result of a job. Rows are counted from 1 in each file, without the header."""

    files: int = 0
    #: How many came in, and how many of them have no text.
    rows: int = 0
    empty: int = 0
    #: How many blank lines are between the rows of CSV and TSV, and were left out.
    blank: int = 0
    #: How many texts cleaning changed; how many more the normal form.
    cleaned: int = 0
    normalised: int = 0
    #: How many could not be done, and were kept as they were; the first of them: file, row, why.
    kept: int = 0
    kept_rows: list[tuple[str, int, str]] = field(default_factory=list)
    #: How many are equal to one before them, and how many rows were written.
    duplicates: int = 0
    written: int = 0
    #: How many fields have triplets because fields without quotation marks have neither delimiters
    #: nor ends of lines.
    escaped: int = 0
    #: How many rows should have been written and were not: always 0.
    lost: int = 0
    #: How many characters the encoding of the output does not have, and are written as escapes.
    foreign: int = 0
    #: How tables of text were read, where not as by default: the first file, how many more.
    dialects: list[tuple[str, str, int]] = field(default_factory=list)
    rules: dict[str, Rule] = field(default_factory=dict)
    domains: list[tuple[str, int]] = field(default_factory=list)
    seconds: float = 0.0
    #: What a store could not promise, a sentence each.
    notes: list[str] = field(default_factory=list)

    def add(self, part: dict[str, Any], file: str, column: str | None = None) -> None:
        """Count a part of the job; of another ``column`` than the first, no rows."""
        if column is None:
            self.rows += part["rows"]
            self.blank += part["blank"]
        self.empty += part["empty"]
        self.cleaned += part["cleaned"]
        self.normalised += part["normalised"]
        self.kept += part["kept"]
        of = f"{column}: " if column else ""
        self.kept_rows += [(file, row, f"{of}{why}") for row, why in part["kept_rows"]]
        del self.kept_rows[LISTED:]
        for code, name, severity, times, rows in part["counts"]:
            rule = self.rules.setdefault(code, Rule(code, name, severity))
            rule.times += times
            rule.rows += rows
        for code, row, text in part["examples"]:
            examples = self.rules[code].examples
            if len(examples) < FIRST:
                examples.append((file, row, text))

    def account(self, *, dedupe: bool) -> None:
        """Count the rows that should have been written and were not, and refuse to lose one."""
        self.lost = self.rows - (self.duplicates if dedupe else 0) - self.written
        if self.lost:
            message = f"{self.lost:,} rows are lost: this is a bug; the old output is as it was"
            raise TableError(message)

    def ranked(self) -> list[Rule]:
        """Return the rules, the most severe and most frequent first."""
        grave = ("error", "warning", "info")
        return sorted(self.rules.values(), key=lambda r: (grave.index(r.severity), -r.rows, r.code))

    def asdict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {**asdict(self), "rules": [asdict(rule) for rule in self.ranked()]}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Summary:
        """Return the summary that `asdict` made these values of."""
        dialects = [tuple(each) for each in values["dialects"]]
        rules = {rule["code"]: Rule(**rule) for rule in values["rules"]}
        return cls(**{**values, "dialects": dialects, "rules": rules})

    def __str__(self) -> str:
        files = "1 file" if self.files == 1 else f"{self.files:,} files"
        lines = [
            (
                f"{self.rows:,} rows of {files}: {self.cleaned:,} cleaned, {self.normalised:,} "
                f"normalised, {self.duplicates:,} duplicates, {self.empty:,} without a text"
            ),
            f"{self.lost:,} rows lost, {self.kept:,} kept as they were, {self.written:,} written",
        ]
        if self.blank:
            lines.append(f"  blank lines left out: {self.blank:,}")
        lines += [f"  {line}" for line in dialect_lines(self.dialects)]
        if self.escaped:
            lines.append(
                "  triplets for delimiters and ends of lines, which fields without quotation marks "
                f"cannot have: {self.escaped:,}"
            )
        if self.foreign:
            lines.append(
                f"  characters that the encoding does not have, as escapes: {self.foreign:,}"
            )
        for file, row, why in self.kept_rows:
            lines.append(f"  kept: {file}, row {row:,}: {why}")
        if self.kept > len(self.kept_rows):
            lines.append(f"  and {self.kept - len(self.kept_rows):,} more in the findings")
        for rule in self.ranked():
            name = "" if rule.name == rule.code else f" {rule.name}"
            rows = "1 row" if rule.rows == 1 else f"{rule.rows:,} rows"
            lines.append(f"  {rule.code}{name}: {rows}")
        lines += [f"  {note}" for note in self.notes]
        return "\n".join(lines)


def dialect_lines(found: list[tuple[str, str, int]]) -> list[str]:
    """Return how tables were read, a line each."""
    return [
        f"{file}{f' and {more:,} more' if more else ''}: read with {said}"
        for said, file, more in found
    ]
