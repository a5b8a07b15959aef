"""Summary of a finished job."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from superuri._core import SUSPECTS
from superuri._values.passwords import redacted
from superuri._values.plural import counted
from superuri.tables.engines.sql import EXAMPLE_ROWS
from superuri.tables.files.failure import TableError
from superuri.tables.report.outcome import Outcome

#: The number of failed rows in a summary; the table of findings has all.
LISTED = 20
#: The number of characters of a text in an example.
SHOWN = 200
#: The severities of findings, and the number of rules that a line about one lists.
SEVERITIES = ("error", "warning", "info")
RULES = 5


def example(text: str) -> str:
    """Return the text as an example shows it: its beginning, without passwords.

    >>> example("http://bob:secret@e.com/")
    'http://bob:…@e.com/'
    """
    return redacted(text)[:SHOWN]


@dataclass
class Rule:
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
class Summary(Outcome):
    """The result of ``tidy``."""

    #: The number of texts that clean changed, and of those that normalize changed further.
    cleaned: int = field(default=0, kw_only=True)
    normalised: int = field(default=0, kw_only=True)
    #: The number of rows that failed and were kept as they were; the first: file, row, error.
    kept: int = field(default=0, kw_only=True)
    kept_rows: list[tuple[str, int, str]] = field(default_factory=list, kw_only=True)
    #: The number of duplicates of an earlier row, and of rows written.
    duplicates: int = field(default=0, kw_only=True)
    written: int = field(default=0, kw_only=True)
    #: The number of fields with triplets for delimiters and line breaks that they cannot contain.
    escaped: int = field(default=0, kw_only=True)
    #: The number of rows that should have been written and were not: always 0.
    lost: int = field(default=0, kw_only=True)
    #: The number of characters missing from the output's encoding, written as escapes.
    foreign: int = field(default=0, kw_only=True)
    rules: dict[str, Rule] = field(default_factory=dict, kw_only=True)
    #: What texts seem to be that are not plain URIs, by kind.
    meant: dict[str, Meant] = field(default_factory=dict, kw_only=True)
    domains: list[tuple[str, int]] = field(default_factory=list, kw_only=True)

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
        self.add_reasons(part["reasons"], file, 0)
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
        rules = self.rules.values()
        return sorted(rules, key=lambda r: (SEVERITIES.index(r.severity), -r.rows, r.code))

    def asdict(self) -> dict[str, Any]:
        """Return the summary as values for JSON."""
        rules = [asdict(rule) for rule in self.ranked()]
        return {**super().asdict(), "rules": rules, "meant": list(map(asdict, self.meant.values()))}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Summary:
        """Return the summary with the values that `asdict` returned."""
        rules = {rule["code"]: Rule(**rule) for rule in values["rules"]}
        meant = {each["kind"]: Meant(**each) for each in values["meant"]}
        return cls(**{**cls._from_json(values), "rules": rules, "meant": meant})

    def fates(self) -> str:
        """Return how many rows are lost, kept and written."""
        kept = f"{self.kept:,} kept as {'it was' if self.kept == 1 else 'they were'}"
        return f"{self.lost:,} rows lost, {kept}, {self.written:,} written"

    def __str__(self) -> str:
        lines = [
            (
                f"{counted(self.rows, 'row')} of {counted(self.files, 'file')}"
                f"{self.took()}: {self.cleaned:,} cleaned, {self.normalised:,} normalised, "
                f"{counted(self.duplicates, 'duplicate')}, {self.empty:,} without a text"
            ),
            self.fates(),
        ]
        lines += [f"  {line}" for line in self.reason_lines()]
        if self.hostless:
            have = "has" if self.hostless == 1 else "have"
            lines.append(f"  {counted(self.hostless, 'row')} {have} no host")
        if self.blank:
            lines.append(f"  blank lines left out: {self.blank:,}")
        lines += [f"  {line}" for line in self.dialect_lines()]
        if self.escaped:
            lines.append(
                "  fields without quotation marks whose delimiters and line breaks are written as "
                f"triplets: {self.escaped:,}"
            )
        if self.foreign:
            lines.append(
                f"  characters missing from the encoding, written as escapes: {self.foreign:,}"
            )
        lines += self._rule_lines()
        for each in self.meant.values():
            brief, cure = each.words
            file, row, _ = each.first
            lines.append(
                f"  {brief}: {counted(each.rows, 'row')}, first {file}, row {row:,}: {cure}"
            )
        lines += [f"  {note}" for note in self.notes]
        return "\n".join([*lines, *filter(None, [self.file_line()])])

    def _rule_lines(self) -> list[str]:
        """Return a line for each severity: the rules with the most rows."""
        lines = []
        for severity in SEVERITIES:
            rules = [rule for rule in self.ranked() if rule.severity == severity]
            shown = ", ".join(f"{rule.title} {rule.rows:,}" for rule in rules[:RULES])
            more = f", and {len(rules) - RULES} more rules" if len(rules) > RULES else ""
            if rules:
                lines.append(f"  rows with an {severity}: {shown}{more}".replace("an w", "a w"))
        return lines
