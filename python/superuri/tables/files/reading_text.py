"""Readers of CSV, TSV and JSON Lines: a damaged row is a row all the same."""

import gzip
import io
from collections.abc import Iterator
from itertools import chain
from typing import IO, Any, TypeVar

import pyarrow as pa

from superuri.tables.files import delimited, json_lines, reading, strings
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Block, Reader

#: Octets that a field takes, at least, however short it is.
CELL = 4
#: Characters of a line; a longer one ends the job.
LONGEST_LINE = delimited.LONGEST_ROW
#: So many names that lines of JSON have become columns.
MOST_COLUMNS = 1000
BOM = "\ufeff"
#: Old files of the Macintosh end their lines so.
_SWAPPED = str.maketrans("\r\n", "\n\r")

Row = TypeVar("Row")


class TextReader(Reader):
    """A file of text; what is not valid UTF-8 there goes through as it is."""

    #: How many characters were read, in all.
    size: int = 0
    #: What the column is called that holds what has no column, if there is such.
    rest = ""

    def survey(self) -> None:
        """Find out which columns there are, where a file of another format gets them all."""
        raise NotImplementedError

    def open(self) -> tuple[IO[str], IO[bytes]]:
        """Open the text, and the file below it."""
        raw = self.place.path.open("rb")
        stream: Any = raw
        if self.place.packing == "gzip":
            # It accepts the zeros that tapes end with.
            stream = io.BufferedReader(gzip.GzipFile(fileobj=raw), 1 << 20)
        elif self.place.packing:
            # Not closed with a block of rows half read: the file below it is.
            stream = io.BufferedReader(
                pa.CompressedInputStream(pa.PythonFile(raw, "r"), self.place.packing), 1 << 20
            )
        newline = "\r" if self.ending == "\r" else "\n"
        return io.TextIOWrapper(stream, "utf-8", "surrogateescape", newline=newline), raw

    def lines(self, text: IO[str]) -> Iterator[str]:
        """Return the lines, and count their characters."""
        first = text.readline(LONGEST_LINE)
        self.mark: bool = first.startswith(BOM)
        first = first.removeprefix(BOM)
        # A line without an end may be all that a small packed file unpacks to.
        rest = iter(lambda: text.readline(LONGEST_LINE), "")
        for line in chain([first] if first else [], rest):
            if len(line) >= LONGEST_LINE - 1 and line[-1] != "\n":
                message = f"{self.name}: a line is longer than {LONGEST_LINE >> 20}M characters"
                raise TableError(message)
            self.size += len(line)
            yield line

    def some(self, rows: Iterator[Row], width: int = 0) -> list[Row]:
        """Return the next rows of a block, each of which has as many fields at least."""
        found: list[Row] = []
        before = self.size
        for row in rows:
            found.append(row)
            if (
                len(found) >= reading.ROWS
                or self.size - before + CELL * width * len(found) >= reading.SIZE
            ):
                break
        return found


class DelimitedReader(TextReader):
    """A CSV or a TSV file, whose first row names the columns."""

    def __init__(self, place: Place, column: str, order: list[str]) -> None:
        super().__init__(place, column, order)
        with about(self.name):
            text, raw = self.open()
            with raw, text:
                first = text.readline(reading.SIZE)
                ending = first[-2:] if first.endswith("\r\n") else "\n"
                self.ending: str = "\r" if "\r" in first and "\n" not in first else ending
            text, raw = self.open()
            with raw, text:
                self.names: list[str] | None = next(filter(None, self._rows(text)), [])
        self.check()

    def _rows(self, text: IO[str]) -> Iterator[list[str]]:
        lines, kind = self.lines(text), self.place.format
        if self.ending != "\r":
            return delimited.rows(lines, kind)
        swapped = delimited.rows((line.translate(_SWAPPED) for line in lines), kind)
        return ([field.translate(_SWAPPED) for field in row] for row in swapped)

    def survey(self) -> None:
        names = self.names or []
        with about(self.name):
            text, raw = self.open()
            with raw, text:
                surplus = any(len(row) > len(names) for row in self._rows(text))
        self.rest = "rest" if surplus else ""

    def blocks(self) -> Iterator[Block]:
        names = self.names or []
        at, width = names.index(self.column), len(names)
        order = {name: names.index(name) for name in self.order}
        with about(self.name):
            text, raw = self.open()
            with raw, text:
                reader = self._rows(text)
                next(filter(None, reader), None)
                rows = self.some(reader, width)
                # A table of no rows has columns all the same.
                yield self._block(rows, at, order, width, raw.tell())
                while rows := self.some(reader, width):
                    yield self._block(rows, at, order, width, raw.tell())

    @staticmethod
    def _block(
        rows: list[list[str]], at: int, order: dict[str, int], width: int, read: int
    ) -> Block:
        lines = len(rows)
        # A blank line is not a row, but in a table of one column, where it is an empty field.
        rows = [row or [""] for row in rows] if width == 1 else list(filter(None, rows))
        short = {n: strings.SHORT for n, row in enumerate(rows) if len(row) < width}
        for n in short:
            rows[n] = [*rows[n], *[""] * (width - len(rows[n]))]
        # A field that is empty is not valid text: CSV has no other way to say so.
        texts = strings.strings([row[at] or None for row in rows])
        columns = {
            name: strings.strings([row[place] or None for row in rows]).strings
            for name, place in order.items()
        }
        kept = {n: why for n, why in short.items() if not rows[n][at]}
        odd = {**texts.odd, **kept}
        return Block(rows, texts.strings, columns, odd, texts.raw, {}, read, lines - len(rows))

    def columns(self, block: Block) -> dict[str, list[Any]]:
        names = delimited.unique(self.names or [])
        found = {name: [row[n] for row in block.rows] for n, name in enumerate(names)}
        if self.rest:
            more = (row[len(names) :] for row in block.rows)
            [rest] = delimited.unique([*names, self.rest])[len(names) :]
            found[rest] = [delimited.csv_text([each], "") if each else None for each in more]
        return found


class JsonReader(TextReader):
    """A file with one JSON object on each line."""

    def blocks(self) -> Iterator[Block]:
        seen, before, width = False, self.size, len(self.names or ())
        with about(self.name):
            text, raw = self.open()
            with raw, text:
                lines = self.lines(text)
                while rows := [line.removesuffix("\n") for line in self.some(lines, width)]:
                    block, found = self._block(rows, raw.tell())
                    seen = seen or found
                    yield block
        if not seen and self.size > before:
            raise TableError(f"{self.name}: no object in it has {self.column!r}")

    def _block(self, rows: list[str], read: int) -> tuple[Block, bool]:
        objects = [json_lines.decoded(row) for row in rows]
        odd = {n: strings.NO_OBJECT for n, each in enumerate(objects) if each is None}
        pairs = [(each or {}, row) for each, row in zip(objects, rows, strict=True)]
        texts = strings.strings(
            [json_lines.text(each.get(self.column), row) for each, row in pairs]
        )
        order = {
            name: strings.held(
                [json_lines.fields(row).get(name) if each else None for each, row in pairs]
            )
            for name in self.order
        }
        seen = any(self.column in each for each, _ in pairs)
        odd |= texts.odd
        return Block(rows, texts.strings, order, odd, texts.raw, texts.halves, read), seen

    def survey(self) -> None:
        names: dict[str, None] = {}
        with about(self.name):
            text, raw = self.open()
            with raw, text:
                for line in self.lines(text):
                    found = json_lines.decoded(line) or ()
                    names |= dict.fromkeys(json_lines.spelled(name, line) for name in found)
                    if len(names) > MOST_COLUMNS:
                        self.rest = "rest"
                        break
        # Lines that are not an object stand there.
        kept = dict.fromkeys(list(names)[:MOST_COLUMNS])
        self.names: list[str] | None = list(kept | {self.column: None})

    def columns(self, block: Block) -> dict[str, list[Any]]:
        # A line that is not an object stands where its text would.
        none = {n for n, why in block.odd.items() if why == strings.NO_OBJECT}
        rows = [
            {self.column: line.rstrip("\r")} if n in none else json_lines.fields(line)
            for n, line in enumerate(block.rows)
        ]
        names = self.names or []
        made = {name: [row.get(name) for row in rows] for name in names}
        if self.rest:
            [rest] = delimited.unique([*names, self.rest])[len(names) :]
            known = frozenset(names)
            made[rest] = [
                None if n in none or known.issuperset(row) else json_lines.others(line, known)
                for n, (row, line) in enumerate(zip(rows, block.rows, strict=True))
            ]
        return made
