"""Readers of tables, block by block, without losing a row."""

from collections.abc import Callable, Container, Iterator
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from superuri._values.nearest import nearest
from superuri.tables.files import cells, delimited, nested, strings
from superuri.tables.files.dialect import Dialect
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place

#: The maximum number of rows of a block: small enough for memory, large enough for threads.
ROWS = 131_072
#: The maximum number of column names that an error lists.
MAX_LISTED = 20
#: The maximum size of a block in characters or bytes, for long rows.
SIZE = 32 << 20


class Block(NamedTuple):
    #: A pyarrow.Table, ``reading_text.Rows``, or an array of lines.
    rows: Any
    #: The texts to work on; null if there is none.
    texts: pa.Array
    #: The columns to order by.
    order: dict[str, pa.Array]
    #: The codes of rows without a valid text.
    invalid: dict[int, str]
    #: The original bytes of rows that are not valid UTF-8, and percent-encoded in the texts.
    raw: dict[int, bytes]
    #: The original texts of rows with lone surrogates.
    surrogates: dict[int, strings.SurrogateText]
    #: The number of bytes of the file that were read up to this block.
    read: int
    #: The number of blank lines that were skipped.
    blank: int = 0
    #: If rows have lists of texts: the length of each list; null if there is no list.
    lengths: pa.Array | None = None

    def __len__(self) -> int:
        return len(self.texts if self.lengths is None else self.lengths)

    @property
    def empty(self) -> int:
        """The number of rows without a text: of lists, those without an element."""
        if self.lengths is None:
            return int(self.texts.null_count) - len(self.invalid)
        return int(pc.sum(pc.equal(self.lengths.fill_null(0), 0)).as_py() or 0)

    def with_texts(self, texts: strings.Texts, **fields: Any) -> "Block":  # noqa: ANN401  as below
        names = {"texts": texts.strings, "invalid": texts.invalid}
        return self.with_fields(**names, raw=texts.raw, surrogates=texts.surrogates, **fields)

    def with_fields(self, **fields: Any) -> "Block":  # noqa: ANN401  they are its fields
        """Return a copy with other fields; ``_replace`` would call ``__len__``."""
        return Block(**{**self._asdict(), **fields})

    def original_texts(self) -> dict[int, str]:
        """Return the original texts of rows that are not valid UTF-8."""
        octets = {n: raw.decode("utf-8", "surrogateescape") for n, raw in self.raw.items()}
        return {**octets, **self.surrogates}


class Reader:
    #: The names of the columns; None if each row has its own.
    names: list[str] | None = None
    #: The types of the columns, if the format has types.
    schema: pa.Schema | None = None
    ending: str = "\n"
    #: The name of the column for fields without a column, if there are any.
    rest: str = ""
    #: Whether the file begins with a byte order mark.
    has_bom: bool = False

    #: The dialect of a text file.
    dialect: Dialect = Dialect()

    def __init__(self, place: Place, text_columns: list[str], order: list[str]) -> None:
        self.place: Place = place
        #: The columns to work on; most jobs have only one.
        self.text_columns: list[str] = text_columns
        self.column: str = text_columns[0]
        self.order: list[str] = order
        self.name: str = place.name
        #: The partitions among these columns that the file does not have as columns.
        self.from_path: dict[str, str | None] = {}

    def _take_from_path(self, names: Container[str]) -> None:
        """Take from the path the columns that are partitions, and not in the file."""
        asked = {*self.text_columns, *self.order}
        self.from_path = {
            name: value
            for name, value in self.place.partitions
            if name in asked and name not in names
        }

    def _order(self, count: int, own: Callable[[str], pa.Array]) -> dict[str, pa.Array]:
        """Return the columns to order by; ``own`` returns one of the file's columns."""
        return {
            name: strings.repeated(self.from_path[name], count)
            if name in self.from_path
            else own(name)
            for name in self.order
        }

    def check(self) -> None:
        if self.names is None:
            return
        for column in (*self.text_columns, *self.order):
            if column in self.from_path:
                continue
            if column not in self.names:
                advice = _column_hint(self.names, column)
                if self.place.format in {"csv", "tsv"} and column.isdecimal():
                    advice += "; if it has no header, use --no-header"
                if column.isdecimal() and 0 < int(column) <= len(self.names):
                    advice += f"; column {column} is called {self.names[int(column) - 1]!r}"
                raise TableError(f"{self.name} has no column {column!r}; {advice}")
            if self.names.count(column) > 1:
                times = self.names.count(column)
                message = f"{self.name}: it has {times} columns {column!r}: rename all but one"
                raise TableError(message)

    def check_new_names(self, names: list[str], advice: str) -> None:
        """Refuse a table that already has one of the new columns."""
        existing = [name for name in names if name in (self.names or ())]
        if existing:
            raise TableError(f"{self.name}: it has a column {existing[0]!r} already; {advice}")

    def has_lists(self, name: str) -> bool:  # noqa: ARG002  most formats have none
        return False

    def dialect_note(self) -> str:
        """Describe how its dialect differs from the default of its format."""
        return ""

    def blocks(self) -> Iterator[Block]:
        raise NotImplementedError

    def for_column(self, block: Block, n: int) -> Block:
        """Return a block with the texts of another column to work on."""
        name = self.text_columns[n]
        if name not in self.from_path:
            return self._for_own_column(block, n)
        texts = strings.repeated(self.from_path[name], len(block.rows))
        return block.with_fields(texts=texts, invalid={}, raw={}, surrogates={}, lengths=None)

    def _for_own_column(self, block: Block, n: int) -> Block:
        """Return a block with the texts of another column of the file."""
        raise NotImplementedError

    def columns(self, block: Block) -> dict[str, list[Any]]:
        raise NotImplementedError


def _column_hint(names: list[str], column: str) -> str:
    """Return a hint for an unknown column: a similar name, and all names if there are few."""
    if not names:
        return "it is empty"
    suggestion = nearest(column, names)
    hint = f"did you mean {suggestion!r}? " if suggestion else ""
    if len(names) <= MAX_LISTED:
        return f"{hint}its columns are {', '.join(names)}"
    return f"{hint}it has {len(names):,}, from {names[0]!r} to {names[-1]!r}"


class TypedReader(Reader):
    schema: pa.Schema

    def __init__(self, place: Place, text_columns: list[str], order: list[str]) -> None:
        super().__init__(place, text_columns, order)
        with about(self.name):
            self.schema = self._schema()
        self.names: list[str] | None = list(self.schema.names)
        self._take_from_path(self.names)
        #: The path of each column to work on: its name, and the fields of structs.
        self.paths: list[tuple[str, ...]] = [
            nested.path(self.schema, name) for name in text_columns
        ]
        self.text_columns: list[str] = [path[0] for path in self.paths]
        self.check()
        self.text_columns = text_columns
        for name, path in zip(text_columns, self.paths, strict=True):
            if name in self.from_path:
                continue
            type_ = nested.field_type(self.schema, path)
            if not strings.is_text(nested.element_type(type_)):
                message = f"{self.name}: the column {name!r} is of type {type_}, and has no texts"
                raise TableError(message)

    def has_lists(self, name: str) -> bool:
        if name in self.from_path:
            return False
        return nested.is_list(nested.field_type(self.schema, nested.path(self.schema, name)))

    def _schema(self) -> pa.Schema:
        raise NotImplementedError

    def _tables(self) -> Iterator[tuple[pa.Table, int]]:
        """Yield the rows in tables, each with the number of bytes that were read up to it."""
        raise NotImplementedError

    def blocks(self) -> Iterator[Block]:
        has_rows = False
        with about(self.name):
            for table, read in self._tables():
                has_rows = True
                yield self._block(table, read)
            if not has_rows:
                # A table without rows still has columns.
                yield self._block(self.schema.empty_table(), self.place.path.stat().st_size)

    def _block(self, table: pa.Table, read: int) -> Block:
        order = self._order(len(table), lambda name: table.column(name).combine_chunks())
        block = Block(table, pa.array([], pa.string()), order, {}, {}, {}, read)
        return self.for_column(block, 0)

    def _for_own_column(self, block: Block, n: int) -> Block:
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
    def _schema(self) -> pa.Schema:
        self.file: Any = pq.ParquetFile(self.place.path)
        return self.file.schema_arrow

    def _tables(self) -> Iterator[tuple[pa.Table, int]]:
        file_size = self.place.path.stat().st_size
        metadata = self.file.metadata
        total = max(1, metadata.num_rows)
        groups = range(metadata.num_row_groups)
        data_size = sum(metadata.row_group(n).total_byte_size for n in groups)
        done = 0
        for batch in self.file.iter_batches(max(1, min(ROWS, SIZE * total // max(1, data_size)))):
            done += len(batch)
            yield pa.Table.from_batches([batch]), file_size * done // total
