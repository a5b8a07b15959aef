"""Columns of text files: operations on binary Arrow arrays."""

import _thread
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

#: The type of all columns here: binary with 64-bit offsets.
OCTETS = pa.large_binary()
#: Bytes of overhead that are counted for each field.
FIELD_COST = 4


@cache
def can_parse() -> bool:
    """Return whether Arrow can parse text: its parsers start a thread, and if that fails, they
    abort the process.
    """
    try:
        # `Thread.start` would wait for ever if the thread ended without memory.
        _thread.start_new_thread(bool, ())
    except RuntimeError:
        return False
    return True


def scalar(value: bytes) -> pa.Scalar:
    return pa.scalar(value, OCTETS)


def from_texts(texts: Iterable[str | None]) -> pa.Array:
    """Return texts as UTF-8; bytes that were decoded with surrogateescape are restored."""
    encoded = [None if text is None else text.encode("utf-8", "surrogateescape") for text in texts]
    return pa.array(encoded, OCTETS)


def to_texts(column: pa.Array) -> list[str]:
    """Return bytes as texts: the inverse of ``from_texts``."""
    return [value.decode("utf-8", "surrogateescape") for value in column.to_pylist()]


def joined(parts: Sequence[pa.Array | pa.Scalar], separator: bytes = b"") -> pa.Array:
    return pc.binary_join_element_wise(*parts, scalar(separator))


def lines(fields: Sequence[pa.Array | pa.Scalar], delimiter: bytes, ending: pa.Scalar) -> pa.Array:
    *first, last = fields
    return joined([*first, joined([last, ending])], delimiter)


def concatenated(arrays: list[pa.Array]) -> pa.Array:
    return arrays[0] if len(arrays) == 1 else pa.concat_arrays(arrays)


def as_array(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    if isinstance(column, pa.ChunkedArray):
        chunks = column.chunks
        return concatenated(chunks) if chunks else pa.array([], column.type)
    return column


def apply_where(column: pa.Array, mask: pa.BooleanArray, function: Any) -> pa.Array:  # noqa: ANN401  it takes and gives an array
    """Replace the rows of the mask with what the function returns for them."""
    if not mask.true_count:
        return column
    return pc.replace_with_mask(column, mask, function(column.filter(mask)))


def replace_rows(column: pa.Array, rows: Mapping[int, bytes]) -> pa.Array:
    if not rows:
        return column
    mask = row_mask(rows, len(column))
    values = pa.array([rows[n] for n in sorted(rows)], OCTETS)
    return pc.replace_with_mask(column, mask, values)


def trimmed(texts: pa.Array) -> pa.Array:
    """Return texts without the ASCII white space around them."""
    return pc.utf8_trim(texts, characters="\t\n\f\r ")


def row_mask(rows: Iterable[int], count: int) -> pa.BooleanArray:
    """Return a mask of ``count`` rows in which these rows are true."""
    mask = bytearray(count)
    for n in rows:
        mask[n] = 1
    return pa.Array.from_buffers(pa.uint8(), count, [None, pa.py_buffer(mask)]).cast(pa.bool_())


def content(column: pa.Array) -> pa.Buffer:
    """Return the concatenated bytes of all rows."""
    offsets = column.buffers()[1]
    if not len(column) or offsets is None:
        return pa.py_buffer(b"")
    offsets64 = pa.Array.from_buffers(pa.int64(), len(column) + column.offset + 1, [None, offsets])
    start, end = offsets64[column.offset].as_py(), offsets64[len(column) + column.offset].as_py()
    data = column.buffers()[2]
    return pa.py_buffer(b"") if data is None else data.slice(start, end - start)
