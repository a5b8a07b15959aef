"""Writers of CSV, TSV and JSON Lines: what came in goes out as it was."""

import io
from collections.abc import Iterable
from contextlib import suppress
from operator import ne
from pathlib import Path
from typing import Any

import pyarrow as pa

from superuri import _core, _system
from superuri.tables.files import cells, delimited, json_lines, strings
from superuri.tables.files.failure import about
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Block, Reader
from superuri.tables.files.reading_text import BOM
from superuri.tables.files.writing import More, Writer

#: Bytes that are written at once, and packed together.
BUFFER = 1 << 20


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

    def write(self, text: str) -> None:
        """Write text; what came in as octets that are not valid UTF-8 goes out as they are."""
        self.buffer.write(text.encode("utf-8", "surrogateescape"))

    def begin(self, reader: Reader) -> None:
        """Write the byte order mark, if what is read in the same format has one."""
        self.first = reader.name
        if reader.mark and reader.place.format == self.place.format:
            self.write(BOM)

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
        new = {name: self._fields(values) for name, values in more.columns().items()}
        if reader.place.format == self.place.format:
            names = [*(reader.names or [])]
            rows = block.rows
            if instead:
                [fields] = new.values()
                rows = _replaced(rows, names.index(instead), fields, more.stays)
                new = {}
            fixed = {key: value for key, value in self.partitions if key not in names}
        else:
            columns = self.columns(reader, block, more, instead)
            new = {} if instead else new
            names = self._fields(columns)
            rows = list(zip(*map(self._fields, columns.values()), strict=True))
            fixed = {}
        width = len(names)
        extras = list(zip(*new.values(), strict=True)) or [()] * len(block)
        values = self._fields(fixed.values())
        kept = keep.to_pylist() if keep is not None else [True] * len(block)
        made = [
            [*row[:width], *values, *extra, *row[width:]]
            for row, extra, stays in zip(rows, extras, kept, strict=True)
            if stays
        ]
        with about(self.name, "written"):
            self._put([*names, *self._fields([*fixed, *new])], made, reader)

    def _fields(self, values: Iterable[object]) -> list[str]:
        """Return values as fields that this format can hold."""
        # Most are texts: a call for each would take longest of all.
        made = [value if type(value) is str else cells.field(value) for value in values]
        if self.place.format == "csv":
            return made
        escaped = [delimited.in_tsv(field) for field in made]
        self.escaped += sum(map(ne, made, escaped))
        return escaped

    def _put(self, names: list[str], rows: list[list[str]], reader: Reader) -> None:
        if self.names is None:
            self.begin(reader)
            self.names, self.ending = names, reader.ending
            rows = [names, *rows]
        elif self.names != names:
            raise self.drifted(reader, names, self.names)
        if self.place.format == "csv":
            self.write(delimited.csv_text(rows, self.ending))
        else:
            self.write("".join(["\t".join(row) + self.ending for row in rows]))


def _replaced(
    rows: list[list[str]], at: int, fields: list[str], stays: frozenset[int]
) -> list[list[str]]:
    """Return the rows with another field in one place, but for those that stay."""
    return [
        row if n in stays else [*row[:at], fields[n], *row[at + 1 :]] for n, row in enumerate(rows)
    ]


class JsonWriter(TextWriter):
    """One JSON object on each line; those that came in as lines stay as they are written."""

    def add(
        self,
        reader: Reader,
        block: Block,
        more: More,
        keep: pa.Array | None,
        instead: str = "",
    ) -> None:
        columns = more.columns()
        if reader.place.format == "jsonl":
            columns = {**{k: [v] * len(block) for k, v in self.partitions}, **columns}
            extras = zip(*columns.values(), strict=True)
            is_text = block.texts.is_valid().to_pylist()
            rows = [
                line
                if block.odd.get(at) == strings.NO_OBJECT or (instead and at in more.stays)
                else json_lines.with_value(line, instead, extra[-1], is_text=is_text[at])
                if instead
                else json_lines.with_members(line, dict(zip(columns, extra, strict=True)))
                for at, (line, extra) in enumerate(zip(block.rows, extras, strict=True))
            ]
        else:
            whole = self.columns(reader, block, more, instead)
            whole |= {} if instead else columns
            each = zip(*whole.values(), strict=True)
            # JSON has no octets: in what came in as lines, they are as they were.
            rows = [
                strings.triplets(json_lines.dumped(dict(zip(whole, values, strict=True))))
                for values in each
            ]
        kept = keep.to_pylist() if keep is not None else [True] * len(block)
        with about(self.name, "written"):
            if not self.first:
                self.begin(reader)
            lines = [row + "\n" for row, stays in zip(rows, kept, strict=True) if stays]
            self.write("".join(lines))
