"""Frames: the accessor of pandas and the namespace of Polars keep what a column is."""

import inspect

import pytest

import superuri
from superuri.columns import _methods, _options, arrow

pa = pytest.importorskip("pyarrow", reason="make test installs it")
pd = pytest.importorskip("pandas", reason="make test installs it")
pl = pytest.importorskip("polars", reason="make test installs it")

import superuri.columns.pandas  # noqa: E402  because it needs pandas
import superuri.columns.polars  # noqa: E402

ROWS = ["a b", None, "c", "a b"]
DONE = ["a%20b", None, "c", "a%20b"]
#: A file of every engine: its third row is what `decode` refuses.
BROKEN = ["a", None, "%E9", "%41", "%FF"]

PANDAS = [
    *(object, "str", "string", "string[python]", "string[pyarrow]", "category"),
    *map(pd.ArrowDtype, (pa.string(), pa.large_string())),
    pd.ArrowDtype(pa.dictionary(pa.int8(), pa.large_string())),
]
POLARS = [pl.String, pl.Categorical, pl.Enum(["a b", "c", "a%20b"]), pl.Object]


def values(series):
    return [None if pd.isna(row) else row for row in series]


def one_by_one(rows, verb):
    """The reference implementation: each row alone."""
    return [row if row is None else getattr(superuri, verb)(row) for row in rows]


@pytest.mark.parametrize("dtype", PANDAS, ids=str)
def test_pandas_keeps_the_type(dtype):
    series = pd.Series(ROWS, dtype=dtype, index=[3, 3, 1, 0], name="u")
    series.attrs["source"] = "crawl"
    for verb in ("encode", "decode", "clean", "pretty"):
        made = getattr(series.uri, verb)()
        assert values(made) == one_by_one(ROWS, verb)
        if dtype == "category":
            assert isinstance(made.dtype, pd.CategoricalDtype)
        else:
            assert made.dtype == series.dtype
        assert made.index.equals(series.index)
        assert (made.name, made.attrs) == ("u", {"source": "crawl"})


@pytest.mark.parametrize("dtype", POLARS, ids=str)
@pytest.mark.parametrize("on_error", ["raise", "null", "keep"])
def test_polars_keeps_the_type(dtype, on_error):
    series = pl.Series("u", ROWS, dtype=dtype)
    assert series.uri.encode(on_error=on_error).to_list() == DONE
    frame = pl.LazyFrame({"u": series}).select(pl.col("u").uri.encode(on_error=on_error))
    assert frame.collect_schema()["u"] == dtype
    for engine in ("in-memory", "streaming"):
        got = frame.collect(engine=engine)["u"]
        assert (got.dtype, got.to_list()) == (dtype, DONE)


def test_octets_stay_octets_and_nothing_stays_nothing():
    octets = pl.Series([b"a b", None])
    assert octets.uri.encode().to_list() == [b"a%20b", None]
    frame = pl.DataFrame({"b": octets, "n": [None, None]})
    made = frame.lazy().select(pl.all().uri.encode(on_error="null"))
    assert made.collect_schema().dtypes() == frame.dtypes
    assert made.collect().rows() == [(b"a%20b", None), (None, None)]
    series = pd.Series([b"a b", None], dtype=pd.ArrowDtype(pa.binary()))
    assert series.uri.encode().dtype == series.dtype


@pytest.mark.parametrize(
    ("rows", "kind", "made"),
    [([b"a b", None], pa.binary(3), ["a%20b", None]), ([None], pa.null(), [None])],
    ids=str,
)
def test_a_type_that_cannot_hold_the_results_becomes_that_of_texts(rows, kind, made):
    got = pd.Series(rows, dtype=pd.ArrowDtype(kind)).uri.encode()
    assert (got.dtype, values(got)) == (pd.ArrowDtype(pa.string()), made)


def test_an_enum_that_lacks_the_result_is_a_sentence():
    with pytest.raises(ValueError, match=r"makes 'a%20b', which is not a category of the Enum"):
        pl.Series(["a b"], dtype=pl.Enum(["a b"])).uri.encode()


@pytest.mark.parametrize("on_error", ["raise", "null", "keep"])
def test_only_categories_of_rows_must_have_their_results_in_an_enum(on_error):
    series = pl.Series("u", ["c"], dtype=pl.Enum(["a b", "c"]))
    frame = pl.LazyFrame({"u": series}).select(pl.col("u").uri.encode(on_error=on_error))
    assert frame.collect_schema()["u"] == series.dtype
    assert frame.collect()["u"].to_list() == series.uri.encode(on_error=on_error).to_list() == ["c"]


def test_categories_that_become_one_are_one_and_keep_their_order():
    ordered = pd.CategoricalDtype(["z", "%61", "a", "%E9"], ordered=True)
    series = pd.Series(["a", "z", None, "%61"], dtype=ordered)
    made = series.uri.decode()
    # Categories without rows cannot fail.
    assert made.cat.categories.to_list() == ["z", "a"]
    assert (made.cat.ordered, values(made)) == (True, ["a", "z", None, "a"])
    broken = pd.Series(BROKEN, dtype="category")
    assert values(broken.uri.decode(on_error="null")) == ["a", None, None, "A", None]
    assert values(broken.uri.decode(on_error="keep")) == ["a", None, "%E9", "A", "%FF"]
    printed = broken.uri.decode(on_error="null", with_errors=True).to_list()
    assert printed[2]["error"]["code"] == "invalid-utf8"


def test_what_is_not_text_is_a_row_that_fails():
    odd = [1, "a b", None, float("nan"), b"x y", 2.5, superuri.URI("http://e.com/")]
    series = pd.Series(odd, dtype=object)
    whole = "http%3A%2F%2Fe.com%2F"
    want = [None, "a%20b", None, None, None, None, whole]
    assert values(series.uri.encode(on_error="null")) == want
    kept = series.uri.encode(on_error="keep")
    assert kept.dtype == object
    assert values(kept) == [1, "a%20b", None, None, b"x y", 2.5, whole]
    codes = [row["error"] and row["error"]["code"] for row in
             series.uri.encode(on_error="null", with_errors=True)]  # fmt: skip
    assert codes == ["not-text", None, None, None, "not-text", "not-text", None]
    assert values(series.uri.domain(on_error="null"))[-1] == "e.com"
    numbers = pd.Series([1, 2], dtype=object)
    assert values(numbers.uri.clean(on_error="null")) == [None, None]
    with pytest.raises(TypeError, match=r"^row 1: a text is a str or bytes, .* not int"):
        series.uri.encode()
    with pytest.raises(TypeError, match=r"^row 2: a list is of str or of bytes"):
        pd.Series(["a", b"b"], dtype=object).uri.encode()
    objects = pl.Series(odd, dtype=pl.Object)
    assert objects.uri.encode(on_error="null").to_list() == want
    assert objects.uri.encode(on_error="keep").to_list()[0] == 1
    # A column of numbers is the wrong column, whatever its rows.
    for numbers in (pd.Series([1]), pl.Series([1])):
        with pytest.raises(TypeError, match="an integer"):
            numbers.uri.clean(on_error="null")


def test_every_engine_names_the_same_row():
    """The third row is row 3 in a sentence, and row 2 to Python."""
    pieces = [pl.DataFrame({"u": BROKEN[n : n + 1]}, schema={"u": pl.String}) for n in range(5)]
    chunked = pl.concat(pieces, rechunk=False)
    expression = pl.col("u").uri.decode()
    lazy = chunked.lazy().select(expression)
    many = [*["a"] * 200_000, *BROKEN]
    calls = {
        "a list": lambda: arrow.apply(BROKEN, "decode"),
        "pyarrow": lambda: arrow.apply(pa.chunked_array([BROKEN[:1], BROKEN[1:]]), "decode"),
        "pandas": pd.Series(BROKEN).uri.decode,
        "pandas, objects": pd.Series(BROKEN, dtype=object).uri.decode,
        "pandas, categories": pd.Series(BROKEN, dtype="category").uri.decode,
        "Polars": pl.Series(BROKEN).uri.decode,
        "Polars, chunks": chunked["u"].uri.decode,
        "Polars, frame": lambda: chunked.select(expression),
        "Polars, frame, lazy": lazy.collect,
        "Polars, frame, streaming": lambda: lazy.collect(engine="streaming"),
    }
    for name, call in calls.items():
        # Users of pandas look a row up by its label.
        row = r"row 3 \(index 2\)" if name.startswith("pandas") else "row 3"
        with pytest.raises(superuri.errors.DecodeError, match=rf"^{row}: the byte E9 ") as caught:
            call()
        # Polars raises a new error for an eager frame, with its class and message.
        assert caught.value.row == (None if name == "Polars, frame" else 2), name
    frame = pl.LazyFrame({"u": many}).select(expression)
    with pytest.raises(superuri.errors.DecodeError, match=r"^row 200003: "):
        frame.collect(engine="streaming")


def test_expressions_work_in_every_context():
    frame = pl.DataFrame({"g": [1, 1, 2], "u": ["a b", "c", "d e"]})
    made = pl.col("u").uri.encode()
    grouped = frame.group_by("g", maintain_order=True).agg(made)
    assert grouped["u"].to_list() == [["a%20b", "c"], ["d%20e"]]
    assert frame.select(made.over("g"))["u"].to_list() == ["a%20b", "c", "d%20e"]
    assert frame.filter(made == "c").height == 1
    assert frame.select(pl.lit("a b").uri.encode()).item() == "a%20b"


@pytest.mark.parametrize("verb", arrow.VERBS)
def test_a_method_has_the_signature_of_its_verb(verb):
    method = getattr(pd.Series(["a"]).uri, verb)
    found = inspect.signature(method).parameters
    assert list(found) == [*_options.OPTIONS[verb], *_methods.MORE]
    function = _options.function(verb)
    if function is not None:
        own = inspect.signature(function).parameters
        assert {name: str(found[name]) for name in _options.OPTIONS[verb]} == {
            name: str(own[name]) for name in _options.OPTIONS[verb]
        }
        # Columns lack only the handling of lone surrogates.
        missing = set(list(own)[1:]) - set(found)
        assert not missing or verb in {"encode", "form_encode"}
    assert method.__name__ == verb
    assert inspect.getdoc(method).count("\n    on_error: ") == 1
    for name in _options.OPTIONS[verb]:
        assert f"\n    {name}: " in inspect.getdoc(method)
    for thing in (pl.Series(["a"]), pl.col("u")):
        assert inspect.signature(getattr(thing.uri, verb)) == inspect.signature(method)


def test_options_go_by_position_and_by_name():
    series = pd.Series(["a|b"])
    assert values(series.uri.clean("WHATWG")) == values(series.uri.clean(profile="WHATWG"))
    assert values(series.uri.clean("WHATWG")) == ["a|b"]
    assert values(series.uri.clean(superuri.profiles.WHATWG)) == ["a|b"]
    with pytest.raises(
        TypeError, match="clean takes the column and profile and default_scheme, not 4 arguments"
    ):
        series.uri.clean("WHATWG", "https", "RFC3986")
    with pytest.raises(TypeError, match="clean got profile twice"):
        series.uri.clean("WHATWG", profile="WHATWG")
    with pytest.raises(ValueError, match="did you mean 'WHATWG'"):
        # Before there is a frame.
        pl.col("u").uri.clean("WHATWGG")


OBJECTS = ["http://e.com/a b", None, "c", b"%41"]


@pytest.mark.parametrize("verb", ["clean", "key", "host", "is_uri", "lint"])
def test_objects_of_polars_are_read_as_such_and_not_as_addresses(verb):
    series = pl.Series("u", OBJECTS, dtype=pl.Object)
    want = arrow.apply(OBJECTS, verb, on_error="null").to_list()
    assert arrow.apply(series, verb, on_error="null").to_list() == want
    frame = pl.DataFrame([series, pl.Series("n", [1, 2, 3, 4])])
    assert arrow.apply(frame, verb, column="u", on_error="null").to_list() == want


@pytest.mark.parametrize("verb", arrow.VERBS)
@pytest.mark.parametrize("kind", [pa.string_view(), pa.binary_view()], ids=str)
def test_views_of_pandas_give_what_strings_give(verb, kind):
    rows = ["http://e.com/a b", None, "c"]
    series = pd.Series(rows, dtype=pd.ArrowDtype(pa.string()), name="u")
    views = pa.array(rows).cast(pa.binary() if "binary" in str(kind) else pa.string()).cast(kind)
    views = pd.Series(views, dtype=pd.ArrowDtype(kind), name="u")
    want = pa.array(getattr(series.uri, verb)(on_error="null")).to_pylist()
    made = getattr(views.uri, verb)(on_error="null")
    got = pa.array(made).to_pylist()
    if _options.makes_text(verb):
        assert made.dtype == views.dtype
        got = [row.decode() if isinstance(row, bytes) else row for row in got]
        want = [row.decode() if isinstance(row, bytes) else row for row in want]
    assert got == want


def test_arrays_of_polars_need_a_policy_for_rows():
    """Polars calls an expression length-preserving only if it is elementwise."""
    series = pl.Series([["a b", "c"]], dtype=pl.Array(pl.String, 2))
    for policy in ("null", "keep"):
        made = series.arr.eval(pl.element().uri.clean(on_error=policy))
        assert made.to_list() == [["a%20b", "c"]]
    with pytest.raises(pl.exceptions.InvalidOperationError, match="length"):
        series.arr.eval(pl.element().uri.clean())
    assert series.arr.to_list().list.eval(pl.element().uri.clean()).to_list() == [["a%20b", "c"]]


def tables_of(rows):
    """The same column in a table of each library."""
    duckdb = pytest.importorskip("duckdb", reason="make test installs it")
    table = pa.table({"n": range(len(rows)), "u": rows})
    relation = duckdb.connect().from_arrow(table)
    several = pa.Table.from_batches([*table.slice(0, 1).to_batches(), *table.slice(1).to_batches()])
    return [
        *(table, several, table.to_batches()[0], table.to_reader(), pd.DataFrame({"u": rows})),
        *(pl.from_arrow(table), relation),
    ]


def test_a_column_of_a_table_is_named():
    rows = ["a b", None, "%zz"]
    for table in tables_of(rows):
        made = arrow.apply(table, "clean", column="u")
        assert made.to_list() == ["a%20b", None, "%25zz"]
    [first, *_] = tables_of(rows)
    assert arrow.apply(first.slice(0, 0), "clean", column="u").to_list() == []
    with pytest.raises(KeyError, match="the table has no column 'v'; its columns are n, u"):
        arrow.apply(first, "clean", column="v")
    twice = pa.table([[1], [2]], ["u", "u"])
    with pytest.raises(KeyError, match="the table has 2 columns 'u'"):
        arrow.apply(twice, "clean", column="u")
    with pytest.raises(TypeError, match="a list exports no Arrow data"):
        arrow.apply(rows, "clean", column="u")
