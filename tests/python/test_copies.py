"""Copies and pickles of values that have no constructor."""

import copy
import pickle

import pytest

from superuri import URI
from superuri.columns import arrow

#: A function that copies, by its name.
COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {n}": lambda value, n=n: pickle.loads(pickle.dumps(value, n)) for n in range(6)},  # noqa: S301  because it is ours
}


@pytest.mark.parametrize("make", COPIES)
def test_raw_components_are_copied(make):
    raw = URI("HTTP://bob:x@[::1]:080/a%2Fb/c?q=%31#").raw
    made = COPIES[make](raw)
    assert type(made) is type(raw)
    names = [name for name in dir(raw) if not name.startswith("_")]
    assert [getattr(made, name) for name in names] == [getattr(raw, name) for name in names]
    assert repr(made) == repr(raw)


def test_a_column_is_its_own_copy_and_is_pickled_as_an_arrow_array():
    column = arrow.apply(["a b", None], "clean")
    assert copy.copy(column) is column
    assert copy.deepcopy([column])[0] is column
    for protocol in range(6):
        with pytest.raises(TypeError, match="pickled as an Arrow array"):
            pickle.dumps(column, protocol)
    pytest.importorskip("pyarrow", reason="make test installs it")
    array = column.to_pyarrow()
    assert pickle.loads(pickle.dumps(array)).equals(array)  # noqa: S301  because it is ours
