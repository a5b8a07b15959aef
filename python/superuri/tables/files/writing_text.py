"""Writers of CSV, TSV and lists of lines; fields of inputs in the same format are unchanged."""

import io
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

import superuri._core as _core
from superuri.tables.files import columns, delimited, dialect, encoded, replacing, strings
from superuri.tables.files.dialect import Dialect
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.reading import Reader
from superuri.tables.files.reading_text import BOM, DelimitedReader
from superuri.tables.files.writing import Batch, NewColumns, Writer

#: Bytes per write, which are compressed together.
BUFFER_SIZE = 1 << 20
#: The characters that unquoted fields cannot contain, by delimiter.
_FORBIDDEN = {"": "a line break", "\t": "a tab or a line break"}
NOT_ENCODED = "the result has a character that the encoding of the output does not have"
#: The number of rows that are written at once.
BATCH_ROWS = 8192


class _CompressedFile(io.RawIOBase):
    """A compressed file: each write is a gzip member, or a zstd frame with a checksum."""

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
            # A file without members would be invalid.
            self.write(b"")
        super().close()


class TextWriter(Writer):
    #: Whether bytes are converted to the dialect; whether characters can be escaped as in JSON.
    has_fields: bool = False
    is_json: bool = False

    def _open(self) -> None:
        place = self.place
        self.dialect: Dialect = dialect.default(place.format)
        if self.template is not None and self.template.place.format == place.format:
            self.dialect = self.template.dialect
        with about(self.name, "written"):
            raw: io.RawIOBase = self.path.open("wb", buffering=0)
            compressed = _CompressedFile(self.path, place.path.name) if place.compression else None
            self.buffer = io.BufferedWriter(compressed or raw, BUFFER_SIZE)
            self.files = [self.buffer, raw]

    def write(self, rows: pa.Array) -> None:
        for start in range(0, len(rows), BATCH_ROWS):
            self._put(columns.content(rows[start : start + BATCH_ROWS]))

    def _put(self, data: Any) -> None:  # noqa: ANN401  it is any buffer
        """Write internal bytes in the dialect."""
        if self.dialect == dialect.default(self.place.format):
            self.buffer.write(data)
            return
        data = bytes(data)
        if self.has_fields:
            data = self.dialect.bytes_from_internal(data)
        encoded_data, count = self.dialect.encoded(data, json=self.is_json)
        self.unencodable += count
        self.buffer.write(encoded_data)

    def start(self, reader: Reader) -> None:
        """Start the file, with a byte order mark if an input in the same format has one."""
        self.first_input: str = reader.name
        if reader.has_bom and reader.place.format == self.place.format:
            self._put(BOM)


class _Fields(NamedTuple):
    """The rows of a block: the names of their columns, and the fields of each column."""

    header: list[str]
    #: A scalar is the field of all rows.
    fields: list[Any]
    #: The fields after the last column, by row.
    surplus: dict[int, list[str]]


class DelimitedWriter(TextWriter):
    names: list[str] | None = None
    ending: str = "\n"
    has_fields = True

    def _converted(self, batch: Batch) -> _Fields:
        batch = replacing.replace_nested(batch)
        reader, block, results, replaced = batch
        new = {name: self._new_field_values(results, name) for name in results.table.schema.names}
        surplus: dict[int, list[str]] = {}
        if isinstance(reader, DelimitedReader) and reader.place.format == self.place.format:
            names = [*(reader.names or [])]
            rows = [*block.rows.columns]
            if reader.dialect != self.dialect:
                # The output's dialect may not allow some characters.
                rows = [self._escape(each) for each in rows]
                names = columns.to_texts(self._escape(columns.from_texts(names)))
            surplus = block.rows.surplus
            for name, (label, values) in zip(replaced, new.items(), strict=False):
                at = (reader.names or []).index(name)
                old, kept = rows[at], results.unchanged.get(label)
                mask = columns.row_mask(kept, len(block)) if kept else None
                rows[at] = values if mask is None else pc.if_else(mask, old, values)
            new = {} if replaced else new
            partitions = {key: value for key, value in self.partitions if key not in names}
            if self.union is not None:
                names, rows = self._union_columns(names, rows, partitions, len(block))
                partitions = {}
        else:
            found = self.columns(batch)
            new = {} if replaced else new
            names = columns.to_texts(self._fields(list(found)))
            rows = [self._fields(values) for values in found.values()]
            partitions = {}
        values = [columns.scalar(self._fields([value])[0].as_py()) for value in partitions.values()]
        fields = [*rows, *values, *new.values()]
        header = [*names, *columns.to_texts(self._fields([*partitions, *new]))]
        return _Fields(header, fields, surplus)

    def _write(self, rows: _Fields, reader: Reader, keep: pa.Array | None) -> None:
        self._write_header(rows.header, reader)
        self._write_lines(rows, keep)

    def _union_columns(
        self, names: list[str], rows: list[pa.Array], partitions: dict[str, str | None], count: int
    ) -> tuple[list[str], list[pa.Array]]:
        """Return the columns of all inputs; missing ones are empty."""
        known = dict(zip(names, rows, strict=True))
        known |= {key: self._fields([value] * count) for key, value in partitions.items()}
        empty = pa.array([b""] * count, columns.OCTETS)
        all_names = self.union.names if self.union is not None else names
        return all_names, [known.get(name, empty) for name in all_names]

    def _new_field_values(self, results: NewColumns, name: str) -> pa.Array:
        fields = encoded.fields(results.table.column(name))
        texts = {
            at: strings.escape_surrogates(text) if isinstance(text, strings.SurrogateText) else text
            for at, text in results.overrides.get(name, {}).items()
        }
        encoded_texts = {at: text.encode("utf-8", "surrogateescape") for at, text in texts.items()}
        return self._escape(columns.replace_rows(fields, encoded_texts))

    def _fields(self, values: Any) -> pa.Array:  # noqa: ANN401  a column of Arrow, or a list
        """Return values as fields that this format can contain."""
        return self._escape(encoded.fields(values))

    def _escape(self, fields: pa.Array) -> pa.Array:
        if self.dialect.quote:
            return fields
        escaped, count = encoded.in_tsv(fields, self.dialect.delimiter)
        self.escaped += count
        return escaped

    def unwritable(self, values: pa.Array) -> dict[int, str]:
        reasons: dict[int, str] = dict.fromkeys(self.dialect.unencodable_rows(values), NOT_ENCODED)
        if not self.dialect.quote:
            delimiter = self.dialect.delimiter
            characters = _FORBIDDEN.get(delimiter, f"{delimiter!r} or {_FORBIDDEN['']}")
            why = f"the result has {characters}, which a field of the output cannot contain"
            mask = pc.match_substring_regex(values, delimited.unquoted_forbidden(delimiter))
            reasons |= dict.fromkeys(pc.indices_nonzero(mask).to_pylist(), why)
        return reasons

    def _write_header(self, names: list[str], reader: Reader) -> None:
        """Write the header of the first block, and check that the other blocks match it."""
        if self.names is None:
            self.start(reader)
            self.names, self.ending = names, reader.ending
            if self.dialect.header:
                header = [columns.from_texts([name]) for name in names]
                self._write_lines(_Fields(names, header, {}), None)
        elif self.names != names:
            raise self.columns_error(reader, names, self.names)

    def _write_lines(self, rows: _Fields, keep: pa.Array | None) -> None:
        """Write the lines of the rows that are kept."""
        surplus = rows.surplus
        is_csv = self.dialect.kind == "csv"
        delimiter, ending = b"," if is_csv else b"\t", columns.scalar(self.ending.encode())
        fields = [self._internal(each) for each in rows.fields]
        if is_csv and len(fields) == 1:
            # A line with a single empty field would be a blank line.
            is_empty = pc.equal(pc.binary_length(fields[0]), 0)
            fields = [pc.if_else(is_empty, columns.scalar(b'""'), fields[0])]
        count = next(len(each) for each in fields if isinstance(each, pa.Array))
        if surplus:
            texts = (self._surplus_text(surplus[n]) if n in surplus else "" for n in range(count))
            fields[-1] = columns.joined([fields[-1], columns.from_texts(texts)])
        # A few lines at a time stay in the processor's cache.
        for start in range(0, count, BATCH_ROWS):
            batch = [
                each[start : start + BATCH_ROWS] if isinstance(each, pa.Array) else each
                for each in fields
            ]
            lines = columns.lines(batch, delimiter, ending)
            self.write(lines if keep is None else lines.filter(keep[start : start + BATCH_ROWS]))

    def _internal(self, fields: Any) -> Any:  # noqa: ANN401  a column, or the scalar of all rows
        """Return fields in internal form."""
        is_column = isinstance(fields, pa.Array)
        values = fields if is_column else pa.array([fields.as_py()], columns.OCTETS)
        values = self.dialect.fields_to_internal(values)
        if self.dialect.quote:
            values = encoded.in_csv(values)
        return values if is_column else values[0]

    def _surplus_text(self, fields: list[str]) -> str:
        """Return the fields after the last column, each after a delimiter."""
        fields = [self.dialect.text_to_internal(field) for field in fields]
        if self.dialect.quote:
            return f",{delimited.csv_text([fields], '')}" if fields != [""] else ","
        return "\t" + "\t".join(fields)


class LinesWriter(DelimitedWriter):
    """A writer of a list of lines: one column, without a header."""

    def _write_header(self, names: list[str], reader: Reader) -> None:
        if len(names) != 1:
            advice = "name a CSV file, such as out.csv"
            message = f"it has one text per line, but this table has {len(names):,} columns"
            message = f"{message}; {advice}"
            raise TableError(f"{self.name}: {message}")
        super()._write_header(names, reader)
