"""Calls on columns: options, policies, and what is reported of rows that fail."""

import os
import signal
import time

import pytest

import superuri
from superuri.columns import arrow

pa = pytest.importorskip("pyarrow", reason="make test installs it")

#: Functions with which pyarrow itself reads capsules.
ARRAY = pa.Array._import_from_c_capsule  # noqa: SLF001
CHUNKED = pa.ChunkedArray._import_from_c_capsule  # noqa: SLF001


def test_each_policy_of_errors():
    column = pa.array(["ok%20", "%E9", None])
    assert arrow.apply(column, "decode", on_error="null").to_list() == ["ok ", None, None]
    assert arrow.apply(column, "decode", on_error="keep").to_list() == ["ok ", "%E9", None]
    with pytest.raises(superuri.errors.DecodeError, match=r"^row 2: ") as caught:
        arrow.apply(column, "decode")
    assert (caught.value.row, caught.value.text, caught.value.start) == (1, "%E9", 0)
    with pytest.raises(ValueError, match="on_error"):
        arrow.apply(column, "is_uri", on_error="keep")
    with pytest.raises(ValueError, match=r"raise, null, keep"):
        arrow.apply(column, "decode", on_error="skip")
    # Bytes that stay may not be valid text.
    octets = arrow.apply(pa.array([b"\xff", b"%41"]), "decode", on_error="keep").to_pyarrow()
    assert (octets.type, octets.to_pylist()) == (pa.binary(), [b"\xff", b"A"])
    # Positions of errors count characters of str, and bytes of bytes.
    for row, start in (("é%E9", 1), ("é%E9".encode(), 2)):
        (printed,) = arrow.apply([row], "decode", on_error="null", with_errors=True).to_list()
        assert printed["error"] == {"code": "invalid-utf8", "start": start, "end": start + 3}


def test_components_are_text_and_a_host_alone_has_no_port():
    column = pa.array([b"http://h/\xff?a", "/é".encode()])
    rows = arrow.apply(column, "split").to_list()
    assert [row["path"] for row in rows] == ["/\ufffd", "/é"]
    hosts = pa.array(["::1", "[::1]:80", "e.com:80", "E.com"])
    found = arrow.apply(hosts, "agreed_host", host=True, on_error="null").to_list()
    assert found == ["[::1]", None, None, "e.com"]


def test_lists_are_columns():
    rows = ["a b", None, superuri.URI("http://e.com/")]
    assert arrow.apply(rows, "encode").to_list() == ["a%20b", None, "http%3A%2F%2Fe.com%2F"]
    assert arrow.apply((b"a b", None), "encode").to_list() == ["a%20b", None]
    assert arrow.apply(iter(["a"]), "encode").to_pyarrow().type == pa.string()
    assert arrow.apply([], "encode").to_pyarrow().to_pylist() == []
    with pytest.raises(
        superuri.errors.EncodeError, match=r"row 2: the lone surrogate U\+D800 at 2"
    ):
        arrow.apply(["a", "é.\ud800"], "encode")
    for on_error in ("null", "keep"):
        got = arrow.apply(["a b", "\ud800"], "encode", on_error=on_error, with_errors=True)
        error = {"code": "lone-surrogate", "start": 0, "end": 1}
        assert got.to_list()[1] == {"value": None, "error": error}
    for wrong in ("text", b"octets", 1, None, {"a": 1}, [1], ["a", b"b"], [["a"]]):
        with pytest.raises(TypeError):
            arrow.apply(wrong, "encode")


def test_a_verb_and_its_options_are_named_rightly():
    with pytest.raises(ValueError, match="it is one of encode, decode"):
        arrow.apply(["a"], "encodes")
    with pytest.raises(TypeError, match=r"has no option .sett.; it has set, encoding"):
        arrow.apply(["a"], "encode", sett=1)
    with pytest.raises(TypeError, match=r"set is a superuri\.Set"):
        arrow.apply(["a"], "encode", set=5)
    with pytest.raises(ValueError, match="Encoding Standard"):
        arrow.apply(["a"], "decode", encoding="cp037")
    with pytest.raises(TypeError, match="octets already"):
        arrow.apply([b"a"], "encode", encoding="shift_jis")
    for threads in (0, -1):
        with pytest.raises(ValueError, match=f"threads={threads}: must be 1 or more"):
            arrow.apply(["a"], "encode", threads=threads)


def test_other_types_are_refused_by_name():
    for column, name in [
        (pa.array([1]), "an integer"),
        (pa.table({"a": ["b"]}), "a table or struct"),
        (pa.array([["a"]]), "a list"),
        (pa.array([1.5]), "a float"),
    ]:
        with pytest.raises(TypeError, match=name):
            arrow.apply(column, "encode")


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # pyarrow has threads
def test_a_forked_child_works():
    # Threads end with their job, so a forked child misses none.
    column = pa.array(["a b"] * 300_000)
    want = arrow.apply(column, "encode", threads=4).to_pyarrow()
    child = os.fork()
    if child == 0:
        same = arrow.apply(column, "encode", threads=4).to_pyarrow().equals(want)
        os._exit(0 if same else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_a_column_outlives_what_it_came_from():
    column = arrow.apply(pa.array(["plain", "a b"] * 10), "decode")
    capsules = [column.__arrow_c_array__(), column.__arrow_c_stream__()]
    again = pa.array(column)
    del column, capsules
    assert again.to_pylist() == ["plain", "a b"] * 10


def test_a_requested_schema_of_strings_is_heeded():
    kinds = [pa.string(), pa.large_string(), pa.string_view()]
    rows = ["a b", None, "text of more than twelve bytes"]
    for had in kinds:
        for column in (arrow.apply(pa.array(rows, had), verb) for verb in ("encode", "decode")):
            for wanted in kinds:
                schema, array = column.__arrow_c_array__(wanted.__arrow_c_schema__())
                got = ARRAY(schema, array)
                got.validate(full=True)
                assert (got.type, got.to_pylist()) == (wanted, column.to_list())
                stream = column.__arrow_c_stream__(wanted.__arrow_c_schema__())
                got = CHUNKED(stream)
                assert (got.type, got.to_pylist()) == (wanted, column.to_list())
    # Other types pass unchanged, as the interface allows.
    for other in (pa.int8(), pa.binary(), pa.dictionary(pa.int8(), pa.string())):
        schema, array = column.__arrow_c_array__(other.__arrow_c_schema__())
        assert ARRAY(schema, array).type == pa.string_view()
    with pytest.raises(TypeError, match="not a capsule called arrow_schema"):
        column.__arrow_c_array__(1)


@pytest.mark.parametrize("with_errors", [False, True])
def test_pieces_of_views_become_one_array(with_errors):
    """Each piece stays a buffer of its own; some pieces are unchanged, some begin with a null.

    A piece is of 1 MiB at most: here, there are three or four.
    """
    same = ["https://example.com/" + "a" * 100] * 9_000
    rows = [*same, None, "a b", "%zz", "é" * 40, "x", *(f"{row} {n}" for n, row in enumerate(same))]
    rows = [*rows, *same, "z" * 12, "z" * 13, None]
    options = {"with_errors": with_errors, "on_error": "null"}
    for verb in ("encode", "decode", "clean", "parse"):
        plain, views = (
            arrow.apply(pa.array(rows, kind), verb, **options)
            for kind in (pa.string(), pa.string_view())
        )
        made = ARRAY(*views.__arrow_c_array__())
        made.validate(full=True)
        assert made.to_pylist() == ARRAY(*plain.__arrow_c_array__()).to_pylist()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
def test_a_signal_ends_a_long_job():
    column = pa.repeat("HTTP://E.com/%7Euser/../a b?b&a", 3_000_000)

    def ring(*_):
        raise TimeoutError("ring")

    arrow.apply(column[:1000], "normalize", threads=2)
    start = time.process_time()
    arrow.apply(column[:300_000], "normalize", threads=2)
    whole = 10 * (time.process_time() - start)
    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        start = time.process_time()
        with pytest.raises(TimeoutError, match="ring"):
            arrow.apply(column, "normalize", threads=2)
        assert time.process_time() - start < whole / 2
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_row_that_stays_does_not_hide_one_that_changes():
    rows = ["plain"] * 200_000
    rows[150_000] = "a b"
    out = arrow.apply(pa.array(rows), "encode")
    rows[150_000] = "a%20b"
    assert out.to_pyarrow().to_pylist() == rows
    assert pa.chunked_array(out).num_chunks > 1


def test_dictionaries_and_fixed_widths_are_texts_too():
    rows = ["a b", None, "%C3%A9", "a b", "%E9", ""]
    for index in (pa.int8(), pa.uint16(), pa.int32(), pa.uint64()):
        for kind in (pa.string(), pa.large_string()):
            values = pa.array([*rows[2:], "unused %"], kind)
            picks = pa.array([3, 0, None, 1, 2, 2], index)
            column = pa.DictionaryArray.from_arrays(picks, values)
            got = arrow.apply(column[1:], "decode", on_error="keep").to_pyarrow()
            got.validate(full=True)
            assert got.to_pylist() == ["é", None, "a b", "%E9", "%E9"]
    fixed = pa.array([b"a b", None, b"%41"], pa.binary(3))
    assert arrow.apply(fixed[1:], "decode").to_list() == [None, "A"]
    assert arrow.apply(pa.nulls(3), "encode").to_list() == [None] * 3
    with pytest.raises(superuri.errors.DecodeError, match=r"row 4: the byte E9 at 0\.\.3"):
        arrow.apply(pa.array(["a", "b", None, "%E9"]).dictionary_encode(), "decode")


@pytest.mark.parametrize("verb", ["parse", "lint", "query"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_piece_of_many_rows_is_its_rows(verb, turned):
    # One thread makes one piece, and guesses its size by the first rows: all short, or all long.
    rows = ["/a"] * 70_000 + ["http://e.com/a b/" + "c/%7Ed/" * 40 + "?q=1&r=2"] * 5_000
    column = pa.array(rows[::-1] if turned else rows)
    once = arrow.apply(column, verb, threads=1).to_pyarrow()
    assert once.equals(pa.array(arrow.apply(column, verb, threads=3)))
    for row in (0, 60_000, 69_999, 74_999):
        assert once[row].as_py() == arrow.apply([column[row].as_py()], verb).to_list()[0]
