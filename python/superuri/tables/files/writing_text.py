"""Writers of CSV, TSV and JSON Lines: what came in goes out as it was."""

import io
from collections.abc import Iterable
from contextlib import suppress
from operator import ne
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from superuri import _system
from superuri.tables.files import cells, delimited, json_lines, strings
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Block, Reader
from superuri.tables.files.writing import More, Writer


class TextWriter(Writer):
    """A file of text."""

    def __init__(self, place: Place, path: Path, partitions: tuple[tuple[str, str], ...]) -> None:
        super().__init__(place, path, partitions)
        with about(self.name, "written"):
            self.raw: IO[bytes] = path.open("wb")
            stream: Any = self.raw
            self.packed: Any = None
            if place.packing:
                sink = pa.PythonFile(self.raw, "w")
                self.packed = stream = pa.CompressedOutputStream(sink, place.packing)
            self.buffer: io.BufferedWriter | None = (
                io.BufferedWriter(stream, 1 << 20) if self.packed is None else None
            )
            self.stream = stream

    def write(self, text: str) -> None:
        """Write text; what came in as octets that are not valid UTF-8 goes out as they are."""
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
            self._put([*names, *self._fields([*fixed, *new])], made, reader.ending)

    def _fields(self, values: Iterable[object]) -> list[str]:
        """Return values as fields that this format can hold."""
        # Most are texts: a call for each would take longest of all.
        made = [value if type(value) is str else cells.field(value) for value in values]
        if self.place.format == "csv":
            return made
        escaped = [delimited.in_tsv(field) for field in made]
        self.escaped += sum(map(ne, made, escaped))
        return escaped

    def _put(self, names: list[str], rows: list[list[str]], ending: str) -> None:
        if self.names is None:
            self.names, self.ending = names, ending
            rows = [names, *rows]
        elif self.names != names:
            raise TableError(f"{self.name}: its inputs have different columns")
        if self.place.format == "csv":
            self.write(delimited.csv_text(rows, self.ending))
        else:
            self.write("".join(["\t".join(row) + self.ending for row in rows]))


def _replaced(
    rows: list[list[str]], at: int, fields: list[str], stays: frozenset[int]
) -> list[list[str]]:
    """Return the rows with another field in one place, except for those that stay."""
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
            lines = [row + "\n" for row, stays in zip(rows, kept, strict=True) if stays]
            self.write("".join(lines))
