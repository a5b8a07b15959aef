"""Readers of CSV and TSV: a damaged row is a row all the same."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import columns, delimited, pieces, reading, source, strings
from superuri.tables.files.failure import about
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Block, Reader

BOM = b"\xef\xbb\xbf"


class TextReader(Reader):
    """A file of text; what is not valid UTF-8 there goes through as it is."""

    #: What the column is called that holds what has no column, if there is such.
    rest = ""

    def survey(self) -> None:
        """Find out which columns there are, where a file of another format gets them all."""
        raise NotImplementedError

    def open(self) -> source.Source:
        """Open the file, at what is behind its byte order mark."""
        given = source.Source(self.place)
        try:
            self.mark: bool = given.begins(len(BOM)) == BOM
        except BaseException:
            given.close()
            raise
        if self.mark:
            given.take(len(BOM))
        return given


class Rows(NamedTuple):
    """The rows of a block of CSV or TSV: their columns, and the fields behind the last one."""

    columns: list[pa.Array]
    surplus: dict[int, list[str]]


class DelimitedReader(TextReader):
    """A CSV or a TSV file, whose first row names the columns."""

    def __init__(self, place: Place, column: str, order: list[str]) -> None:
        super().__init__(place, column, order)
        with about(self.name), closing(self.open()) as given:
            self.ending: str = _ending(given)
            self.names: list[str] | None = self._splitter(given).names
        self.check()

    def _splitter(self, given: source.Source) -> pieces.Splitter:
        return pieces.Splitter(given, self.place.format, self.ending)

    def survey(self) -> None:
        with about(self.name), closing(self.open()) as given:
            surplus = any(piece.surplus for piece in self._splitter(given).pieces())
        self.rest = "rest" if surplus else ""

    def blocks(self) -> Iterator[Block]:
        names = self.names or []
        with about(self.name), closing(self.open()) as given:
            width = len(names)
            # A table of no rows has columns all the same.
            some = False
            for group in pieces.grouped(self._splitter(given).pieces(), width):
                some = True
                yield self._block(group, given.raw.tell())
            if not some:
                none = [pa.array([], columns.OCTETS)] * width
                yield self._block([pieces.Piece(none, none[0], {}, set(), 0)], given.raw.tell())

    def _block(self, group: list[pieces.Piece], read: int) -> Block:
        names = self.names or []
        made = [columns.together([p.columns[n] for p in group]) for n in range(len(names))]
        surplus: dict[int, list[str]] = {}
        short: list[int] = []
        first = 0
        for piece in group:
            surplus |= {first + n: more for n, more in piece.surplus.items()}
            short += [first + n for n in piece.short]
            first += len(piece)
        texts = _texts(made[names.index(self.column)])
        order = {name: _texts(made[names.index(name)]).strings for name in self.order}
        kept = {n: strings.SHORT for n in short if not texts.strings[n].is_valid}
        blank = sum(piece.blank for piece in group)
        odd = {**texts.odd, **kept}
        rows = Rows(made, surplus)
        return Block(rows, texts.strings, order, odd, texts.raw, {}, read, blank)

    def columns(self, block: Block) -> dict[str, Any]:
        names = delimited.unique(self.names or [])
        found: dict[str, Any] = dict(zip(names, block.rows.columns, strict=True))
        if self.rest:
            [rest] = delimited.unique([*names, self.rest])[len(names) :]
            more = (block.rows.surplus.get(n) for n in range(len(block)))
            found[rest] = [delimited.csv_text([each], "") if each else None for each in more]
        return found


def _ending(given: source.Source) -> str:
    """Return what ends the first line: the others are written so, too."""
    begins = given.begins(source.READ)
    if b"\n" not in begins:
        begins = given.begins(reading.SIZE)
    at = begins.find(b"\n")
    if at < 0:
        return "\r" if b"\r" in begins else "\n"
    return "\r\n" if begins[:at].endswith(b"\r") else "\n"


def _texts(column: pa.Array) -> strings.Texts:
    """Return fields as texts: an empty one has none, for CSV has no other way to say so."""
    is_empty = pc.equal(pc.binary_length(column), 0)
    return strings.of_octets(pc.if_else(is_empty, pa.scalar(None, columns.OCTETS), column))
