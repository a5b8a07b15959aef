"""Pieces of a file of text: some rows of it as columns, read by Arrow where that reads them right.

Arrow reads CSV faster than the csv module, but reads what is damaged in its own way. So what it
reads is written again and compared: where that gives the same bytes, the rows are what the csv
module reads, too. Where not, fewer lines are tried, and in the end one row after the other is read.
"""

from collections.abc import Iterator
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from superuri.tables.files import columns, delimited, encoded, reading, source
from superuri.tables.files.columns import OCTETS, scalar

#: Bytes that are given to Arrow at once, at most, and at least: fewer are read row by row.
MOST = 4 << 20
LEAST = 4 << 10
#: So many rows that are read one by one are a piece.
FEW = 8192
#: A part of what Arrow did not read right is this much of it.
PART = 8


class Piece(NamedTuple):
    """Some rows: their columns, and how many bytes each takes in the file."""

    columns: list[pa.Array]
    sizes: pa.Array
    #: The fields behind the last column, by row.
    surplus: dict[int, list[str]]
    #: The rows that end before the last column.
    short: set[int]
    #: How many blank lines were left out.
    blank: int

    def __len__(self) -> int:
        return len(self.sizes)

    def slice(self, start: int, end: int) -> "Piece":
        """Return some of its rows; the blank lines are the first one's."""
        return Piece(
            [column[start:end] for column in self.columns],
            self.sizes[start:end],
            {n - start: more for n, more in self.surplus.items() if start <= n < end},
            {n - start for n in self.short if start <= n < end},
            0 if start else self.blank,
        )


class Splitter:
    """What splits the rows of a CSV or TSV file into columns, which its first row names."""

    #: How many bytes were read row by row, and how many lines beyond the last row.
    taken = ahead = 0

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
        # Rows that are read one by one already, if lines beyond the last one are held there.
        self._begun = self._rows()
        self.names: list[str] = next(filter(None, self._begun), [])
        self.width: int = len(self.names)
        # Which columns are in quotation marks although they need none.
        self._style: list[bool] = [False] * self.width
        self._columns = [str(n) for n in range(self.width)]
        self._convert = pyarrow.csv.ConvertOptions(
            column_types=dict.fromkeys(self._columns, OCTETS),
            check_utf8=False,
            strings_can_be_null=False,
        )

    def pieces(self) -> Iterator[Piece]:
        """Return the rows, some at a time."""
        size = MOST
        if self.ahead:
            yield from self._one_by_one(self._begun)
        while not self.source.is_at_end():
            lines = self._some(size)
            piece = self._fast(lines) if lines else None
            if piece is not None:
                self.source.take(len(lines))
                size = min(size * PART, MOST)
                yield piece
            elif len(lines) > LEAST:
                size = max(min(size, len(lines)) // PART, LEAST)
            else:
                yield from self._one_by_one(self._rows())

    def _some(self, size: int) -> bytes:
        """Return lines for Arrow, if these may be some."""
        return b"" if self.ending == b"\r" else self.source.lines(size)

    def _fast(self, lines: bytes) -> Piece | None:
        """Return the rows of these lines as Arrow reads them, if it reads them right."""
        options = pyarrow.csv.ReadOptions(
            use_threads=False, block_size=len(lines) + 1, column_names=self._columns
        )
        data = pa.py_buffer(lines)
        try:
            table = pyarrow.csv.read_csv(pa.BufferReader(data), options, self._parse, self._convert)
        except pa.ArrowInvalid:
            return None
        found = [columns.whole(column) for column in table.columns]
        written = self._written(found, lines)
        if not lines.endswith(b"\n"):
            data = pa.py_buffer(lines + self.ending)
        if not columns.content(written).equals(data):
            return None
        return Piece(found, pc.binary_length(written), {}, set(), 0)

    def _written(self, found: list[pa.Array], lines: bytes) -> pa.Array:
        """Return the rows as they are written, in the style of the first of these lines."""
        mark = b"," if self.kind == "csv" else b"\t"
        if self.kind == "csv" and b'"' in lines:
            first = lines[: lines.find(b"\n") + 1].decode("utf-8", "surrogateescape")
            self._style = delimited.style(first, self._style)
            found = [
                encoded.in_quotes(column) if is_quoted else encoded.in_csv(column)
                for column, is_quoted in zip(found, self._style, strict=True)
            ]
        return columns.joined([columns.joined(found, mark), scalar(self.ending)])

    def _rows(self) -> Iterator[list[str]]:
        """Read rows as the csv module does; ``taken`` and ``ahead`` say where that is."""
        is_old = self.ending == b"\r"
        self.taken = 0

        def each() -> Iterator[str]:
            for line in self.source.each_line(self.ending[-1:]):
                self.taken += len(line)
                text = line.decode("utf-8", "surrogateescape")
                yield text.translate(delimited.SWAPPED) if is_old else text

        reader = delimited.Rows(each(), self.kind)
        for row in reader:
            self.ahead = reader.ahead
            yield [field.translate(delimited.SWAPPED) for field in row] if is_old else row

    def _one_by_one(self, given: Iterator[list[str]]) -> Iterator[Piece]:
        """Read a few rows one by one, until none is read ahead."""
        before, blank = self.taken if self.ahead else 0, 0
        rows: list[list[str]] = []
        sizes: list[int] = []
        for row in given:
            if row or self.width == 1:
                rows.append(row or [""])
                sizes.append(self.taken - before)
                before = self.taken
            else:
                blank += 1
            if (settled := self.taken >= LEAST and not self.ahead) or len(rows) >= FEW:
                yield self._of_rows(rows, sizes, blank)
                rows, sizes, blank = [], [], 0
            if settled:
                return
        yield self._of_rows(rows, sizes, blank)

    def _of_rows(self, rows: list[list[str]], sizes: list[int], blank: int) -> Piece:
        width = self.width
        short = {n for n, row in enumerate(rows) if len(row) < width}
        for n in short:
            rows[n] = [*rows[n], *[""] * (width - len(rows[n]))]
        surplus = {n: row[width:] for n, row in enumerate(rows) if len(row) > width}
        found = [columns.of_texts([row[n] for row in rows]) for n in range(width)]
        return Piece(found, pa.array(sizes, pa.int64()), surplus, short, blank)


def grouped(pieces: Iterator[Piece], width: int) -> Iterator[list[Piece]]:
    """Return the pieces of each block: so many rows, or fewer if they are long."""
    block: list[Piece] = []
    rows = size = 0
    for given in pieces:
        piece, cost = given, columns.CELL * width
        while len(piece):
            end = reading.ROWS - rows
            whole = pc.sum(piece.sizes).as_py() + cost * len(piece)
            if len(piece) < end and size + whole < reading.SIZE:
                block, rows, size = [*block, piece], rows + len(piece), size + whole
                break
            end = min(end, len(piece), _fitting(piece.sizes, cost, reading.SIZE - size))
            yield [*block, piece.slice(0, end)]
            piece, block, rows, size = piece.slice(end, len(piece)), [], 0, 0
        if not len(given) and given.blank:
            block = [*block, given]
    if block:
        yield block


def _fitting(sizes: pa.Array, cost: int, room: int) -> int:
    """Return how many rows fill the room: the last of them may be longer than it."""
    sums = pc.cumulative_sum(pc.add(sizes, cost))
    found: int = pc.index(pc.greater_equal(sums, room), value=True).as_py()
    return found + 1 if found >= 0 else len(sizes)
