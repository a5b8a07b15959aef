"""Formats of tables, and what reads and writes each."""

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
#: Formats whose rows go from one to the other as they are.
_LINES = {"jsonl", "json"}


def reader(place: Place, text_columns: list[str], order: list[str]) -> reading.Reader:
    """Return what reads the columns that are asked for in this file.

    Raises TableError where it is damaged, or lacks a column.
    """
    return READERS[place.format](place, [sys.intern(name) for name in text_columns], order)


def survey(readers: list[reading.Reader], target: str) -> None:
    """Have each table that goes to a file of another format say which columns it has."""
    same = _LINES if target in _LINES else {target}
    others = [
        each
        for each in readers
        if isinstance(each, reading_text.TextReader) and each.place.format not in same
    ]
    for each in others:
        each.survey()
    rest = max((each.rest for each in others), default="")
    lines = [each for each in others if isinstance(each, reading_json.JsonReader)]
    names = dict.fromkeys(chain.from_iterable(each.names or () for each in lines))
    for each in others:
        each.rest = rest
    for each in lines:
        each.names = list(names)


def union(readers: list[reading.Reader], target: str) -> pa.Schema | None:
    """Return the columns of all tables, those of the first one first.

    Raises TableError where two have a column of types that are not one.
    """
    if target in _LINES and all(each.place.format in _LINES for each in readers):
        # Each line has members of its own.
        return None
    kinds: dict[str, pa.DataType] = {}
    first: dict[str, str] = {}
    for each in readers:
        names = [*(each.names or ()), *([each.rest] if each.rest else [])]
        doubled = next((name for name in names if names.count(name) > 1), None)
        if doubled is not None:
            message = f"it has several columns {doubled!r}: rename all but one"
            raise TableError(f"{each.name}: {message}")
        names += [key for key, _ in each.place.partitions if key not in names]
        for name in names:
            is_typed = each.schema is not None and name in each.schema.names
            kind = each.schema.field(name).type if is_typed and each.schema else pa.string()
            if name in kinds:
                kind = _one_type(each, name, kinds[name], kind, first[name])
            kinds[name] = kind
            first.setdefault(name, each.name)
    held = strings.to_arrow([*kinds]).to_pylist() if target == "parquet" else [*kinds]
    return pa.schema(list(zip(held, kinds.values(), strict=True)))


def _one_type(
    given: reading.Reader, name: str, one: pa.DataType, other: pa.DataType, first: str
) -> pa.DataType:
    """Return the type that holds the values of both."""
    try:
        schemas = [pa.schema([("", one)]), pa.schema([("", other)])]
        return pa.unify_schemas(schemas, promote_options="permissive").field(0).type
    except pa.ArrowException as error:
        message = f"its column {name!r} is of type {other}, in {first} of type {one}"
        raise TableError(f"{given.name}: {message}; rename or cast one of them") from error


def writer(
    place: Place,
    path: Path,
    partitions: tuple[tuple[str, str], ...] = (),
    template: reading.Reader | None = None,
) -> writing.Writer:
    """Return what writes this file, under a passing name, in the dialect of what is read."""
    return WRITERS[place.format](place, path, partitions, template)
