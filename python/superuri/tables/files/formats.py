"""Formats of tables, with the reader and the writer of each."""

import sys
from itertools import chain
from pathlib import Path

import pyarrow as pa

from superuri.tables.files import (
    reading,
    reading_array,
    reading_arrow,
    reading_json,
    reading_text,
    strings,
    writing,
    writing_json,
    writing_text,
    writing_typed,
)
from superuri.tables.files.failure import TableError
from superuri.tables.files.places import Place

READERS: dict[str, type[reading.Reader]] = {
    "parquet": reading.ParquetReader,
    "csv": reading_text.DelimitedReader,
    "tsv": reading_text.DelimitedReader,
    "txt": reading_text.LinesReader,
    "jsonl": reading_json.JsonReader,
    "json": reading_array.ArrayReader,
    "arrow": reading_arrow.ArrowReader,
    "arrows": reading_arrow.ArrowReader,
}
WRITERS: dict[str, type[writing.Writer]] = {
    "parquet": writing_typed.ParquetWriter,
    "csv": writing_text.DelimitedWriter,
    "tsv": writing_text.DelimitedWriter,
    "txt": writing_text.LinesWriter,
    "jsonl": writing_json.JsonWriter,
    "json": writing_json.ArrayWriter,
    "arrow": writing_typed.ArrowWriter,
    "arrows": writing_typed.ArrowWriter,
}
#: Formats whose rows are copied from one to the other unchanged.
_LINES = {"jsonl", "json"}


def reader(place: Place, text_columns: list[str], order: list[str]) -> reading.Reader:
    """Return the reader of a file.

    Raises TableError if the file is damaged or lacks a column.
    """
    return READERS[place.format](place, [sys.intern(name) for name in text_columns], order)


def survey(readers: list[reading.Reader], target: str) -> None:
    """Find the columns of each text file that is written in another format."""
    unconverted = _LINES if target in _LINES else {target}
    converted = [
        reader
        for reader in readers
        if isinstance(reader, reading_text.TextReader) and reader.place.format not in unconverted
    ]
    for reader in converted:
        reader.survey()
    rest = max((reader.rest for reader in converted), default="")
    json_readers = [reader for reader in converted if isinstance(reader, reading_json.JsonReader)]
    names = dict.fromkeys(chain.from_iterable(reader.names or () for reader in json_readers))
    for reader in converted:
        reader.rest = rest
    for reader in json_readers:
        reader.names = list(names)


def union(readers: list[reading.Reader], target: str) -> pa.Schema | None:
    """Return the columns of all tables, in the order in which they first occur.

    Raises TableError if a column has types that cannot be unified.
    """
    if target in _LINES and all(reader.place.format in _LINES for reader in readers):
        # Each line has its own members.
        return None
    types: dict[str, pa.DataType] = {}
    first_files: dict[str, str] = {}
    for reader in readers:
        names = [*(reader.names or ()), *([reader.rest] if reader.rest else [])]
        duplicate = next((name for name in names if names.count(name) > 1), None)
        if duplicate is not None:
            message = f"it has several columns {duplicate!r}: rename all but one"
            raise TableError(f"{reader.name}: {message}")
        names += [key for key, _ in reader.place.partitions if key not in names]
        for name in names:
            is_typed = reader.schema is not None and name in reader.schema.names
            type_ = reader.schema.field(name).type if is_typed and reader.schema else pa.string()
            if name in types:
                type_ = _common_type(reader, name, types[name], type_, first_files[name])
            types[name] = type_
            first_files.setdefault(name, reader.name)
    column_names = strings.to_arrow([*types]).to_pylist() if target == "parquet" else [*types]
    return pa.schema(list(zip(column_names, types.values(), strict=True)))


def _common_type(
    reader: reading.Reader, name: str, one: pa.DataType, other: pa.DataType, first_file: str
) -> pa.DataType:
    try:
        schemas = [pa.schema([("", one)]), pa.schema([("", other)])]
        return pa.unify_schemas(schemas, promote_options="permissive").field(0).type
    except pa.ArrowException as error:
        message = f"its column {name!r} is of type {other}, in {first_file} of type {one}"
        raise TableError(f"{reader.name}: {message}; rename or cast one of them") from error


def writer(place: Place, path: Path, template: reading.Reader | None = None) -> writing.Writer:
    """Return the writer of a file at a temporary path, in the dialect of the template."""
    return WRITERS[place.format](place, path, template)
