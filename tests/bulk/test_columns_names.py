"""The rows of docs/columns.md that show what SQL engines' own functions of URLs return."""

import re
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow", reason="make test installs it")
duckdb = pytest.importorskip("duckdb", reason="make test installs it")

from superuri.columns.duckdb import register  # noqa: E402  because it needs duckdb

PAGE = Path(__file__).parents[2] / "docs/columns.md"
SECTION = PAGE.read_text().partition("### The same function name")[2].partition("\n**")[0]
ROWS = re.findall(r"^\| (\w+) \| `(.+)` \| `?(.+?)`? \|$", SECTION, re.MULTILINE)
WORDS = {"NULL": None, "the empty text": ""}


def rows_of(*engines):
    return [
        (engine, sql, WORDS.get(result, result))
        for engine, sql, result in ROWS
        if engine in engines
    ]


def check(sql, result, run):
    """Compare what an engine returns; ``run`` raises for an error."""
    if result == "an error":
        with pytest.raises(Exception, match=r"."):
            run(sql)
    else:
        assert run(sql) == result


def test_every_row_is_read():
    lines = [line for line in SECTION.splitlines() if line.startswith("| ")]
    assert len(ROWS) == len(lines) - 1  # the header
    assert {engine for engine, *_ in ROWS} == {"DuckDB", "Spark", "ClickHouse", "Trino", "superuri"}


def test_duckdb_and_superuri():
    con = register(duckdb.connect())
    for _, sql, result in rows_of("DuckDB", "superuri"):
        check(sql, result, lambda sql: con.execute(f"SELECT {sql}").fetchone()[0])


def test_clickhouse():
    chdb = pytest.importorskip("chdb", reason="it is large, and not installed by make test")
    for _, sql, result in rows_of("ClickHouse"):
        check(sql, result, lambda sql: chdb.query(f"SELECT {sql}", "TSVRaw").bytes()[:-1].decode())


def test_sqlglot():
    sqlglot = pytest.importorskip("sqlglot", reason="make test installs it")
    copied = [
        ("duckdb", "spark", "SELECT url_encode(u), url_decode(u)"),
        ("clickhouse", "duckdb", "SELECT encodeURLComponent(u), domain(u)"),
        ("trino", "spark", "SELECT url_extract_host(u)"),
        ("spark", "duckdb", "SELECT parse_url(u, 'HOST')"),
    ]
    for read, write, query in copied:
        [made] = sqlglot.transpile(query, read=read, write=write)
        assert made.lower() == query.lower()


def test_engines_without_such_functions():
    datafusion = pytest.importorskip("datafusion", reason="make test installs it")
    with pytest.raises(Exception, match="Invalid function"):
        datafusion.SessionContext().sql("SELECT url_encode('a')")
    pl = pytest.importorskip("polars", reason="make test installs it")
    assert not [name for name in dir(pl.Series(["a"]).str) if "url" in name]
