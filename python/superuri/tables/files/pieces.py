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
#: Bytes that no UTF-8 has, of which some are in the place of others meanwhile.
SPARE = [bytes([n]) for n in (0xC0, 0xC1, *range(0xF5, 0x100))]


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


class Hidden(NamedTuple):
    """Lines in which another byte is in the place of each carriage return within a row."""

    lines: bytes
    #: What is in the place of one within a field, and of one before a line feed.
    inside: bytes = b""
    before: bytes = b""

    def shown(self, found: list[pa.Array]) -> list[pa.Array]:
        """Return the columns of these lines as they are without it."""
        if self.before:
            # Behind the last column it is a part of the row's end.
            last = found[-1]
            ends = pc.ends_with(last, self.before)
            cut = columns.apply_where(last, ends, lambda odd: pc.binary_slice(odd, 0, -1))
            found = [*found[:-1], cut]
        for byte in filter(None, (self.inside, self.before)):
            found = [
                columns.apply_where(
                    column,
                    pc.match_substring(column, byte),
                    lambda odd, byte=byte: pc.replace_substring(odd, byte, b"\r"),
                )
                for column in found
            ]
        return found


def hidden(lines: bytes, ending: bytes) -> Hidden | None:
    """Return lines as Arrow may read them; None where that needs more bytes than are free."""
    within = lines.replace(b"\r\n", b"\n") if ending == b"\r\n" else lines
    if b"\r" not in within:
        return Hidden(lines)
    spare = [byte for byte in SPARE if byte not in lines][:2]
    if len(spare) < 2 or not lines.endswith(b"\n"):  # noqa: PLR2004  one for each place
        return None
    inside, before = spare
    if ending == b"\r\n":
        parts = [part.replace(b"\r", inside) for part in lines.split(b"\r\n")]
        return Hidden(b"\r\n".join(parts), inside)
    lines = lines.replace(b"\r\n", before + b"\n")
    return Hidden(lines.replace(b"\r", inside), inside, before)


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
                self.source.consume(len(lines))
                size = min(size * PART, MOST)
                yield piece
            elif len(lines) > LEAST:
                size = max(min(size, len(lines)) // PART, LEAST)
            else:
                yield from self._one_by_one(self._rows())

    def _some(self, size: int) -> bytes:
        """Return lines for Arrow, if these may be some."""
        return b"" if self.ending == b"\r" else self.source.lines(size)

    def _fast(self, given: bytes) -> Piece | None:
        """Return the rows of these lines as Arrow reads them, if it reads them right."""
        without = hidden(given, self.ending)
        if without is None:
            return None
        lines = without.lines
        options = pyarrow.csv.ReadOptions(
            use_threads=False, block_size=len(lines) + 1, column_names=self._columns
        )
        data = pa.py_buffer(lines)
        try:
            table = pyarrow.csv.read_csv(pa.BufferReader(data), options, self._parse, self._convert)
        except pa.ArrowInvalid:
            return None
        found = [columns.as_array(column) for column in table.columns]
        if not lines.endswith(b"\n"):
            data = pa.py_buffer(lines + self.ending)
        quoted = self.kind == "csv" and b'"' in lines
        if quoted:
            first = given[: given.find(b"\n") + 1].decode("utf-8", "surrogateescape")
            self._style = delimited.quoted_columns(first, self._style)
        # Some programs put a `\r` in quotation marks, others do not.
        needs = [b"", without.inside + without.before] if quoted and without.inside else [b""]
        for also in needs:
            written = self._written(found, also) if quoted else self._joined(found)
            if columns.content(written).equals(data):
                return Piece(without.shown(found), pc.binary_length(written), {}, set(), 0)
        return None

    def _written(self, found: list[pa.Array], also: bytes) -> pa.Array:
        """Return the rows as they are written, in the style of the first of these lines."""
        return self._joined(
            [
                encoded.in_quotes(column) if is_quoted else encoded.in_csv(column, also)
                for column, is_quoted in zip(found, self._style, strict=True)
            ]
        )

    def _joined(self, found: list[pa.Array]) -> pa.Array:
        mark = b"," if self.kind == "csv" else b"\t"
        return columns.joined([columns.joined(found, mark), scalar(self.ending)])

    def _rows(self) -> Iterator[list[str]]:
        """Read rows as the csv module does; ``taken`` and ``ahead`` say where that is."""
        is_old = self.ending == b"\r"
        self.taken = 0

        def each() -> Iterator[str]:
            for line in self.source.each_line(self.ending[-1:]):
                self.taken += len(line)
                text = line.decode("utf-8", "surrogateescape")
                yield text.translate(delimited.SWAP_CR_LF) if is_old else text

        reader = delimited.Rows(each(), self.kind)
        for row in reader:
            self.ahead = reader.ahead
            yield [field.translate(delimited.SWAP_CR_LF) for field in row] if is_old else row

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
        found = [columns.from_texts([row[n] for row in rows]) for n in range(width)]
        return Piece(found, pa.array(sizes, pa.int64()), surplus, short, blank)


def grouped(pieces: Iterator[Piece], width: int) -> Iterator[list[Piece]]:
    """Return the pieces of each block: so many rows, or fewer if they are long."""
    block: list[Piece] = []
    rows = size = 0
    for given in pieces:
        piece, cost = given, columns.FIELD_COST * width
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
