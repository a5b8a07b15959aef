"""Readers of CSV, TSV and lists of lines; damaged rows are not lost."""

import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import chunks, columns, delimited, dialect, reading, source, strings
from superuri.tables.files.dialect import Dialect
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Block, Reader

BOM = b"\xef\xbb\xbf"
#: The column of a list of lines.
LINES_COLUMN = "url"
#: The beginning of a URL, which no column name has.
_URL_START = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


#: A character beyond ASCII in UTF-8, and bytes that windows-1252 leaves undefined.
_UTF8 = re.compile(rb"[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3}")
_NOT_WINDOWS_1252 = re.compile(rb"[\x81\x8D\x8F\x90\x9D]")


class TextReader(Reader):
    """A text file; bytes that are not valid UTF-8 are kept."""

    def survey(self) -> None:
        """Find all columns, for an output of another format."""
        raise NotImplementedError

    def __init__(self, place: Place, text_columns: list[str], order: list[str]) -> None:
        super().__init__(place, text_columns, order)
        self.dialect: Dialect = dialect.default(place.format)
        with about(self.name), closing(source.Source(place)) as file:
            bom = dialect.bom_encoding(file.peek(4))
            if place.options.encoding is None and bom is None:
                self._check_utf8(file.peek(source.READ))
        encoding = place.options.encoding or bom or self.dialect.encoding
        if encoding == "utf-16":
            if bom is None:
                why = "it has no byte order mark: use utf-16-le or utf-16-be"
                raise TableError(f"{self.name}: {why}")
            encoding = bom
        self.dialect = self.dialect._replace(encoding=encoding)

    def _check_utf8(self, head: bytes) -> None:
        """Refuse a file in another encoding: bytes beyond ASCII, and no character in UTF-8."""
        if not head.isascii() and not _UTF8.search(head):
            encoding = "latin-1" if _NOT_WINDOWS_1252.search(head) else "windows-1252"
            raise TableError(
                f"{self.name}: it is not in UTF-8, but seems to be in {encoding}: "
                f"use --table-encoding {encoding}"
            )

    def dialect_note(self) -> str:
        return ", ".join(self.dialect.differences(dialect.default(self.place.format)))

    def open(self) -> source.Source:
        """Open the file after its byte order mark; its bytes are converted to the internal form."""
        file = source.Source(self.place)
        try:
            decode = self.dialect.decoder()
            if decode:
                file.set_decoder(decode)
            self.has_bom: bool = file.peek(len(BOM)) == BOM
        except BaseException:
            file.close()
            raise
        if self.has_bom:
            file.consume(len(BOM))
        return file


class Rows(NamedTuple):
    """The rows of a block of CSV or TSV: their columns, and the fields after the last one."""

    columns: list[pa.Array]
    surplus: dict[int, list[str]]
    #: The rows that end before the last column.
    short: frozenset[int]

    def __len__(self) -> int:
        return len(self.columns[0])


class DelimitedReader(TextReader):
    """A CSV or TSV file; the first row names the columns if there is a header."""

    def __init__(self, place: Place, text_columns: list[str], order: list[str]) -> None:
        super().__init__(place, text_columns, order)
        with about(self.name):
            self.dialect: Dialect = self._detect_dialect()
            with closing(self.open()) as file:
                self.ending: str = _line_ending(file)
                self.names: list[str] | None = self._names(file)
        self._take_from_path(self.names)
        self.check()

    def _detect_dialect(self) -> Dialect:
        """Return the dialect in which the first row has the columns, or the default."""
        options = self.place.options
        default = self.dialect
        if options.delimiter is not None:
            default = default._replace(delimiter=options.delimiter)
        if options.quote is not None:
            default = default._replace(quote=options.quote)
        headers = (True, False) if options.header is None else (options.header,)
        candidates = dialect.candidates(default, options)
        with closing(self.open()) as file:
            line = next(filter(None, file.peek(source.READ).splitlines()), b"")
        text = line.decode("utf-8", "surrogateescape")
        wanted = [*self.text_columns, *self.order]
        in_path = {name for name, _ in self.place.partitions}
        others = [name for name in wanted if name not in in_path]
        for names, header in [(names, h) for names in (wanted, others) if names for h in headers]:
            fitting = [each for each in candidates if self._fits(each, text, names, header=header)]
            is_clear = len({candidate.delimiter for candidate in fitting}) == 1
            if fitting and (fitting[0] == default or is_clear):
                return fitting[0]._replace(header=header)
        # A column is missing: the error lists the columns of the only dialect with several.
        several = [candidate for candidate in candidates if len(_fields(candidate, text)) > 1]
        is_clear = len({candidate.delimiter for candidate in several}) == 1
        return (several[0] if is_clear else default)._replace(header=headers[0])

    def _fits(self, candidate: Dialect, line: str, wanted: list[str], *, header: bool) -> bool:
        """Return whether the first line has the columns in this dialect."""
        fields = _fields(candidate, line)
        if header:
            return all(name in fields for name in wanted)
        numbers = [int(name) if name.isdecimal() else 0 for name in wanted]
        if not all(0 < number <= len(fields) for number in numbers):
            return False
        # Unless --no-header is given, the header is missing only if the first row has a URL there.
        return (
            self.place.options.header is False
            or _URL_START.match(fields[numbers[0] - 1]) is not None
        )

    def _names(self, file: source.Source) -> list[str]:
        found = chunks.Splitter(file, self.dialect.kind, self.ending).names
        if not self.dialect.header:
            return [str(n + 1) for n in range(len(found))]
        return [self.dialect.text_from_internal(name) for name in found]

    def _chunks(self, file: source.Source) -> Iterator[chunks.Chunk]:
        if not self.dialect.header:
            delimiter = "," if self.dialect.kind == "csv" else "\t"
            file.prepend(f"{delimiter.join(self.names or ())}{self.ending}".encode())
        return chunks.Splitter(file, self.dialect.kind, self.ending).chunks()

    def survey(self) -> None:
        with about(self.name), closing(self.open()) as file:
            surplus = any(chunk.surplus for chunk in self._chunks(file))
        self.rest = "rest" if surplus else ""

    def blocks(self) -> Iterator[Block]:
        names = self.names or []
        with about(self.name), closing(self.open()) as file:
            width = len(names)
            # A table without rows still has columns.
            has_rows = False
            for group in chunks.grouped(self._chunks(file), width):
                has_rows = True
                yield self._block(group, file.raw.tell())
            if not has_rows:
                none = [pa.array([], columns.OCTETS)] * width
                yield self._block([chunks.Chunk(none, none[0], {}, set(), 0)], file.raw.tell())

    def _block(self, group: list[chunks.Chunk], read: int) -> Block:
        names = self.names or []
        arrays = [
            self.dialect.fields_from_internal(columns.concatenated([p.columns[n] for p in group]))
            for n in range(len(names))
        ]
        surplus: dict[int, list[str]] = {}
        short: list[int] = []
        first = 0
        for chunk in group:
            for n, fields in chunk.surplus.items():
                surplus[first + n] = [self.dialect.text_from_internal(field) for field in fields]
            short += [first + n for n in chunk.short]
            first += len(chunk)
        order = self._order(first, lambda name: _texts(arrays[names.index(name)]).strings)
        blank = sum(chunk.blank for chunk in group)
        rows = Rows(arrays, surplus, frozenset(short))
        return self.for_column(
            Block(rows, pa.array([], pa.string()), order, {}, {}, {}, read, blank), 0
        )

    def _for_own_column(self, block: Block, n: int) -> Block:
        index = (self.names or []).index(self.text_columns[n])
        texts = _texts(block.rows.columns[index]).checked()
        missing = (row for row in block.rows.short if not texts.strings[row].is_valid)
        invalid = {**texts.invalid, **dict.fromkeys(missing, strings.SHORT)}
        return block.with_fields(texts=texts.strings, invalid=invalid, raw=texts.raw)

    def columns(self, block: Block) -> dict[str, Any]:
        names = delimited.unique(self.names or [])
        result: dict[str, Any] = dict(zip(names, block.rows.columns, strict=True))
        if self.rest:
            [rest] = delimited.unique([*names, self.rest])[len(names) :]
            surplus = (block.rows.surplus.get(n) for n in range(len(block)))
            result[rest] = [
                delimited.csv_text([fields], "") if fields else None for fields in surplus
            ]
        return result


def _fields(candidate: Dialect, line: str) -> list[str]:
    rows = delimited.Rows(iter([candidate.text_to_internal(line)]), candidate.kind)
    return [candidate.text_from_internal(field) for field in next(iter(rows), [])]


class LinesReader(DelimitedReader):
    """A list of lines, each a text of the column ``url``."""

    def _detect_dialect(self) -> Dialect:
        return self.dialect

    def _names(self, file: source.Source) -> list[str]:  # noqa: ARG002  it has one name
        # A carriage return without a line feed is part of the text.
        self.ending: str = "\n" if self.ending == "\r" else self.ending
        return [LINES_COLUMN]

    def _chunks(self, file: source.Source) -> Iterator[chunks.Chunk]:
        return line_chunks(file, strip_returns=True)

    def survey(self) -> None:
        """Do nothing: it has one column."""


def line_chunks(file: source.Source, *, strip_returns: bool = False) -> Iterator[chunks.Chunk]:
    """Yield the lines of a file in chunks, without line feeds.

    With ``strip_returns``, a carriage return before a line feed is removed as well.
    """
    while not file.is_at_end():
        data = file.lines(chunks.MAX_BYTES)
        if data:
            file.consume(len(data))
        else:
            data = file.line()
        lines = pc.split_pattern(pa.array([data], columns.OCTETS), "\n").flatten()
        has_end = data.endswith(b"\n")
        if has_end:
            lines = lines[:-1]
        sizes = pc.add(pc.binary_length(lines), 1)
        if strip_returns:
            mask = pc.ends_with(lines, "\r")
            if not has_end:
                mask = pc.and_(mask, pa.array([*[True] * (len(lines) - 1), False]))
            lines = columns.apply_where(lines, mask, lambda values: pc.binary_slice(values, 0, -1))
        yield chunks.Chunk([lines], sizes, {}, set(), 0)


def _line_ending(file: source.Source) -> str:
    """Return the line ending of the first line; all lines are written with it."""
    head = file.peek(source.READ)
    if b"\n" not in head:
        head = file.peek(reading.SIZE)
    at = head.find(b"\n")
    if at < 0:
        return "\r" if b"\r" in head else "\n"
    return "\r\n" if head[:at].endswith(b"\r") else "\n"


def _texts(column: pa.Array) -> strings.Texts:
    """Return fields as texts; empty ones are null, as CSV has no other null."""
    is_empty = pc.equal(pc.binary_length(column), 0)
    return strings.from_bytes(pc.if_else(is_empty, pa.scalar(None, columns.OCTETS), column))
