"""Speed of the verbs over columns, compared with other ways to do the same.

`make bench-columns` runs this and writes COLUMNS.md. All results are compared with ours first; rows
that differ by design are counted and shown. Libraries that are not installed are left out.
"""

import datetime as dt
import importlib
import itertools
import os
import platform
import random
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pyarrow as pa

import columns_sql
import columns_verbs
import machine
import timing
from superuri._core import TIER
from superuri.columns import arrow

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("SUPERURI_DATA", ROOT.parent / "shared" / "data"))
EXTENSION = ROOT / "target" / "duckdb" / "superuri.duckdb_extension"
ROWS = 1_000_000
LIBRARIES = ("pyarrow", "duckdb", "polars", "pandas", "chdb")
ROUNDS = 9
# A library that takes longer than this is timed in fewer rounds, because its ratio is clear.
SLOW_SECONDS = 1.0


@dataclass
class Columns:
    """Real URLs, raw and encoded."""

    texts: list[str]
    raw: pa.Array
    encoded: pa.Array

    def of(self, verb: str) -> pa.Array:
        """Return the column for which the verb is measured."""
        return self.encoded if verb == "decode" else self.raw


def columns(number: int) -> Columns:
    """Return the columns, shuffled, so that branch predictors do not learn them."""
    real = sorted((DATA / "urls").glob("*.txt")) or [ROOT / "examples" / "dirty-urls.txt"]
    lines = [line for path in real for line in path.read_bytes().splitlines()]
    texts = [line.decode() for line in lines if line and line.isascii()]
    texts = list(itertools.islice(itertools.cycle(texts), number))
    random.Random(1).shuffle(texts)
    raw = pa.array(texts)
    return Columns(texts, raw, pa.array(arrow.apply(raw, "encode")))


def in_duckdb(cols: Columns, verb: str, function: str) -> Callable[[], int]:
    """Sum the lengths of the function's results in DuckDB, on one thread, without materialising
    them.
    """
    return _sums(importlib.import_module("duckdb").connect(), cols, verb, function)


def in_extension(cols: Columns, verb: str, function: str) -> Callable[[], int]:
    """The same by the extension, in which no Python runs."""
    if not EXTENSION.exists():
        raise ImportError("`make duckdb` builds the extension")
    duckdb = importlib.import_module("duckdb")
    con = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    return _sums(con, cols, verb, function)


def _sums(con: Any, cols: Columns, verb: str, function: str) -> Callable[[], int]:  # noqa: ANN401
    con.execute("SET threads = 1")
    if function.startswith("uri_"):
        # Only a connection that was opened for it takes the extension.
        extension = EXTENSION if EXTENSION.exists() else None
        importlib.import_module("superuri.columns.duckdb").register(con, extension=extension)
    con.register("given", pa.table({"u": cols.of(verb)}))
    con.execute("CREATE TABLE urls AS SELECT * FROM given")
    query = f"SELECT sum(length({function}(u))) FROM urls"  # noqa: S608  of ours
    return lambda: int(con.execute(query).fetchone()[0])


def in_clickhouse(cols: Columns, verb: str, function: str) -> Callable[[], int]:
    """Sum the lengths of the function's results in an embedded ClickHouse, on one thread."""
    session = importlib.import_module("chdb.session").Session()
    globals()["clickhouse_urls"] = pa.table({"u": cols.of(verb)})
    session.query("CREATE DATABASE b; CREATE TABLE b.urls (u String) ENGINE = Memory")
    session.query("INSERT INTO b.urls SELECT u FROM Python(clickhouse_urls)")
    query = f"SELECT sum(length({function}(u))) FROM b.urls SETTINGS max_threads = 1"  # noqa: S608
    return lambda: int(str(session.query(query)))


def in_pandas(cols: Columns, verb: str, _: str) -> Callable[[], int]:
    """Map Python's function over a Series."""
    pandas = importlib.import_module("pandas")
    series = pandas.Series(cols.of(verb).to_pylist())
    function = unquote if verb == "decode" else (lambda text: quote(text, safe=""))
    return lambda: len(series.map(function))


def in_polars(cols: Columns, verb: str, function: str) -> Callable[[], int]:
    """Map Python's function over a Series, or call ours."""
    polars = importlib.import_module("polars")
    series = polars.Series(cols.of(verb))
    if function:
        importlib.import_module("superuri.columns.polars")
        return lambda: int(series.uri(verb, threads=1).str.len_bytes().sum())
    mapped = unquote if verb == "decode" else (lambda text: quote(text, safe=""))
    made = lambda: series.map_elements(mapped, return_dtype=polars.String)  # noqa: E731
    return lambda: int(made().str.len_bytes().sum())


def in_arrow(cols: Columns, verb: str, threads: str) -> Callable[[], int]:
    """Call ours; the result is a column."""
    column, number = cols.of(verb), int(threads) or None
    return lambda: len(arrow.apply(column, verb, threads=number))


def in_fresh_memory(cols: Columns, verb: str, threads: str) -> Callable[[], int]:
    """Call ours and keep the results, so that each round needs fresh memory."""
    column, number, kept = cols.of(verb), int(threads) or None, []

    def work() -> int:
        kept.append(arrow.apply(column, verb, threads=number))
        return len(kept[-1])

    return work


def _length(column: Any) -> int:  # noqa: ANN401  a column of any library
    return int(sum(map(len, column.to_pylist())))


#: The engines that are measured: a name, its preparation, and its function for each verb.
ROWS_OF: list[tuple[str, Any, dict[str, str]]] = [
    ("superuri, one thread", in_arrow, {"encode": "1", "decode": "1"}),
    (
        "superuri, one thread, fresh memory each time",
        in_fresh_memory,
        {"encode": "1", "decode": "1"},
    ),
    ("superuri, a thread for each core", in_arrow, {"encode": "0", "decode": "0"}),
    ("DuckDB's own", in_duckdb, {"encode": "url_encode", "decode": "url_decode"}),
    ("DuckDB, with superuri's", in_duckdb, {"encode": "uri_encode", "decode": "uri_decode"}),
    ("DuckDB, by the extension", in_extension, {"encode": "uri_encode", "decode": "uri_decode"}),
    (
        *("ClickHouse (chdb)", in_clickhouse),
        {"encode": "encodeURLComponent", "decode": "decodeURLComponent"},
    ),
    ("Polars, with superuri's", in_polars, {"encode": "ours", "decode": "ours"}),
    ("Polars `map_elements(quote)`", in_polars, {"encode": "", "decode": ""}),
    ("pandas `map(quote)`", in_pandas, {"encode": "", "decode": ""}),
]


def timed(work: Callable[[], int]) -> float:
    """Return the median seconds of the rounds."""
    works = {"": partial(timing.seconds, work)}
    costs = timing.in_turn(works, ROUNDS, lambda seconds: seconds > SLOW_SECONDS)
    return statistics.median(costs[""])


def measured(cols: Columns, verb: str) -> dict[str, float]:
    """Return the seconds of each; a result that differs from ours ends the run."""
    want = _length(pa.array(arrow.apply(cols.of(verb), verb)))
    rows = {}
    for name, make, functions in ROWS_OF:
        try:
            work = make(cols, verb, functions[verb])
        except ImportError as missing:
            print(f"without {name}: {missing}", file=sys.stderr)
            continue
        got = work()
        if got not in {want, len(cols.raw)}:
            sys.exit(f"{name} gives {got:,} characters where superuri gives {want:,}")
        rows[name] = timed(work)
    return rows


def report(number: int = ROWS) -> list[str]:
    """Return the comparison as lines of Markdown."""
    cols = columns(number)
    size = cols.raw.nbytes / 1e6
    printed = [
        "# Columns",
        "",
        (
            f"Measured {dt.datetime.now(tz=dt.timezone.utc):%Y-%m-%d} by `make bench-columns`: "
            f"{platform.machine()}, {os.cpu_count()} cores, {TIER}, CPython "
            f"{platform.python_version()}, {machine.versions(*LIBRARIES)}; {number:,} URLs, "
            f"{size:.0f} MB, shuffled. Medians of {ROUNDS} rounds. The answers are compared "
            "first. DuckDB and ClickHouse sum up lengths, on one thread, so that nothing is "
            "materialised; superuri makes a whole column each time."
        ),
        "",
    ]
    for verb in ("encode", "decode"):
        rows = measured(cols, verb)
        ours = rows["superuri, one thread"]
        printed += [
            f"## {verb}",
            "",
            "| | ms | million rows/s | superuri on one thread is |",
            "|---|---:|---:|---:|",
        ]
        for name, seconds in rows.items():
            printed.append(
                f"| {name} | {seconds * 1e3:.1f} | {number / seconds / 1e6:.2f} "
                f"| {seconds / ours:.3g}× as fast |"
            )
        printed.append("")
    printed += columns_verbs.lines(cols.texts)
    return [*printed, *columns_sql.lines(number, cols.raw, cols.encoded)]


if __name__ == "__main__":
    lines = report(*map(int, sys.argv[1:2]))
    (Path(__file__).parent / "COLUMNS.md").write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))
