"""Results of a verb for a block: which rows they are of, as texts and as lists of texts."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import columns, json_lines, nested, reading, reading_json, writing


class Rows(NamedTuple):
    """A block: which file it is of, which of the rows there is its first, and where it goes."""

    block: reading.Block
    reader: reading.Reader
    first: int
    writer: writing.Writer

    def where(self, at: int, why: str) -> str:
        element = ""
        lengths = self.block.lengths
        if lengths is not None:
            rows = nested.parents(lengths)
            at, place = rows[at].as_py(), at
            element = f", element {place - pc.index(rows, at).as_py() + 1:,}"
        return f"{self.reader.name}, row {self.first + at + 1:,}{element}: {why}"

    def rows(self, texts: Iterable[int]) -> set[int]:
        """Return the rows that these texts are of."""
        if self.block.lengths is None:
            return set(texts)
        return set(
            nested.parents(self.block.lengths).take(pa.array([*texts], pa.int64())).to_pylist()
        )


def in_lists(more: writing.NewColumns, given: Rows, is_instead: bool) -> writing.NewColumns:  # noqa: FBT001  it is a fact
    """Return results of elements as lists, if the rows have such."""
    lengths = given.block.lengths
    if lengths is None:
        return more
    [label] = more.table.schema.names
    made = nested.in_lists(columns.as_array(more.to_arrow().column(label)), lengths)
    table = pa.table({label: made})
    stays = more.unchanged.get(label, frozenset())
    if not (stays and is_instead and isinstance(given.reader, reading_json.JsonReader)):
        return writing.NewColumns(table, {})
    # An element that stays, stays as it is written.
    rows = nested.parents(lengths)
    starts: dict[int, int] = {}
    for place, row in enumerate(rows.to_pylist()):
        starts.setdefault(row, place)
    kept: dict[int, Any] = {}
    for row in given.rows(stays):
        values = made[row].as_py()
        kept[row] = [
            json_lines.UNCHANGED if starts[row] + n in stays else value
            for n, value in enumerate(values)
        ]
    return writing.NewColumns(table, {label: kept})


def together(made: list[writing.NewColumns]) -> writing.NewColumns:
    """Return the results of all columns."""
    if len(made) == 1:
        return made[0]
    table = pa.table({each.table.schema.names[0]: each.table.column(0) for each in made})
    kept: dict[str, dict[int, str]] = {}
    stays: dict[str, frozenset[int]] = {}
    for each in made:
        kept |= each.overrides
        stays |= each.unchanged
    return writing.NewColumns(table, kept, stays)
