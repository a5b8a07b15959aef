"""Columns of a file of text: bytes, many rows at a time, and what differs row by row."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

#: The type of all columns here: bytes, as many as memory has.
OCTETS = pa.large_binary()
#: Bytes that a field takes, at least, however short it is.
FIELD_COST = 4


def scalar(value: bytes) -> pa.Scalar:
    return pa.scalar(value, OCTETS)


def from_texts(texts: Iterable[str | None]) -> pa.Array:
    """Return texts as bytes; those that stand for bytes that are not UTF-8 are these bytes."""
    made = [None if text is None else text.encode("utf-8", "surrogateescape") for text in texts]
    return pa.array(made, OCTETS)


def to_texts(column: pa.Array) -> list[str]:
    """Return bytes as texts: the other way."""
    return [each.decode("utf-8", "surrogateescape") for each in column.to_pylist()]


def joined(parts: Sequence[pa.Array | pa.Scalar], mark: bytes = b"") -> pa.Array:
    """Return the parts of each row as one."""
    return pc.binary_join_element_wise(*parts, scalar(mark))


def concatenated(arrays: list[pa.Array]) -> pa.Array:
    """Return arrays one after the other."""
    return arrays[0] if len(arrays) == 1 else pa.concat_arrays(arrays)


def as_array(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    """Return a column as one array."""
    if isinstance(column, pa.ChunkedArray):
        chunks = column.chunks
        return concatenated(chunks) if chunks else pa.array([], column.type)
    return column


def apply_where(column: pa.Array, mask: pa.BooleanArray, function: Any) -> pa.Array:  # noqa: ANN401  it takes and gives an array
    """Return the column, with what is made of the rows of the mask in their places."""
    if not mask.true_count:
        return column
    return pc.replace_with_mask(column, mask, function(column.filter(mask)))


def replace_rows(column: pa.Array, rows: Mapping[int, bytes]) -> pa.Array:
    """Return the column with other bytes in these rows."""
    if not rows:
        return column
    mask = row_mask(rows, len(column))
    made = pa.array([rows[n] for n in sorted(rows)], OCTETS)
    return pc.replace_with_mask(column, mask, made)


def row_mask(rows: Iterable[int], count: int) -> pa.BooleanArray:
    """Return which of so many rows are these."""
    mask = bytearray(count)
    for n in rows:
        mask[n] = 1
    return pa.Array.from_buffers(pa.uint8(), count, [None, pa.py_buffer(mask)]).cast(pa.bool_())


def content(column: pa.Array) -> pa.Buffer:
    """Return the bytes of all rows, one after the other."""
    offsets = column.buffers()[1]
    if not len(column) or offsets is None:
        return pa.py_buffer(b"")
    places = pa.Array.from_buffers(pa.int64(), len(column) + column.offset + 1, [None, offsets])
    start, end = places[column.offset].as_py(), places[len(column) + column.offset].as_py()
    data = column.buffers()[2]
    return pa.py_buffer(b"") if data is None else data.slice(start, end - start)
