"""Cells: what Python's types cannot hold is text, and nothing of it is lost."""

import pytest

pytest.importorskip("pyarrow", reason="make test installs it")

import pyarrow as pa

from superuri.tables.files import cells

NANO, SECOND = pa.timestamp("ns"), pa.timestamp("s")
FAR = 2**60
OUT = f"<value out of range: {FAR}>"
INSTANT = "1970-01-01 00:00:00.000001001"

#: A type, values of it (numbers where they are times), and how they are written.
ROWS = [
    (pa.duration("ns"), [5, None], ["5ns", None]),
    (NANO, [1001, None], [INSTANT, None]),
    (SECOND, [FAR, 0], [OUT, "1970-01-01 00:00:00"]),
    (pa.list_(SECOND), [[FAR, None], None], [[OUT, None], None]),
    (pa.list_(NANO), [[1001], [], None], [[INSTANT], [], None]),
    (pa.list_(pa.duration("ns")), [[1001]], [["1001ns"]]),
    (pa.list_(pa.time64("ns")), [[1]], [["00:00:00.000000001"]]),
    (pa.large_list(pa.list_(NANO)), [[[1001], None]], [[[INSTANT], None]]),
    (pa.list_(NANO, 1), [[1001]], [[INSTANT]]),
    (
        pa.struct([("a", NANO), ("b", pa.string())]),
        [{"a": 1001, "b": "é"}, None],
        [{"a": INSTANT, "b": "é"}, None],
    ),
    (pa.map_(pa.string(), NANO), [[("k", 1001)]], [[("k", INSTANT)]]),
    (pa.list_(pa.int64()), [[1], None], [[1], None]),
    (pa.string(), ["é", None], ["é", None]),
]


@pytest.mark.parametrize(("kind", "values", "written"), ROWS)
def test_a_value_that_python_has_not_is_text(kind, values, written):
    column = pa.chunked_array([pa.array(values, kind)])
    assert cells.to_list(column) == written


def test_octets_of_a_text_that_is_none_are_kept():
    octets = pa.array([b"a", b"\xff", None], pa.binary())
    for kind in (pa.string(), pa.large_string()):
        wide = octets.cast(pa.large_binary()) if kind == pa.large_string() else octets
        texts = pa.Array.from_buffers(kind, 3, wide.buffers())
        assert cells.to_list(pa.chunked_array([texts])) == ["a", "\udcff", None]


def test_octets_in_a_list_that_are_no_text_stay_octets():
    octets = pa.array([b"a", b"\xff"], pa.binary())
    texts = pa.Array.from_buffers(pa.string(), 2, octets.buffers())
    column = pa.chunked_array([pa.ListArray.from_arrays([0, 2], texts)])
    assert cells.to_list(column) == [["a", b"\xff"]]
