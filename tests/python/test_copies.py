"""Copies and pickles of values that have no constructor."""

import copy
import pickle

import pytest

from superuri import URI, _core
from superuri.columns import arrow

#: A function of copies each, by its name.
COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {n}": lambda value, n=n: pickle.loads(pickle.dumps(value, n)) for n in range(6)},  # noqa: S301  because it is ours
}
TEXTS = ["HTTP://E.com:80/a b?x=1&x", None, "", "http://[::1", "é", "a" * 40]
COLUMNS = {
    "text": lambda: arrow.apply(TEXTS, "clean", on_error="null"),
    "octets": lambda: arrow.apply(["%FF", None, "a"], "decode_bytes"),
    "bool": lambda: arrow.apply(TEXTS, "is_uri"),
    "struct": lambda: arrow.apply(TEXTS, "parse", on_error="null"),
    "list": lambda: arrow.apply(TEXTS, "lint"),
    "errors": lambda: arrow.apply(TEXTS, "clean", on_error="null", with_errors=True),
    "none": lambda: arrow.apply([], "parse"),
}


@pytest.mark.parametrize("make", COPIES)
def test_raw_components_are_copied(make):
    raw = URI("HTTP://bob:x@[::1]:080/a%2Fb/c?q=%31#").raw
    made = COPIES[make](raw)
    assert type(made) is type(raw)
    names = [name for name in dir(raw) if not name.startswith("_")]
    assert [getattr(made, name) for name in names] == [getattr(raw, name) for name in names]
    assert repr(made) == repr(raw)


@pytest.mark.parametrize("kind", COLUMNS)
@pytest.mark.parametrize("make", COPIES)
def test_columns_are_copied(make, kind):
    column = COLUMNS[kind]()
    made = COPIES[make](column)
    assert type(made) is type(column)
    assert (repr(made), len(made)) == (repr(column), len(column))
    assert made.to_list() == column.to_list()


@pytest.mark.parametrize("width", ["string", "large_string", "string_view"])
@pytest.mark.parametrize("chunks", [0, 1, 3])
def test_a_copy_has_the_type_and_the_pieces_of_the_column(width, chunks):
    pa = pytest.importorskip("pyarrow", reason="make test installs it")
    kind = getattr(pa, width)()
    given = pa.chunked_array([pa.array(["a b", None, "http://e.com/ok"], kind)] * chunks, kind)
    column = arrow.apply(given, "clean")
    made = pickle.loads(pickle.dumps(column))  # noqa: S301  because it is ours
    assert made.to_pyarrow().type == column.to_pyarrow().type == kind
    assert made.to_pyarrow().equals(column.to_pyarrow())
    one = arrow.apply(pa.array(["a b"], kind), "clean")
    assert isinstance(copy.copy(one).to_pyarrow(), pa.Array)


HOSTILE = [
    ("floats", "small", False, []),
    ([], "small", False, []),
    ({"a\0": "text"}, "small", False, []),
    ({"a": 1}, "small", False, []),
    ("text", "wide", False, []),
    ("text", "small", False, [([1], None)]),
    ("text", "small", False, [("\ud800", None)]),
    ("text", "small", True, [(["a"], [])]),
    ("text", "small", True, [(["a"], None)]),
    ({"a": ["int"], "b": {"c": "bool"}}, "small", False, [([{"a": [1, "x"]}], None)]),
    ({"a": {"b": "bool"}}, "small", False, [([{"a": {"b": 1}}], None)]),
    ("int", "small", False, [([1 << 64], None)]),
    ("int", "small", False, 1),
    ("int", "small", False, [1]),
]


@pytest.mark.parametrize(("shape", "width", "with_errors", "parts"), HOSTILE)
def test_a_damaged_pickle_is_an_error(shape, width, with_errors, parts):
    with pytest.raises((TypeError, ValueError, OverflowError)) as caught:
        _core.restored_column(shape, width, with_errors, False, parts)
    assert not isinstance(caught.value, RuntimeError)


def test_a_shape_that_contains_itself_is_an_error():
    endless = []
    endless.append(endless)
    with pytest.raises(ValueError, match="this is not the shape of a column"):
        _core.restored_column(endless, "small", False, False, [])
