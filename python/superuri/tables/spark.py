"""DataFrames of Spark, tidied with the SQL and the columns of ``superuri.tables.tidy``. ::

from superuri.tables import spark as tables

crawl = spark.read.csv("s3a://crawl/2026-11/", header=True)
tables.tidy(crawl, "url").write.saveAsTable("clean.crawl")
tables.findings(crawl, "url").groupBy("name").count().show()
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from superuri.tables.engines import sql
from superuri.tables.files.failure import MissingError, TableError

try:
    from superuri.columns import spark as functions
except ImportError as _missing:
    raise MissingError(f"superuri.tables.spark needs pyspark: {_missing}") from _missing

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as sf

from superuri.tables.engines.spark import readable

__all__ = ["findings", "tidy"]


def tidy(  # noqa: PLR0913  one parameter for each option
    frame: DataFrame,
    column: str,
    *,
    order_by: Sequence[str] = (),
    same: Literal["key", "normal"] = "key",
    dedupe: bool = False,
    prefix: str | None = None,
    default_scheme: str | None = None,
) -> DataFrame:
    """Return the DataFrame with the new columns of a tidied table.

    Args:
        frame: Any DataFrame: files that only executors see, a table of a catalogue, a query.
        column: The column with the URLs, of strings or binaries.
        order_by: Columns, each optionally followed by " desc": of duplicates, the first row in this
            order is kept. As rows of a DataFrame have no order, ties are ordered by all columns.
        same: Whether duplicates have the same "key" or the same "normal" form.
        dedupe: Whether to leave out duplicates.
        prefix: The prefix of the new columns' names; None is the column's name and "_".
        default_scheme: The scheme of a text that begins with a host, as in ``superuri.clean``.

    Returns:
        A DataFrame, computed when it is written or collected. The SQL functions are registered in
        the session, with ``on_error="null"``.

    Raises:
        TableError: The column is missing or has no text, a new column's name is taken, or a column
            to order by is missing.
    """
    sql.check_scheme(default_scheme)
    prefix = f"{column}_" if prefix is None else prefix
    new = [*sql.DERIVED, "duplicate"]
    taken = {name.lower() for name in frame.columns}
    for name in new:
        if f"{prefix}{name}".lower() in taken:
            raise TableError(f"the table has a column {prefix}{name} already: choose a prefix")
    texts = _with_text(frame, column)
    orders = [_order(frame, word) for word in order_by]
    functions.register(frame.sparkSession)
    expressions = [sf.expr(text).alias(name) for name, text in sql.derived(default_scheme).items()]
    derived = texts.select("given", "text", *expressions)
    class_ = sf.expr(sql.SAME[same])
    # Rows without a class get partitions of their own: they are not duplicates of each other.
    alone = sf.when(class_.isNull(), sf.xxhash64("text"))
    window = Window.partitionBy(class_, alone).orderBy(*orders, sf.to_json("given"), "text")
    rank = sf.row_number().over(window)
    rows = derived.withColumn("duplicate", class_.isNotNull() & (rank > 1))
    if dedupe:
        rows = rows.where("NOT duplicate")
    return rows.select("given.*", *(sf.col(name).alias(f"{prefix}{name}") for name in new))


def findings(frame: DataFrame, column: str) -> DataFrame:
    """Return the findings of ``lint``, one row each, with the columns of the row that has them.

    Args:
        frame: As for ``tidy``.
        column: The column with the URLs.

    Returns:
        A DataFrame: the columns of the frame, and ``finding_code``, ``finding_name``,
        ``finding_severity``, ``finding_start``, ``finding_end`` and ``finding_message``.

    Raises:
        TableError: As ``tidy`` does.
    """
    names = ("code", "name", "severity", "start", "end", "message")
    found = _with_text(frame, column).select("given", sf.explode(functions.lint("text")).alias("f"))
    return found.select(
        "given.*", *(sf.col(f"f.{name}").alias(f"finding_{name}") for name in names)
    )


def _with_text(frame: DataFrame, column: str) -> DataFrame:
    """Return the rows as a struct, ``given``, and their texts, ``text``."""
    kind = dict(frame.dtypes).get(column)
    if kind not in {"string", "binary"}:
        why = f"is {kind}, not text" if kind else f"does not exist: {', '.join(frame.columns)}"
        raise TableError(f"the column {column} {why}")
    return frame.select(sf.struct("*").alias("given"), readable(_quoted(column)).alias("text"))


def _order(frame: DataFrame, word: str) -> Column:
    """Return the order by a column, whose name may be followed by " desc"."""
    name, _, direction = word.strip().rpartition(" ")
    if direction.lower() not in {"asc", "desc"} or not name:
        name, direction = word.strip(), "asc"
    if name not in frame.columns:
        raise TableError(f"the column {name} does not exist: {', '.join(frame.columns)}")
    column = _quoted(name, "given.")
    return column.desc_nulls_last() if direction.lower() == "desc" else column.asc_nulls_last()


def _quoted(name: str, prefix: str = "") -> Column:
    quoted = name.replace("`", "``")
    return sf.col(f"{prefix}`{quoted}`")
