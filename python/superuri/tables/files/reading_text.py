"""Readers of CSV and TSV: a damaged row is a row all the same."""

import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import columns, delimited, dialect, pieces, reading, source, strings
from superuri.tables.files.dialect import Dialect
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Block, Reader

BOM = b"\xef\xbb\xbf"
#: The column of a list of lines.
NAME = "url"
#: What an address begins with, and no name of a column.
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


class TextReader(Reader):
    """A file of text; what is not valid UTF-8 there goes through as it is."""

    def survey(self) -> None:
        """Find out which columns there are, where a file of another format gets them all."""
        raise NotImplementedError

    def __init__(self, place: Place, text_columns: list[str], order: list[str]) -> None:
        super().__init__(place, text_columns, order)
        self.dialect: Dialect = dialect.default(place.format)
        with about(self.name), closing(source.Source(place)) as given:
            mark = dialect.bom_encoding(given.peek(4))
        encoding = place.options.encoding or mark or self.dialect.encoding
        if encoding == "utf-16":
            if mark is None:
                why = "it has no byte order mark: say utf-16-le or utf-16-be"
                raise TableError(f"{self.name}: {why}")
            encoding = mark
        self.dialect = self.dialect._replace(encoding=encoding)

    def dialect_note(self) -> str:
        return ", ".join(self.dialect.differences(dialect.default(self.place.format)))

    def open(self) -> source.Source:
        """Open the file, at what is behind its byte order mark; its bytes are as we write them."""
        given = source.Source(self.place)
        try:
            decode = self.dialect.decoder()
            if decode:
                given.set_decoder(decode)
            self.has_bom: bool = given.peek(len(BOM)) == BOM
        except BaseException:
            given.close()
            raise
        if self.has_bom:
            given.consume(len(BOM))
        return given


class Rows(NamedTuple):
    """The rows of a block of CSV or TSV: their columns, and the fields behind the last one."""

    columns: list[pa.Array]
    surplus: dict[int, list[str]]
    #: The rows that end before the last column.
    short: frozenset[int]


class DelimitedReader(TextReader):
    """A CSV or a TSV file, whose first row names the columns, if it has a header."""

    def __init__(self, place: Place, text_columns: list[str], order: list[str]) -> None:
        super().__init__(place, text_columns, order)
        with about(self.name):
            self.dialect = self._found()
            with closing(self.open()) as given:
                self.ending: str = _ending(given)
                self.names: list[str] | None = self._names(given)
        self.check()

    def _found(self) -> Dialect:
        """Return the dialect in which the first row has the columns, if there is one such."""
        options = self.place.options
        usual = self.dialect
        if options.delimiter is not None:
            usual = usual._replace(delimiter=options.delimiter)
        if options.quote is not None:
            usual = usual._replace(quote=options.quote)
        headers = (True, False) if options.header is None else (options.header,)
        every = dialect.candidates(usual, options)
        with closing(self.open()) as given:
            line = next((line for line in _first_lines(given) if line.strip(b"\r\n")), b"")
        text = line.decode("utf-8", "surrogateescape")
        for header in headers:
            fitting = [each for each in every if self._fits(each, text, header=header)]
            clear = len({each.delimiter for each in fitting}) == 1
            if fitting and (fitting[0] == usual or clear):
                return fitting[0]._replace(header=header)
        return usual._replace(header=headers[0])

    def _fits(self, given: Dialect, line: str, *, header: bool) -> bool:
        """Return whether the first line has the columns."""
        rows = delimited.Rows(iter([given.text_to_internal(line)]), given.kind)
        fields = [given.text_from_internal(field) for field in next(iter(rows), [])]
        wanted = [*self.text_columns, *self.order]
        if header:
            return all(name in fields for name in wanted)
        numbers = [int(name) if name.isdecimal() else 0 for name in wanted]
        if not all(0 < number <= len(fields) for number in numbers):
            return False
        # Without a word for it, a table has no header only if its first row has an address there.
        return (
            self.place.options.header is False or _ADDRESS.match(fields[numbers[0] - 1]) is not None
        )

    def _names(self, given: source.Source) -> list[str]:
        found = pieces.Splitter(given, self.dialect.kind, self.ending).names
        if not self.dialect.header:
            return [str(n + 1) for n in range(len(found))]
        return [self.dialect.text_from_internal(name) for name in found]

    def _pieces(self, given: source.Source) -> Iterator[pieces.Piece]:
        """Return the rows, some at a time."""
        if not self.dialect.header:
            mark = "," if self.dialect.kind == "csv" else "\t"
            given.prepend(f"{mark.join(self.names or ())}{self.ending}".encode())
        return pieces.Splitter(given, self.dialect.kind, self.ending).pieces()

    def survey(self) -> None:
        with about(self.name), closing(self.open()) as given:
            surplus = any(piece.surplus for piece in self._pieces(given))
        self.rest = "rest" if surplus else ""

    def blocks(self) -> Iterator[Block]:
        names = self.names or []
        with about(self.name), closing(self.open()) as given:
            width = len(names)
            # A table of no rows has columns all the same.
            some = False
            for group in pieces.grouped(self._pieces(given), width):
                some = True
                yield self._block(group, given.raw.tell())
            if not some:
                none = [pa.array([], columns.OCTETS)] * width
                yield self._block([pieces.Piece(none, none[0], {}, set(), 0)], given.raw.tell())

    def _block(self, group: list[pieces.Piece], read: int) -> Block:
        names = self.names or []
        made = [
            self.dialect.fields_from_internal(columns.concatenated([p.columns[n] for p in group]))
            for n in range(len(names))
        ]
        surplus: dict[int, list[str]] = {}
        short: list[int] = []
        first = 0
        for piece in group:
            for n, more in piece.surplus.items():
                surplus[first + n] = [self.dialect.text_from_internal(field) for field in more]
            short += [first + n for n in piece.short]
            first += len(piece)
        order = {name: _texts(made[names.index(name)]).strings for name in self.order}
        blank = sum(piece.blank for piece in group)
        rows = Rows(made, surplus, frozenset(short))
        return self.for_column(
            Block(rows, pa.array([], pa.string()), order, {}, {}, {}, read, blank), 0
        )

    def for_column(self, block: Block, n: int) -> Block:
        place = (self.names or []).index(self.text_columns[n])
        texts = _texts(block.rows.columns[place])
        none = (row for row in block.rows.short if not texts.strings[row].is_valid)
        odd = {**texts.invalid, **dict.fromkeys(none, strings.SHORT)}
        return block.with_fields(texts=texts.strings, invalid=odd, raw=texts.raw)

    def columns(self, block: Block) -> dict[str, Any]:
        names = delimited.unique(self.names or [])
        found: dict[str, Any] = dict(zip(names, block.rows.columns, strict=True))
        if self.rest:
            [rest] = delimited.unique([*names, self.rest])[len(names) :]
            more = (block.rows.surplus.get(n) for n in range(len(block)))
            found[rest] = [delimited.csv_text([each], "") if each else None for each in more]
        return found


class LinesReader(DelimitedReader):
    """A text on each line, all in the column ``url``."""

    def _found(self) -> Dialect:
        return self.dialect

    def _names(self, given: source.Source) -> list[str]:  # noqa: ARG002  it has one name
        # A tab is a part of a text, and so is a carriage return that ends no line.
        self.ending = "\n" if self.ending == "\r" else self.ending
        return [NAME]

    def _pieces(self, given: source.Source) -> Iterator[pieces.Piece]:
        return split(given, returns=True)

    def survey(self) -> None:
        """Do nothing: it has one column."""


def split(given: source.Source, *, returns: bool = False) -> Iterator[pieces.Piece]:
    """Return the lines of a file, some at a time, each without its line feed.

    ``returns`` says that a carriage return before it belongs to the end of a line.
    """
    while not given.is_at_end():
        data = given.lines(pieces.MOST)
        if data:
            given.consume(len(data))
        else:
            data = given.line()
        lines = pc.split_pattern(pa.array([data], columns.OCTETS), "\n").flatten()
        ended = data.endswith(b"\n")
        if ended:
            lines = lines[:-1]
        sizes = pc.add(pc.binary_length(lines), 1)
        if returns:
            mask = pc.ends_with(lines, "\r")
            if not ended:
                last = pa.array([*[True] * (len(lines) - 1), False])
                mask = pc.and_(mask, last)
            lines = columns.apply_where(lines, mask, lambda odd: pc.binary_slice(odd, 0, -1))
        yield pieces.Piece([lines], sizes, {}, set(), 0)


def _first_lines(given: source.Source) -> Iterator[bytes]:
    """Return the first lines of a file, without taking them all."""
    begins = given.peek(source.READ)
    return iter(begins.replace(b"\r", b"\n").splitlines(keepends=False))


def _ending(given: source.Source) -> str:
    """Return what ends the first line: the others are written so, too."""
    begins = given.peek(source.READ)
    if b"\n" not in begins:
        begins = given.peek(reading.SIZE)
    at = begins.find(b"\n")
    if at < 0:
        return "\r" if b"\r" in begins else "\n"
    return "\r\n" if begins[:at].endswith(b"\r") else "\n"


def _texts(column: pa.Array) -> strings.Texts:
    """Return fields as texts: an empty one has none, for CSV has no other way to say so."""
    is_empty = pc.equal(pc.binary_length(column), 0)
    return strings.from_bytes(pc.if_else(is_empty, pa.scalar(None, columns.OCTETS), column))
