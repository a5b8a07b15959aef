"""Readers of tables, block by block, so that no row is lost."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from superuri._values.nearest import nearest
from superuri.tables.files import cells, delimited, nested, strings
from superuri.tables.files.dialect import Dialect
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
    invalid: dict[int, str]
    #: The rows with octets that are not valid UTF-8, as they are; in the texts they are triplets.
    raw: dict[int, bytes]
    #: The texts with half of a surrogate pair, which no engine holds.
    surrogates: dict[int, strings.SurrogateText]
    #: How many octets of the file were read until here.
    read: int
    #: How many blank lines between its rows were left out.
    blank: int = 0
    #: Where a row has a list of texts: how many each has, and null where there is no list.
    lengths: pa.Array | None = None

    def __len__(self) -> int:
        return len(self.texts if self.lengths is None else self.lengths)

    def with_fields(self, **others: Any) -> "Block":  # noqa: ANN401  they are its fields
        """Return a block with other fields: ``_replace`` asks how long it is."""
        return Block(**{**self._asdict(), **others})

    def original_texts(self) -> dict[int, str]:
        """Return the texts that Arrow cannot hold as they are, as Python has them."""
        octets = {n: raw.decode("utf-8", "surrogateescape") for n, raw in self.raw.items()}
        return {**octets, **self.surrogates}


class Reader:
    """A table: its columns, and its blocks."""

    #: The names of its columns; None where every row has its own.
    names: list[str] | None = None
    #: The types of its columns, where it has any.
    schema: pa.Schema | None = None
    ending: str = "\n"
    #: What the column is called that holds what has no column, if there is such.
    rest: str = ""
    #: Whether it begins with a byte order mark.
    has_bom: bool = False

    #: How it is written, where that is not as its format is by default.
    dialect: Dialect = Dialect()

    def __init__(self, place: Place, text_columns: list[str], order: list[str]) -> None:
        self.place: Place = place
        #: The columns to work on; the first is the one that most tables have alone.
        self.text_columns: list[str] = text_columns
        self.column: str = text_columns[0]
        self.order: list[str] = order
        self.name: str = place.name

    def check(self) -> None:
        """Refuse a table without the columns."""
        if self.names is None:
            return
        for column in (*self.text_columns, *self.order):
            if column not in self.names:
                advice = _others(self.names, column)
                if self.place.format in {"csv", "tsv"} and column.isdecimal():
                    advice += "; if it has no header, say so (--no-header)"
                raise TableError(f"{self.name} has no column {column!r}; {advice}")
            if self.names.count(column) > 1:
                times = self.names.count(column)
                message = f"{self.name}: it has {times} columns {column!r}: rename all but one"
                raise TableError(message)

    def check_new_names(self, names: list[str], advice: str) -> None:
        """Refuse a table that has one of the new columns already."""
        taken = [name for name in names if name in (self.names or ())]
        if taken:
            raise TableError(f"{self.name}: it has a column {taken[0]!r} already; {advice}")

    def has_lists(self, name: str) -> bool:  # noqa: ARG002  most formats have none
        """Return whether the rows have a list of texts in this column."""
        return False

    def dialect_note(self) -> str:
        """Return how it is written, where that is not as its name says."""
        return ""

    def blocks(self) -> Iterator[Block]:
        """Read the blocks."""
        raise NotImplementedError

    def for_column(self, block: Block, n: int) -> Block:
        """Return a block with the texts of another of the columns to work on."""
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


class TypedReader(Reader):
    """A table whose columns have types."""

    schema: pa.Schema

    def __init__(self, place: Place, text_columns: list[str], order: list[str]) -> None:
        super().__init__(place, text_columns, order)
        with about(self.name):
            self.schema = self._schema()
        self.names: list[str] | None = list(self.schema.names)
        #: Where each column to work on is: its name, and the fields in it.
        self.paths: list[tuple[str, ...]] = [
            nested.path(self.schema, name) for name in text_columns
        ]
        self.text_columns = [path[0] for path in self.paths]
        self.check()
        self.text_columns = text_columns
        for name, path in zip(text_columns, self.paths, strict=True):
            kind = nested.field_type(self.schema, path)
            if not strings.is_text(nested.element_type(kind)):
                message = f"{self.name}: the column {name!r} is of type {kind}, and has no texts"
                raise TableError(message)

    def has_lists(self, name: str) -> bool:
        return nested.is_list(nested.field_type(self.schema, nested.path(self.schema, name)))

    def _schema(self) -> pa.Schema:
        """Return its columns."""
        raise NotImplementedError

    def _tables(self) -> Iterator[tuple[pa.Table, int]]:
        """Return its rows, some at a time, each with the bytes that are read until there."""
        raise NotImplementedError

    def blocks(self) -> Iterator[Block]:
        some = False
        with about(self.name):
            for table, read in self._tables():
                some = True
                yield self._block(table, read)
            if not some:
                # A table of no rows has columns all the same.
                yield self._block(self.schema.empty_table(), self.place.path.stat().st_size)

    def _block(self, table: pa.Table, read: int) -> Block:
        order = {name: table.column(name).combine_chunks() for name in self.order}
        block = Block(table, pa.array([], pa.string()), order, {}, {}, {}, read)
        return self.for_column(block, 0)

    def for_column(self, block: Block, n: int) -> Block:
        column, lengths = nested.texts(block.rows, self.paths[n])
        texts = strings.from_column(column)
        if (pc.max(pc.binary_length(texts.strings)).as_py() or 0) > delimited.LONGEST_ROW:
            limit = delimited.LONGEST_ROW >> 20
            raise TableError(f"{self.name}: a text is longer than {limit}M bytes")
        return block.with_fields(texts=texts.strings, invalid={}, raw=texts.raw, lengths=lengths)

    def columns(self, block: Block) -> dict[str, list[Any]]:
        names = delimited.unique(block.rows.schema.names)
        return dict(zip(names, map(cells.to_list, block.rows.columns), strict=True))


class ParquetReader(TypedReader):
    """A table in a Parquet file."""

    def _schema(self) -> pa.Schema:
        self.file: Any = pq.ParquetFile(self.place.path)
        return self.file.schema_arrow

    def _tables(self) -> Iterator[tuple[pa.Table, int]]:
        size = self.place.path.stat().st_size
        facts = self.file.metadata
        total = max(1, facts.num_rows)
        octets = sum(facts.row_group(n).total_byte_size for n in range(facts.num_row_groups))
        done = 0
        rows = max(1, min(ROWS, SIZE * total // max(1, octets)))
        for batch in self.file.iter_batches(rows):
            done += len(batch)
            yield pa.Table.from_batches([batch]), size * done // total
