"""DataFrames of Spark: tidied wherever Spark reads them from, and written wherever it writes.

The columns are those of the table job (``superuri.tables.tidy``), and come from the same SQL. ::

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


def tidy(  # noqa: PLR0913  because a job has as many sides
    frame: DataFrame,
    column: str,
    *,
    order_by: Sequence[str] = (),
    same: Literal["key", "normal"] = "key",
    dedupe: bool = False,
    prefix: str | None = None,
) -> DataFrame:
    """Return the rows with the columns of a tidied table.

    Args:
        frame: Rows from anywhere: files that only executors see, a table of a catalogue, a query.
        column: The column with the URLs, of strings or binaries.
        order_by: Columns, each with " desc" behind it or not: of duplicates, the first row in this
            order is kept. Rows of a DataFrame have no order of their own: of equals, the one whose
            other columns come first.
        same: What a duplicate is: a row of the same "key", or of the same "normal" form.
        dedupe: Whether duplicates are left out.
        prefix: What the names of the new columns begin with; None is the column's name and "_".

    Returns:
        A DataFrame; nothing is computed before it is written or collected. The session knows the
        functions of SQL afterwards, with ``on_error="null"``.

    Raises:
        TableError: The column is not there or not of text, a new column's name is taken, or a
            column to order by is not there.
    """
    prefix = f"{column}_" if prefix is None else prefix
    new = [*sql.DERIVED, "duplicate"]
    taken = {name.lower() for name in frame.columns}
    for name in new:
        if f"{prefix}{name}".lower() in taken:
            raise TableError(f"the table has a column {prefix}{name} already: choose a prefix")
    known = _given(frame, column)
    orders = [_order(frame, word) for word in order_by]
    functions.register(frame.sparkSession)
    expressions = [sf.expr(text).alias(name) for name, text in sql.DERIVED.items()]
    made = known.select("given", "text", *expressions)
    class_ = sf.expr(sql.SAME[same])
    # Rows of no class would be one partition, and are not duplicates of each other.
    alone = sf.when(class_.isNull(), sf.xxhash64("text"))
    window = Window.partitionBy(class_, alone).orderBy(*orders, sf.to_json("given"), "text")
    place = sf.row_number().over(window)
    rows = made.withColumn("duplicate", class_.isNotNull() & (place > 1))
    if dedupe:
        rows = rows.where("NOT duplicate")
    return rows.select("given.*", *(sf.col(name).alias(f"{prefix}{name}") for name in new))


def findings(frame: DataFrame, column: str) -> DataFrame:
    """Return what ``lint`` finds, a row each, with all columns of the row that it was found in.

    Args:
        frame: As of ``tidy``.
        column: The column with the URLs.

    Returns:
        A DataFrame: the columns of the frame, and ``finding_code``, ``finding_name``,
        ``finding_severity``, ``finding_start``, ``finding_end`` and ``finding_message``.

    Raises:
        TableError: As ``tidy`` does.
    """
    names = ("code", "name", "severity", "start", "end", "message")
    found = _given(frame, column).select("given", sf.explode(functions.lint("text")).alias("f"))
    return found.select(
        "given.*", *(sf.col(f"f.{name}").alias(f"finding_{name}") for name in names)
    )


def _given(frame: DataFrame, column: str) -> DataFrame:
    """Return the rows as one column, ``given``, and their texts, ``text``."""
    kind = dict(frame.dtypes).get(column)
    if kind not in {"string", "binary"}:
        why = f"is {kind}, not text" if kind else f"is not there: {', '.join(frame.columns)}"
        raise TableError(f"the column {column} {why}")
    return frame.select(sf.struct("*").alias("given"), readable(_quoted(column)).alias("text"))


def _order(frame: DataFrame, word: str) -> Column:
    """Return the SQL that orders by a column, whose name may end in " desc"."""
    name, _, way = word.strip().rpartition(" ")
    if way.lower() not in {"asc", "desc"} or not name:
        name, way = word.strip(), "asc"
    if name not in frame.columns:
        raise TableError(f"the column {name} is not there: {', '.join(frame.columns)}")
    column = _quoted(name, "given.")
    return column.desc_nulls_last() if way.lower() == "desc" else column.asc_nulls_last()


def _quoted(name: str, inside: str = "") -> Column:
    quoted = name.replace("`", "``")
    return sf.col(f"{inside}`{quoted}`")
