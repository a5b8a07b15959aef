"""Engines of columns: pyarrow, pandas, Polars and DuckDB give the same answers (property L33)."""

import pytest

import superuri
from kit import chance
from kit.amount import FULL
from superuri._values import generate
from superuri.columns import arrow

pa = pytest.importorskip("pyarrow", reason="make test installs it")
pd = pytest.importorskip("pandas", reason="make test installs it")
pl = pytest.importorskip("polars", reason="make test installs it")
duckdb = pytest.importorskip("duckdb", reason="make test installs it")

from superuri.columns import duckdb as in_sql  # noqa: E402  because it needs DuckDB
from superuri.columns import pandas as in_pandas  # noqa: E402
from superuri.columns import polars as in_polars  # noqa: E402

#: More than a vector of DuckDB has, 2048.
ROWS = 5000 if FULL else 2100


@pytest.fixture(scope="module")
def rows():
    """Clean, accented, double-encoded, broken and hostile URLs, some missing."""
    rng = chance.seeded("engines")
    makers = [
        generate.legal_url,
        generate.dirty_url,
        generate.wild,
        lambda rng: superuri.encode(superuri.encode(generate.dirty_url(rng))),
        lambda _: "http://user@a.example:80\\@b.example/%zz",
        lambda _: None,
    ]
    return [rng.choice(makers)(rng) for _ in range(ROWS)]


@pytest.mark.parametrize("verb", arrow.VERBS)
def test_every_engine_gives_the_same(rows, verb):
    want = arrow.apply(rows, verb, on_error="null").to_list()
    table = pa.table({"u": rows})
    assert pl.Series(rows).uri(verb, on_error="null").to_list() == want
    frame = pl.LazyFrame({"u": rows}).select(pl.col("u").uri(verb, on_error="null"))
    for engine in ("in-memory", "streaming"):
        assert frame.collect(engine=engine)["u"].to_list() == want
    assert pa.array(pd.Series(rows).uri(verb, on_error="null")).to_pylist() == want
    con = in_sql.register(duckdb.connect())
    con.register("urls", table)
    name = in_sql.NAMES[verb]
    got = con.sql(f"SELECT {name}(u) FROM urls").fetchall()  # noqa: S608  it is one of ours
    assert [row for (row,) in got] == want


def test_an_accessor_keeps_index_and_name():
    series = pd.Series(["a b", None, "c"], index=[3, 1, 2], name="u", dtype=object)
    made = series.uri.encode()
    assert (made.name, made.index.tolist()) == ("u", [3, 1, 2])
    assert made.iloc[0] == "a%20b"
    assert made.isna().tolist() == [False, True, False]
    assert pl.Series("u", ["a b"]).uri.encode().name == "u"
    for thing in (series, pl.Series(["a"]), pl.col("u")):
        assert "clean" in dir(thing.uri)
        with pytest.raises(AttributeError, match="no verb 'scrub'; it has encode"):
            thing.uri.scrub()
    assert issubclass(in_pandas.UriAccessor, object)
    assert issubclass(in_polars.ExprVerbs, object)


def test_polars_raises_what_the_verb_raises():
    with pytest.raises(superuri.errors.DecodeError, match="row 2: "):
        pl.Series(["a", "%E9"]).uri.decode()


def test_a_query_ends_only_on_request():
    query = "SELECT uri_decode(u), uri_host(u) FROM (VALUES ('%E9'), ('//e.com/'), (NULL)) t(u)"
    for on_error, first in (("null", None), ("keep", "%E9")):
        con = in_sql.register(duckdb.connect(), on_error=on_error)
        # That a path has octets that are not valid UTF-8 is no matter for the host.
        assert con.sql(query).fetchall() == [(first, None), ("//e.com/", "e.com"), (None, None)]
    con = in_sql.register(duckdb.connect(), on_error="raise")
    with pytest.raises(duckdb.Error, match=r"DecodeError: uri_decode\('%E9'\): the byte E9"):
        con.sql(query).fetchall()


def test_what_a_function_gives_may_be_passed_on():
    """DuckDB before 2.0 reads freed memory: it is refused there."""
    con = in_sql.register(duckdb.connect())
    rows = [None if n % 3 == 0 else f"http://e.com/a longer text/{n}" for n in range(60_000)]
    con.register("urls", pa.table({"u": rows}))
    got = con.execute("SELECT coalesce(uri_clean(u), u) FROM urls").fetchall()
    assert [text for (text,) in got] == arrow.apply(rows, "clean").to_list()


def test_a_column_without_any_text_has_no_texts():
    """Polars, which counts a buffer where Arrow's nulls have none; pandas; DuckDB."""
    nothing = [None, None]
    assert pl.Series(nothing).uri.clean().to_list() == nothing
    assert pl.LazyFrame({"u": nothing}).select(pl.col("u").uri.key()).collect()["u"].is_null().all()
    assert pd.Series(nothing).uri.lint().isna().all()
    con = in_sql.register(duckdb.connect())
    assert con.sql("SELECT uri_clean(NULL), uri_lint(NULL), is_uri(NULL)").fetchall() == [
        (None,) * 3
    ]


def test_functions_may_be_registered_again():
    con = in_sql.register(duckdb.connect())
    in_sql.register(in_sql.register(con), on_error="keep")
    assert con.sql("SELECT uri_decode('%E9')").fetchall() == [("%E9",)]


def test_one_odd_object_of_pandas_is_a_row_like_others():
    series = pd.Series(["a b", "\ud800", None, float("nan")], index=[3, 1, 2, 0], dtype=object)
    made = series.uri.encode(on_error="null")
    assert made.isna().tolist() == [False, True, True, True]
    assert made.index.tolist() == [3, 1, 2, 0]
    with pytest.raises(superuri.errors.EncodeError, match=r"row 2 \(index 1\): .*U\+D800"):
        series.uri.encode()


def test_a_column_is_a_list_to_who_knows_no_arrow():
    column = arrow.apply(["a b", None], "encode")
    assert list(column) == column.to_list() == ["a%20b", None]
    # pandas would repeat an object that cannot be iterated in each row.
    assert pd.DataFrame({"u": [1, 2]}).assign(e=column)["e"].iloc[0] == "a%20b"
    assert pl.DataFrame({"e": column})["e"].to_list() == ["a%20b", None]
    assert pa.table({"e": pa.array(column)})["e"].to_pylist() == ["a%20b", None]
