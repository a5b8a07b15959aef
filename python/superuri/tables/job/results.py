"""Results of a verb: of a job, and of a block with the positions of its rows and its lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

import superuri._core as _core
from superuri._values.plural import counted
from superuri.tables.files import columns, json_lines, nested, reading, reading_json, writing
from superuri.tables.report.outcome import Outcome

#: The most texts of a block that are checked for a host without a scheme.
MOST_CHECKED = 1000
#: The verbs whose results are URI references, and how those with a host begin.
OF_URIS = {"clean", "normalize"}
HAS_HOST = "^([A-Za-z][A-Za-z0-9+.-]*:)?//"


@dataclass
class Done(Outcome):
    """The result: the number of rows, and of those that failed (``refused``).

    A row with a list counts once, however many of its elements failed.
    """

    refused: int = 0
    #: The number of rows that the verb changed.
    changed: int = field(default=0, repr=False)
    #: The number of findings of ``lint`` for each severity.
    findings: dict[str, int] = field(default_factory=dict, repr=False)
    #: Whether one of the rows without a host is a host without a scheme; the first of each block
    #: are checked.
    bare: bool = field(default=False, repr=False)
    #: Whether the verb finds something in a text, and whether a row that failed stays as it was.
    extracts: bool = field(default=False, repr=False)
    keeps: bool = field(default=True, repr=False)

    @property
    def unchanged(self) -> int:
        """The number of rows that are as they were, without those that failed."""
        return self.rows - self.changed - self.refused

    def asdict(self) -> dict[str, Any]:
        """Return the result as values for JSON."""
        return {**super().asdict(), "unchanged": self.unchanged}

    def __str__(self) -> str:
        parts = [f"{self.changed:,} changed", f"{self.unchanged:,} unchanged"]
        if self.extracts:
            found = self.rows - self.empty - self.refused
            parts = [f"{found:,} with a result", f"{self.empty:,} without a text"]
        kept = "kept as it was" if self.refused == 1 else "kept as they were"
        outcome = f" ({kept if self.keeps else 'left empty'})" if self.refused else ""
        parts += [f"{self.refused:,} failed{outcome}"]
        parts += [f"{self.findings[each]:,} of severity {each}" for each in sorted(self.findings)]
        if self.hostless:
            parts += [f"{self.hostless:,} without a host"]
        if self.blank:
            parts += [f"blank lines left out: {self.blank:,}"]
        lines = [f"{counted(self.rows, 'row')}{self.took()}: {', '.join(parts)}"]
        lines += [f"  {line}" for line in self.reason_lines()]
        return "\n".join([*lines, *self.dialect_lines(), *self.notes])

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Done:
        """Return the result with the values that `asdict` returned."""
        del values["unchanged"]
        return cls(**cls._from_json(values))


def lacks_a_scheme(texts: pa.Array, places: list[int]) -> bool:
    """Return whether one of the first texts at these places is a host without a scheme."""
    return "no-scheme" in _core.meant(
        texts.take(pa.array(places[:MOST_CHECKED], pa.int64())).to_pylist()
    )


def without_host(results: pa.Array) -> list[int]:
    """Return the indices of the URI references that have no host."""
    has_host = pc.match_substring_regex(results, HAS_HOST)
    indices: list[int] = pc.indices_nonzero(pc.invert(has_host)).to_pylist()
    return indices


class Rows(NamedTuple):
    """A block, its input, the index of its first row there, and the writer of the output."""

    block: reading.Block
    reader: reading.Reader
    first: int
    writer: writing.Writer

    def message(self, at: int, why: str) -> str:
        """Return an error message with the file, the row and the element of a text."""
        element = ""
        lengths = self.block.lengths
        if lengths is not None:
            rows = nested.parents(lengths)
            at, place = rows[at].as_py(), at
            element = f", element {place - pc.index(rows, at).as_py() + 1:,}"
        return f"{self.reader.name}, row {self.first + at + 1:,}{element}: {why}"

    def rows_at(self, texts: Iterable[int]) -> list[int]:
        if self.block.lengths is None:
            return list(texts)
        rows = nested.parents(self.block.lengths).take(pa.array([*texts], pa.int64()))
        return [*rows.to_pylist()]

    def rows_of(self, texts: Iterable[int]) -> set[int]:
        return set(self.rows_at(texts))


def in_lists(more: writing.NewColumns, rows: Rows, *, replaces: bool = False) -> writing.NewColumns:
    """Return the results of elements as lists, if the column has lists."""
    lengths = rows.block.lengths
    if lengths is None:
        return more
    made = more.to_arrow()
    named = zip(made.schema.names, map(columns.as_array, made.columns), strict=True)
    table = pa.table({name: nested.in_lists(column, lengths) for name, column in named})
    label = table.schema.names[0]
    lists = columns.as_array(table.column(label))
    stays = more.unchanged.get(label, frozenset())
    if not (stays and replaces and isinstance(rows.reader, reading_json.JsonReader)):
        return writing.NewColumns(table, {})
    # Elements that stay keep their spelling.
    starts: dict[int, int] = {}
    for place, row in enumerate(nested.parents(lengths).to_pylist()):
        starts.setdefault(row, place)
    kept: dict[int, Any] = {}
    for row in rows.rows_of(stays):
        kept[row] = [
            json_lines.UNCHANGED if starts[row] + n in stays else value
            for n, value in enumerate(lists[row].as_py())
        ]
    return writing.NewColumns(table, {label: kept})


def combined(results: list[writing.NewColumns]) -> writing.NewColumns:
    """Return the results of all columns as one."""
    if len(results) == 1:
        return results[0]
    table = pa.table(
        {name: each.table.column(name) for each in results for name in each.table.schema.names}
    )
    kept: dict[str, dict[int, str]] = {}
    stays: dict[str, frozenset[int]] = {}
    for each in results:
        kept |= each.overrides
        stays |= each.unchanged
    return writing.NewColumns(table, kept, stays)
