"""Writers of CSV and TSV: what came in goes out as it was."""

import io
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from superuri import _core, _system
from superuri.tables.files import columns, delimited, dialect, encoded, replacing, strings
from superuri.tables.files.dialect import Dialect
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Block, Reader
from superuri.tables.files.reading_text import BOM, DelimitedReader
from superuri.tables.files.writing import NewColumns, Writer

#: Bytes that are written at once, and packed together.
BUFFER = 1 << 20
#: Why a result cannot be written.
_SAID = {"": "the end of a line", "\t": "a tab or the end of a line"}
NOT_ENCODED = "the result has a character that the encoding of the output does not have"
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

    #: Whether it has fields, which are swapped; whether it has JSON, which has escapes.
    is_swapped: bool = False
    is_json: bool = False

    def __init__(
        self,
        place: Place,
        path: Path,
        partitions: tuple[tuple[str, str], ...],
        template: Reader | None = None,
    ) -> None:
        super().__init__(place, path, partitions, template)
        self.dialect: Dialect = dialect.default(place.format)
        if template is not None and template.place.format == place.format:
            self.dialect = template.dialect
        with about(self.name, "written"):
            self.raw: io.FileIO = path.open("wb", buffering=0)
            stream: io.RawIOBase = _Packed(path, place.path.name) if place.compression else self.raw
            self.buffer = io.BufferedWriter(stream, BUFFER)

    def write(self, rows: pa.Array) -> None:
        """Write rows of bytes, one after the other."""
        for start in range(0, len(rows), ROWS):
            self._put(columns.content(rows[start : start + ROWS]))

    def _put(self, data: Any) -> None:  # noqa: ANN401  it is any buffer
        """Write bytes, in the dialect."""
        if self.dialect == dialect.default(self.place.format):
            self.buffer.write(data)
            return
        data = bytes(data)
        if self.is_swapped:
            data = self.dialect.bytes_from_internal(data)
        encoded_data, count = self.dialect.encoded(data, json=self.is_json)
        self.unencodable += count
        self.buffer.write(encoded_data)

    def begin(self, reader: Reader) -> None:
        """Write the byte order mark, if what is read in the same format has one."""
        self.first = reader.name
        if reader.has_bom and reader.place.format == self.place.format:
            self._put(BOM)

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
    is_swapped = True

    def add(
        self,
        reader: Reader,
        block: Block,
        more: NewColumns,
        keep: pa.Array | None,
        instead: Sequence[str] = (),
    ) -> None:
        block, more, instead = replacing.settled(reader, block, more, instead)
        new = {name: self._new(more, name) for name in more.table.schema.names}
        surplus: dict[int, list[str]] = {}
        if isinstance(reader, DelimitedReader) and reader.place.format == self.place.format:
            names = [*(reader.names or [])]
            rows = [*block.rows.columns]
            if reader.dialect != self.dialect:
                # What one dialect holds as it is, another may not.
                rows = [self._held(each) for each in rows]
                names = columns.to_texts(self._held(columns.from_texts(names)))
            surplus = block.rows.surplus
            for name, (label, made) in zip(instead, new.items(), strict=False):
                at = (reader.names or []).index(name)
                kept = more.unchanged.get(label)
                rows[at] = (
                    pc.if_else(columns.row_mask(kept, len(block)), rows[at], made) if kept else made
                )
            new = {} if instead else new
            fixed = {key: value for key, value in self.partitions if key not in names}
            if self.union is not None:
                names, rows = self._united(names, rows, fixed, len(block))
                fixed = {}
        else:
            found = self.columns(reader, block, more, instead)
            new = {} if instead else new
            names = columns.to_texts(self._fields(list(found)))
            rows = [self._fields(values) for values in found.values()]
            fixed = {}
        values = [columns.scalar(self._fields([value])[0].as_py()) for value in fixed.values()]
        every = [*rows, *values, *new.values()]
        header = [*names, *columns.to_texts(self._fields([*fixed, *new]))]
        with about(self.name, "written"):
            self._begin(header, reader)
            lines = self._lines(every, surplus, keep)
            self.write(lines)

    def _united(
        self, names: list[str], rows: list[pa.Array], fixed: dict[str, str], count: int
    ) -> tuple[list[str], list[pa.Array]]:
        """Return the columns of all inputs; those that are missing are empty."""
        known = dict(zip(names, rows, strict=True))
        known |= {key: self._fields([value] * count) for key, value in fixed.items()}
        empty = pa.array([b""] * count, columns.OCTETS)
        every = self.union.names if self.union is not None else names
        return every, [known.get(name, empty) for name in every]

    def _new(self, more: NewColumns, name: str) -> pa.Array:
        """Return a new column, as this format writes it."""
        column = more.table.column(name)
        made = encoded.fields(column)
        kept = {
            at: strings.escape_surrogates(text) if isinstance(text, strings.SurrogateText) else text
            for at, text in more.overrides.get(name, {}).items()
        }
        octets = {at: text.encode("utf-8", "surrogateescape") for at, text in kept.items()}
        return self._held(columns.replace_rows(made, octets))

    def _fields(self, values: Any) -> pa.Array:  # noqa: ANN401  a column of Arrow, or a list
        """Return values as fields that this format can hold."""
        return self._held(encoded.fields(values))

    def _held(self, made: pa.Array) -> pa.Array:
        if self.dialect.quote:
            return made
        held, odd = encoded.in_tsv(made, self.dialect.delimiter)
        self.escaped += odd
        return held

    def unwritable(self, made: pa.Array) -> dict[int, str]:
        found: dict[int, str] = dict.fromkeys(self.dialect.unencodable_rows(made), NOT_ENCODED)
        if not self.dialect.quote:
            said = _SAID.get(self.dialect.delimiter, f"{self.dialect.delimiter!r} or {_SAID['']}")
            why = f"the result has {said}, and no field here can"
            odd = pc.match_substring_regex(
                made, delimited.unquoted_forbidden(self.dialect.delimiter)
            )
            found |= dict.fromkeys(pc.indices_nonzero(odd).to_pylist(), why)
        return found

    def _begin(self, names: list[str], reader: Reader) -> None:
        """Write the header, unless that was written."""
        if self.names is None:
            self.begin(reader)
            self.names, self.ending = names, reader.ending
            if self.dialect.header:
                self.write(self._lines([columns.from_texts([name]) for name in names], {}, None))
        elif self.names != names:
            raise self.columns_error(reader, names, self.names)

    def _lines(
        self, fields: list[Any], surplus: dict[int, list[str]], keep: pa.Array | None
    ) -> pa.Array:
        """Return the lines of rows that are kept, in our way."""
        is_csv = self.dialect.kind == "csv"
        ending = columns.scalar(self.ending.encode())
        if keep is not None:
            fields = [each.filter(keep) if isinstance(each, pa.Array) else each for each in fields]
        fields = [self._ours(each) for each in fields]
        if is_csv and len(fields) == 1:
            # An empty field alone on its line would be a blank line.
            is_empty = pc.equal(pc.binary_length(fields[0]), 0)
            fields = [pc.if_else(is_empty, columns.scalar(b'""'), fields[0])]
        made = columns.joined(fields, b"," if is_csv else b"\t")
        if surplus:
            behind = [surplus.get(n) for n in range(len(keep if keep is not None else made))]
            more = columns.from_texts(self._behind(each) if each else "" for each in behind)
            made = columns.joined([made, more if keep is None else more.filter(keep)])
        return columns.joined([made, ending])

    def _ours(self, fields: Any) -> Any:  # noqa: ANN401  a column, or what all rows have
        """Return fields in our way."""
        is_column = isinstance(fields, pa.Array)
        made = fields if is_column else pa.array([fields.as_py()], columns.OCTETS)
        made = self.dialect.fields_to_internal(made)
        if self.dialect.quote:
            made = encoded.in_csv(made)
        return made if is_column else made[0]

    def _behind(self, fields: list[str]) -> str:
        """Return the fields behind the last column, each behind its mark."""
        fields = [self.dialect.text_to_internal(field) for field in fields]
        if self.dialect.quote:
            return f",{delimited.csv_text([fields], '')}" if fields != [""] else ","
        return "\t" + "\t".join(fields)


class LinesWriter(DelimitedWriter):
    """A list of lines, each a text: a table of one column, without a header."""

    def __init__(
        self,
        place: Place,
        path: Path,
        partitions: tuple[tuple[str, str], ...],
        template: Reader | None = None,
    ) -> None:
        super().__init__(place, path, partitions, template)
        # A tab is a part of a text.
        self.dialect = self.dialect._replace(delimiter="", quote="", header=False)

    def _begin(self, names: list[str], reader: Reader) -> None:
        if len(names) != 1:
            advice = "name a CSV file, such as out.csv"
            message = f"it has one text a line, and this table has {len(names):,} columns; {advice}"
            raise TableError(f"{self.name}: {message}")
        super()._begin(names, reader)
