"""SQL: the options of a verb are arguments, a null option is null, a wrong one is a sentence."""

import pytest

import superuri
from superuri.columns import _options, arrow

pa = pytest.importorskip("pyarrow", reason="make test installs it")
duckdb = pytest.importorskip("duckdb", reason="make test installs it")

from superuri.columns import _sql  # noqa: E402  because it needs pyarrow
from superuri.columns import duckdb as in_sql  # noqa: E402

#: An argument, as SQL spells it, and the option that it is.
WORDS = {
    ("encode", "set"): ("'rfc3986.PATH'", "rfc3986.PATH"),
    ("encode", "encoding"): ("'shift_jis'", "shift_jis"),
    ("form_encode", "encoding"): ("'shift_jis'", "shift_jis"),
    ("decode", "encoding"): ("['utf-8', 'shift_jis']", ("utf-8", "shift_jis")),
    ("form_decode", "encoding"): ("'shift_jis'", "shift_jis"),
    ("decode", "errors"): ("'keep'", "keep"),
    ("form_decode", "errors"): ("'replace'", "replace"),
    ("decode", "repertoire"): ("'shift_jis'", "shift_jis"),
    ("form_decode", "repertoire"): ("'shift_jis'", "shift_jis"),
    ("decode_bytes", "errors"): ("'keep'", "keep"),
    ("clean", "profile"): ("'WHATWG'", "WHATWG"),
    ("is_uri", "profile"): ("'WHATWG'", "WHATWG"),
    ("error", "profile"): ("'SALVAGE'", "SALVAGE"),
    ("pretty", "profile"): ("'SUPER_URI'", "SUPER_URI"),
    ("normalize", "level"): ("'case'", "case"),
    ("normalize", "also"): ("['sort-query', 'drop-tracking']", ["sort-query", "drop-tracking"]),
    ("normalize", "tracking"): ("['b', 'utm_* e.com']", ["b", "utm_* e.com"]),
    ("key", "tables"): ("'2026.1'", "2026.1"),
    ("key", "tracking"): ("['b', 'utm_* e.com']", ["b", "utm_* e.com"]),
    ("surt", "variant"): ("'ia-scheme'", "ia-scheme"),
    ("surt", "www"): ("true", True),
    ("scrapy", "keep_fragments"): ("true", True),
    ("lint", "select"): ("['U1', 'U3']", ["U1", "U3"]),
    ("lint", "ignore"): ("'U102'", "U102"),
    ("lint", "policy"): ("'ssrf'", "ssrf"),
    ("agreed_host", "has_base"): ("true", True),
    ("agreed_host", "host"): ("false", False),
    ("domain", "rules"): ("'icann'", "icann"),
    ("unwrap", "generic"): ("true", True),
    **dict.fromkeys(
        [
            (verb, "default_scheme")
            for verb in ("clean", "error", "normalize", "parse", "host", "domain", "key")
        ],
        ("'https'", "https"),
    ),
}
TEXTS = [
    *("www.e.co.uk:80/a", "db:5432", "http://E.com/a b|?b=%zz&a#f"),
    *("%83%5C", "ソ/é", " x", "user.github.io", "", None),
]


@pytest.fixture(scope="module")
def con():
    con = in_sql.register(duckdb.connect())
    con.register("texts", pa.table({"u": pa.array(TEXTS, pa.string())}))
    return con


def test_every_option_has_an_example():
    options = {(verb, name) for verb, names in _options.OPTIONS.items() for name in names}
    assert options == set(WORDS)


@pytest.mark.parametrize("verb", arrow.VERBS)
def test_options_are_arguments(con, verb):
    names = _options.OPTIONS[verb]
    for count in range(len(names) + 1):
        words = [WORDS[verb, name] for name in names[:count]]
        arguments = ", ".join(["u", *(sql for sql, _ in words)])
        got = con.sql(f"SELECT {in_sql.NAMES[verb]}({arguments}) FROM texts").fetchall()  # noqa: S608  ours
        options = {name: value for name, (_, value) in zip(names, words, strict=False)}
        want = arrow.apply(TEXTS, verb, on_error="null", **options).to_list()
        assert [row for (row,) in got] == want, arguments


@pytest.mark.parametrize("verb", arrow.VERBS)
def test_a_null_option_is_null(con, verb):
    for count, _ in enumerate(_options.OPTIONS[verb]):
        words = [WORDS[verb, name][0] for name in _options.OPTIONS[verb][:count]]
        arguments = ", ".join(["'a'", *words, "NULL"])
        assert con.sql(f"SELECT {in_sql.NAMES[verb]}({arguments})").fetchall() == [(None,)]


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("uri_clean('a', 'WHATWGG')", "uri_clean: profile=\"WHATWGG\": .*did you mean 'WHATWG'"),
        ("uri_encode('a', 'rfc3986.PAHT')", r"uri_encode: .*did you mean 'rfc3986\.PATH'"),
        ("uri_decode('a', 'utf-9')", "uri_decode: unknown encoding: utf-9"),
        ("uri_normalize('a', 'all')", "uri_normalize: level=.*case, percent, path, scheme"),
        ("uri_agreed_host('a', 'true')", "uri_agreed_host: has_base='true': it is true or false"),
        ("uri_clean('a', 3)", "uri_clean: "),
        (
            "uri_clean('a', 'WHATWG', 'https', 1)",
            r"uri_clean takes \(text, profile, default_scheme\), not 4 arguments",
        ),
        ("uri_clean('a', 'WHATWG', 1)", "uri_clean: default_scheme is a str, not int"),
        ("uri_host('a', 'tel')", 'uri_host: "tel" at 0..3 is a scheme whose URIs have no host'),
        ("uri_clean(1)", "uri_clean: the column holds an integer"),
        ("uri_clean()", "No function matches"),
    ],
)
def test_a_wrong_option_is_a_sentence(con, sql, words):
    with pytest.raises(duckdb.Error, match=words) as caught:
        con.sql(f"SELECT {sql}").fetchall()
    assert "\n" not in str(caught.value).partition("Candidate")[0].strip()


def test_an_option_may_be_a_column(con):
    """A column of options gives each row the result of its option."""
    rows = [("%83%5C", "shift_jis"), ("%C3%A9", "utf-8"), ("%E9", "latin-1"), ("x", None)] * 5000
    rows = [*rows, (None, "latin-1"), ("%E9", "utf-8")]
    table = pa.table({"u": [u for u, _ in rows], "e": [e for _, e in rows]})
    con.register("mixed", table)
    got = con.sql("SELECT uri_decode(u, e) FROM mixed").fetchall()
    alone = {
        pair: None if None in pair else
        arrow.apply([pair[0]], "decode", encoding=pair[1], on_error="null").to_list()[0]
        for pair in set(rows)
    }  # fmt: skip
    assert [row for (row,) in got] == [alone[pair] for pair in rows]
    with pytest.raises(duckdb.Error, match="uri_decode: unknown encoding: utf-9"):
        con.sql("SELECT uri_decode('a', e) FROM (VALUES ('utf-8'), ('utf-9')) t(e)").fetchall()
    with pytest.raises(duckdb.Error, match="an option that is a list is one for all rows"):
        con.sql("SELECT uri_decode('a', e) FROM (VALUES (['utf-8']), (['big5'])) t(e)").fetchall()


def test_a_constant_option_is_one_call_for_a_batch(con, monkeypatch):
    calls = []
    apply = arrow.apply

    def counted(texts, *rest, **options):
        calls.append(len(texts))
        return apply(texts, *rest, **options)

    monkeypatch.setattr(arrow, "apply", counted)
    con.sql("SELECT count(uri_clean('a b' || range, 'WHATWG')) FROM range(20480)").fetchall()
    assert sum(calls) == 20480
    assert len(calls) <= 20


def test_octets_are_texts_too():
    con = in_sql.register(duckdb.connect(), on_error="keep")
    query = "SELECT uri_decode(b) FROM (VALUES ('%41'::BLOB), ('%E9'::BLOB), ('\\xFF'::BLOB)) t(b)"
    # Bytes that stay and are not valid text are null: a VARCHAR cannot hold them.
    assert con.sql(query).fetchall() == [("A",), ("%E9",), (None,)]


def test_an_error_shows_the_text_and_no_password():
    con = in_sql.register(duckdb.connect(), on_error="raise")
    with pytest.raises(duckdb.Error, match="DecodeError: uri_decode") as caught:
        con.sql("SELECT uri_decode('http://me:secret@e.com/%E9')").fetchall()
    assert "secret" not in str(caught.value)
    kind = _sql.kind_of("clean")
    with pytest.raises(superuri.errors.ParseError) as printed:
        _sql.call("clean", "raise", kind, {}, pa.array(["a", "http://[" + "x" * 500]))
    assert (len(str(printed.value)) < 300, printed.value.row) == (True, None)


def test_cursors_know_the_functions(con):
    cursor = con.cursor()
    assert cursor.execute("SELECT uri_clean('a b', 'WHATWG')").fetchone() == ("a%20b",)


def test_a_persistent_view_needs_the_functions_registered_first(tmp_path):
    path = str(tmp_path / "crawl.duckdb")
    with in_sql.register(duckdb.connect(path)) as con:
        con.execute("CREATE TABLE crawl AS SELECT 'http://e.com/a b|' AS url")
        con.execute("CREATE VIEW cleaned AS SELECT uri_clean(url, 'WHATWG') AS url FROM crawl")
        assert con.sql("FROM cleaned").fetchall() == [("http://e.com/a%20b|",)]
    with duckdb.connect(path) as con:
        # The file holds the view, and not the functions.
        with pytest.raises(duckdb.CatalogException, match="uri_clean does not exist"):
            con.sql("FROM cleaned").fetchall()
        assert con.sql("FROM crawl").fetchall() == [("http://e.com/a b|",)]
        in_sql.register(con)
        assert con.sql("FROM cleaned").fetchall() == [("http://e.com/a%20b|",)]
