"""Check: the extension in the DuckDB of this interpreter, against expected rows.

    python check.py superuri.duckdb_extension expected.parquet

Needs nothing but DuckDB, 1.2 or newer. ``expected.parquet`` has a column ``u`` of texts, a column
for each call such as ``uri_clean(u)``, whose name is the call, and a column ``real`` of URLs.
Prints the differences, and what functions cost beside DuckDB's own. With ``--python``, those of
Python are timed, too.
"""

import sys
import tempfile
import time
from pathlib import Path

import duckdb

import footer

#: What is timed: the calls, and numbers of threads.
TIMED = (
    *("raw", "upper(raw)", "url_decode(escaped)", "uri_decode(escaped)"),
    *("uri_clean(raw)", "uri_encode(raw)", "uri_host(raw)"),
)
THREADS = (1, 2)
ROUNDS = 5
#: Keys that depend on Python's tables for some hosts: these are NULL without it.
PYTHONS = ("uri_surt", "uri_scrapy")


def opened(extension: Path, folder: str) -> duckdb.DuckDBPyConnection:
    """Return a connection that has loaded the extension, with the footer for its platform."""
    con = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    [(platform,)] = con.execute("PRAGMA platform").fetchall()
    path = Path(folder, "superuri.duckdb_extension")
    path.write_bytes(extension.read_bytes()[: -footer.LENGTH] + footer.footer(platform))
    con.execute(f"LOAD '{path}'")
    return con


def differences(con: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Return how many rows of each expected column differ."""
    names = [name for name, *_ in con.execute("DESCRIBE expected").fetchall() if "(" in name]
    found = {}
    for call in names:
        wrong = f'{call} IS DISTINCT FROM "{call}"'
        if call.startswith(PYTHONS):
            wrong += f" AND {call} IS NOT NULL"
        query = f"SELECT count(*) FROM expected WHERE {wrong}"  # noqa: S608  ours
        found[call] = con.execute(query).fetchall()[0][0]
    return found


def timed(con: duckdb.DuckDBPyConnection) -> None:
    """Print what each call adds to a query, in nanoseconds a row: the least of some rounds."""
    [(rows,)] = con.execute("SELECT count(*) FROM real").fetchall()
    for threads in THREADS:
        con.execute(f"SET threads = {threads}")
        took = dict.fromkeys(TIMED, float("inf"))
        for call in TIMED * ROUNDS:
            begun = time.perf_counter()
            con.execute(f"SELECT sum(length({call})) FROM real").fetchall()  # noqa: S608  ours
            took[call] = min(took[call], (time.perf_counter() - begun) / rows * 1e9)
        nothing = took.pop("raw")
        words = ", ".join(f"{call} {ns - nothing:.0f}" for call, ns in took.items())
        sys.stdout.write(f"  {threads} threads, ns a row: {words}\n")


def tabled(con: duckdb.DuckDBPyConnection, expected: str) -> duckdb.DuckDBPyConnection:
    """Return the connection, with tables of the expected rows and of real URLs."""
    con.execute(f"CREATE TABLE expected AS FROM '{expected}'")
    query = "SELECT real AS raw, url_encode(real) AS escaped FROM expected, range(10)"
    con.execute(f"CREATE TABLE real AS {query}")
    return con


def main(extension: str, expected: str, *python: str) -> int:
    """Compare, and time; return the number of rows that differ."""
    with tempfile.TemporaryDirectory() as folder:
        con = tabled(opened(Path(extension), folder), expected)
        found = differences(con)
        wrong = {call: count for call, count in found.items() if count}
        sys.stdout.write(f"DuckDB {duckdb.__version__}: {len(found)} calls, differences: {wrong}\n")
        timed(con)
    if python:
        from superuri.columns.duckdb import register  # noqa: PLC0415  only these words need it

        sys.stdout.write("The same with functions of Python:\n")
        timed(register(tabled(duckdb.connect(), expected)))
    return sum(wrong.values())


if __name__ == "__main__":
    sys.exit(bool(main(*sys.argv[1:])))
