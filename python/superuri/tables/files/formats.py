"""Formats of tables, and what reads and writes each."""

import sys
from itertools import chain
from pathlib import Path

from superuri.tables.files import (
    reading,
    reading_json,
    reading_text,
    writing,
    writing_json,
    writing_text,
)
from superuri.tables.files.places import Place

READERS: dict[str, type[reading.Reader]] = {
    "parquet": reading.ParquetReader,
    "csv": reading_text.DelimitedReader,
    "tsv": reading_text.DelimitedReader,
    "jsonl": reading_json.JsonReader,
}
WRITERS: dict[str, type[writing.Writer]] = {
    "parquet": writing.ParquetWriter,
    "csv": writing_text.DelimitedWriter,
    "tsv": writing_text.DelimitedWriter,
    "jsonl": writing_json.JsonWriter,
}


def reader(place: Place, column: str, order: list[str]) -> reading.Reader:
    """Return what reads this file.

    Raises TableError where it is damaged, or lacks a column.
    """
    return READERS[place.format](place, sys.intern(column), order)


def survey(readers: list[reading.Reader], target: str) -> None:
    """Have each table that goes to a file of another format say which columns it has."""
    others = [
        each
        for each in readers
        if isinstance(each, reading_text.TextReader) and each.place.format != target
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


def writer(
    place: Place, path: Path, partitions: tuple[tuple[str, str], ...] = ()
) -> writing.Writer:
    """Return what writes this file, under a passing name."""
    return WRITERS[place.format](place, path, partitions)
