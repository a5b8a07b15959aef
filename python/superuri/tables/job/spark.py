"""Job on Spark, when one machine no longer serves.

Each stage is a folder that Spark commits whole, and a line of the manifest: a rerun continues with
the stage that is missing. The work, the output and the findings are on a file system that every
executor sees.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

from superuri.tables.engines import sql
from superuri.tables.files.failure import MissingError, TableError
from superuri.tables.job import outputs
from superuri.tables.job.manifest import Manifest
from superuri.tables.job.outputs import COMPLETE
from superuri.tables.job.plan import Plan
from superuri.tables.report.summary import LISTED, SHOWN, Rule, Summary

try:
    from superuri.columns import spark as functions
except ImportError as _missing:
    raise MissingError(f"--engine spark works with pyspark: {_missing}") from _missing

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf

from superuri.tables.engines.spark import readable

_SAYS = re.compile(r"[\w.]*(?:Error|Exception): ")
#: Rows are numbered file by file: the file's number is above as many bits.
FILE_BITS = 40


def run(plan: Plan, master: str | None, say: Callable[[str], None]) -> Summary:
    """Do the job, and return what became of the rows."""
    others = {place.format for place in plan.places} - {"parquet"}
    if others:
        message = (
            f"{plan.places[0].path}: on Spark, tidy reads Parquet, not {others.pop()}: "
            "superuri.tables.spark.tidy takes any DataFrame of spark.read"
        )
        raise TableError(message)
    odd = [name for name in plan.columns if "." in name or plan.readers[0].has_lists(name)]
    if len(plan.columns) > 1 or odd or plan.union:
        what = "one column of texts, and tables of the same columns"
        raise TableError(f"{plan.places[0].path}: on Spark, tidy reads {what}")
    if (master or "").startswith("local"):
        # Executors on this machine run this Python; on a cluster its configuration says which.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("superuri tidy")
    is_ours = SparkSession.getActiveSession() is None
    spark = functions.register((builder.master(master) if master else builder).getOrCreate())
    try:
        return _done(plan, spark, say)
    finally:
        if is_ours:
            spark.stop()


def _done(plan: Plan, spark: SparkSession, say: Callable[[str], None]) -> Summary:
    try:
        return plan.done(lambda manifest: _Work(plan, spark, manifest).done(), say)
    except TableError:
        raise
    except Exception as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        # Of a traceback in a traceback, the line that says what went wrong.
        reason = next((line for line in reversed(lines) if _SAYS.match(line)), lines[0])
        message = f"{plan.output}: Spark failed ({reason}); the old output is unchanged"
        raise TableError(message) from error


class _Work:
    """The stages of one job."""

    def __init__(self, plan: Plan, spark: SparkSession, manifest: Manifest) -> None:
        self.plan, self.spark, self.manifest = plan, spark, manifest
        self.frame = self._read()
        # An engine's names are ours; a table's columns may be called anything.
        self.names = [name for name in self.frame.columns if name != _NUMBER]
        self.called = {name: f"given_{n}" for n, name in enumerate(self.names)}

    def _read(self) -> DataFrame:
        """Return the rows, numbered."""
        names = [str(place.path.resolve()) for place in self.plan.places]
        reader = self.spark.read
        inside = self.plan.places[0].inside
        if self.plan.places[0].partitions:
            reader = reader.option("basePath", names[0].removesuffix(inside))
        frame = reader.parquet(*names).select("*", "_metadata.file_path", "_metadata.row_index")
        known = {name: n for n, name in enumerate(names)}
        found = [row[0] for row in frame.select("file_path").distinct().collect()]
        paths = [(uri, known[_path(uri)]) for uri in found]
        files = self.spark.createDataFrame(paths or [("", 0)], "file_path string, file bigint")
        numbered = frame.join(sf.broadcast(files), "file_path")
        number = sf.col("file") * (1 << FILE_BITS) + sf.col("row_index")
        return numbered.withColumn(_NUMBER, number).drop("file_path", "file", "row_index")

    def done(self) -> Summary:
        """Do what is missing, and return the summary."""
        plan, called = self.plan, self.called
        text = readable(sf.col(called[plan.columns[0]]))
        columns = [sf.col(f"`{name}`").alias(called[name]) for name in self.names]
        given = self.frame.select(sf.col(_NUMBER).alias("number"), *columns)
        given.withColumn("text", text).createOrReplaceTempView("given")
        self._stage("made", sql.derive(["text", *called.values()]))
        self._stage("found", sql.FINDINGS)
        self.spark.table("found").createOrReplaceTempView("findings")
        types = dict(self.spark.table("made").dtypes)
        order = [
            (called[name], descends, types[called[name]] == "string")
            for name, descends in plan.order
        ]
        self._stage("again", sql.duplicates(plan.same, order))
        summary = self._summary()
        self._write(summary)
        return summary

    def _stage(self, name: str, query: str) -> None:
        """Do a query, unless that is done, and call what it gives by this name."""
        path = self.plan.folder / f"stage-{name}"
        if f"stage-{name}" not in self.manifest.parts:
            self.spark.sql(query).write.mode("overwrite").parquet(str(path))
            outputs.sync(path)
            self.manifest.add(f"stage-{name}")
        self.spark.read.parquet(str(path)).createOrReplaceTempView(name)

    def _write(self, summary: Summary) -> None:
        plan = self.plan
        again = self.spark.table("again").withColumn("again", sf.expr("true"))
        rows = self.spark.table("made").join(again, "number", "left")
        if plan.dedupe:
            rows = rows.where("again IS NULL")
        more = [sf.col(name).alias(f"{plan.prefixes[0]}{name}") for name in sql.DERIVED]
        flag = sf.coalesce(sf.col("again"), sf.expr("false")).alias(f"{plan.prefixes[0]}duplicate")
        old = [sf.col(called).alias(name) for name, called in self.called.items()]
        ordered = rows.repartitionByRange("number").sortWithinPartitions("number")
        keys = [name for name, _ in plan.places[0].partitions]
        output = plan.folder / "output"
        ordered.select(*old, *more, flag).write.partitionBy(*keys).mode("overwrite").parquet(
            str(output)
        )
        summary.written = self.spark.read.parquet(str(output)).count()
        summary.account(dedupe=plan.dedupe)
        complete = {"rows": summary.written}
        (output / COMPLETE).write_text(json.dumps(complete) + "\n")
        found = self.spark.table("found")
        place = [(n, str(place.path)) for n, place in enumerate(plan.places)]
        files = self.spark.createDataFrame(place, "number_of bigint, file string")
        where = sf.shiftright("number", FILE_BITS)
        row = sf.col("number").bitwiseAND((1 << FILE_BITS) - 1) + 1
        told_of = found.join(sf.broadcast(files), where == sf.col("number_of"))
        rest = ("code", "name", "severity", "start", "end", "message")
        told_of.orderBy("number", "start", "code").select(
            "file", row.alias("row"), *rest
        ).write.mode("overwrite").parquet(str(plan.folder / "findings"))

    def _summary(self) -> Summary:
        plan, spark = self.plan, self.spark
        counted = spark.sql(
            "SELECT count(*) AS rows, count_if(text IS NULL) AS empty, "
            "count_if(clean <> text) AS cleaned, count_if(normal <> clean) AS normalised, "
            "count(error) AS kept FROM made"
        ).collect()[0]
        summary = Summary(files=len(plan.places), **counted.asDict())
        summary.duplicates = spark.table("again").count()
        refused = "SELECT number, error FROM made WHERE error IS NOT NULL ORDER BY number LIMIT "
        summary.kept_rows = [
            (*self._where(number), why) for number, why in spark.sql(f"{refused}{LISTED}").collect()
        ]
        for code, name, severity, times, rows in spark.sql(sql.COUNTS).collect():
            summary.rules[code] = Rule(code, name, severity, times, rows)
        query = f"SELECT code, number, text FROM ({sql.EXAMPLES}) JOIN made USING (number)"  # noqa: S608  ours
        for code, number, text in sorted(map(tuple, spark.sql(query).collect())):
            summary.rules[code].examples.append((*self._where(number), text[:SHOWN]))
        summary.domains = [(name, rows) for name, rows in spark.sql(sql.domains()).collect()]
        return summary

    def _where(self, number: int) -> tuple[str, int]:
        """Return the file and the row in it."""
        place = self.plan.places[number >> FILE_BITS]
        return str(place.path), (number & ((1 << FILE_BITS) - 1)) + 1


_NUMBER = "superuri tidy's number"


def _path(uri: str) -> str:
    """Return the path that Spark's URI of a file stands for."""
    return str(Path(unquote(uri.removeprefix("file:"))).resolve()).replace("//", "/")
