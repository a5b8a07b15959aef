"""Results of a verb: of a job, and of a block with the positions of its rows and its lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

import superuri._core as _core
from superuri.tables.files import columns, json_lines, nested, reading, reading_json, writing

#: The most texts of a block that are checked for a host without a scheme.
MOST_CHECKED = 1000
#: The verbs whose results are URI references, and how those with a host begin.
OF_URIS = {"clean", "normalize"}
HAS_HOST = "^([A-Za-z][A-Za-z0-9+.-]*:)?//"


@dataclass
class Done:
    """The result: the number of rows, and of those that failed (``refused``).

    A row with a list counts once, however many of its elements failed. ``findings`` is the number
    of findings of ``lint`` for each severity, and ``blank`` the number of blank lines left out of
    CSV and TSV. ``dialects`` lists each dialect that is not the default, its first file, and the
    number of further files.
    """

    rows: int = 0
    refused: int = 0
    findings: Counter[str] = field(default_factory=Counter, repr=False)
    blank: int = field(default=0, repr=False)
    #: The number of rows whose result of ``clean`` or ``normalize`` has no host.
    hostless: int = field(default=0, repr=False)
    #: Whether one of these rows is a host without a scheme; the first of each block are checked.
    bare: bool = field(default=False, repr=False)
    dialects: list[tuple[str, str, int]] = field(default_factory=list, repr=False)
    #: Guarantees that a store does not give, a sentence each.
    notes: list[str] = field(default_factory=list, repr=False)

    def asdict(self) -> dict[str, Any]:
        """Return the result as values for JSON."""
        # dataclasses.asdict would count the pairs of the Counter.
        return vars(self) | {"findings": dict(self.findings)}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Done:
        """Return the result with the values that `asdict` returned."""
        dialects = [tuple(each) for each in values["dialects"]]
        return cls(**{**values, "findings": Counter(values["findings"]), "dialects": dialects})


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

    def rows_of(self, texts: Iterable[int]) -> set[int]:
        """Return the indices of the rows of these texts."""
        if self.block.lengths is None:
            return set(texts)
        return set(
            nested.parents(self.block.lengths).take(pa.array([*texts], pa.int64())).to_pylist()
        )


def in_lists(more: writing.NewColumns, rows: Rows, *, replaces: bool = False) -> writing.NewColumns:
    """Return the results of elements as lists, if the column has lists."""
    lengths = rows.block.lengths
    if lengths is None:
        return more
    [label] = more.table.schema.names
    lists = nested.in_lists(columns.as_array(more.to_arrow().column(label)), lengths)
    table = pa.table({label: lists})
    stays = more.unchanged.get(label, frozenset())
    if not (stays and replaces and isinstance(rows.reader, reading_json.JsonReader)):
        return writing.NewColumns(table, {})
    # Elements that stay keep their spelling.
    starts: dict[int, int] = {}
    for place, row in enumerate(nested.parents(lengths).to_pylist()):
        starts.setdefault(row, place)
    kept: dict[int, Any] = {}
    for row in rows.rows_of(stays):
        values = lists[row].as_py()
        kept[row] = [
            json_lines.UNCHANGED if starts[row] + n in stays else value
            for n, value in enumerate(values)
        ]
    return writing.NewColumns(table, {label: kept})


def combined(results: list[writing.NewColumns]) -> writing.NewColumns:
    """Return the results of all columns as one."""
    if len(results) == 1:
        return results[0]
    table = pa.table({each.table.schema.names[0]: each.table.column(0) for each in results})
    kept: dict[str, dict[int, str]] = {}
    stays: dict[str, frozenset[int]] = {}
    for each in results:
        kept |= each.overrides
        stays |= each.unchanged
    return writing.NewColumns(table, kept, stays)
