"""Replacing: the results of a block, and how they go into a struct or a list."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import pyarrow as pa

from superuri.tables.files import columns, json_lines, nested, strings
from superuri.tables.files.reading import Block, Reader, TypedReader
from superuri.tables.files.reading_json import JsonReader


class NewColumns(NamedTuple):
    """The new columns of a block."""

    table: pa.Table
    #: Of each column, the texts that Arrow holds in other words only: the row of each.
    overrides: dict[str, dict[int, str]]
    #: Of a column that is instead of one of the rows', the rows in which what is there stays.
    unchanged: Mapping[str, frozenset[int]] = MappingProxyType({})

    def columns(self) -> dict[str, list[Any]]:
        """Return each column as a list."""
        found = {name: self.table.column(name).to_pylist() for name in self.table.schema.names}
        for name, texts in self.overrides.items():
            for at, text in texts.items():
                found[name][at] = text
        return found

    def to_arrow(self) -> pa.Table:
        """Return the columns, with these texts as Arrow holds them."""
        table = self.table
        for name, texts in self.overrides.items():
            values = table.column(name).to_pylist()
            for at, text in zip(
                texts, strings.to_arrow(list(texts.values())).to_pylist(), strict=True
            ):
                values[at] = text
            place = table.schema.get_field_index(name)
            table = table.set_column(place, name, pa.array(values, pa.string()))
        return table


def settled(
    reader: Reader, block: Block, more: NewColumns, instead: Sequence[str]
) -> tuple[Block, NewColumns, Sequence[str]]:
    """Return a block in which such results have their places already, and the others."""
    if isinstance(reader, TypedReader):
        kinds = [
            (path, nested.field_type(reader.schema, path))
            for path in (nested.path(reader.schema, name) for name in instead)
        ]
        inside = {
            name
            for name, (path, kind) in zip(instead, kinds, strict=True)
            if len(path) > 1 or nested.is_list(kind)
        }
    elif isinstance(reader, JsonReader):
        inside = {name for name in instead if "." in name or reader.has_lists(name)}
    else:
        inside = set()
    if not inside:
        return block, more, instead
    labels = more.table.schema.names
    if isinstance(reader, JsonReader):
        block = block.with_fields(rows=in_lines(block, more, inside, instead))
    else:
        table = block.rows
        held = more.to_arrow()
        for name, label in zip(instead, labels, strict=True):
            if name in inside:
                first, *rest = nested.path(table.schema, name)
                at = table.schema.names.index(first)
                new = columns.as_array(held.column(label))
                column = nested.with_field(columns.as_array(table.column(at)), tuple(rest), new)
                table = table.set_column(at, table.schema.field(at).with_type(column.type), column)
        block = block.with_fields(rows=table)
    left = [
        (name, label) for name, label in zip(instead, labels, strict=True) if name not in inside
    ]
    others = [label for _, label in left]
    kept = {label: texts for label, texts in more.overrides.items() if label in others}
    given = more._replace(table=more.table.select(others), overrides=kept)
    return block, given, [name for name, _ in left]


def in_lines(block: Block, more: NewColumns, inside: set[str], instead: Sequence[str]) -> pa.Array:
    """Return lines of JSON with other values of these members."""
    values = list(zip(instead, more.columns().items(), strict=True))
    made: list[str] = []
    for n, given in enumerate(columns.to_texts(block.rows)):
        line = given
        is_object = json_lines.decoded(line) is not None
        for name, (label, new) in values if is_object else ():
            if name in inside and n not in more.unchanged.get(label, ()):
                line = json_lines.with_value(line, name, new[n], is_text=False)
        made.append(line)
    return columns.from_texts(made)
