"""Nested columns: a field of a struct, named ``r.url``, and lists of texts."""

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import columns


def path(schema: pa.Schema, name: str) -> tuple[str, ...]:
    """Return where a column is: a column of this name, or else a field of a struct.

    A name that means nothing is returned as it is.
    """
    if name in schema.names or "." not in name:
        return (name,)
    first, *rest = name.split(".")
    if schema.names.count(first) == 1:
        kind = schema.field(first).type
        for part in rest:
            if not pa.types.is_struct(kind) or kind.get_field_index(part) < 0:
                return (name,)
            kind = kind.field(part).type
        return (first, *rest)
    return (name,)


def kind(schema: pa.Schema, where: tuple[str, ...]) -> pa.DataType:
    """Return the type of what is there."""
    found = schema.field(where[0]).type
    for part in where[1:]:
        found = found.field(part).type
    return found


def is_list(given: pa.DataType) -> bool:
    """Return whether each row has a list."""
    types = pa.types
    return bool(
        types.is_list(given) or types.is_large_list(given) or types.is_fixed_size_list(given)
    )


def element(given: pa.DataType) -> pa.DataType:
    """Return the type of an element of a list; of any other type, itself."""
    return given.value_type if is_list(given) else given


def found(table: pa.Table, where: tuple[str, ...]) -> tuple[pa.ChunkedArray, pa.Array | None]:
    """Return the texts that are there; if these are elements of lists, how many each row has."""
    column = table.column(where[0])
    if len(where) > 1:
        column = pc.struct_field(column, list(where[1:]))
    if not is_list(column.type):
        return column, None
    one = columns.as_array(column)
    return pa.chunked_array([one.flatten()]), pc.list_value_length(one).cast(pa.int64())


def in_lists(values: pa.Array, lengths: pa.Array) -> pa.Array:
    """Return values as the elements of lists of these lengths."""
    ends = pc.cumulative_sum(lengths.fill_null(0))
    offsets = pa.concat_arrays([pa.array([0], pa.int64()), ends])
    lists = pa.LargeListArray.from_arrays(offsets, values)
    if lengths.null_count:
        lists = pc.if_else(lengths.is_valid(), lists, pa.scalar(None, lists.type))
    return lists.cast(pa.list_(values.type))


def parents(lengths: pa.Array) -> pa.Array:
    """Return the row of each element."""
    return pc.list_parent_indices(in_lists(pa.nulls(pc.sum(lengths).as_py() or 0), lengths))


def replaced(column: pa.Array, rest: tuple[str, ...], new: pa.Array) -> pa.Array:
    """Return a column of structs with another field in them."""
    if not rest:
        return new
    at = column.type.get_field_index(rest[0])
    parts = [*column.flatten()]
    parts[at] = replaced(parts[at], rest[1:], new)
    fields = [*column.type]
    fields[at] = fields[at].with_type(parts[at].type)
    mask = pc.invert(column.is_valid()) if column.null_count else None
    return pa.StructArray.from_arrays(parts, fields=fields, mask=mask)
