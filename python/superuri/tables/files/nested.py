"""Nested columns: fields of structs, named like ``r.url``, and lists of texts."""

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import columns


def path(schema: pa.Schema, name: str) -> tuple[str, ...]:
    """Return the path of a name: a column, or else a field of a struct.

    An unknown name is returned unchanged.
    """
    if name in schema.names or "." not in name:
        return (name,)
    first, *rest = name.split(".")
    if schema.names.count(first) == 1:
        type_ = schema.field(first).type
        for part in rest:
            if not pa.types.is_struct(type_) or type_.get_field_index(part) < 0:
                return (name,)
            type_ = type_.field(part).type
        return (first, *rest)
    return (name,)


def field_type(schema: pa.Schema, column_path: tuple[str, ...]) -> pa.DataType:
    type_ = schema.field(column_path[0]).type
    for part in column_path[1:]:
        type_ = type_.field(part).type
    return type_


def is_list(type_: pa.DataType) -> bool:
    types = pa.types
    return bool(
        types.is_list(type_) or types.is_large_list(type_) or types.is_fixed_size_list(type_)
    )


def element_type(type_: pa.DataType) -> pa.DataType:
    """Return the type of a list's elements; any other type is returned unchanged."""
    return type_.value_type if is_list(type_) else type_


def texts(table: pa.Table, column_path: tuple[str, ...]) -> tuple[pa.ChunkedArray, pa.Array | None]:
    """Return the texts of a column; of lists, the elements and the length of each list."""
    column = table.column(column_path[0])
    if len(column_path) > 1:
        column = pc.struct_field(column, list(column_path[1:]))
    if not is_list(column.type):
        return column, None
    array = columns.as_array(column)
    return pa.chunked_array([array.flatten()]), pc.list_value_length(array).cast(pa.int64())


def in_lists(values: pa.Array, lengths: pa.Array) -> pa.Array:
    ends = pc.cumulative_sum(lengths.fill_null(0))
    offsets = pa.concat_arrays([pa.array([0], pa.int64()), ends])
    lists = pa.LargeListArray.from_arrays(offsets, values)
    if lengths.null_count:
        lists = pc.if_else(lengths.is_valid(), lists, pa.scalar(None, lists.type))
    return lists.cast(pa.list_(values.type))


def parents(lengths: pa.Array) -> pa.Array:
    """Return the row number of each element."""
    return pc.list_parent_indices(in_lists(pa.nulls(pc.sum(lengths).as_py() or 0), lengths))


def with_field(column: pa.Array, field_path: tuple[str, ...], new: pa.Array) -> pa.Array:
    if not field_path:
        return new
    index = column.type.get_field_index(field_path[0])
    values = [*column.flatten()]
    values[index] = with_field(values[index], field_path[1:], new)
    fields = [*column.type]
    fields[index] = fields[index].with_type(values[index].type)
    mask = pc.invert(column.is_valid()) if column.null_count else None
    return pa.StructArray.from_arrays(values, fields=fields, mask=mask)
