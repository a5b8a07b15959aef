"""Summary of a finished job."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from superuri._core import SUSPECTS
from superuri.tables.engines.sql import EXAMPLE_ROWS
from superuri.tables.files.failure import TableError

#: The number of failed rows in a summary; the table of findings has all.
LISTED = 20
#: The number of characters of a text in an example.
SHOWN = 200


@dataclass
class Rule:
    """The findings of a rule of the linter."""

    code: str
    name: str
    severity: str
    #: The number of findings, and of rows with one.
    times: int = 0
    rows: int = 0
    #: Example rows: file, row, text.
    examples: list[tuple[str, int, str]] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The code, and the name if it is another word."""
        return self.code if self.name == self.code else f"{self.code} {self.name}"


#: A text that begins with a host; with a default scheme, it is one.
NO_SCHEME = "no-scheme"
#: What to do, in the words of the command, where an option does it.
CURES = {
    NO_SCHEME: "it seems to begin with a host, but is read as a path: --default-scheme https "
    "gives it a scheme"
}


@dataclass
class Meant:
    """Rows whose text seems to be something else than a plain URI."""

    #: The name of a kind of `superuri._core.SUSPECTS`.
    kind: str
    #: The number of rows, and the first of them: file, row, text.
    rows: int
    first: tuple[str, int, str]

    @property
    def words(self) -> tuple[str, str]:
        """What the texts have in a few words, and what to do."""
        brief, cure = next((brief, cure) for kind, brief, cure in SUSPECTS if kind == self.kind)
        return brief, CURES.get(self.kind, cure)


@dataclass
class Summary:
    """The result of a job. Rows are counted from 1 in each file, without the header."""

    files: int = 0
    #: The number of rows read, and of those without a text.
    rows: int = 0
    empty: int = 0
    #: The number of blank lines of CSV and TSV that were left out.
    blank: int = 0
    #: The number of texts that clean changed, and of those that normalize changed further.
    cleaned: int = 0
    normalised: int = 0
    #: The number of rows whose URI reference has no host.
    hostless: int = 0
    #: The number of rows that failed and were kept as they were; the first: file, row, error.
    kept: int = 0
    kept_rows: list[tuple[str, int, str]] = field(default_factory=list)
    #: The number of duplicates of an earlier row, and of rows written.
    duplicates: int = 0
    written: int = 0
    #: The number of fields with triplets for delimiters and line breaks that they cannot contain.
    escaped: int = 0
    #: The number of rows that should have been written and were not: always 0.
    lost: int = 0
    #: The number of characters missing from the output's encoding, written as escapes.
    foreign: int = 0
    #: Each dialect that is not the default, its first file, the number of further files.
    dialects: list[tuple[str, str, int]] = field(default_factory=list)
    rules: dict[str, Rule] = field(default_factory=dict)
    #: What texts seem to be that are not plain URIs, by kind.
    meant: dict[str, Meant] = field(default_factory=dict)
    domains: list[tuple[str, int]] = field(default_factory=list)
    seconds: float = 0.0
    #: Guarantees that a store does not give, a sentence each.
    notes: list[str] = field(default_factory=list)

    def add(self, part: dict[str, Any], file: str, column: str | None = None) -> None:
        """Add the counts of a part; rows count only without ``column``, for the first column."""
        if column is None:
            self.rows += part["rows"]
            self.blank += part["blank"]
        self.empty += part["empty"]
        self.cleaned += part["cleaned"]
        self.normalised += part["normalised"]
        self.hostless += part["hostless"]
        self.kept += part["kept"]
        prefix = f"{column}: " if column else ""
        self.kept_rows += [(file, row, f"{prefix}{why}") for row, why in part["kept_rows"]]
        del self.kept_rows[LISTED:]
        for code, name, severity, times, rows in part["counts"]:
            rule = self.rules.setdefault(code, Rule(code, name, severity))
            rule.times += times
            rule.rows += rows
        for code, row, text in part["examples"]:
            examples = self.rules[code].examples
            if len(examples) < EXAMPLE_ROWS:
                examples.append((file, row, text))

        for kind, count, row, text in part.get("meant", ()):
            known = self.meant.setdefault(kind, Meant(kind, 0, (file, row, text)))
            known.rows += count

    def account(self, *, dedupe: bool) -> None:
        """Count the rows that were not written and should have been; raise if there are any."""
        self.lost = self.rows - (self.duplicates if dedupe else 0) - self.written
        if self.lost:
            message = f"{self.lost:,} rows are lost: this is a bug; the old output is unchanged"
            raise TableError(message)

    def ranked(self) -> list[Rule]:
        """Return the rules, the most severe first, then the most frequent."""
        order = ("error", "warning", "info")
        return sorted(self.rules.values(), key=lambda r: (order.index(r.severity), -r.rows, r.code))

    def asdict(self) -> dict[str, Any]:
        """Return the summary as values for JSON."""
        rules = [asdict(rule) for rule in self.ranked()]
        return {**asdict(self), "rules": rules, "meant": list(map(asdict, self.meant.values()))}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Summary:
        """Return the summary with the values that `asdict` returned."""
        dialects = [tuple(each) for each in values["dialects"]]
        rules = {rule["code"]: Rule(**rule) for rule in values["rules"]}
        meant = {each["kind"]: Meant(**each) for each in values.get("meant", ())}
        return cls(**{**values, "dialects": dialects, "rules": rules, "meant": meant})

    def fates(self) -> str:
        """Return how many rows are lost, kept and written."""
        kept = f"{self.kept:,} kept as {'it was' if self.kept == 1 else 'they were'}"
        return f"{self.lost:,} rows lost, {kept}, {self.written:,} written"

    def __str__(self) -> str:
        lines = [
            (
                f"{counted(self.rows, 'row')} of {counted(self.files, 'file')}: "
                f"{self.cleaned:,} cleaned, {self.normalised:,} normalised, "
                f"{counted(self.duplicates, 'duplicate')}, {self.empty:,} without a text"
            ),
            self.fates(),
        ]
        if self.hostless:
            have = "has" if self.hostless == 1 else "have"
            lines.append(f"  {counted(self.hostless, 'row')} {have} no host")
        if self.blank:
            lines.append(f"  blank lines left out: {self.blank:,}")
        lines += [f"  {line}" for line in dialect_lines(self.dialects)]
        if self.escaped:
            lines.append(
                "  fields without quotation marks whose delimiters and line breaks are written as "
                f"triplets: {self.escaped:,}"
            )
        if self.foreign:
            lines.append(
                f"  characters missing from the encoding, written as escapes: {self.foreign:,}"
            )
        for file, row, why in self.kept_rows:
            lines.append(f"  kept: {file}, row {row:,}: {why}")
        if self.kept > len(self.kept_rows):
            lines.append(f"  and {self.kept - len(self.kept_rows):,} more in the findings")
        for rule in self.ranked():
            lines.append(f"  {rule.title}: {counted(rule.rows, 'row')}")
        for each in self.meant.values():
            brief, cure = each.words
            file, row, _ = each.first
            lines.append(
                f"  {brief}: {counted(each.rows, 'row')}, first {file}, row {row:,}: {cure}"
            )
        lines += [f"  {note}" for note in self.notes]
        return "\n".join(lines)


def dialect_lines(dialects: list[tuple[str, str, int]]) -> list[str]:
    """Return a line for each dialect."""
    return [
        f"{file}{f' and {more:,} more' if more else ''}: read with {dialect}"
        for dialect, file, more in dialects
    ]


def counted(number: int, thing: str) -> str:
    """Return the number with the name of what it counts."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
