"""Rows through every engine: Python, pandas, Polars, DuckDB, Spark, files and S3 agree (L33).

`make same-rows` runs this on a million hostile rows: on a Spark with two executors, each a process
of its own, on tables of each format, and on objects of an S3 server on this machine. The seed and
a hash of each result are printed; SUPERURI_SEED names another seed.
"""

import argparse
import csv
import json
import os
import random
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# pyspark 4 warns that pandas 3 is newer.
warnings.simplefilter("ignore", FutureWarning)

import duckdb  # noqa: E402
import pandas as pd  # noqa: E402
import polars as pl  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

import superuri  # noqa: E402
from kit import s3  # noqa: E402
from kit.chance import fresh  # noqa: E402
from superuri import tables  # noqa: E402
from superuri._values import generate  # noqa: E402
from superuri.columns import arrow  # noqa: E402
from superuri.columns import duckdb as in_duckdb  # noqa: E402
from superuri.columns import pandas as in_pandas  # noqa: E402, F401  because it registers itself
from superuri.columns import polars as in_polars  # noqa: E402, F401
from superuri.columns import spark as in_spark  # noqa: E402

BUCKET = "rows"
MASTER = "local-cluster[2,1,1024]"
MAKERS = (
    generate.legal_url,
    generate.dirty_url,
    generate.wild,
    lambda rng: superuri.encode(superuri.encode(generate.dirty_url(rng))),
    lambda rng: f"http://user@a.example:{rng.randrange(99)}\\@b.example/%zz",
    lambda rng: f"http://h{rng.randrange(99)}.example/a b/é?q={rng.randrange(9999)}&utm_source=x",
    lambda _: None,
)
#: Verbs with options, in addition to all verbs without.
WITH_OPTIONS = (
    ("clean", {"profile": "WHATWG"}),
    ("encode", {"set": "rfc3986.PATH"}),
    ("decode", {"encoding": "shift_jis"}),
)


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def texts(rows: int, seed: int) -> pa.Table:
    """Return clean, accented, double-encoded, broken and hostile URLs, some missing."""
    rng = random.Random(seed)
    return pa.table({"u": pa.array([rng.choice(MAKERS)(rng) for _ in range(rows)], pa.string())})


def fingerprint(con: duckdb.DuckDBPyConnection, texts: object, made: object) -> tuple[int, ...]:
    """Return how many rows and results there are, and the sum of the rows' hashes, in any order."""
    con.register("made", pa.table({"u": texts, "made": made}))
    query = "SELECT count(*), count(made), sum(hash(u, made)) FROM made"
    [found] = con.execute(query).fetchall()
    return found


def session() -> SparkSession:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(MASTER).appName("superuri")
    builder = builder.config("spark.ui.enabled", "false")
    # The job continues after the loss of an executor.
    builder = builder.config("spark.sql.shuffle.partitions", "8")
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("FATAL")
    return spark


def literal(value: object) -> str:
    return f"'{value}'"


def alone(verb: str, options: dict[str, str], rows: list[str | None]) -> list[object] | None:
    """Return the function's result for each text; None if there is no such function."""
    function = getattr(superuri, verb, None) or getattr(superuri.keys, verb, None)
    if verb.startswith("form_"):
        function = getattr(superuri.form, verb.removeprefix("form_"))
    if not callable(function) or verb in {"lint", "split"}:
        return None
    out: list[object] = []
    for row in rows:
        try:
            out.append(None if row is None else function(row, **options))
        except superuri.errors.URIError:
            out.append(None)
    return out


def written(rows: list[str | None], folder: Path) -> dict[str, Path]:
    """Write the rows, which are not null, as a table of each format."""
    paths = {suffix: folder / f"given.{suffix}" for suffix in ("csv", "jsonl", "parquet")}
    with paths["csv"].open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["u"], *([row] for row in rows)])
    with paths["jsonl"].open("w", encoding="utf-8") as file:
        file.writelines(json.dumps({"u": row}) + "\n" for row in rows)
    pq.write_table(pa.table({"u": pa.array(rows, pa.string())}), paths["parquet"])
    return paths


def read(path: Path) -> tuple[list[str], list[str | None]]:
    """Return the content of such a table; the empty field of CSV is null."""
    if path.suffix == ".parquet":
        return tuple(pq.read_table(path, columns=["u", "made"]).to_pydict().values())
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.DictReader(file) if path.suffix == ".csv" else map(json.loads, file)
        pairs = [(row["u"], row["made"] or None) for row in lines]
    return [u for u, _ in pairs], [made for _, made in pairs]


@contextmanager
def stored(path: Path) -> Iterator[Any]:
    """Serve a file at S3, for this process, and give the store's client."""
    with s3.served() as port:
        os.environ.update(s3.environment(port))
        store = s3.client(port)
        store.create_bucket(Bucket=BUCKET)
        with path.open("rb") as body:
            store.put_object(Bucket=BUCKET, Key=path.name, Body=body)
        yield store


def files(
    verb: str, options: dict[str, str], paths: dict[str, Path], store: Any
) -> dict[str, object]:
    """Return the results of ``tables.apply``: in a file of each format, and in an object."""

    def apply(given: str, out: str) -> None:
        tables.apply([given], verb, "u", out, name="made", on_error="null", **options)

    found: dict[str, object] = {}
    for suffix, path in paths.items():
        out = path.with_name(f"made.{suffix}")
        apply(str(path), str(out))
        found[suffix] = read(out)
    name = paths["parquet"].name
    apply(f"s3://{BUCKET}/{name}", f"s3://{BUCKET}/made-{name}")
    out = paths["parquet"].with_name("object.parquet")
    with out.open("wb") as file:
        shutil.copyfileobj(store.get_object(Bucket=BUCKET, Key=f"made-{name}")["Body"], file)
    found["S3"] = read(out)
    return found


def engines(rows: int, seed: int, folder: Path) -> int:
    """Compare the engines on every verb; return how many differ."""
    table = texts(rows, seed)
    column = table.column("u").combine_chunks()
    listed = column.to_pylist()
    pq.write_table(table, folder / "u.parquet", row_group_size=max(1, rows // 8))
    spark = in_spark.register(session())
    spark.read.parquet(str(folder / "u.parquet")).createOrReplaceTempView("urls")
    con = in_duckdb.register(duckdb.connect(config={"memory_limit": "4GB"}))
    con.execute(f"CREATE VIEW urls AS SELECT * FROM read_parquet('{folder}/u.parquet')")  # noqa: S608
    series, frame = pd.Series(column.to_pandas()), pl.from_arrow(table)
    # Files cannot distinguish null from empty: only rows with a text are compared.
    full = [row for row in listed if row]
    paths = written(full, folder)
    wrong = 0
    with stored(paths["parquet"]) as store:
        for verb, options in [*((verb, {}) for verb in arrow.VERBS), *WITH_OPTIONS]:
            arguments = ", ".join(["u", *map(literal, options.values())])
            sql = f"SELECT u, {in_spark.NAMES[verb]}({arguments}) AS made FROM urls"  # noqa: S608  of ours
            begun = time.monotonic()
            spark.sql(sql).write.mode("overwrite").parquet(str(folder / "spark"))
            took = time.monotonic() - begun
            chunk = pa.array(arrow.apply(column, verb, on_error="null", **options))
            asked = pl.col("u").uri(verb, on_error="null", **options).alias("made")
            streamed = frame.lazy().with_columns(asked).collect(engine="streaming")
            on_duckdb, on_spark = con.sql(sql).to_arrow_table(), pq.read_table(folder / "spark")
            made: dict[str, tuple[object, object]] = {
                "pyarrow": (column, chunk),
                "pandas": (column, pa.array(series.uri(verb, on_error="null", **options))),
                "Polars": (column, streamed["made"].to_arrow()),
                "DuckDB": (on_duckdb["u"], on_duckdb["made"]),
                "Spark": (on_spark["u"], on_spark["made"]),
            }
            one_by_one = alone(verb, options, listed)
            if one_by_one is not None:
                made["Python"] = (column, pa.array(one_by_one, chunk.type))
            found = {name: fingerprint(con, *each) for name, each in made.items()}
            # The rows of files have a hash of their own.
            of_files: dict[str, tuple[int, ...]] = {}
            if pa.types.is_string(chunk.type) and verb not in arrow.FINDS:
                want = arrow.apply(full, verb, on_error="null", **options).to_pyarrow()
                of_files["their rows"] = fingerprint(con, pa.array(full), want)
                for name, (u, each) in files(verb, options, paths, store).items():
                    of_files[name] = fingerprint(con, pa.array(u), pa.array(each, pa.string()))
            differ = len(set(found.values())) != 1 or len(set(of_files.values())) > 1
            wrong += differ
            verdict = f"THEY DIFFER: {found} {of_files}" if differ else ", ".join(found)
            hashes = " ".join(f"{each[2] % 2**64:016x}" for each in {*found.values()})
            in_files = " ".join(f"{each[2] % 2**64:016x}" for each in {*of_files.values()})
            words = " ".join([verb, *options.values()])
            say(f"{words}: {hashes} {verdict} ({rows / took:,.0f} rows/s on Spark)")
            if of_files:
                say(f"{words}: {in_files} {', '.join(of_files)} ({len(full):,} rows)")
    spark.stop()
    return wrong


def compared(work: Callable[[int, int, Path], int]) -> int:
    """Do the work with the number of rows, the seed and a folder; return 1 if anything differs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000)
    rows = parser.parse_args().rows
    if shutil.which("java") is None:
        say("SKIPPED: Spark needs java, and there is none on the path")
        return 0
    with tempfile.TemporaryDirectory() as name:
        return min(work(rows, fresh(), Path(name)), 1)


if __name__ == "__main__":
    sys.exit(compared(engines))
