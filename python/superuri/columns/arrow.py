"""Columns of Arrow data: one function that applies a verb to a column.

>>> from superuri.columns import arrow
>>> arrow.apply(["http://e.com/a b", None], "clean").to_list()
['http://e.com/a%20b', None]
"""

from collections.abc import Iterable
from typing import Any, Literal, Protocol

import superuri._core as _core
from superuri._core import Column as Column

__all__ = ["FINDS", "NAMES", "VERBS", "apply", "policy_of"]


class ExportsArray(Protocol):
    """An object that exports one Arrow array, such as a pyarrow.Array or a Column."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Return capsules of its schema and its array."""


class ExportsStream(Protocol):
    """An object that exports a stream of Arrow arrays: a pyarrow.ChunkedArray, a Series."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return a capsule of the stream."""


#: The verbs over columns.
VERBS: tuple[str, ...] = tuple(_core.COLUMN_VERBS)
#: The verbs that do not turn a text into a text; they cannot keep a row that fails.
FINDS: frozenset[str] = frozenset(_core.COLUMN_FINDS)
#: Each verb's name in SQL.
NAMES: dict[str, str] = {verb: verb if "uri" in verb else f"uri_{verb}" for verb in VERBS}

#: The policy for a row that fails.
Policy = Literal["raise", "null", "keep"]


def policy_of(verb: str, on_error: Policy) -> Policy:
    """Return the policy for rows of this verb: a verb that does not return a text cannot keep a
    row.
    """
    return "null" if on_error == "keep" and verb in FINDS else on_error


def apply(  # noqa: PLR0913  one parameter for each option
    data: ExportsArray | ExportsStream | Iterable[str | None] | Iterable[bytes | None],
    verb: str,
    /,
    *,
    on_error: Policy = "raise",
    with_errors: bool = False,
    threads: int | None = None,
    column: str | None = None,
    **options: object,
) -> Column:
    """Return the column with the verb applied to each row; null stays null.

    >>> import superuri
    >>> from superuri.columns import arrow
    >>> arrow.apply(["a b/c", "ü"], "encode", set=superuri.sets.rfc3986.PATH).to_list()
    ['a%20b/c', '%C3%BC']
    >>> arrow.apply(["caf%C3%A9", "%E9"], "decode", on_error="null").to_list()
    ['café', None]

    ``data`` holds strings or binaries: any object that exports Arrow data, or a list. It may be a
    table (of pyarrow, pandas, Polars, DuckDB, DataFusion, …) if ``column`` names one of its
    columns. ``verb`` is one of ``VERBS``, and ``options`` are those of the function of that name.

    ``on_error`` is the policy for a row that fails, or is not text. ``with_errors=True`` returns a
    struct for each row: its value, and its error (code, start, end) or null. ``threads`` is the
    maximum number of threads; None is one for each core.

    Text verbs return the string type of the input: 32-bit or 64-bit offsets, or views. If nothing
    changes, the result shares the input's buffers.

    Raises the verb's error for the first row that fails: the message counts rows from 1, ``row``
    from 0. Raises ValueError for Arrow data that is malformed, KeyError if the table has no such
    column, and TypeError if ``data`` has no columns.
    """
    rows = _values(data) if column is None else _column_of(data, column)
    return _core.apply_column(rows, verb, on_error, with_errors, threads, options or None)


def _values(data: Any) -> Any:  # noqa: ANN401  any Arrow data, or a list
    """Return the values of a Polars Series of objects, which it exports as addresses in memory."""
    return data.to_list() if _is_of_polars(data) and str(data.dtype) == "Object" else data


def _is_of_polars(data: object, kind: str = "Series") -> bool:
    return type(data).__module__.startswith("polars.") and type(data).__name__ == kind


def _column_of(table: Any, name: str) -> Any:  # noqa: ANN401  any Arrow data
    """Return a column of a table; of a stream, the other columns are dropped as it is read."""
    if _is_of_polars(table, "DataFrame"):
        _check_name(name, table.columns)
        return _values(table.get_column(name))
    import pyarrow as pa  # noqa: PLC0415  because a column works without it

    if hasattr(table, "__arrow_c_stream__"):
        batches = pa.RecordBatchReader.from_stream(table)
    elif hasattr(table, "__arrow_c_array__"):
        batch = pa.record_batch(table)
        batches = pa.RecordBatchReader.from_batches(batch.schema, [batch])
    else:
        raise TypeError(f"a {type(table).__name__} exports no Arrow data, and so has no columns")
    _check_name(name, batches.schema.names)
    kind = batches.schema.field(name).type
    return pa.chunked_array([batch.column(name) for batch in batches], kind)


def _check_name(name: str, names: list[str]) -> None:
    """Raise unless one of the columns has this name."""
    if names.count(name) != 1:
        times = f"{names.count(name)} columns" if name in names else "no column"
        raise KeyError(f"the table has {times} {name!r}; its columns are {', '.join(names)}")
