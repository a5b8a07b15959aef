"""Batches of the SQL engines, the policies of the verbs, and what columns keep of their type."""

import re

import pytest

import superuri
from superuri.columns import _methods, _options, arrow

pa = pytest.importorskip("pyarrow", reason="make test installs it")
pd = pytest.importorskip("pandas", reason="make test installs it")
pl = pytest.importorskip("polars", reason="make test installs it")

import superuri.columns.pandas  # noqa: E402  because it needs pandas
import superuri.columns.polars  # noqa: E402
from superuri.columns import _sql  # noqa: E402

#: Three strings, of which the second is the byte FF. Spark does not validate its strings.
INVALID = pa.Array.from_buffers(
    pa.string(),
    3,
    [
        None,
        pa.py_buffer(bytes([0, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 7, 0, 0, 0])),
        pa.py_buffer(b"a b\xffc d"),
    ],
)


def called(verb, policy, texts, *given):
    """The results of a batch."""
    return _sql.call(verb, policy, _sql.kind_of(verb), {}, texts, *given).to_pylist()


@pytest.mark.parametrize("policy", ["null", "keep"])
def test_a_string_that_is_not_utf_8_is_null(policy):
    assert called("clean", policy, INVALID) == ["a%20b", None, "c%20d"]
    with_fault = pa.concat_arrays([INVALID, pa.array(["//e:x", None])])
    kept = "//e:x" if policy == "keep" else None
    assert called("clean", policy, with_fault) == ["a%20b", None, "c%20d", kept, None]


def test_a_string_that_is_not_utf_8_ends_a_query_on_request():
    with pytest.raises(ValueError, match=r"^the Arrow data is malformed: chunk 1: row 2 is marked"):
        called("clean", "raise", INVALID)


def test_an_error_has_the_text_of_its_row():
    with pytest.raises(superuri.errors.ParseError) as refused:
        called("clean", "raise", pa.array([b"a", b"http://u:pw@e:x/\xff"]))
    error = refused.value
    assert str(error) == "uri_clean('http://u:••@e:x/ÿ'): port \"x\" at 14 is not a number"
    assert (error.text, error.start, error.end) == (b"http://u:pw@e:x/\xff", 14, 15)
    assert (error.code, error.row) == ("bad-port", None)
    assert error.help == "a port is decimal digits (RFC 3986 section 3.2.3)"
    with pytest.raises(superuri.errors.DecodeError) as refused:
        called("decode", "raise", pa.array(["a: b%E9: c"]))
    assert str(refused.value) == (
        "uri_decode('a: b%E9: c'): the byte E9 at 4..7 is not valid UTF-8 "
        '(in windows-1252 it is "é")'
    )


def test_chunks_and_their_options_are_one_column():
    chunks = pa.chunked_array([["a b", "c"], [], ["%E9", None]], pa.string())
    encodings = pa.chunked_array([["utf-8"], ["latin-1", "latin-1", "utf-8"]])
    assert called("decode", "null", chunks, encodings) == ["a b", "c", "é", None]
    same = pa.chunked_array([["latin-1", "latin-1"], ["latin-1", "latin-1"]])
    assert called("decode", "null", chunks, same) == ["a b", "c", "é", None]
    assert called("decode", "null", chunks[:0], encodings[:0]) == []


def test_what_is_not_text_cannot_be_kept():
    makers = {"encode", "decode", "decode_bytes", "form_encode", "form_decode"}
    makers |= {"clean", "normalize", "pretty", "refang", "defang", "unwrap"}
    assert set(arrow.VERBS) - arrow.FINDS == makers
    assert {verb: arrow.policy_of(verb, "keep") for verb in arrow.VERBS} == {
        verb: "null" if verb in arrow.FINDS else "keep" for verb in arrow.VERBS
    }
    for policy in ("raise", "null"):
        assert {arrow.policy_of(verb, policy) for verb in arrow.VERBS} == {policy}


def test_categories_have_the_options_of_the_verb():
    rows = pd.Series(["%FF", "%E9", None, "%E9"], dtype="category")
    assert rows.uri.decode("latin-1").to_list()[:2] == ["ÿ", "é"]
    kept = rows.uri.decode(on_error="keep")
    assert kept.to_list()[:2] == ["%FF", "%E9"]
    assert rows.uri.decode(on_error="null").isna().all()
    pair = pd.Series(["a", "%E9"], dtype="category")
    row = r"^row 2 \(index 1\)"
    with pytest.raises(superuri.errors.DecodeError, match=rf"{row}: the byte E9 at 0\.\.3 is not"):
        pair.uri.decode()
    with pytest.raises(superuri.errors.RepertoireError) as refused:
        pair.uri.decode("latin-1", repertoire="ascii")
    assert str(refused.value) == 'row 2 (index 1): "é" at 0..3 is outside ascii'
    assert refused.value.row == 1


@pytest.mark.parametrize("dtype", [pl.String, pl.Categorical, pl.Binary, pl.Null], ids=str)
def test_a_plan_has_the_types_of_its_results(dtype):
    rows = pl.DataFrame({"u": pl.Series([None], dtype=dtype)})
    for verb in arrow.VERBS:
        made = getattr(pl.col("u").uri, verb)(on_error="null")
        plan = rows.lazy().select(made)
        assert plan.collect_schema() == plan.collect().schema, verb


def test_errors_may_be_a_column_of_polars():
    want = [
        {"value": "é", "error": None},
        {"value": None, "error": {"code": "invalid-utf8", "start": 0, "end": 3}},
    ]
    rows = pl.Series("u", ["%C3%A9", "%E9"])
    assert rows.uri.decode(on_error="null", with_errors=True).to_list() == want
    frame = pl.DataFrame({"u": rows})
    assert (
        frame.select(pl.col("u").uri.decode(on_error="null", with_errors=True))["u"].to_list()
        == want
    )


def test_an_enum_without_the_result_is_refused():
    with pytest.raises(ValueError, match=r"^encode makes") as refused:
        pl.Series("u", ["a b"], dtype=pl.Enum(["a b"])).uri.encode()
    assert str(refused.value) == (
        "encode makes 'a%20b', which is not a category of the Enum: cast the column to String first"
    )


def test_a_method_is_documented_as_its_function():
    method = _options.documented(lambda: None, "error", "self", _methods.MORE, "Methods.")
    own = _methods.Methods.error
    for found in (method, own):
        assert (found.__name__, found.__qualname__) == ("error", "Methods.error")
        assert str(found.__signature__) == (
            "(self, profile='RFC3986', *, default_scheme=None, on_error='raise', "
            "with_errors=False, threads=None)"
        )
        assert found.__doc__ == (
            "The code of the error with which clean refuses the text, or null.\n"
            "\n"
            "Applied to each row of the column; null stays null.\n"
            "\n"
            "Args:\n"
            "    profile: the rules of cleaning: a superuri.Profile from superuri.profiles, or "
            "its name. The\n"
            "        default follows RFC 3986.\n"
            "    default_scheme: the scheme of a text that begins with a host instead of a scheme, "
            "such as\n"
            '        "https" for "e.com/a", as curl and browsers read it. A host has a dot, or is '
            "localhost\n"
            '        or an address; "tel:911" has a scheme, and "/a" has no host. None adds no '
            "scheme.\n"
            '    on_error: the policy for a row that fails: "raise", "null" or "keep".\n'
            "    with_errors: return a struct for each row: its value, and its error or null.\n"
            "    threads: the maximum number of threads."
        )
    host = _options.documented(lambda: None, "host", "column", {})
    assert host.__qualname__ == "host"
    assert str(host.__signature__) == "(column, *, default_scheme=None)"
    assert host.__doc__.startswith(
        "The host of the URI, decoded; the text is cleaned first.\n\n"
        "Applied to each row of the column; null stays null.\n\nArgs:\n    default_scheme: "
    )
    about, _, rest = _options.documentation("encode", {}).partition("\n\n")
    assert about == superuri.encode.__doc__.partition("\n\n")[0]
    assert re.findall(r"^    (\w+): ", rest, re.MULTILINE) == ["set", "encoding"]


def test_a_method_calls_its_verb():
    class Calls(_methods.Methods):
        def __call__(self, verb, /, **options):
            return self._thing, verb, options

    want = ("x", "clean", {"profile": "WHATWG", "threads": 2})
    assert Calls("x").clean("WHATWG", threads=2) == want


def test_several_options_may_differ_from_row_to_row():
    encodings = pa.array(["utf-8", "latin-1", "utf-8", "latin-1"])
    errors = pa.array(["replace", "strict", "ignore", "strict"])
    rows = pa.array(["a%E9", "%E9", "b%E9", None])
    assert called("decode", "null", rows, encodings, errors) == ["a\ufffd", "é", "b", None]


def test_an_option_that_is_a_list_is_one_for_all_rows():
    lists = pa.array([["utf-8"], ["latin-1"]])
    with pytest.raises(TypeError, match=r"^uri_decode: an option that is a list is one for all"):
        called("decode", "null", pa.array(["a", "b"]), lists)


def test_an_error_shows_a_hundred_characters():
    for length, end in ((100, ""), (101, "…")):
        text = "%" + "a" * (length - 1)
        with pytest.raises(superuri.errors.DecodeError) as refused:
            called("decode", "raise", pa.array([text.replace("a", "z")]))
        shown = text.replace("a", "z")[:100] + end
        assert str(refused.value).startswith(f"uri_decode('{shown}'): ")
