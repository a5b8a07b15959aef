"""DuckDB without Python: the functions of the extension are those of the columns.

The tests of its functions run where `make duckdb` has built it; `python -m heavy duckdb-extension`
runs each version of DuckDB.
"""

import runpy

import pytest

from bulk.test_columns_sql import TEXTS, WORDS
from kit import ROOT, toml
from superuri.columns import _options, arrow

pa = pytest.importorskip("pyarrow", reason="make test installs it")
duckdb = pytest.importorskip("duckdb", reason="make test installs it")

from superuri.columns import duckdb as in_sql  # noqa: E402  because it needs pyarrow

CRATE = ROOT / "crates" / "duckdb"
EXTENSION = ROOT / "target" / "duckdb" / "superuri.duckdb_extension"
#: Keys that Python's tables decide for hosts that are not ASCII: these are null without them.
PYTHONS = {"surt", "scrapy"}
built = pytest.mark.skipif(not EXTENSION.exists(), reason="make duckdb builds it")


@pytest.fixture(scope="module")
def con():
    con = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    in_sql.register(con, extension=EXTENSION)
    assert in_sql.has_extension(con)
    con.execute("CREATE TABLE texts (u VARCHAR)")
    con.executemany("INSERT INTO texts VALUES (?)", [[text] for text in TEXTS])
    return con


def rows(con, call):
    return [row for (row,) in con.execute(f"SELECT {call} FROM texts").fetchall()]  # noqa: S608  ours


def test_it_links_nothing_that_the_wheel_does_not():
    manifest = toml.read(CRATE / "Cargo.toml")
    assert set(manifest["dependencies"]) == {"superuri", "superuri-kernels"}


def test_its_footer_has_the_fields_that_duckdb_reads():
    footer = runpy.run_path(str(CRATE / "footer.py"))["footer"]("linux_arm64")
    fields = [footer[at : at + 32].rstrip(b"\0").decode() for at in range(0, 256, 32)]
    assert fields[:2:-1] == ["4", "linux_arm64", "v1.2.0", "0.1.0", "C_STRUCT"]
    assert (len(footer), footer[256:].strip(b"\0")) == (512, b"")


def test_functions_of_python_are_used_where_the_connection_is_not_opened_for_it():
    con = in_sql.register(duckdb.connect(), extension=EXTENSION)
    assert not in_sql.has_extension(con)
    query = (
        "SELECT uri_clean('www.e.com', {'default_scheme': 'https'}), uri_clean('a', {'x': NULL})"
    )
    assert con.execute(query).fetchall() == [("https://www.e.com", None)]


@built
@pytest.mark.parametrize("verb", arrow.VERBS)
def test_options_are_arguments_by_position_and_by_name(con, verb):
    names, name = _options.OPTIONS[verb], arrow.NAMES[verb]
    for count in range(len(names) + 1):
        words = [WORDS[verb, option] for option in names[:count]]
        options = {option: value for option, (_, value) in zip(names, words, strict=False)}
        want = arrow.apply(TEXTS, verb, on_error="null", **options).to_list()
        arguments = ", ".join(["u", *(sql for sql, _ in words)])
        got = rows(con, f"{name}({arguments})")
        if verb in PYTHONS:
            want = [None if row is None else other for row, other in zip(got, want, strict=True)]
        assert got == want, arguments
        assert rows(con, f"{name}({arguments}, NULL)") == [None] * len(TEXTS) or count == len(names)
        if words:
            fields = ", ".join(f"'{n}': {sql}" for n, (sql, _) in zip(names, words, strict=False))
            assert rows(con, f"{name}(u, {{{fields}}})") == want, fields


@built
@pytest.mark.parametrize("verb", arrow.VERBS)
def test_policies_are_functions(con, verb):
    name = arrow.NAMES[verb]
    if verb not in arrow.FINDS:
        want = arrow.apply(TEXTS, verb, on_error="keep").to_list()
        assert rows(con, f"{name}_keep(u)") == want
    failing = [text for text in TEXTS if text and fails(verb, text)]
    for text in failing:
        with pytest.raises(duckdb.Error, match=rf"{name}_raise\(.*; {name} gives NULL"):
            con.execute(f"SELECT {name}_raise(?)", [text]).fetchall()


def fails(verb, text):
    made = arrow.apply([text], verb, on_error="null", with_errors=True).to_list()
    return made[0]["error"] is not None


@built
@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("uri_clean('a', 'WHATWGG')", 'uri_clean: profile="WHATWGG": it is one of RFC3986, '),
        ("uri_encode('a', 'rfc3986.PAHT')", 'uri_encode: set="rfc3986.PAHT" is unknown'),
        ("uri_decode('a', 'utf-9')", "uri_decode: unknown encoding: utf-9"),
        ("uri_decode('a', [])", "uri_decode: encoding is an empty list"),
        ("uri_agreed_host('a', 'true')", "uri_agreed_host: has_base: it is true or false"),
        ("uri_clean('a', 3)", "uri_clean: profile is a VARCHAR"),
        ("uri_clean('a', 'IRI', 'https', 1)", r"takes \(text, profile, default_scheme\), not 4"),
        ("uri_clean('a', {'scheme': 'x'})", 'uri_clean has no option "scheme"; it has profile, '),
        ("uri_host('a', 'tel')", 'uri_host: "tel" at 0..3 is a scheme whose URIs have no host'),
        ("uri_lint('a', 'X1')", 'uri_lint: "X1" is neither a rule nor a policy'),
        ("uri_clean_raise('http://me:secret@e.com:x')", r"uri_clean_raise\(\"http://me:…@e"),
    ],
)
def test_what_is_wrong_is_a_sentence(con, call, words):
    with pytest.raises(duckdb.Error, match=words):
        con.execute(f"SELECT {call}").fetchall()


@built
def test_an_option_may_be_a_column(con):
    table = (
        "FROM (SELECT '%E9' AS u, ['latin-1', 'utf-8', NULL][range % 3 + 1] AS e FROM range(9999))"
    )
    found = con.execute(f"SELECT uri_decode(u, e), count(*) {table} GROUP BY ALL").fetchall()
    assert sorted(found, key=str) == [("é", 3333), (None, 6666)]


@built
def test_octets_are_texts_too(con):
    calls = "uri_decode('%41'::BLOB), uri_decode_keep('%E9'::BLOB), uri_decode_keep('\\xFF'::BLOB)"
    assert con.execute(f"SELECT {calls}").fetchall() == [("A", "%E9", None)]
    assert con.execute("SELECT uri_decode_bytes('%E9')").fetchall() == [(b"\xe9",)]


@built
def test_long_texts_and_many_rows(con):
    """More than a megabyte in a batch, and results that live longer than their batch."""
    con.execute("CREATE TABLE long AS SELECT repeat('%C3%A9 ', range) AS u FROM range(5000)")
    found = con.execute("SELECT uri_decode(u) FROM long ORDER BY length(u)").fetchall()
    assert [row for (row,) in found] == ["é " * n for n in range(5000)]


@built
def test_a_host_that_only_python_knows_is_null(con):
    url = "http://bücher.de/"
    assert con.execute("SELECT uri_surt(?), uri_scrapy(?)", [url, url]).fetchall() == [(None, None)]
    with pytest.raises(duckdb.Error, match="depends on Python's tables"):
        con.execute("SELECT uri_surt_raise(?)", [url]).fetchall()


@built
def test_it_is_loaded_only_where_that_is_permitted():
    load = f"LOAD '{EXTENSION}'"
    with pytest.raises(duckdb.Error, match="signature"):
        duckdb.connect().execute(load)
    con = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    con.execute("SET enable_external_access = false; SET lock_configuration = true")
    with pytest.raises(duckdb.Error, match="disabled"):
        con.execute(load)


@built
def test_other_policies_have_names_of_their_own(con):
    with pytest.raises(ValueError, match="the extension has none; call uri_clean_raise"):
        in_sql.register(con, on_error="raise")
