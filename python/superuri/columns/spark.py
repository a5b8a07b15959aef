"""Spark: ``register`` gives a session an SQL function for each verb.

The names and the answers are those of ``superuri.columns.duckdb``: one SQL text runs on both. ::

    from superuri.columns import spark as uris

    uris.register(spark)
    spark.sql("SELECT uri_clean('//e.com/a b'), uri_host('//e.com/'), uri_decode('%E9')")

The functions are Arrow UDFs, which Spark has since 4.1. Every executor needs superuri and pyarrow
installed: docs/cluster.md says how they get there.
"""

from __future__ import annotations

from typing import Any

from superuri.columns import arrow

try:
    import pyarrow as pa
    from pyspark.sql import SparkSession
    from pyspark.sql.functions import arrow_udf
except ImportError as _missing:
    raise ImportError(
        'superuri.columns.spark needs pyspark 4.1 and pyarrow: pip install "superuri[spark]"',
        name="pyspark",
    ) from _missing

__all__ = ["NAMES", "register"]

#: Each verb's name in SQL.
NAMES = arrow.NAMES

#: What Spark calls the types that verbs give; all others are of strings.
_TYPES = {pa.bool_(): "boolean", pa.int64(): "bigint", pa.binary(): "binary"}


def register(spark: SparkSession, *, on_error: arrow.Policy = "null") -> SparkSession:
    """Return the session, which knows ``uri_encode``, ``uri_decode``, ``uri_clean``, and so on.

    A row that a verb refuses becomes NULL, so that none ends a query, unless ``on_error`` says
    otherwise: ``"keep"`` leaves texts as they are (what is not valid text becomes NULL),
    ``"raise"`` ends the query with the verb's sentence. A row whose octets are not valid UTF-8,
    which Spark's strings may hold, becomes NULL as well. Each call works on one thread: Spark has
    its own.
    """
    for verb, name in NAMES.items():
        policy = arrow.policy_of(verb, on_error)
        none = arrow.apply(pa.array([], pa.string()), verb, on_error=policy).to_pyarrow()
        spark.udf.register(name, _udf(verb, policy, _kind(none.type)))
    return spark


def _udf(verb: str, policy: arrow.Policy, kind: str) -> Any:  # noqa: ANN401  Spark types it no better
    """Return the UDF of a verb."""

    # Spark reads what a function takes and gives off its annotations: it wants no partial one.
    def work(texts: pa.Array) -> pa.Array:
        return _work(verb, policy, texts)

    return arrow_udf(work, kind)


def _kind(kind: pa.DataType) -> str:
    """Return what Spark's DDL calls a type of Arrow's."""
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return f"array<{_kind(kind.value_type)}>"
    if pa.types.is_struct(kind):
        return f"struct<{','.join(f'{field.name}:{_kind(field.type)}' for field in kind)}>"
    return _TYPES.get(kind, "string")


def _work(verb: str, on_error: arrow.Policy, texts: pa.Array) -> pa.Array:
    """Return what the verb makes of a batch."""
    try:
        return arrow.apply(texts, verb, on_error=on_error, threads=1).to_pyarrow()
    except ValueError:
        # Spark does not look whether its strings are UTF-8.
        rows = texts.cast(pa.binary()).to_pylist()
        read = pa.array([row if row is None or _is_utf8(row) else None for row in rows])
        if on_error == "raise" or read.null_count == texts.null_count:
            raise
        whole = read.cast(texts.type)
        return arrow.apply(whole, verb, on_error=on_error, threads=1).to_pyarrow()


def _is_utf8(octets: bytes) -> bool:
    try:
        octets.decode()
    except UnicodeDecodeError:
        return False
    return True
