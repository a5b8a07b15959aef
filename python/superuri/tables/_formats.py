"""What reads and writes a file of each format?"""

from __future__ import annotations

import sys
from itertools import chain
from typing import TYPE_CHECKING

from superuri.tables import _lines, _read, _write, _write_text

if TYPE_CHECKING:
    from pathlib import Path

    from superuri.tables._places import Place

READERS: dict[str, type[_read.Reader]] = {
    "parquet": _read.ParquetReader,
    "csv": _lines.DelimitedReader,
    "tsv": _lines.DelimitedReader,
    "jsonl": _lines.JsonReader,
}
WRITERS: dict[str, type[_write.Writer]] = {
    "parquet": _write.ParquetWriter,
    "csv": _write_text.DelimitedWriter,
    "tsv": _write_text.DelimitedWriter,
    "jsonl": _write_text.JsonWriter,
}


def reader(place: Place, column: str, order: list[str]) -> _read.Reader:
    """Return what reads this file.

    Raises TableError where it is damaged, or lacks a column.
    """
    return READERS[place.format](place, sys.intern(column), order)


def survey(readers: list[_read.Reader], target: str) -> None:
    """Have each table that goes to a file of another format say which columns it has."""
    others = [
        each
        for each in readers
        if isinstance(each, _lines.TextReader) and each.place.format != target
    ]
    for each in others:
        each.survey()
    rest = max((each.rest for each in others), default="")
    lines = [each for each in others if isinstance(each, _lines.JsonReader)]
    names = dict.fromkeys(chain.from_iterable(each.names or () for each in lines))
    for each in others:
        each.rest = rest
    for each in lines:
        each.names = list(names)


def writer(place: Place, path: Path, partitions: tuple[tuple[str, str], ...] = ()) -> _write.Writer:
    """Return what writes this file, under a passing name."""
    return WRITERS[place.format](place, path, partitions)
