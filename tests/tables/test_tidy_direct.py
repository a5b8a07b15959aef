"""Jobs without a database: the direct way gives the same as the SQL that Spark runs."""

import pytest

from kit import chance
from kit.arrow import duckdb, pa
from superuri.columns import duckdb as functions
from superuri.tables.engines import direct, sql
from superuri.tables.engines.duckdb import Engine

TEXTS = [
    *("http://E.com:80/a b?q=50%", "http://user:pw@h/%c3%a9", "http://a@b@c/", "", None, "|" * 9),
    *("http://h:8o80/", "//h/../a", "http://xn--bcher-kva.example/", "ü", "mailto:a@e.com", "a\\b"),
    *("http://h/?utm_source=x&a=1#f", "E.com:80/a b", "//e.com", "db:5432", "me@e.com", " e.com"),
    *("*.e.com", "e.com\\a", "1.2.3", "bücher.de/?utm_id=1&b=2&a", "/a/b", "www.e.co.uk./"),
]


def by_sql(texts, order, first, scheme):
    """Return the results of the SQL: the table, the findings, the counts, the examples."""
    con = functions.register(duckdb.connect())
    con.execute("CREATE MACRO explode(list) AS unnest(list)")  # Spark's name for it.
    numbers = pa.array(range(first, first + len(texts)), pa.int64())
    con.register("given", pa.table({"number": numbers, "text": texts, **order}))
    made = con.sql(f"{sql.derive(order, scheme)} ORDER BY number").to_arrow_table()
    query = f"SELECT * FROM ({sql.FINDINGS}) AS f ORDER BY number, start, code"  # noqa: S608  ours
    findings = con.sql(query).to_arrow_table()
    con.register("findings", findings)
    counts, examples = con.execute(sql.COUNTS).fetchall(), con.execute(sql.EXAMPLES).fetchall()
    return made, findings, counts, examples


@pytest.mark.parametrize("scheme", [None, "https"])
@pytest.mark.parametrize("rows", [0, 1, 7, 3_000, 20_000])
def test_the_direct_way_is_the_sql(rows, scheme):
    rng = chance.seeded(f"direct {rows}")
    texts = pa.array([rng.choice(TEXTS) for _ in range(rows)], pa.string())
    order = {"order_0": pa.array([rng.random() for _ in range(rows)], pa.float64())}
    made, findings, counts, examples = by_sql(texts, order, 100, scheme)
    done = direct.process(texts, order, 100, None, default_scheme=scheme)
    assert done.derived.schema.names == made.schema.names == ["number", "order_0", *sql.DERIVED]
    assert done.derived.to_pylist() == made.to_pylist()
    assert done.findings.to_pylist() == findings.to_pylist()
    assert sorted(done.counts) == sorted(counts)
    assert sorted(done.examples) == sorted(examples)


MEMORY = [("512MB", 64, 7), ("4GB", 64, 59), ("4GB", 2, 2), ("1048576KiB", 64, 16), ("2MB", 64, 1)]


@pytest.mark.parametrize(("memory", "wanted", "given"), MEMORY)
def test_duckdb_has_a_thread_for_each_64_mib(tmp_path, memory, wanted, given):
    """With 64 threads in 1 GB, it failed on ten million rows."""
    engine = Engine(tmp_path, memory, wanted)
    [(threads,)] = engine.con.execute("SELECT current_setting('threads')").fetchall()
    engine.close()
    assert threads == given
