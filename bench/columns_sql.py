"""Cost of superuri's functions in SQL engines, compared with the engines' own functions.

`make bench-columns` runs this too, if pyspark is installed. An engine's own function runs inside
it, but a Python function gets batches of Arrow data and returns others. A function that returns its
input shows the cost of this transfer.
"""

import importlib
import os
import statistics
import sys
import warnings
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

import pyarrow as pa

import timing

ROUNDS = 5


def lines(number: int, raw: pa.Array, encoded: pa.Array) -> list[str]:
    """Return the comparison as lines of Markdown; none without Spark."""
    try:
        spark = _session()
    except ImportError:
        sys.stderr.write("without Spark: no pyspark (python -m heavy spark installs it)\n")
        return []
    printed = [
        "## Inside DuckDB and Spark",
        "",
        (
            f"The same {number:,} rows, on one thread each, in the memory of the engine; "
            f"`SELECT sum(length(FUNCTION(u)))`, medians of {ROUNDS} rounds; "
            f"DuckDB {version('duckdb')}, Spark {spark.version} (local[1]), pyspark with Arrow. "
            "Spark's functions are those of HTML forms: `uri_form_encode` and `uri_form_decode` "
            "give the same, row by row, which is compared first. The way is what a function costs "
            "that hands its rows back as they are: it bounds what any function of Python's can "
            "do there."
        ),
        "",
        "| engine | function | ms | million rows/s | the engine's own takes |",
        "|---|---|---:|---:|---:|",
    ]
    for engine, run, pairs in (
        (
            "DuckDB",
            _duckdb(raw, encoded),
            (("url_encode", "uri_encode"), ("url_decode", "uri_decode")),
        ),
        (
            "Spark",
            _spark(spark, raw, encoded),
            (("url_encode", "uri_form_encode"), ("url_decode", "uri_form_decode")),
        ),
    ):
        for own, ours in pairs:
            table = "encoded" if "decode" in own else "raw"
            differ = run(f"SELECT count(*) FROM {table} WHERE {own}(u) <> {ours}(u)")  # noqa: S608
            if differ:
                sys.exit(f"{engine}: {own} and {ours} differ on {differ:,} rows")
            took = {name: _timed(run, name, table) for name in (own, ours, "the_way")}
            for name, seconds in took.items():
                shown = "the transfer alone" if name == "the_way" else f"`{name}`"
                ratio = f"{took[own] / seconds:.2f}× that" if name != own else ""
                printed.append(
                    f"| {engine} | {shown} | {seconds * 1e3:.0f} | {number / seconds / 1e6:.2f} "
                    f"| {ratio} |"
                )
    # Functions that do more work, for the estimates in docs/cluster.md.
    run = _spark(spark, raw, encoded)
    for name in ("uri_clean", "uri_key", "uri_domain", "uri_lint"):
        seconds = _timed(run, name, "raw", "count")
        rate = f"{number / seconds / 1e6:.2f}"
        printed.append(f"| Spark | `{name}` | {seconds * 1e3:.0f} | {rate} | |")
    spark.stop()
    return [*printed, ""]


def _timed(run: Callable[[str], int], function: str, table: str, of: str = "sum(length") -> float:
    closed = ")" * (of.count("(") + 1)
    query = f"SELECT {of}({function}(u){closed} FROM {table}"  # noqa: S608  of ours
    costs = timing.in_turn({"": partial(timing.seconds, partial(run, query))}, ROUNDS + 1)
    return statistics.median(costs[""][1:])


def _duckdb(raw: pa.Array, encoded: pa.Array) -> Callable[[str], int]:
    duckdb = importlib.import_module("duckdb")
    con = duckdb.connect()
    con.execute("SET threads = 1")
    importlib.import_module("superuri.columns.duckdb").register(con)
    text = duckdb.sqltypes.VARCHAR
    con.create_function("the_way", lambda texts: texts, [text], text, type="arrow")
    for name, column in (("raw", raw), ("encoded", encoded)):
        con.register("given", pa.table({"u": column}))
        con.execute(f"CREATE TABLE {name} AS SELECT * FROM given")  # noqa: S608  of ours
    return lambda query: int(con.execute(query).fetchall()[0][0])


def _session() -> Any:  # noqa: ANN401  Spark may be missing
    warnings.simplefilter("ignore", FutureWarning)
    sql = importlib.import_module("pyspark.sql")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.driver.memory", "3g").getOrCreate()
    spark.sparkContext.setLogLevel("FATAL")
    return importlib.import_module("superuri.columns.spark").register(spark)


def _spark(spark: Any, raw: pa.Array, encoded: pa.Array) -> Callable[[str], int]:  # noqa: ANN401
    functions = importlib.import_module("pyspark.sql.functions")

    def the_way(texts: pa.Array) -> pa.Array:
        return texts

    spark.udf.register("the_way", functions.arrow_udf(the_way, "string"))
    for name, column in (("raw", raw), ("encoded", encoded)):
        frame = spark.createDataFrame(pa.table({"u": column})).coalesce(1).cache()
        frame.count()
        frame.createOrReplaceTempView(name)
    return lambda query: int(spark.sql(query).collect()[0][0])
