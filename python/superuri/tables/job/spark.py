"""Job on Spark, for tables that are too large for one machine.

Each stage is a folder that Spark commits in one step, and a line of the manifest: a rerun continues
with the first missing stage. The work folder, the output and the findings are on a file system that
all executors share.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path, PurePosixPath

import superuri.file_uri as file_uri
from superuri.tables.engines import sql
from superuri.tables.files.failure import MissingError, TableError
from superuri.tables.files.places import Place
from superuri.tables.job import outputs, running
from superuri.tables.job.manifest import Manifest
from superuri.tables.job.outputs import COMPLETE
from superuri.tables.job.plan import Plan
from superuri.tables.job.request import Say
from superuri.tables.report.summary import LISTED, Rule, Summary, example

try:
    from superuri.columns import spark as functions
except ImportError as _missing:
    raise MissingError(f"--engine spark works with pyspark: {_missing}") from _missing

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf

from superuri.tables.engines.spark import readable

#: Characters of a path that Spark reads as a pattern.
_PATTERN = re.compile(r"[\\*?\[\]{}]")
_EXCEPTION = re.compile(r"[\w.]*(?:Error|Exception): ")
#: A row's number has the index in its file in the lower bits, and the file's number above them.
FILE_BITS = 40


def run(plan: Plan, master: str | None, say: Say) -> Summary:
    others = {place.format for place in plan.places} - {"parquet"}
    if others:
        message = (
            f"{plan.places[0].path}: on Spark, tidy reads Parquet, not {others.pop()}: "
            "superuri.tables.spark.tidy takes any DataFrame of spark.read"
        )
        raise TableError(message)
    odd = [name for name in plan.columns if "." in name or plan.readers[0].has_lists(name)]
    if len(plan.columns) > 1 or odd or plan.work.union:
        what = "one column of texts, and tables of the same columns"
        raise TableError(f"{plan.places[0].path}: on Spark, tidy reads {what}")
    if (master or "").startswith("local"):
        # Local executors use this Python; a cluster has its own configuration.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("superuri tidy")
    is_ours = SparkSession.getActiveSession() is None
    spark = functions.register((builder.master(master) if master else builder).getOrCreate())
    try:
        return _run(plan, spark, say)
    finally:
        if is_ours:
            spark.stop()


def _run(plan: Plan, spark: SparkSession, say: Say) -> Summary:
    try:
        with running.started(plan, say) as started:
            if not started.is_complete:
                started.complete(_Job(plan, spark, started.manifest).run())
            return started.publish()
    except TableError:
        raise
    except Exception as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        # Of nested tracebacks, the last line with an exception.
        reason = next((line for line in reversed(lines) if _EXCEPTION.match(line)), lines[0])
        message = f"{plan.output}: Spark failed ({reason}); the old output is unchanged"
        raise TableError(message) from error


class _Job:
    def __init__(self, plan: Plan, spark: SparkSession, manifest: Manifest) -> None:
        self.plan, self.spark, self.manifest = plan, spark, manifest
        #: The folders of the inputs; none if there are no partitions.
        self.folders: list[str] = []
        if any(place.partitions for place in plan.places):
            self.folders = [*dict.fromkeys(map(_folder, plan.places))]
        #: The partitions that are columns, though not of the files.
        self.keys: list[str] = []
        self.frame = self._read()
        # Columns of the table get names that cannot clash with ours.
        self.names = [name for name in self.frame.columns if name not in {_NUMBER, _FOLDER}]
        self.aliases = {name: f"given_{n}" for n, name in enumerate(self.names)}

    def _read(self) -> DataFrame:
        """Return the rows, numbered."""
        places = self.plan.places
        names = [str(place.path.resolve()) for place in places]
        # Files without a base path have no partitions for Spark, which would decode them wrongly
        # and guess their types.
        frame = self.spark.read.parquet(*(_PATTERN.sub(r"\\\g<0>", name) for name in names))
        own = {name.lower() for name in frame.columns}
        keys = dict.fromkeys(name for place in places for name, _ in place.partitions)
        self.keys = [name for name in keys if name.lower() not in own]
        frame = frame.select("*", "_metadata.file_path", "_metadata.row_index")
        known = {name: n for n, name in enumerate(names)}
        found = [row[0] for row in frame.select("file_path").distinct().collect()]
        rows = [(uri, *self._about(known[_path(uri)])) for uri in found]
        quoted = [f"{_quoted(name)} string" for name in self.keys]
        kinds = ", ".join(["file_path string", "file bigint", f"`{_FOLDER}` int", *quoted])
        files = self.spark.createDataFrame(rows, kinds)
        numbered = frame.join(sf.broadcast(files), "file_path")
        number = sf.col("file") * (1 << FILE_BITS) + sf.col("row_index")
        return numbered.withColumn(_NUMBER, number).drop("file_path", "file", "row_index")

    def _about(self, n: int) -> tuple[object, ...]:
        """Return the number of a file, that of its folder, and the values of its partitions."""
        place = self.plan.places[n]
        folder = self.folders.index(_folder(place)) if self.folders else 0
        values = dict(place.partitions)
        return (n, folder, *(values.get(name) for name in self.keys))

    def run(self) -> Summary:
        plan, aliases = self.plan, self.aliases
        text = readable(sf.col(aliases[plan.columns[0]]))
        columns = [sf.col(_quoted(name)).alias(aliases[name]) for name in self.names]
        ours = [sf.col(_NUMBER).alias("number"), sf.col(_FOLDER).alias("folder")]
        given = self.frame.select(*ours, *columns)
        given.withColumn("text", text).createOrReplaceTempView("given")
        kept = ["text", "folder", *aliases.values()]
        self._stage("made", sql.derive(kept, plan.work.default_scheme))
        self._stage("found", sql.FINDINGS)
        self.spark.table("found").createOrReplaceTempView("findings")
        types = dict(self.spark.table("made").dtypes)
        order = [
            (aliases[name], descends, types[aliases[name]] == "string")
            for name, descends in plan.order
        ]
        self._stage("again", sql.duplicates(plan.work.same, order))
        summary = self._summary()
        self._write(summary)
        return summary

    def _stage(self, name: str, query: str) -> None:
        """Run a query unless its stage is finished, and register the result under this name."""
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
        if plan.work.dedupe:
            rows = rows.where("again IS NULL")
        new = [sf.col(name).alias(f"{plan.prefixes[0]}{name}") for name in sql.DERIVED]
        flag = sf.coalesce(sf.col("again"), sf.expr("false")).alias(f"{plan.prefixes[0]}duplicate")
        # Partitions are in the names of the folders only.
        kept = ((name, alias) for name, alias in self.aliases.items() if name not in self.keys)
        old = [sf.col(alias).alias(name) for name, alias in kept]
        ordered = rows.repartitionByRange("number").sortWithinPartitions("number")
        folder = [sf.col("folder").alias(_FOLDER)] if self.folders else []
        output = plan.folder / "output"
        made = ordered.select(*old, *new, flag, *folder).write.mode("overwrite")
        made.partitionBy(*([_FOLDER] if folder else [])).parquet(str(output))
        summary.written = self.spark.read.parquet(str(output)).count()
        summary.account(dedupe=plan.work.dedupe)
        self._rename_folders(output)
        complete = {"rows": summary.written}
        (output / COMPLETE).write_text(json.dumps(complete) + "\n")
        found = self.spark.table("found")
        place = [(n, str(place.path)) for n, place in enumerate(plan.places)]
        files = self.spark.createDataFrame(place, "number_of bigint, file string")
        where = sf.shiftright("number", FILE_BITS)
        row = sf.col("number").bitwiseAND((1 << FILE_BITS) - 1) + 1
        located = found.join(sf.broadcast(files), where == sf.col("number_of"))
        others = ("code", "name", "severity", "start", "end", "message")
        located.orderBy("number", "start", "code").select(
            "file", row.alias("row"), *others
        ).write.mode("overwrite").parquet(str(plan.folder / "findings"))

    def _rename_folders(self, output: Path) -> None:
        """Rename the folders to the names in the inputs, which Spark would escape once more."""
        for numbered in output.glob(f"{_FOLDER}=*") if self.folders else ():
            folder = output / self.folders[int(numbered.name.rpartition("=")[2])]
            folder.mkdir(parents=True, exist_ok=True)
            for path in numbered.iterdir():
                path.rename(folder / path.name)
            numbered.rmdir()

    def _summary(self) -> Summary:
        plan, spark = self.plan, self.spark
        counted = spark.sql(
            "SELECT count(*) AS rows, count_if(text IS NULL) AS empty, "
            "count_if(clean <> text) AS cleaned, count_if(normal <> clean) AS normalised, "
            "count_if(text IS NOT NULL AND error IS NULL AND host IS NULL) AS hostless, "
            "count(error) AS kept FROM made"
        ).collect()[0]
        summary = Summary(files=len(plan.places), **counted.asDict())
        summary.duplicates = spark.table("again").count()
        failed = "SELECT number, error FROM made WHERE error IS NOT NULL ORDER BY number LIMIT "
        summary.kept_rows = [
            (*self._where(number), why) for number, why in spark.sql(f"{failed}{LISTED}").collect()
        ]
        for code, name, severity, times, rows in spark.sql(sql.COUNTS).collect():
            summary.rules[code] = Rule(code, name, severity, times, rows)
        query = f"SELECT code, number, text FROM ({sql.EXAMPLES}) JOIN made USING (number)"  # noqa: S608  ours
        for code, number, text in sorted(map(tuple, spark.sql(query).collect())):
            summary.rules[code].examples.append((*self._where(number), example(text)))
        summary.domains = [(name, rows) for name, rows in spark.sql(sql.domains()).collect()]
        return summary

    def _where(self, number: int) -> tuple[str, int]:
        """Return the file of a row, and its number there."""
        place = self.plan.places[number >> FILE_BITS]
        return str(place.path), (number & ((1 << FILE_BITS) - 1)) + 1


#: The names of our columns.
_NUMBER, _FOLDER = "superuri tidy number", "superuri tidy folder"


def _path(uri: str) -> str:
    return str(Path(file_uri.to_str(uri)).resolve())


def _folder(place: Place) -> str:
    """Return the folder of a file, relative to the input's name."""
    return str(PurePosixPath(place.inside).parent)


def _quoted(name: str) -> str:
    return f"`{name.replace('`', '``')}`"
