"""Engines at scale: Python, pyarrow, pandas, Polars, DuckDB, Spark and files agree (law L33).

`make spark` installs pyspark and runs this on a million rows, on a Spark with two executors, each a
process of its own; then ``tidy`` runs there and loses an executor, and must give what DuckDB gives.
The seed and a hash of each result are printed; SUPERURI_SEED names another seed.
"""

import argparse
import csv
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import warnings
from pathlib import Path

# pyspark 4 warns that pandas 3 is newer.
warnings.simplefilter("ignore", FutureWarning)

import duckdb  # noqa: E402
import pandas as pd  # noqa: E402
import polars as pl  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

import superuri  # noqa: E402
from superuri import tables  # noqa: E402
from superuri._values import generate  # noqa: E402
from superuri.columns import arrow  # noqa: E402
from superuri.columns import duckdb as in_duckdb  # noqa: E402
from superuri.columns import pandas as in_pandas  # noqa: E402, F401  because it registers itself
from superuri.columns import polars as in_polars  # noqa: E402, F401
from superuri.columns import spark as in_spark  # noqa: E402

MASTER = "local-cluster[2,1,1024]"
EXECUTOR = b"CoarseGrainedExecutorBackend"
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
    """Return a Spark with two executors."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(MASTER).appName("superuri")
    builder = builder.config("spark.ui.enabled", "false")
    # The job continues after the loss of an executor.
    builder = builder.config("spark.sql.shuffle.partitions", "8")
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("FATAL")
    return spark


def literal(value: object) -> str:
    """Return an option as SQL spells it."""
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


def files(verb: str, options: dict[str, str], paths: dict[str, Path]) -> dict[str, object]:
    """Return the results of ``tables.apply`` for the column, in a file of each format."""
    found = {}
    for suffix, path in paths.items():
        out = path.with_name(f"made.{suffix}")
        tables.apply([str(path)], verb, "u", str(out), name="made", on_error="null", **options)
        found[suffix] = read(out)
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
    for verb, options in [*((verb, {}) for verb in arrow.VERBS), *WITH_OPTIONS]:
        arguments = ", ".join(["u", *map(literal, options.values())])
        sql = f"SELECT u, {in_spark.NAMES[verb]}({arguments}) AS made FROM urls"  # noqa: S608  of ours
        begun = time.monotonic()
        spark.sql(sql).write.mode("overwrite").parquet(str(folder / "spark"))
        took = time.monotonic() - begun
        chunk = pa.array(arrow.apply(column, verb, on_error="null", **options))
        requested = pl.col("u").uri(verb, on_error="null", **options).alias("made")
        streamed = frame.lazy().with_columns(requested).collect(engine="streaming")
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
            for name, (u, each) in files(verb, options, paths).items():
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


def executors() -> list[int]:
    """Return the running executors that this process started."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(path.name)] = int(
                path.joinpath("stat").read_text().rpartition(")")[2].split()[1]
            )
        except OSError:
            continue
    ours, found = {os.getpid()}, set[int]()
    while found != ours:
        found = set(ours)
        ours |= {process for process, parent in parents.items() if parent in ours}
    return [process for process in sorted(ours) if _is_executor(process)]


def _is_executor(process: int) -> bool:
    try:
        return EXECUTOR in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def killing(rows: int, seed: int, folder: Path) -> int:
    """Run tidy on Spark, kill an executor, and compare with DuckDB; return the differences."""
    given = folder / "given.parquet"
    table = texts(rows, seed).append_column("id", pa.array(range(rows)))
    pq.write_table(table, given, row_group_size=max(1, rows // 16))
    begun = time.monotonic()
    tables.tidy([str(given)], "u", str(folder / "duck.parquet"))
    on_duckdb = time.monotonic() - begun
    session()
    killed: list[int] = []
    over = threading.Event()

    def kill() -> None:
        # Once Spark has begun to write.
        while not over.is_set() and not (folder / ".out.tidy/stage-made/_temporary").exists():
            time.sleep(0.02)
        while not over.is_set() and not killed:
            for process in executors()[:1]:
                os.kill(process, signal.SIGKILL)
                killed.append(process)

    killer = threading.Thread(target=kill)
    killer.start()
    begun = time.monotonic()
    tables.tidy([str(given)], "u", str(folder / "out"), engine="spark")
    took = time.monotonic() - begun
    over.set()
    killer.join()
    want, got = pq.read_table(folder / "duck.parquet"), pq.read_table(folder / "out")
    same = want.equals(got.select(want.schema.names).cast(want.schema))
    found = pq.read_table(folder / "duck.findings.parquet")
    same_findings = found.equals(pq.read_table(folder / "out.findings.parquet").cast(found.schema))
    say(
        f"tidy, {rows:,} rows: DuckDB {on_duckdb:.1f} s, Spark {took:.1f} s; {len(killed)} "
        f"executor killed in mid-job; rows {'the same' if same else 'DIFFER'}, findings "
        f"{'the same' if same_findings else 'DIFFER'}"
    )
    return (not killed) + (not same) + (not same_findings)


def main() -> int:
    """Compare, and return the number of differences."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000)
    rows = parser.parse_args().rows
    if shutil.which("java") is None:
        say("SKIPPED: Spark needs java, and there is none on the path")
        return 0
    seed = int(os.environ.get("SUPERURI_SEED", time.time_ns() % 1_000_000))
    say(f"SUPERURI_SEED={seed}")
    with tempfile.TemporaryDirectory() as name:
        wrong = engines(rows, seed, Path(name))
        wrong += killing(rows, seed, Path(name))
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
