"""Spark: a function of columns for each verb, and ``register`` for the SQL functions of a session.

Names and results in SQL are those of ``superuri.columns.duckdb``: one query runs on both. ::

    from superuri.columns import spark as uris

    frame.select(uris.clean("url"), uris.decode(frame.text, encoding="shift_jis"))
    uris.register(spark)
    spark.sql("SELECT uri_clean('//e.com/a b'), uri_decode('%83%5C', 'shift_jis')")

The functions are Arrow UDFs, which Spark has since 4.1. Every executor needs superuri and pyarrow
installed: docs/cluster.md explains how they get there.
"""

from __future__ import annotations

from typing import Any

from superuri.columns import arrow
from superuri.columns._options import OPTIONS

try:
    import pyarrow as pa
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as sf
except ImportError as _missing:
    raise ImportError(
        'superuri.columns.spark needs pyspark 4.1 and pyarrow: pip install "superuri[spark]"',
        name="pyspark",
    ) from _missing

from superuri.columns import _sql

__all__ = ["NAMES", "register"]
__all__ += list(OPTIONS)

#: Each verb's name in SQL.
NAMES = arrow.NAMES

#: Spark's names of the result types; all others are strings.
_TYPES = {pa.bool_(): "boolean", pa.int64(): "bigint", pa.binary(): "binary"}


def register(spark: SparkSession, *, on_error: arrow.Policy = "null") -> SparkSession:
    """Return the session, with ``uri_encode``, ``uri_decode``, ``uri_clean``, and so on.

    After the text, a function takes the options of its verb by position, as on DuckDB:
    ``uri_clean(url, 'WHATWG')``. A NULL option gives NULL. A wrong option ends the query at its
    first batch: Spark does not call Python functions earlier.

    Args:
        spark: The session, classic or of Spark Connect.
        on_error: The policy for a row that fails. "null": it is NULL. "keep": texts stay unchanged
            (bytes that are not valid text become NULL). "raise": the query ends with the verb's
            message. A string that is not valid UTF-8, which Spark allows, is NULL, too. The default
            is not that of Python's columns, because Spark may call a function for rows that the
            query filters out.

    Returns:
        The same session.

    Raises:
        ValueError: There is no such policy.
    """
    for verb, name in NAMES.items():
        policy = arrow.policy_of(verb, on_error)
        arrow.apply([], verb, on_error=policy)
        spark.udf.register(name, _udf(verb, policy, {}))
    return spark


def _udf(verb: str, policy: arrow.Policy, options: dict[str, Any]) -> Any:  # noqa: ANN401  Spark types it no better
    """Return the UDF of a verb, with these options fixed."""
    kind = _sql.kind_of(verb)

    # Spark reads the annotations of a function; a partial object has none.
    def work(*columns: pa.Array) -> pa.Array:
        return _sql.call(verb, policy, kind, options, *columns)

    work.__name__ = NAMES[verb]
    return sf.arrow_udf(work, _kind(kind))


def _kind(kind: pa.DataType) -> str:
    """Return the name of an Arrow type in Spark's DDL."""
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return f"array<{_kind(kind.value_type)}>"
    if pa.types.is_struct(kind):
        return f"struct<{','.join(f'{field.name}:{_kind(field.type)}' for field in kind)}>"
    return _TYPES.get(kind, "string")


for _verb in OPTIONS:
    globals()[_verb] = _sql.function(_verb, _udf)
