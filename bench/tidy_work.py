"""Work that `python -m heavy tidy-size` measures, each in a process of its own.

    python bench/tidy_work.py NAME INPUT OUTPUT

does it, and prints seconds, processor seconds, peak memory in bytes, and an error, as JSON. The
input of all but `tidy` is Parquet; their output has a new column `decoded`.
"""

import importlib
import json
import resource
import sys
import time
from typing import Any
from urllib.parse import unquote


def tidy(given: str, made: str) -> None:
    """Clean, normalise, key, lint and deduplicate the column."""
    tables = importlib.import_module("superuri.tables")
    done = tables.tidy([given], "url", made)
    if done.lost:
        raise ValueError(f"{done.lost:,} rows lost")


def ours(given: str, made: str) -> None:
    """Decode the column; rows that fail are null."""
    tables = importlib.import_module("superuri.tables")
    tables.apply([given], "decode", "url", made, name="decoded", on_error="null")


def _duckdb(function: str, given: str, made: str) -> None:
    duckdb = importlib.import_module("duckdb")
    con = duckdb.connect()
    if "uri_" in function:
        importlib.import_module("superuri.columns.duckdb").register(con)
    query = f"SELECT *, {function} AS decoded FROM read_parquet('{given}')"  # noqa: S608  of ours
    con.execute(f"COPY ({query}) TO '{made}' (FORMAT parquet)")


def duckdb(given: str, made: str) -> None:
    """Decode by DuckDB's own function."""
    _duckdb("url_decode(url)", given, made)


def duckdb_try(given: str, made: str) -> None:
    """Decode by DuckDB's own function; rows that fail are null."""
    _duckdb("try(url_decode(url))", given, made)


def duckdb_ours(given: str, made: str) -> None:
    """Decode by superuri's function in DuckDB."""
    _duckdb("uri_decode(url)", given, made)


def clickhouse(given: str, made: str) -> None:
    """Decode by ClickHouse's own function."""
    chdb = importlib.import_module("chdb")
    query = f"SELECT *, decodeURLComponent(url) AS decoded FROM file('{given}', Parquet)"  # noqa: S608  of ours
    chdb.query(f"INSERT INTO FUNCTION file('{made}', Parquet) {query}")


def polars(given: str, made: str) -> None:
    """Decode by Python's function, called by Polars."""
    pl: Any = importlib.import_module("polars")
    decoded = pl.col("url").map_elements(unquote, return_dtype=pl.String).alias("decoded")
    pl.read_parquet(given).with_columns(decoded).write_parquet(made)


def pandas(given: str, made: str) -> None:
    """Decode by Python's function, in a loop over a column of pandas."""
    frame = importlib.import_module("pandas").read_parquet(given)
    frame["decoded"] = [unquote(url) for url in frame["url"]]
    frame.to_parquet(made)


def main() -> None:
    """Do the work, and print what it took."""
    name, given, made = sys.argv[1:]
    start = time.monotonic()
    error = ""
    try:
        globals()[name](given, made)
    except Exception as failure:  # noqa: BLE001  any library's error is a result
        error = f"{type(failure).__name__}: {failure}".splitlines()[0]
    seconds = time.monotonic() - start
    used = resource.getrusage(resource.RUSAGE_SELF)
    cpu, peak = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
    print(json.dumps({"seconds": seconds, "cpu": cpu, "peak": peak, "error": error}))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
