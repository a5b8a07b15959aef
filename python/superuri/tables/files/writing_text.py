"""Writers of CSV and TSV: what came in goes out as it was."""

import io
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from superuri import _core, _system
from superuri.tables.files import columns, delimited, encoded, strings
from superuri.tables.files.failure import about
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Block, Reader
from superuri.tables.files.reading_text import BOM
from superuri.tables.files.writing import More, Writer

#: Bytes that are written at once, and packed together.
BUFFER = 1 << 20
#: So many rows are written at once.
ROWS = 8192


class _Packed(io.RawIOBase):
    """A packed file: a member of gzip, or a frame of zstd with its checksum, for each write."""

    def __init__(self, path: Path, name: str) -> None:
        super().__init__()
        self.target: tuple[str, str] = (str(path), name)
        self.is_empty: bool = True

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401  it is any buffer
        _core.append(self.target, bytes(data))
        self.is_empty = False
        return len(data)

    def close(self) -> None:
        if self.is_empty and not self.closed:
            # A file of no members would be damaged.
            self.write(b"")
        super().close()


class TextWriter(Writer):
    """A file of text."""

    def __init__(self, place: Place, path: Path, partitions: tuple[tuple[str, str], ...]) -> None:
        super().__init__(place, path, partitions)
        with about(self.name, "written"):
            self.raw: io.FileIO = path.open("wb", buffering=0)
            stream: io.RawIOBase = _Packed(path, place.path.name) if place.packing else self.raw
            self.buffer = io.BufferedWriter(stream, BUFFER)

    def write(self, rows: pa.Array) -> None:
        """Write rows of bytes, one after the other."""
        for start in range(0, len(rows), ROWS):
            self.buffer.write(columns.content(rows[start : start + ROWS]))

    def begin(self, reader: Reader) -> None:
        """Write the byte order mark, if what is read in the same format has one."""
        self.first = reader.name
        if reader.mark and reader.place.format == self.place.format:
            self.buffer.write(BOM)

    def discard(self) -> None:
        for stream in (self.buffer, self.raw):
            with suppress(OSError, ValueError):
                stream.close()

    def close(self) -> None:
        with about(self.name, "written"):
            self.buffer.close()
            self.raw.close()
            _system.sync(self.path)


class DelimitedWriter(TextWriter):
    """A CSV or TSV file; of rows that came from one, the fields stay as they are."""

    names: list[str] | None = None
    ending: str = "\n"

    def add(
        self,
        reader: Reader,
        block: Block,
        more: More,
        keep: pa.Array | None,
        instead: str = "",
    ) -> None:
        new = {name: self._new(more, name) for name in more.table.schema.names}
        surplus: dict[int, list[str]] = {}
        if reader.place.format == self.place.format:
            names = [*(reader.names or [])]
            rows = [*block.rows.columns]
            surplus = block.rows.surplus
            if instead:
                [made] = new.values()
                at = names.index(instead)
                stays = columns.among(more.stays, len(block))
                rows[at] = pc.if_else(stays, rows[at], made) if more.stays else made
                new = {}
            fixed = {key: value for key, value in self.partitions if key not in names}
        else:
            found = self.columns(reader, block, more, instead)
            new = {} if instead else new
            names = columns.texts_of(self._fields(list(found)))
            rows = [self._fields(values) for values in found.values()]
            fixed = {}
        values = [columns.scalar(self._fields([value])[0].as_py()) for value in fixed.values()]
        every = [*rows, *values, *new.values()]
        header = [*names, *columns.texts_of(self._fields([*fixed, *new]))]
        with about(self.name, "written"):
            self._begin(header, reader)
            lines = self._lines(every, surplus, keep)
            self.write(lines)

    def _new(self, more: More, name: str) -> pa.Array:
        """Return a new column, as this format writes it."""
        column = more.table.column(name)
        made = encoded.fields(column)
        kept = {
            at: strings.spelled(text) if isinstance(text, strings.Half) else text
            for at, text in more.kept.get(name, {}).items()
        }
        octets = {at: text.encode("utf-8", "surrogateescape") for at, text in kept.items()}
        return self._held(columns.put(made, octets))

    def _fields(self, values: Any) -> pa.Array:  # noqa: ANN401  a column of Arrow, or a list
        """Return values as fields that this format can hold."""
        return self._held(encoded.fields(values))

    def _held(self, made: pa.Array) -> pa.Array:
        if self.place.format == "csv":
            return made
        held, odd = encoded.in_tsv(made)
        self.escaped += odd
        return held

    def _begin(self, names: list[str], reader: Reader) -> None:
        """Write the header, unless that was written."""
        if self.names is None:
            self.begin(reader)
            self.names, self.ending = names, reader.ending
            self.write(self._lines([columns.of_texts([name]) for name in names], {}, None))
        elif self.names != names:
            raise self.drifted(reader, names, self.names)

    def _lines(
        self, fields: list[Any], surplus: dict[int, list[str]], keep: pa.Array | None
    ) -> pa.Array:
        """Return the lines of rows that are kept."""
        is_csv = self.place.format == "csv"
        ending = columns.scalar(self.ending.encode())
        if keep is not None:
            fields = [each.filter(keep) if isinstance(each, pa.Array) else each for each in fields]
        if is_csv:
            fields = [
                encoded.in_csv(each)
                if isinstance(each, pa.Array)
                else encoded.in_csv(pa.array([each.as_py()], columns.OCTETS))[0]
                for each in fields
            ]
        if is_csv and len(fields) == 1:
            # An empty field alone on its line would be a blank line.
            is_empty = pc.equal(pc.binary_length(fields[0]), 0)
            fields = [pc.if_else(is_empty, columns.scalar(b'""'), fields[0])]
        made = columns.joined(fields, b"," if is_csv else b"\t")
        if surplus:
            behind = [surplus.get(n) for n in range(len(keep if keep is not None else made))]
            more = columns.of_texts(self._behind(each) if each else "" for each in behind)
            made = columns.joined([made, more if keep is None else more.filter(keep)])
        return columns.joined([made, ending])

    def _behind(self, fields: list[str]) -> str:
        """Return the fields behind the last column, each behind its mark."""
        if self.place.format == "csv":
            return f",{delimited.csv_text([fields], '')}" if fields != [""] else ","
        return "\t" + "\t".join(fields)
