"""How is a table written, so that what came in goes out as it was, with columns more?"""

from __future__ import annotations

import csv
import io
import json
import os
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from superuri.tables._failure import TableError, about
from superuri.tables._text import DIALECTS, NO_OBJECT

if TYPE_CHECKING:
    from pathlib import Path

    from superuri.tables._places import Place
    from superuri.tables._read import Block, Reader

#: How much a group of rows of a Parquet file holds.
GROUP_ROWS = 1 << 20


class Writer:
    """A file that is being written, under a passing name, and on the disk once it is closed."""

    def __init__(self, place: Place, path: Path, partitions: tuple[tuple[str, str], ...]) -> None:
        self.place, self.path, self.name = place, path, str(place.path)
        # What the folders of the input say of its rows, where the output has no such folders.
        self.partitions = partitions

    def add(
        self, reader: Reader, block: Block, more: pa.Table, keep: pa.Array | None, instead: str = ""
    ) -> None:
        """Write the rows of a block that are kept, with these columns more.

        The one column that there is may stand ``instead`` of one of the rows'.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Finish the file."""
        raise NotImplementedError

    def discard(self) -> None:
        """Let go of a file that is not finished; of one that is, nothing is left."""

    def whole(self, reader: Reader, block: Block, more: pa.Table, instead: str) -> pa.Table:
        """Return the rows of a block as a table."""
        table = reader.table(block)
        if instead:
            place = table.schema.get_field_index(instead)
            return table.set_column(place, more.schema.field(0), more.column(0))
        for name, value in self.partitions:
            table = table.append_column(name, pa.array([value] * len(table), pa.string()))
        for field, column in zip(more.schema, more.columns, strict=True):
            table = table.append_column(field, column)
        return table


class ParquetWriter(Writer):
    """A Parquet file, whose schema is that of the first block."""

    file: pq.ParquetWriter | None = None

    def add(
        self, reader: Reader, block: Block, more: pa.Table, keep: pa.Array | None, instead: str = ""
    ) -> None:
        table = self.whole(reader, block, more, instead)
        if keep is not None:
            table = table.filter(keep)
        with about(self.name, "written"):
            if self.file is None:
                self.file = pq.ParquetWriter(self.path, table.schema, compression="zstd")
            if not table.schema.equals(self.file.schema):
                table = _cast(table, self.file.schema, self.name)
            self.file.write_table(table, GROUP_ROWS)

    def discard(self) -> None:
        if self.file is not None:
            with suppress(OSError, ValueError):
                self.file.close()

    def close(self) -> None:
        with about(self.name, "written"):
            if self.file is None:
                self.file = pq.ParquetWriter(self.path, pa.schema([]))
            self.file.close()
            _sync(self.path)


def _cast(table: pa.Table, schema: pa.Schema, name: str) -> pa.Table:
    """Return the table in the schema of the file that it goes to."""
    if set(table.schema.names) != set(schema.names):
        message = f"{name}: its inputs have different columns, and it can have one set of them only"
        raise TableError(message)
    return table.select(schema.names).cast(schema)


class TextWriter(Writer):
    """A file of text."""

    def __init__(self, place: Place, path: Path, partitions: tuple[tuple[str, str], ...]) -> None:
        super().__init__(place, path, partitions)
        with about(self.name, "written"):
            self.raw: IO[bytes] = path.open("wb")
            stream: Any = self.raw
            self.packed = None
            if place.packing:
                sink = pa.PythonFile(self.raw, "w")
                self.packed = stream = pa.CompressedOutputStream(sink, place.packing)
            self.buffer = io.BufferedWriter(stream, 1 << 20) if self.packed is None else None
            self.stream = stream

    def write(self, text: str) -> None:
        """Write text; what came in as octets that are no UTF-8 goes out as they are."""
        (self.buffer or self.stream).write(text.encode("utf-8", "surrogateescape"))

    def discard(self) -> None:
        for stream in (self.buffer, self.packed, self.raw):
            if stream is not None:
                with suppress(OSError, ValueError):
                    stream.close()

    def close(self) -> None:
        with about(self.name, "written"):
            if self.buffer is not None:
                self.buffer.flush()
            if self.packed is not None:
                self.packed.close()
            if not self.raw.closed:
                self.raw.close()
            _sync(self.path)


class DelimitedWriter(TextWriter):
    """A CSV or TSV file; of rows that came from one, the fields stay as they are."""

    names: list[str] | None = None

    def add(
        self, reader: Reader, block: Block, more: pa.Table, keep: pa.Array | None, instead: str = ""
    ) -> None:
        if reader.place.format == self.place.format:
            rows, names = block.rows, [*(reader.names or [])]
            if instead:
                rows = _replaced(rows, names.index(instead), more, block.odd)
        else:
            table = self.whole(reader, block, more if instead else more.select([]), instead)
            rows = _rows(table, len(block))
            names = table.schema.names
        if instead:
            more = more.select([])
        partitions = dict(self.partitions) if reader.place.format == self.place.format else {}
        names = [*names, *partitions, *more.schema.names]
        width = len(names) - len(partitions) - len(more.schema.names)
        extras = _rows(more, len(block))
        kept = keep.to_pylist() if keep is not None else [True] * len(block)
        fixed = tuple(partitions.values())
        made = (
            [*row[:width], *fixed, *extra, *row[width:]]
            for row, extra, stays in zip(rows, extras, kept, strict=True)
            if stays
        )
        with about(self.name, "written"):
            text = io.StringIO(newline="")
            dialect = DIALECTS[self.place.format]
            writer = csv.writer(text, lineterminator=reader.ending, **dialect)
            try:
                if self.names is None:
                    self.names = names
                    writer.writerow(names)
                elif self.names != names:
                    message = f"{self.name}: its inputs have different columns"
                    raise TableError(message)
                writer.writerows(made)
            except csv.Error as error:
                message = f"{self.name}: a field cannot be written there ({error})"
                raise TableError(message) from error
            self.write(text.getvalue())


def _replaced(
    rows: list[list[str]], at: int, more: pa.Table, odd: dict[int, str]
) -> list[list[str]]:
    """Return the rows with another field in one place, but for those that have no text there."""
    fields = [_field(value) for value in more.column(0).to_pylist()]
    return [
        row if n in odd else [*row[:at], fields[n], *row[at + 1 :]] for n, row in enumerate(rows)
    ]


def _rows(table: pa.Table, count: int) -> list[tuple[str, ...]]:
    """Return the rows of a table as fields."""
    if not table.num_columns:
        return [()] * count
    columns = (map(_field, column.to_pylist()) for column in table.columns)
    return list(zip(*columns, strict=True))


def _field(value: object) -> str:
    """Return a value as a field."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    return str(value)


class JsonWriter(TextWriter):
    """One JSON object on each line; those that came in as lines stay as they are written."""

    def add(
        self, reader: Reader, block: Block, more: pa.Table, keep: pa.Array | None, instead: str = ""
    ) -> None:
        if reader.place.format == "jsonl":
            fixed = dict(self.partitions)
            rows = [
                line
                if block.odd.get(at) == NO_OBJECT or (instead and at in block.odd)
                else _spliced(line, {**fixed, **extra}, instead)
                for at, (line, extra) in enumerate(zip(block.rows, more.to_pylist(), strict=True))
            ]
        else:
            table = self.whole(reader, block, more, instead).to_pylist()
            rows = [json.dumps(row, ensure_ascii=False, default=_value) for row in table]
        kept = keep.to_pylist() if keep is not None else [True] * len(block)
        with about(self.name, "written"):
            lines = [row + "\n" for row, stays in zip(rows, kept, strict=True) if stays]
            self.write("".join(lines))


def _value(value: object) -> str:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


def _dumped(found: dict[str, object]) -> str:
    """Return an object as JSON; what has no UTF-8 escaped."""
    text = json.dumps(found, ensure_ascii=False)
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return json.dumps(found)
    return text


def _spliced(line: str, extra: dict[str, object], instead: str) -> str:
    """Return the line of an object with members more; a line that is none, as it is."""
    if instead:
        found = json.loads(line)
        # A member that was not there is not made up.
        return _dumped({**found, **extra}) if instead in found else line
    body = line.rstrip()
    if not body.endswith("}") or not body.lstrip().startswith("{"):
        return line
    inner = body[:-1].rstrip()
    comma = "" if inner.endswith("{") else ", "
    return f"{inner}{comma}{json.dumps(extra, ensure_ascii=False)[1:-1]}}}"


KINDS = {
    "parquet": ParquetWriter,
    "csv": DelimitedWriter,
    "tsv": DelimitedWriter,
    "jsonl": JsonWriter,
}


def writer(place: Place, path: Path, partitions: tuple[tuple[str, str], ...] = ()) -> Writer:
    """Return what writes this file, under a passing name."""
    return KINDS[place.format](place, path, partitions)


def _sync(path: Path) -> None:
    """Wait until a file is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
