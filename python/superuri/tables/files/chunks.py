"""Chunks of a text file: some of its rows as columns, parsed by Arrow if the result is exact.

Arrow parses CSV faster than the csv module, but differently if the data is damaged. So its rows are
written again and compared with the bytes of the file: if they are equal, the csv module would
return the same rows. Otherwise fewer lines are tried, and finally the csv module reads row by row.
"""

from collections.abc import Iterator
from functools import partial
from itertools import repeat
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from superuri.tables.files import columns, delimited, encoded, reading, source
from superuri.tables.files.columns import OCTETS, scalar

#: The maximum and minimum number of bytes that Arrow parses at once; fewer are read row by row.
MAX_BYTES = 4 << 20
MIN_BYTES = 4 << 10
#: The maximum number of rows of a chunk that is read row by row.
MAX_ROWS = 8192
#: The size is divided by this if Arrow's result differs, and multiplied if it does not.
FACTOR = 8
#: Bytes that do not occur in UTF-8, for masking carriage returns.
UNUSED = [bytes([n]) for n in (0xC0, 0xC1, *range(0xF5, 0x100))]


class Chunk(NamedTuple):
    """Some rows: their columns, and the size of each row in bytes."""

    columns: list[pa.Array]
    sizes: pa.Array
    #: The fields after the last column, by row.
    surplus: dict[int, list[str]]
    #: The rows that end before the last column.
    short: set[int]
    #: The number of blank lines that were skipped.
    blank: int

    def __len__(self) -> int:
        return len(self.sizes)

    def slice(self, start: int, end: int) -> "Chunk":
        """Return some of the rows; blank lines are counted in the first slice."""
        return Chunk(
            [column[start:end] for column in self.columns],
            self.sizes[start:end],
            {n - start: fields for n, fields in self.surplus.items() if start <= n < end},
            {n - start for n in self.short if start <= n < end},
            0 if start else self.blank,
        )


class MaskedLines(NamedTuple):
    """Lines in which carriage returns that do not end a row are replaced by unused bytes."""

    lines: bytes
    #: The byte for a carriage return within a field, and the one for `\r` before `\n`.
    in_field: bytes = b""
    before_lf: bytes = b""

    def unmasked(self, arrays: list[pa.Array]) -> list[pa.Array]:
        """Restore the carriage returns in the columns of these lines."""
        if self.before_lf:
            # At the end of the last column it is a part of the line end.
            last = arrays[-1]
            ends = pc.ends_with(last, self.before_lf)
            cut = columns.apply_where(last, ends, lambda values: pc.binary_slice(values, 0, -1))
            arrays = [*arrays[:-1], cut]
        for byte in filter(None, (self.in_field, self.before_lf)):
            restored = partial(pc.replace_substring, pattern=byte, replacement=b"\r")
            masks = (pc.match_substring(column, byte) for column in arrays)
            arrays = list(map(columns.apply_where, arrays, masks, repeat(restored)))
        return arrays


def mask_returns(lines: bytes, ending: bytes) -> MaskedLines | None:
    """Mask the carriage returns that Arrow would end a row at; None if no bytes are unused."""
    rest = lines.replace(b"\r\n", b"\n") if ending == b"\r\n" else lines
    if b"\r" not in rest:
        return MaskedLines(lines)
    unused = [byte for byte in UNUSED if byte not in lines][:2]
    if len(unused) < 2 or not lines.endswith(b"\n"):  # noqa: PLR2004  one for each case
        return None
    in_field, before_lf = unused
    if ending == b"\r\n":
        # In the meantime, the other byte is in the place of the line ends.
        lines = lines.replace(b"\r\n", before_lf).replace(b"\r", in_field)
        return MaskedLines(lines.replace(before_lf, b"\r\n"), in_field)
    lines = lines.replace(b"\r\n", before_lf + b"\n")
    return MaskedLines(lines.replace(b"\r", in_field), in_field, before_lf)


class Splitter:
    """A splitter of CSV or TSV rows into columns, which are named by the first row."""

    #: The bytes that were read row by row, and the lines that were read beyond the last row.
    bytes_read: int = 0
    ahead: int = 0

    def __init__(self, given: source.Source, kind: str, ending: str) -> None:
        self.source: source.Source = given
        self.kind = kind
        self.ending: bytes = ending.encode()
        self._parse = pyarrow.csv.ParseOptions(
            delimiter="," if kind == "csv" else "\t",
            quote_char='"' if kind == "csv" else False,
            newlines_in_values=kind == "csv",
            ignore_empty_lines=False,
        )
        # It is continued after the header if it has read lines beyond it.
        self._first_rows = self._rows()
        self.names: list[str] = next(filter(None, self._first_rows), [])
        self.width: int = len(self.names)
        # Which columns are quoted even if they need not be.
        self._quoted: list[bool] = [False] * self.width
        self._columns = [str(n) for n in range(self.width)]
        self._convert = pyarrow.csv.ConvertOptions(
            column_types=dict.fromkeys(self._columns, OCTETS),
            check_utf8=False,
            strings_can_be_null=False,
        )

    def chunks(self) -> Iterator[Chunk]:
        size = MAX_BYTES
        if self.ahead:
            yield from self._one_by_one(self._first_rows)
        while not self.source.is_at_end():
            lines = self._lines_for_arrow(size)
            chunk = self._read_with_arrow(lines) if lines else None
            if chunk is not None:
                self.source.consume(len(lines))
                size = min(size * FACTOR, MAX_BYTES)
                yield chunk
            elif len(lines) > MIN_BYTES:
                size = max(min(size, len(lines)) // FACTOR, MIN_BYTES)
            else:
                yield from self._one_by_one(self._rows())

    def _lines_for_arrow(self, size: int) -> bytes:
        """Return lines for Arrow; none if rows end with CR, or if Arrow cannot parse."""
        is_possible = self.ending != b"\r" and columns.can_parse()
        return self.source.lines(size) if is_possible else b""

    def _read_with_arrow(self, given: bytes) -> Chunk | None:
        """Parse lines with Arrow, and return the rows if they can be written identically."""
        masked = mask_returns(given, self.ending)
        if masked is None:
            return None
        lines = masked.lines
        options = pyarrow.csv.ReadOptions(
            use_threads=False, block_size=len(lines) + 1, column_names=self._columns
        )
        data = pa.py_buffer(lines)
        try:
            table = pyarrow.csv.read_csv(pa.BufferReader(data), options, self._parse, self._convert)
        except pa.ArrowInvalid:
            return None
        arrays = [columns.as_array(column) for column in table.columns]
        if not lines.endswith(b"\n"):
            data = pa.py_buffer(lines + self.ending)
        quoted = self.kind == "csv" and b'"' in lines
        if quoted:
            first = given[: given.find(b"\n") + 1].decode("utf-8", "surrogateescape")
            self._quoted = delimited.quoted_columns(first, self._quoted)
        # Some programs quote fields with `\r`, others do not.
        returns = masked.in_field + masked.before_lf
        for extra in [b"", returns] if quoted and masked.in_field else [b""]:
            rewritten = self._rewritten(arrays, extra) if quoted else self._joined(arrays)
            if columns.content(rewritten).equals(data):
                return Chunk(masked.unmasked(arrays), pc.binary_length(rewritten), {}, set(), 0)
        return None

    def _rewritten(self, arrays: list[pa.Array], extra: bytes) -> pa.Array:
        """Write the rows again, with the same columns quoted as in the first line."""
        columns_ = zip(arrays, self._quoted, strict=True)
        written = [encoded.in_quotes(c) if q else encoded.in_csv(c, extra) for c, q in columns_]
        return self._joined(written)

    def _joined(self, arrays: list[pa.Array]) -> pa.Array:
        delimiter = b"," if self.kind == "csv" else b"\t"
        return columns.lines(arrays, delimiter, scalar(self.ending))

    def _rows(self) -> Iterator[list[str]]:
        """Read rows with the csv module, and count in ``bytes_read`` and ``ahead``."""
        ends_with_cr = self.ending == b"\r"
        self.bytes_read = 0

        def decoded() -> Iterator[str]:
            for line in self.source.each_line(self.ending[-1:]):
                self.bytes_read += len(line)
                text = line.decode("utf-8", "surrogateescape")
                yield text.translate(delimited.SWAP_CR_LF) if ends_with_cr else text

        reader = delimited.Rows(decoded(), self.kind)
        for row in reader:
            self.ahead = reader.ahead
            yield [field.translate(delimited.SWAP_CR_LF) for field in row] if ends_with_cr else row

    def _one_by_one(self, parsed: Iterator[list[str]]) -> Iterator[Chunk]:
        """Yield chunks of rows that are read one by one, until no line is read ahead."""
        row_start, blank = self.bytes_read if self.ahead else 0, 0
        rows: list[list[str]] = []
        sizes: list[int] = []
        for row in parsed:
            if row or self.width == 1:
                rows.append(row or [""])
                sizes.append(self.bytes_read - row_start)
                row_start = self.bytes_read
            else:
                blank += 1
            is_done = self.bytes_read >= MIN_BYTES and not self.ahead
            if is_done or len(rows) >= MAX_ROWS:
                yield self._chunk_of(rows, sizes, blank)
                rows, sizes, blank = [], [], 0
            if is_done:
                return
        yield self._chunk_of(rows, sizes, blank)

    def _chunk_of(self, rows: list[list[str]], sizes: list[int], blank: int) -> Chunk:
        width = self.width
        short = {n for n, row in enumerate(rows) if len(row) < width}
        for n in short:
            rows[n] = [*rows[n], *[""] * (width - len(rows[n]))]
        surplus = {n: row[width:] for n, row in enumerate(rows) if len(row) > width}
        arrays = [columns.from_texts([row[n] for row in rows]) for n in range(width)]
        return Chunk(arrays, pa.array(sizes, pa.int64()), surplus, short, blank)


def grouped(chunks: Iterator[Chunk], width: int) -> Iterator[list[Chunk]]:
    """Yield the chunks of each block: ``reading.ROWS`` rows, or fewer if they are long."""
    block: list[Chunk] = []
    rows = size = 0
    for whole in chunks:
        chunk, overhead = whole, columns.FIELD_COST * width
        while len(chunk):
            end = reading.ROWS - rows
            total = pc.sum(chunk.sizes).as_py() + overhead * len(chunk)
            if len(chunk) < end and size + total < reading.SIZE:
                block, rows, size = [*block, chunk], rows + len(chunk), size + total
                break
            end = min(end, len(chunk), _rows_that_fit(chunk.sizes, overhead, reading.SIZE - size))
            yield [*block, chunk.slice(0, end)]
            chunk, block, rows, size = chunk.slice(end, len(chunk)), [], 0, 0
        if not len(whole) and whole.blank:
            block = [*block, whole]
    if block:
        yield block


def _rows_that_fit(sizes: pa.Array, overhead: int, space: int) -> int:
    """Return how many rows fill the space; the last of them may exceed it."""
    sums = pc.cumulative_sum(pc.add(sizes, overhead))
    index: int = pc.index(pc.greater_equal(sums, space), value=True).as_py()
    return index + 1 if index >= 0 else len(sizes)
