"""Readers of tables, block by block, so that no row is lost."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from superuri._values.nearest import nearest
from superuri.tables.files import cells, delimited, strings
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place

#: A block: what is held at once. Small enough for memory, large enough for the engines' threads.
ROWS = 131_072
#: So many names of columns are listed.
FEW = 20
#: The size of a block in characters or bytes: a block of long rows has fewer rows.
SIZE = 32 << 20


class Block(NamedTuple):
    """Some rows of a table, as its format has them."""

    #: A pyarrow.Table, lists of fields, or lines.
    rows: Any
    #: The texts to work on; null where there is none.
    texts: pa.Array
    #: The columns to order by.
    order: dict[str, pa.Array]
    #: The rows that have no text, and why.
    odd: dict[int, str]
    #: The rows with octets that are not valid UTF-8, as they are; in the texts they are triplets.
    raw: dict[int, bytes]
    #: The texts with half of a surrogate pair, which no engine holds.
    halves: dict[int, strings.Half]
    #: How many octets of the file were read until here.
    read: int
    #: How many blank lines between its rows were left out.
    blank: int = 0

    def __len__(self) -> int:
        return len(self.texts)

    def as_given(self) -> dict[int, str]:
        """Return the texts that Arrow cannot hold as they are, as Python has them."""
        octets = {n: raw.decode("utf-8", "surrogateescape") for n, raw in self.raw.items()}
        return {**octets, **self.halves}


class Reader:
    """A table: its columns, and its blocks."""

    #: The names of its columns; None where every row has its own.
    names: list[str] | None = None
    #: The types of its columns, where it has any.
    schema: pa.Schema | None = None
    ending: str = "\n"
    #: Whether it begins with a byte order mark.
    mark: bool = False

    def __init__(self, place: Place, column: str, order: list[str]) -> None:
        self.place: Place = place
        self.column: str = column
        self.order: list[str] = order
        self.name: str = place.name

    def check(self) -> None:
        """Refuse a table without the columns."""
        if self.names is None:
            return
        for column in (self.column, *self.order):
            if column not in self.names:
                raise TableError(
                    f"{self.name} has no column {column!r}; {_others(self.names, column)}"
                )
            if self.names.count(column) > 1:
                times = self.names.count(column)
                message = f"{self.name}: it has {times} columns {column!r}: rename all but one"
                raise TableError(message)

    def take(self, names: list[str], advice: str) -> None:
        """Refuse a table that has one of the new columns already."""
        taken = [name for name in names if name in (self.names or ())]
        if taken:
            raise TableError(f"{self.name}: it has a column {taken[0]!r} already; {advice}")

    def blocks(self) -> Iterator[Block]:
        """Read the blocks."""
        raise NotImplementedError

    def columns(self, block: Block) -> dict[str, list[Any]]:
        """Return the rows of a block as columns of values."""
        raise NotImplementedError


def _others(names: list[str], column: str) -> str:
    """Return what there is instead of a column: the one that may be meant, and all, if few."""
    near = nearest(column, names)
    meant = f"did you mean {near!r}? " if near else ""
    if len(names) <= FEW:
        return f"{meant}its columns are {', '.join(names) or 'none'}"
    return f"{meant}it has {len(names):,}, from {names[0]!r} to {names[-1]!r}"


class ParquetReader(Reader):
    """A table in a Parquet file."""

    def __init__(self, place: Place, column: str, order: list[str]) -> None:
        super().__init__(place, column, order)
        with about(self.name):
            self.file: Any = pq.ParquetFile(place.path)
            self.schema: pa.Schema | None = self.file.schema_arrow
        self.names: list[str] | None = list(self.schema.names)
        self.check()
        kind = self.schema.field(column).type
        if not strings.is_text(kind):
            message = f"{self.name}: the column {column!r} is of type {kind}, and has no texts"
            raise TableError(message)

    def blocks(self) -> Iterator[Block]:
        size = self.place.path.stat().st_size
        facts = self.file.metadata
        total = max(1, facts.num_rows)
        octets = sum(facts.row_group(n).total_byte_size for n in range(facts.num_row_groups))
        done = 0
        with about(self.name):
            rows = max(1, min(ROWS, SIZE * total // max(1, octets)))
            for batch in self.file.iter_batches(rows):
                done += len(batch)
                yield self._block(pa.Table.from_batches([batch]), size * done // total)
            if not done:
                # A table of no rows has columns all the same.
                yield self._block(self.file.schema_arrow.empty_table(), size)

    def _block(self, table: pa.Table, read: int) -> Block:
        order = {name: table.column(name).combine_chunks() for name in self.order}
        texts = strings.of_column(table.column(self.column))
        if (pc.max(pc.binary_length(texts.strings)).as_py() or 0) > delimited.LONGEST_ROW:
            limit = delimited.LONGEST_ROW >> 20
            raise TableError(f"{self.name}: a text is longer than {limit}M bytes")
        return Block(table, texts.strings, order, {}, texts.raw, {}, read)

    def columns(self, block: Block) -> dict[str, list[Any]]:
        names = delimited.unique(block.rows.schema.names)
        return dict(zip(names, map(cells.listed, block.rows.columns), strict=True))
