"""Writers of Parquet and of Arrow IPC: the columns keep their types."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from superuri import _system
from superuri.tables.files import nested, replacing, strings
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Block, Reader
from superuri.tables.files.writing import ADVICE, NewColumns, Writer

#: How much a group of rows of a Parquet file holds.
GROUP_ROWS = 1 << 20


class TypedWriter(Writer):
    """A file whose schema is that of the first block."""

    schema: pa.Schema | None = None
    file: Any = None

    def _opened(self, schema: pa.Schema) -> Any:  # noqa: ANN401  Arrow types them no better
        """Return what writes the tables, once the columns are known."""
        raise NotImplementedError

    def _write(self, table: pa.Table) -> None:
        raise NotImplementedError

    def whole(
        self, reader: Reader, block: Block, more: NewColumns, instead: Sequence[str]
    ) -> pa.Table:
        """Return the rows of a block as a table."""
        new = more.to_arrow()
        if reader.schema is None:
            found = self.columns(reader, block, more, instead)
            names = strings.to_arrow(list(found)).to_pylist()
            table = pa.table([strings.to_arrow(values) for values in found.values()], names)
            # A text stays one; lists of texts are written in it.
            typed = [not (strings.is_text(t) or nested.is_list(t)) for t in new.schema.types]
            put = [each for each in zip(instead, new.schema, new.columns, typed) if each[3]]  # noqa: B905  without instead, all are new
        else:
            block, more, instead = replacing.settled(reader, block, more, instead)
            table, new = block.rows, more.to_arrow()
            put = [(*each, True) for each in zip(instead, new.schema, new.columns)]  # noqa: B905  as above
        for name, field, column, _ in put:
            table = table.set_column(table.schema.names.index(name), field, column)
        for name, value in self.partitions:
            if name not in table.schema.names:
                table = table.append_column(name, pa.array([value] * len(table), pa.string()))
        if self.union is not None:
            table = self._united(reader, table, self.union, set(instead))
        return table if instead or not len(new.schema) else _beside(table, new)

    def _united(
        self, reader: Reader, table: pa.Table, union: pa.Schema, made: set[str]
    ) -> pa.Table:
        """Return a table with all columns of all inputs; those that it has not are null."""
        found = []
        for field in union:
            lacks = field.name not in table.schema.names
            if lacks or table.column(field.name).null_count == len(table):
                found.append(pa.nulls(len(table), field.type))
            elif field.name in made:
                found.append(table.column(field.name))
            else:
                found.append(self._cast(reader, field.name, table.column(field.name), field.type))
        return pa.table(found, union.names)

    def add(
        self,
        reader: Reader,
        block: Block,
        more: NewColumns,
        keep: pa.Array | None,
        instead: Sequence[str] = (),
    ) -> None:
        table = self.whole(reader, block, more, instead)
        if keep is not None:
            table = _kept(table, keep)
        with about(self.name, "written"):
            if self.file is None or self.schema is None:
                self.first = reader.name
                self.schema = table.schema
                self.file = self._opened(table.schema)
            if not table.schema.equals(self.schema):
                table = self._fitted(reader, table, self.schema)
            self._write(table)

    def _fitted(self, reader: Reader, table: pa.Table, schema: pa.Schema) -> pa.Table:
        """Return the table in the schema of the file that it goes to."""
        if sorted(table.schema.names) != sorted(schema.names):
            raise self.columns_error(reader, table.schema.names, schema.names)
        columns = [
            self._cast(reader, want.name, table.column(want.name), want.type) for want in schema
        ]
        return pa.table(columns, schema)

    def _cast(
        self, reader: Reader, name: str, column: pa.ChunkedArray, kind: pa.DataType
    ) -> pa.ChunkedArray:
        try:
            return column.cast(kind)
        except pa.ArrowException as error:
            where = self.first or "another input"
            what = f"its column {name!r} is of type {column.type}, in {where} of type {kind}"
            raise TableError(f"{reader.name}: {what}; {ADVICE}") from error

    def discard(self) -> None:
        if self.file is not None:
            with suppress(OSError, ValueError):
                self.file.close()

    def close(self) -> None:
        with about(self.name, "written"):
            if self.file is None:
                self.file = self._opened(pa.schema([]))
            self._end()
            _system.sync(self.path)

    def _end(self) -> None:
        self.file.close()


def _beside(table: pa.Table, new: pa.Table) -> pa.Table:
    for field, column in zip(new.schema, new.columns, strict=True):
        table = table.append_column(field, column)
    return table


class ParquetWriter(TypedWriter):
    """A Parquet file."""

    def _opened(self, schema: pa.Schema) -> Any:  # noqa: ANN401  as above
        # Arrow's own types are for what was read: ours are plain, such as texts in a dictionary.
        known = self.template is not None
        return pq.ParquetWriter(self.path, schema, compression="zstd", store_schema=known)

    def _write(self, table: pa.Table) -> None:
        self.file.write_table(table, GROUP_ROWS)


class ArrowWriter(TypedWriter):
    """A file of Arrow IPC, which is Feather's second version; or a stream, as its name says."""

    def __init__(
        self,
        place: Place,
        path: Path,
        partitions: tuple[tuple[str, str], ...],
        template: Reader | None = None,
    ) -> None:
        super().__init__(place, path, partitions, template)
        self.sink: Any = None
        #: The dictionary of each column that has one: of a file, a later one only adds to it.
        self.dictionaries: dict[str, pa.Array] = {}

    def whole(
        self, reader: Reader, block: Block, more: NewColumns, instead: Sequence[str]
    ) -> pa.Table:
        table = super().whole(reader, block, more, instead)
        # Findings need no dictionaries: a file would hold those of all blocks.
        if self.template is not None:
            return table
        return pa.table([_decoded(column) for column in table.columns], table.schema.names)

    def _opened(self, schema: pa.Schema) -> Any:  # noqa: ANN401  as above
        self.sink = pa.OSFile(str(self.path), "wb")
        is_stream = self.place.format == "arrows"
        options = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
        opened = pa.ipc.new_stream if is_stream else pa.ipc.new_file
        return opened(self.sink, schema, options=options)

    def _write(self, table: pa.Table) -> None:
        if self.place.format != "arrows":
            for n, field in enumerate(table.schema):
                if pa.types.is_dictionary(field.type):
                    table = table.set_column(n, field, self._extended(field, table.column(n)))
        self.file.write_table(table)

    def _extended(self, field: pa.Field, column: pa.ChunkedArray) -> pa.ChunkedArray:
        """Return a column whose dictionary begins with the one that was written before."""
        known = self.dictionaries.get(field.name, pa.array([], field.type.value_type))
        none = pa.array([], field.type.index_type)
        before = pa.DictionaryArray.from_arrays(none, known, ordered=field.type.ordered)
        first, *chunks = pa.chunked_array([before, *column.chunks]).unify_dictionaries().chunks
        self.dictionaries[field.name] = first.dictionary
        return pa.chunked_array(chunks, field.type)

    def _end(self) -> None:
        self.file.close()
        self.sink.close()

    def discard(self) -> None:
        super().discard()
        if self.sink is not None:
            with suppress(OSError, ValueError):
                self.sink.close()


def _decoded(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column


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
