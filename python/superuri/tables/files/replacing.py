"""Replacing: the results of a block, and nested columns that are replaced by them."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import pyarrow as pa

from superuri.tables.files import columns, json_lines, nested, strings
from superuri.tables.files.reading import Block, Reader, TypedReader
from superuri.tables.files.reading_json import JsonReader


class NewColumns(NamedTuple):
    table: pa.Table
    #: The texts of each column that are not valid UTF-8, by row: they override the table.
    overrides: dict[str, dict[int, str]]
    #: The rows of each replaced column that keep their values.
    unchanged: Mapping[str, frozenset[int]] = MappingProxyType({})

    def columns(self) -> dict[str, list[Any]]:
        """Return each column as a list, with the overrides."""
        columns_ = {name: self.table.column(name).to_pylist() for name in self.table.schema.names}
        for name, texts in self.overrides.items():
            for at, text in texts.items():
                columns_[name][at] = text
        return columns_

    def values(self, rows: Sequence[int]) -> dict[str, dict[int, Any]]:
        """Return the values of some rows of each column, with the overrides."""
        some = self.table.take(pa.array(rows, pa.int64()))
        result = {
            name: dict(zip(rows, some.column(name).to_pylist(), strict=True))
            for name in some.schema.names
        }
        for name, texts in self.overrides.items():
            result[name] |= {n: texts[n] for n in rows if n in texts}
        return result

    def to_arrow(self) -> pa.Table:
        """Return the columns as a table, with the overrides escaped."""
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


class Batch(NamedTuple):
    """A block of an input, its results, and the columns that they replace; else they are new."""

    reader: Reader
    block: Block
    results: NewColumns
    replaced: Sequence[str] = ()


def replace_nested(batch: Batch) -> Batch:
    """Replace nested columns in the block, and return it with the remaining results."""
    reader, block, results, replaced = batch
    if isinstance(reader, TypedReader):
        types = [
            (path, nested.field_type(reader.schema, path))
            for path in (nested.path(reader.schema, name) for name in replaced)
        ]
        nested_names = {
            name
            for name, (path, type_) in zip(replaced, types, strict=True)
            if len(path) > 1 or nested.is_list(type_)
        }
    elif isinstance(reader, JsonReader):
        nested_names = {name for name in replaced if "." in name or reader.has_lists(name)}
    else:
        nested_names = set()
    if not nested_names:
        return batch
    labels = results.table.schema.names
    if isinstance(reader, JsonReader):
        block = block.with_fields(rows=_lines_with_values(batch, nested_names))
    else:
        table = block.rows
        arrow_columns = results.to_arrow()
        for name, label in zip(replaced, labels, strict=True):
            if name in nested_names:
                first, *rest = nested.path(table.schema, name)
                at = table.schema.names.index(first)
                new = columns.as_array(arrow_columns.column(label))
                column = nested.with_field(columns.as_array(table.column(at)), tuple(rest), new)
                table = table.set_column(at, table.schema.field(at).with_type(column.type), column)
        block = block.with_fields(rows=table)
    remaining = [
        (name, label)
        for name, label in zip(replaced, labels, strict=True)
        if name not in nested_names
    ]
    labels = [label for _, label in remaining]
    overrides = {label: texts for label, texts in results.overrides.items() if label in labels}
    results = results._replace(table=results.table.select(labels), overrides=overrides)
    return Batch(reader, block, results, [name for name, _ in remaining])


def _lines_with_values(batch: Batch, names: set[str]) -> pa.Array:
    """Return lines of JSON with new values of the members ``names``."""
    _, block, results, replaced = batch
    new_values = list(zip(replaced, results.columns().items(), strict=True))
    lines: list[str] = []
    for n, original in enumerate(columns.to_texts(block.rows)):
        line = original
        is_object = json_lines.decoded(line) is not None
        for name, (label, values) in new_values if is_object else ():
            if name in names and n not in results.unchanged.get(label, ()):
                line = json_lines.with_value(line, name, values[n], is_text=False)
        lines.append(line)
    return columns.from_texts(lines)
