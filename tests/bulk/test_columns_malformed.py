"""Malformed Arrow data: refused, and never read beyond its buffers.

The buffers are forged with ctypes: no library of Arrow's is needed, and none fixes them.
"""

import gc
import struct

import pytest

import superuri
from kit.arrow_c import RELEASE, Forged, Streamed
from superuri.columns import arrow


def small(*offsets):
    return struct.pack(f"={len(offsets)}i", *offsets)


def large(*offsets):
    return struct.pack(f"={len(offsets)}q", *offsets)


def view(text, buffer=0, offset=0, length=None):
    length = len(text) if length is None else length
    if length <= 12:
        return struct.pack("=i12s", length, text)
    return struct.pack("=i4sii", length, text[:4], buffer, offset)


LONG = b"a text of more than twelve bytes"
FINE = [
    Forged(b"u", [None, small(0, 3, 3), b"a b"], length=2),
    Forged(b"U", [None, large(0, 3, 3), b"a b"], length=2),
    Forged(b"u", [None, small(9, 0, 3, 3), b"a b"], length=2, offset=1),
    Forged(b"z", [b"\x03", small(0, 3, 3), b"a b"], length=2, null_count=-1),
    Forged(b"vu", [None, view(b"a b") + view(b""), large()], length=2),
    Forged(b"w:3", [b"\x03", b"a b\0\0\0"], length=1),
    Forged(b"u", [None, small(0, 3, 3), b"a b"], length=2, null_count=-1),
    Forged(
        b"C",
        [None, b"\1\0"],
        length=2,
        values=Forged(b"u", [None, small(0, 0, 3), b"a b"], length=2),
    ),
]


@pytest.mark.parametrize("forged", FINE, ids=lambda forged: forged.schema.format.decode())
def test_what_is_well_formed_is_read(forged):
    assert arrow.apply(forged, "encode").to_list() in (["a%20b", ""], ["a%20b"])
    gc.collect()
    assert forged.released == {"schema": 1, "array": 1}


def test_empty_arrays_may_have_no_buffers():
    for fmt, buffers in [(b"u", 3), (b"U", 3), (b"vu", 3), (b"w:3", 2), (b"n", 0)]:
        forged = Forged(fmt, [None] * buffers, length=0)
        assert arrow.apply(forged, "encode").to_list() == []


MALFORMED = [
    ("a length below zero", b"u", [None, small(0, 1), b"a"], {"length": -1}),
    ("an offset below zero", b"u", [None, small(0, 1), b"a"], {"offset": -1}),
    ("a length beyond memory", b"u", [None, small(0, 1), b"a"], {"length": 2**63 - 1}),
    ("an end beyond memory", b"u", [None, small(0, 1), b"a"], {"length": 2**62, "offset": 2**62}),
    ("offsets beyond memory", b"U", [None, large(0, 1), b"a"], {"length": 2**61}),
    ("a null count below -1", b"u", [None, small(0, 1), b"a"], {"null_count": -2}),
    ("more nulls than rows", b"u", [None, small(0, 1), b"a"], {"null_count": 2}),
    ("nulls and no bitmap", b"u", [None, small(0, 1), b"a"], {"null_count": 1}),
    ("a buffer too few", b"u", [None, small(0, 1)], {}),
    ("a buffer too many", b"u", [None, small(0, 1), b"a", b""], {}),
    ("no buffers", b"u", [], {}),
    ("no offsets", b"u", [None, None, b"a"], {}),
    ("no bytes", b"u", [None, small(0, 1), None], {}),
    ("no buffers where three are said", b"u", [], {"n_buffers": 3}),
    ("fewer than no buffers", b"u", [], {"n_buffers": -1}),
    ("children", b"u", [None, small(0, 1), b"a"], {"n_children": 1}),
    ("a first offset below zero", b"u", [None, small(-1, 1), b"a"], {}),
    ("a last offset below zero", b"u", [None, small(0, -1), b"a"], {}),
    ("offsets that fall", b"u", [None, small(0, 3, 1, 3), b"abc"], {"length": 3}),
    ("offsets that fall below zero", b"u", [None, small(0, -3, 3), b"abc"], {"length": 2}),
    ("an offset beyond the last", b"u", [None, small(0, 99, 3), b"abc"], {"length": 2}),
    ("large offsets that fall", b"U", [None, large(0, 2**40, 3), b"abc"], {"length": 2}),
    ("a large offset below zero", b"U", [None, large(-(2**63), 1), b"a"], {}),
    ("a view below zero", b"vu", [None, view(b"", length=-1), large()], {}),
    ("a view of no buffer", b"vu", [None, view(LONG), large()], {}),
    ("a view of buffer -1", b"vu", [None, view(LONG, -1), LONG, large(32)], {}),
    ("a view beyond its buffer", b"vu", [None, view(LONG, 0, 1), LONG, large(32)], {}),
    ("a view before its buffer", b"vu", [None, view(LONG, 0, -1), LONG, large(32)], {}),
    ("a buffer of no size", b"vu", [None, view(LONG), LONG, large(-1)], {}),
    ("a buffer that is not there", b"vu", [None, view(LONG), None, large(32)], {}),
    ("no sizes of buffers", b"vu", [None, view(LONG), LONG, None], {}),
    ("more buffers than views name", b"vu", [None, view(LONG), large()], {"n_buffers": 2**40}),
    ("no views", b"vu", [None, None, large()], {}),
    ("a width beyond memory", b"w:9223372036854775807", [None, b"a"], {"length": 3}),
    ("no bytes of a width", b"w:3", [None, None], {}),
    ("buffers of nulls", b"n", [None, None], {}),
]


@pytest.mark.parametrize(
    ("why", "fmt", "buffers", "message"), MALFORMED, ids=lambda case: str(case)[:40]
)
def test_what_is_malformed_is_refused(why, fmt, buffers, message):
    for verb in ("encode", "decode", "is_uri"):
        forged = Forged(fmt, buffers, **message)
        with pytest.raises(ValueError, match=r"^the Arrow data is malformed: "):
            arrow.apply(forged, verb, on_error="null")
        gc.collect()
        assert forged.released == {"schema": 1, "array": 1}, why


INVALID = [
    ("text that is not valid UTF-8", b"u", [None, small(0, 1, 4), b"\xffa b"], (0, 1)),
    ("a surrogate", b"U", [None, large(0, 3, 6), b"\xed\xa0\x80a b"], (0, 1)),
    ("a row that cuts a character", b"u", [None, small(0, 1, 4), b"\xc3\xa9 b"], (0, 1)),
    ("a view of no UTF-8", b"vu", [None, view(b"\xff") + view(b"a b"), large()], (0, 1)),
]


@pytest.mark.parametrize(("why", "fmt", "buffers", "at"), INVALID, ids=lambda case: str(case)[:40])
@pytest.mark.parametrize("verb", ["encode", "decode", "clean", "is_uri", "host", "key"])
def test_a_row_that_is_not_valid_text_fails_singly(why, fmt, buffers, at, verb):
    """ClickHouse marks any bytes as text."""
    octets = [b"\xc3", b"\xa9 b"] if "cuts" in why else [b"\xff", b"a b"]
    with pytest.raises(ValueError, match=r'row 1 is marked as text.*binary, or .*on_error="null"'):
        arrow.apply(Forged(fmt, buffers, length=2), verb)
    for policy in ("null", arrow.policy_of(verb, "keep")):
        forged = Forged(fmt, buffers, length=2)
        made = arrow.apply(forged, verb, on_error=policy, with_errors=True).to_list()
        error = {"code": "invalid-utf8", "start": at[0], "end": at[1]}
        assert made[0] == {"value": None, "error": error}
        valid = [None] if "cuts" in why else arrow.apply(["a b"], verb).to_list()
        assert made[1]["value"] == valid[0]
        assert (made[1]["error"] is None) == ("cuts" not in why)
        plain = arrow.apply(Forged(fmt, buffers, length=2), verb, on_error=policy).to_list()
        assert plain == [each["value"] for each in made]
    cast = arrow.apply(octets, "encode").to_list()
    assert cast[0] in {"%FF", "%C3"}


def test_rows_that_are_not_valid_text_are_found_in_all_chunks_and_threads():
    pa = pytest.importorskip("pyarrow", reason="make test installs it")
    rows = [b"http://e.com/%d b" % n if n % 1000 else b"\xff%d" % n for n in range(200_000)]
    column = pa.array(rows, pa.binary())
    as_text = pa.Array.from_buffers(pa.string(), len(rows), column.buffers())
    chunked = pa.chunked_array([as_text[:70_001], as_text[70_001:]])
    want = [None if row[:1] == b"\xff" else row.decode().replace(" ", "%20") for row in rows]
    for given in (as_text, chunked, as_text.cast(pa.string()).dictionary_encode()):
        for threads in (1, 4):
            made = arrow.apply(given, "clean", on_error="keep", threads=threads)
            assert made.to_list() == want


def strings(*texts):
    ends = [len(b"".join(texts[:n])) for n in range(len(texts) + 1)]
    return Forged(b"u", [None, small(*ends), b"".join(texts)], length=len(texts))


@pytest.mark.parametrize(
    ("fmt", "index"),
    [(b"c", b"\xff"), (b"C", b"\x02"), (b"i", small(-1)), (b"l", large(-1)), (b"L", b"\xff" * 8)],
)
def test_an_index_of_no_value_is_refused(fmt, index):
    with pytest.raises(ValueError, match="index is not one of 2 values"):
        arrow.apply(Forged(fmt, [None, index], values=strings(b"a", b"b")), "encode")
    # It ignores rows that are null.
    forged = Forged(fmt, [b"\0", index], values=strings(b"a", b"b"), null_count=1)
    assert arrow.apply(forged, "encode").to_list() == [None]


def test_other_lies_about_dictionaries_are_refused():
    with pytest.raises(ValueError, match="not a format of a dictionary"):
        arrow.apply(Forged(b"f", [None, b"\0" * 4], values=strings(b"a")), "encode")
    forged = Forged(b"c", [None, b"\0"], values=strings(b"a"))
    forged.array.dictionary = None
    with pytest.raises(ValueError, match="do not agree"):
        arrow.apply(forged, "encode")
    forged = Forged(b"c", [None, b"\0"], values=strings(b"a"))
    forged.array.dictionary.contents.release = RELEASE(0)
    with pytest.raises(ValueError, match="released"):
        arrow.apply(forged, "encode")
    values = Forged(b"u", [None, small(5, 1), b"a"])
    with pytest.raises(ValueError, match="malformed: its dictionary: row 1 ends before"):
        arrow.apply(Forged(b"c", [None, b"\0"], values=values), "encode")


def test_what_is_released_is_refused():
    forged = strings(b"a b")
    assert arrow.apply(forged, "encode").to_list() == ["a%20b"]
    with pytest.raises(ValueError, match="arrow_schema is released already"):
        arrow.apply(forged, "encode")
    forged = strings(b"a b")
    forged.array.release = RELEASE(0)
    with pytest.raises(ValueError, match="arrow_array is released already"):
        arrow.apply(forged, "encode")
    stream = Streamed([strings(b"a")])
    stream.stream.release = RELEASE(0)
    with pytest.raises(ValueError, match="arrow_array_stream is released already"):
        arrow.apply(stream, "encode")


def test_capsules_of_other_things_are_refused():
    forged = strings(b"a")
    forged.names = (b"arrow_array", b"arrow_schema")
    with pytest.raises(TypeError, match="not a capsule called arrow_schema"):
        arrow.apply(forged, "encode")

    class Wrong:
        def __arrow_c_array__(self, requested_schema=None):
            return None, None

    with pytest.raises(TypeError, match="not a capsule called arrow_schema"):
        arrow.apply(Wrong(), "encode")
    for fmt, error in [
        (b"+s", TypeError),
        (b"i", TypeError),
        (b"w:-1", TypeError),
        (None, ValueError),
    ]:
        with pytest.raises(error):
            arrow.apply(Forged(fmt, [None]), "encode")


def test_streams_that_fail_say_why():
    for fails, code in (("schema", 22), ("next", 5)):
        stream = Streamed([strings(b"a")], fails=fails)
        with pytest.raises(ValueError, match=rf"error {code}\): the disk is gone"):
            arrow.apply(stream, "encode")
        gc.collect()
        assert stream.released == 1
    stream = Streamed([strings(b"a b"), strings(), strings(b"c", b"\xff")])
    with pytest.raises(ValueError, match="chunk 3: row 2 is marked as text"):
        arrow.apply(stream, "encode")
    assert arrow.apply(Streamed([strings(b"a b"), strings(b"c")]), "encode").to_list() == [
        "a%20b",
        "c",
    ]


def test_what_is_null_is_not_read():
    # The bytes under a null may be anything.
    forged = Forged(b"u", [b"\x05", small(0, 3, 5, 8), b"a b\xff%%41"], length=3, null_count=1)
    assert arrow.apply(forged, "encode").to_list() == ["a%20b", None, "%2541"]
    views = view(b"a b") + b"\xff" * 16
    forged = Forged(b"vu", [b"\x01", views, large()], length=2, null_count=1)
    assert arrow.apply(forged, "encode").to_list() == ["a%20b", None]


def test_what_goes_out_lets_go_of_what_came_in():
    forged = strings(b"plain", b"text")
    column = arrow.apply(forged, "encode")
    capsules = column.__arrow_c_array__()
    del column
    gc.collect()
    assert forged.released == {"schema": 1, "array": 0}
    del capsules
    gc.collect()
    assert forged.released == {"schema": 1, "array": 1}
    assert superuri.encode("plain") == "plain"
