"""Writers of tables: what came in goes out as it was, with more columns."""

from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from superuri import _system
from superuri.tables.files import cells, delimited, strings
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Block, Reader

#: How much a group of rows of a Parquet file holds.
GROUP_ROWS = 1 << 20


#: What helps where the columns of inputs differ.
ADVICE = "name a folder as the output, where each keeps its own columns"


class More(NamedTuple):
    """The new columns of a block."""

    table: pa.Table
    #: Of each column, the texts that Arrow holds in other words only: the row of each.
    kept: dict[str, dict[int, str]]
    #: The rows in which what is there stays, where the one column is instead of another.
    stays: frozenset[int] = frozenset()

    def columns(self) -> dict[str, list[Any]]:
        """Return each column as a list."""
        found = {name: self.table.column(name).to_pylist() for name in self.table.schema.names}
        for name, texts in self.kept.items():
            for at, text in texts.items():
                found[name][at] = text
        return found

    def held(self) -> pa.Table:
        """Return the columns, with these texts as Arrow holds them."""
        table = self.table
        for name, texts in self.kept.items():
            values = table.column(name).to_pylist()
            for at, text in zip(texts, strings.held(list(texts.values())).to_pylist(), strict=True):
                values[at] = text
            place = table.schema.get_field_index(name)
            table = table.set_column(place, name, pa.array(values, pa.string()))
        return table


class Writer:
    """A file that is being written, under a passing name, and on the disk once it is closed."""

    def __init__(self, place: Place, path: Path, partitions: tuple[tuple[str, str], ...]) -> None:
        self.place: Place = place
        self.path: Path = path
        self.name: str = str(place.path)
        # What the folders of the input say of its rows, where the output has no such folders.
        self.partitions = partitions

    #: How many fields had what this format cannot say, and were written in other words.
    escaped = 0
    #: The input whose columns it has.
    first: str = ""

    def drifted(self, reader: Reader, names: list[str], known: list[str]) -> TableError:
        """Return the refusal of an input whose columns are not those of the first one."""
        lacks = next((name for name in known if name not in names), None)
        more = next((name for name in names if name not in known), None)
        if lacks is not None:
            what = f"it has no column {lacks!r}, which {self.first} has"
        elif more is not None:
            what = f"it has a column {more!r}, which {self.first} has not"
        else:
            what = f"its columns have another order than those of {self.first}"
        return TableError(f"{reader.name}: {what}; {ADVICE}")

    def add(
        self, reader: Reader, block: Block, more: More, keep: pa.Array | None, instead: str = ""
    ) -> None:
        """Write the rows of a block that are kept, with these columns more.

        The one column that there is may replace one of the rows' (``instead``).
        """
        raise NotImplementedError

    def close(self) -> None:
        """Finish the file."""
        raise NotImplementedError

    def discard(self) -> None:
        """Let go of a file that is not finished; of one that is, nothing is left."""

    def columns(self, reader: Reader, block: Block, more: More, instead: str) -> dict[str, Any]:
        """Return the rows of a block as columns, lists or Arrow's, without the new ones."""
        found = _of_table(block.rows) if isinstance(block.rows, pa.Table) else reader.columns(block)
        new = [] if instead else more.table.schema.names
        # What is called as a new column is gets another name.
        names = delimited.unique([*new, *found])[len(new) :]
        found = dict(zip(names, found.values(), strict=True))
        if instead:
            [new] = more.columns().values()
            old = found[instead]
            if more.stays and not isinstance(old, list):
                old = cells.listed(pa.chunked_array([old]) if isinstance(old, pa.Array) else old)
            found[instead] = [old[n] if n in more.stays else after for n, after in enumerate(new)]
        for name, value in self.partitions:
            found.setdefault(name, [value] * len(block))
        return found


def _of_table(table: pa.Table) -> dict[str, Any]:
    return dict(zip(delimited.unique(table.schema.names), table.columns, strict=True))


class ParquetWriter(Writer):
    """A Parquet file, whose schema is that of the first block."""

    file: pq.ParquetWriter | None = None

    def whole(self, reader: Reader, block: Block, more: More, instead: str) -> pa.Table:
        """Return the rows of a block as a table."""
        new = more.held()
        if reader.schema is None:
            found = self.columns(reader, block, more, instead)
            names = strings.held(list(found)).to_pylist()
            table = pa.table([strings.held(values) for values in found.values()], names)
        else:
            table = block.rows
        if instead:
            if reader.schema is None and pa.types.is_string(new.column(0).type):
                return table
            place = table.schema.names.index(instead)
            return table.set_column(place, new.schema.field(0), new.column(0))
        for name, value in self.partitions:
            if name not in table.schema.names:
                table = table.append_column(name, pa.array([value] * len(table), pa.string()))
        for field, column in zip(new.schema, new.columns, strict=True):
            table = table.append_column(field, column)
        return table

    def add(
        self, reader: Reader, block: Block, more: More, keep: pa.Array | None, instead: str = ""
    ) -> None:
        table = self.whole(reader, block, more, instead)
        if keep is not None:
            table = _kept(table, keep)
        with about(self.name, "written"):
            if self.file is None:
                self.first = reader.name
                # Arrow's own types are for the tables of others: words of ours are plain strings.
                self.file = pq.ParquetWriter(
                    self.path,
                    table.schema,
                    compression="zstd",
                    store_schema=reader.place.format != "memory",
                )
            if not table.schema.equals(self.file.schema):
                table = self._cast(reader, table, self.file.schema)
            self.file.write_table(table, GROUP_ROWS)

    def _cast(self, reader: Reader, table: pa.Table, schema: pa.Schema) -> pa.Table:
        """Return the table in the schema of the file that it goes to."""
        if sorted(table.schema.names) != sorted(schema.names):
            raise self.drifted(reader, table.schema.names, schema.names)
        columns = []
        for want in schema:
            column = table.column(want.name)
            try:
                columns.append(column.cast(want.type))
            except pa.ArrowException as error:
                what = f"its column {want.name!r} is of type {column.type}"
                message = f"{reader.name}: {what}, in {self.first} of type {want.type}; {ADVICE}"
                raise TableError(message) from error
        return pa.table(columns, schema)

    def discard(self) -> None:
        if self.file is not None:
            with suppress(OSError, ValueError):
                self.file.close()

    def close(self) -> None:
        with about(self.name, "written"):
            if self.file is None:
                self.file = pq.ParquetWriter(self.path, pa.schema([]))
            self.file.close()
            _system.sync(self.path)


def _kept(table: pa.Table, keep: pa.BooleanArray) -> pa.Table:
    """Return the rows that are kept, of columns of any type."""
    try:
        return table.filter(keep)
    except pa.ArrowNotImplementedError:
        # Arrow knows no way for views: they are kept row by row.
        return pa.concat_tables(
            [
                table.slice(0, 0),
                *(table.slice(n, 1) for n, stays in enumerate(keep.to_pylist()) if stays),
            ]
        )
