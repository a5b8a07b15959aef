"""Columns of Arrow data: one function that applies a verb to a column.

>>> from superuri.columns import arrow
>>> arrow.apply(["http://e.com/a b", None], "clean").to_list()
['http://e.com/a%20b', None]
"""

from collections.abc import Iterable
from typing import Literal, Protocol

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


def apply(
    column: ExportsArray | ExportsStream | Iterable[str | None] | Iterable[bytes | None],
    verb: str,
    /,
    *,
    on_error: Policy = "raise",
    with_errors: bool = False,
    threads: int | None = None,
    **options: object,
) -> Column:
    """Return the column with the verb applied to each row; null stays null.

    >>> import superuri
    >>> from superuri.columns import arrow
    >>> arrow.apply(["a b/c", "ü"], "encode", set=superuri.sets.rfc3986.PATH).to_list()
    ['a%20b/c', '%C3%BC']
    >>> arrow.apply(["caf%C3%A9", "%E9"], "decode", on_error="null").to_list()
    ['café', None]

    ``column`` holds strings or binaries: any object that exports Arrow data, or a list. ``verb`` is
    one of ``VERBS``, and ``options`` are those of the function with that name.

    ``on_error`` is the policy for a row that fails, or is not text. ``with_errors=True`` returns a
    struct for each row: its value, and its error (code, start, end) or null. ``threads`` is the
    maximum number of threads; None is one for each core.

    Text verbs return the string type of the input: 32-bit or 64-bit offsets, or views. If nothing
    changes, the result shares the input's buffers.

    Raises the verb's error for the first row that fails: the message counts rows from 1, ``row``
    from 0. Raises ValueError for Arrow data that is malformed.
    """
    return _core.apply_column(column, verb, on_error, with_errors, threads, options or None)
