"""Writers of Parquet and Arrow IPC: the columns keep their types."""

from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from superuri.tables.files import nested, replacing, strings
from superuri.tables.files.failure import TableError
from superuri.tables.files.reading import Reader
from superuri.tables.files.writing import ADVICE, FOLDER, Batch, Writer

#: The maximum number of rows in a row group of Parquet.
GROUP_ROWS = 1 << 20


class TypedWriter(Writer):
    """A writer of a file with the schema of the first block."""

    schema: pa.Schema | None = None

    def _opened(self, schema: pa.Schema) -> list[Any]:
        """Open Arrow's writer, and return it and the file below it, if there is one."""
        raise NotImplementedError

    def _write_table(self, table: pa.Table) -> None:
        """Write a table with the file's schema."""
        raise NotImplementedError

    def _converted(self, batch: Batch) -> pa.Table:
        reader, replaced, new = batch.reader, batch.replaced, batch.results.to_arrow()
        if reader.schema is None:
            columns = self.columns(batch)
            names = strings.to_arrow(list(columns)).to_pylist()
            table = pa.table([strings.to_arrow(values) for values in columns.values()], names)
            # Replaced columns of texts, and texts with lists in them, are strings in the table.
            typed = [not (strings.is_text(t) or nested.is_list(t)) for t in new.schema.types]
            pairs = zip(replaced, new.schema, new.columns, typed)  # noqa: B905  without replaced, all are new
            replacements = [each for each in pairs if each[3]]
        else:
            _, block, results, replaced = replacing.replace_nested(batch)
            table, new = block.rows, results.to_arrow()
            replacements = [(*each, True) for each in zip(replaced, new.schema, new.columns)]  # noqa: B905  as above
        for name, field, column, _ in replacements:
            table = table.set_column(table.schema.names.index(name), field, column)
        for name, value in self.partitions:
            if (label := strings.triplets(name)) not in table.schema.names:
                table = table.append_column(label, strings.repeated(value, len(table)))
        if self.union is not None:
            table = self._union_columns(reader, table, self.union, set(replaced))
        for field, column in () if replaced else zip(new.schema, new.columns, strict=True):
            table = table.append_column(field, column)
        return table

    def _union_columns(
        self, reader: Reader, table: pa.Table, union: pa.Schema, replaced: set[str]
    ) -> pa.Table:
        """Return a table with the columns of all inputs; missing ones are null."""
        columns = []
        for field in union:
            is_missing = field.name not in table.schema.names
            if is_missing or table.column(field.name).null_count == len(table):
                columns.append(pa.nulls(len(table), field.type))
            elif field.name in replaced:
                columns.append(table.column(field.name))
            else:
                columns.append(self._cast(reader, field.name, table.column(field.name), field.type))
        return pa.table(columns, union.names)

    def _write(self, rows: pa.Table, reader: Reader, keep: pa.Array | None) -> None:
        table = rows if keep is None else _filter(rows, keep)
        if self.schema is None:
            self.first_input: str = reader.name
            self.schema = table.schema
            self.files = self._opened(table.schema)
        if not table.schema.equals(self.schema):
            table = self._with_schema(reader, table, self.schema)
        self._write_table(table)

    def _with_schema(self, reader: Reader, table: pa.Table, schema: pa.Schema) -> pa.Table:
        if sorted(table.schema.names) != sorted(schema.names):
            raise self.columns_error(reader, table.schema.names, schema.names)
        columns = [
            self._cast(reader, field.name, table.column(field.name), field.type) for field in schema
        ]
        return pa.table(columns, schema)

    def _cast(
        self, reader: Reader, name: str, column: pa.ChunkedArray, type_: pa.DataType
    ) -> pa.ChunkedArray:
        try:
            return column.cast(type_)
        except pa.ArrowException as error:
            where = self.first_input or "another input"
            what = f"its column {name!r} is of type {column.type}, in {where} of type {type_}"
            advice = ADVICE if self.union is None else f"{FOLDER}, or cast one of them"
            raise TableError(f"{reader.name}: {what}; {advice}") from error

    def _finish(self) -> None:
        if not self.files:
            self.files = self._opened(pa.schema([]))


class ParquetWriter(TypedWriter):
    def _opened(self, schema: pa.Schema) -> list[Any]:
        # Arrow's types are only stored for columns of inputs; findings are plain texts.
        has_template = self.template is not None
        return [pq.ParquetWriter(self.path, schema, compression="zstd", store_schema=has_template)]

    def _write_table(self, table: pa.Table) -> None:
        self.files[0].write_table(table, GROUP_ROWS)


class ArrowWriter(TypedWriter):
    """A writer of Arrow IPC: a file (Feather's second version) or a stream, by its name."""

    def _converted(self, batch: Batch) -> pa.Table:
        table = super()._converted(batch)
        # Findings are written without dictionaries: a file would contain those of all blocks.
        if self.template is not None:
            return table
        return pa.table([_decoded(column) for column in table.columns], table.schema.names)

    def _opened(self, schema: pa.Schema) -> list[Any]:
        file = pa.OSFile(str(self.path), "wb")
        self.dictionaries: dict[str, pa.Array] = {}
        is_stream = self.place.format == "arrows"
        options = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
        open_writer = pa.ipc.new_stream if is_stream else pa.ipc.new_file
        return [open_writer(file, schema, options=options), file]

    def _write_table(self, table: pa.Table) -> None:
        if self.place.format != "arrows":
            for n, field in enumerate(table.schema):
                if pa.types.is_dictionary(field.type):
                    table = table.set_column(n, field, self._extended(field, table.column(n)))
        self.files[0].write_table(table)

    def _extended(self, field: pa.Field, column: pa.ChunkedArray) -> pa.ChunkedArray:
        """Return a column with a dictionary that extends the one written before."""
        # In a file, a dictionary can only be extended.
        known = self.dictionaries.get(field.name, pa.array([], field.type.value_type))
        no_indices = pa.array([], field.type.index_type)
        previous = pa.DictionaryArray.from_arrays(no_indices, known, ordered=field.type.ordered)
        first, *chunks = pa.chunked_array([previous, *column.chunks]).unify_dictionaries().chunks
        self.dictionaries[field.name] = first.dictionary
        return pa.chunked_array(chunks, field.type)


def _decoded(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column


def _filter(table: pa.Table, keep: pa.BooleanArray) -> pa.Table:
    """Filter the rows of a table with columns of any type."""
    try:
        return table.filter(keep)
    except pa.ArrowNotImplementedError:
        # Arrow cannot filter views: these tables are filtered row by row.
        kept = (table.slice(n, 1) for n, is_kept in enumerate(keep.to_pylist()) if is_kept)
        return pa.concat_tables([table.slice(0, 0), *kept])
