"""How is a table read, block by block, so that no row is lost?

A text format is read row by row: a row that is damaged is a row all the same, and goes out as it
came in.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from itertools import chain, islice
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from superuri.tables import _text
from superuri.tables._failure import TableError, about

if TYPE_CHECKING:
    from collections.abc import Iterator

    from superuri.tables._places import Place

#: A block: what is held at once. Small enough for memory, large enough for the engines' threads.
ROWS = 131_072
#: A field of a CSV file longer than this is an unclosed quotation mark.
LONGEST_FIELD = 64 << 20
BOM = "\ufeff"


class Block(NamedTuple):
    """Some rows of a table, as its format has them."""

    #: A pyarrow.Table, lists of fields, or lines.
    rows: Any
    #: The texts to work on; null where there is none.
    texts: pa.Array
    #: The columns to order by.
    order: dict[str, pa.Array]
    #: The rows that have no text, and why.
    odd: dict[int, str]
    #: The rows with octets that are no UTF-8, as they are; in the texts they are triplets.
    raw: dict[int, bytes]
    #: How many octets of the file were read until here.
    read: int

    def __len__(self) -> int:
        return len(self.texts)


class Reader:
    """A table: its columns, and its blocks."""

    #: The names of its columns; None where every row has its own.
    names: list[str] | None = None
    #: The types of its columns, where it has any.
    schema: pa.Schema | None = None
    ending = "\n"

    def __init__(self, place: Place, column: str, order: list[str]) -> None:
        self.place, self.column, self.order = place, column, order
        self.name = str(place.path)

    def check(self) -> None:
        """Refuse a table without the columns."""
        if self.names is None:
            return
        for column in (self.column, *self.order):
            if column not in self.names:
                has = ", ".join(self.names[:20]) or "none"
                message = f"{self.name}: it has no column {column!r}; it has {has}"
                raise TableError(message)

    def blocks(self) -> Iterator[Block]:
        """Read the blocks."""
        raise NotImplementedError

    def table(self, block: Block) -> pa.Table:
        """Return the rows of a block as a table."""
        raise NotImplementedError


class ParquetReader(Reader):
    """A Parquet file."""

    def __init__(self, place: Place, column: str, order: list[str]) -> None:
        super().__init__(place, column, order)
        with about(self.name):
            self.file = pq.ParquetFile(place.path)
            self.schema = self.file.schema_arrow
        self.names = list(self.schema.names)
        self.check()
        kind = self.schema.field(column).type
        if not _text.is_text(kind):
            message = f"{self.name}: the column {column!r} is of type {kind}, and holds no texts"
            raise TableError(message)

    def blocks(self) -> Iterator[Block]:
        size = self.place.path.stat().st_size
        total = max(1, self.file.metadata.num_rows)
        done = 0
        with about(self.name):
            for batch in self.file.iter_batches(ROWS):
                table = pa.Table.from_batches([batch])
                done += len(table)
                order = {name: table.column(name).combine_chunks() for name in self.order}
                texts = _text.of_column(table.column(self.column))
                yield Block(table, texts.strings, order, {}, texts.raw, size * done // total)

    def table(self, block: Block) -> pa.Table:
        return block.rows


class TextReader(Reader):
    """A file of text; what is no UTF-8 there goes through as it is."""

    def open(self) -> tuple[IO[str], IO[bytes]]:
        """Open the text, and the file below it."""
        raw = self.place.path.open("rb")
        stream: Any = raw
        if self.place.packing:
            # Not closed with a block of rows half read: the file below it is.
            stream = io.BufferedReader(
                pa.CompressedInputStream(pa.PythonFile(raw, "r"), self.place.packing), 1 << 20
            )
        return io.TextIOWrapper(stream, "utf-8", "surrogateescape", newline=""), raw


class DelimitedReader(TextReader):
    """A CSV or a TSV file, whose first row names the columns."""

    def __init__(self, place: Place, column: str, order: list[str]) -> None:
        super().__init__(place, column, order)
        with about(self.name):
            text, raw = self.open()
            with raw, text:
                first = text.readline()
                self.ending = "\r\n" if first.endswith("\r\n") else "\n"
                self.names = next(self._rows(chain([first], text)), [])
        self.check()

    def _rows(self, lines: Iterator[str]) -> Iterator[list[str]]:
        csv.field_size_limit(LONGEST_FIELD)
        first = next(lines, "").removeprefix(BOM)
        return csv.reader(chain([first], lines), **_text.DIALECTS[self.place.format])

    def blocks(self) -> Iterator[Block]:
        names = self.names or []
        at, width = names.index(self.column), len(names)
        order = {name: names.index(name) for name in self.order}
        with about(self.name):
            text, raw = self.open()
            with raw, text:
                reader = self._rows(iter(text))
                next(reader, None)
                while rows := self._some(reader):
                    yield self._block(rows, at, order, width, raw.tell())

    def _some(self, reader: Iterator[list[str]]) -> list[list[str]]:
        try:
            return list(islice(reader, ROWS))
        except csv.Error as error:
            line = getattr(reader, "line_num", 0)
            message = f"{self.name}: line {line:,} is no row of a table ({error})"
            raise TableError(message) from error

    @staticmethod
    def _block(
        rows: list[list[str]], at: int, order: dict[str, int], width: int, read: int
    ) -> Block:
        short = {n: _text.SHORT for n, row in enumerate(rows) if len(row) < width}
        for n in short:
            rows[n] = [*rows[n], *[""] * (width - len(rows[n]))]
        # A field that is empty is no text: CSV has no other way to say so.
        texts = _text.strings([row[at] or None for row in rows])
        columns = {
            name: _text.strings([row[place] or None for row in rows]).strings
            for name, place in order.items()
        }
        kept = {n: why for n, why in short.items() if not rows[n][at]}
        return Block(rows, texts.strings, columns, {**texts.odd, **kept}, texts.raw, read)

    def table(self, block: Block) -> pa.Table:
        names = self.names or []
        columns = [_text.strings([row[n] for row in block.rows]).strings for n in range(len(names))]
        return pa.table(columns, names)


class JsonReader(TextReader):
    """A file with one JSON object on each line."""

    def blocks(self) -> Iterator[Block]:
        seen = False
        with about(self.name):
            text, raw = self.open()
            with raw, text:
                lines = _without_bom(iter(text))
                while rows := [line.rstrip("\r\n") for line in islice(lines, ROWS)]:
                    block, found = self._block(rows, raw.tell())
                    seen = seen or found
                    yield block
        if not seen:
            message = f"{self.name}: no object in it has {self.column!r}"
            raise TableError(message)

    def _block(self, rows: list[str], read: int) -> tuple[Block, bool]:
        objects = [_object(row) for row in rows]
        odd = {n: _text.NO_OBJECT for n, each in enumerate(objects) if each is None}
        found = [(each or {}).get(self.column) for each in objects]
        texts = _text.strings(found)
        order = {
            name: _text.strings([_plain((each or {}).get(name)) for each in objects]).strings
            for name in self.order
        }
        seen = any(self.column in each for each in objects if each is not None)
        return Block(rows, texts.strings, order, {**odd, **texts.odd}, texts.raw, read), seen

    def table(self, block: Block) -> pa.Table:
        objects = [_object(row) or {} for row in block.rows]
        names = self.names or list(dict.fromkeys(chain.from_iterable(objects)))
        self.names = names
        columns = [
            _text.strings([_plain(each.get(name)) for each in objects]).strings for name in names
        ]
        return pa.table(columns, names)


def _without_bom(lines: Iterator[str]) -> Iterator[str]:
    for first in lines:
        yield first.removeprefix(BOM)
        break
    yield from lines


def _object(line: str) -> dict[str, Any] | None:
    """Return the object on a line, or None if there is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _plain(value: object) -> object:
    """Return a value as a table of texts holds it."""
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


KINDS = {
    "parquet": ParquetReader,
    "csv": DelimitedReader,
    "tsv": DelimitedReader,
    "jsonl": JsonReader,
}


def reader(place: Place, column: str, order: list[str]) -> Reader:
    """Return what reads this file.

    Raises TableError where it is damaged, or lacks a column.
    """
    return KINDS[place.format](place, sys.intern(column), order)
