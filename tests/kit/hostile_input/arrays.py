"""Arrow data in any layout: the answers are those of its texts one by one."""

from collections.abc import Callable
from random import Random
from typing import Any

import pyarrow as pa

from bulk.test_columns import OCTETS, OF_TEXT, TEXT, VERBS, cut, expected, printed, texts
from kit import chance
from superuri.columns import arrow

MOST_ROWS = 90


def built(rng: Random, rows: list[str | None], kind: Any) -> Any:
    """Return an array from buffers: the first offset is not 0, and nulls hide garbage."""
    data = [None if row is None else row.encode() for row in rows]
    wide = kind in {pa.large_string(), pa.large_binary()}
    octets, offsets = rng.randbytes(rng.randrange(9)), []
    for each in data:
        offsets.append(len(octets))
        octets += rng.randbytes(rng.randrange(20)) if each is None else each
    offsets.append(len(octets))
    packed = b"".join(at.to_bytes(8 if wide else 4, "little") for at in offsets)
    bits = sum(1 << n for n, each in enumerate(data) if each is not None)
    valid = bits.to_bytes(len(data) // 8 + 1, "little")
    buffers = [pa.py_buffer(each) for each in (valid, packed, octets)]
    return pa.Array.from_buffers(
        kind, len(data), buffers, null_count=rng.choice((-1, data.count(None)))
    )


def dictionary(rng: Random, rows: list[str | None], kind: Any) -> Any:
    """Return a dictionary with values that repeat, are not used, or are null."""
    values = [*rows, *rng.sample(rows, min(3, len(rows))), "unused %zz"]
    order = list(range(len(values)))
    rng.shuffle(order)
    place = {old: new for new, old in enumerate(order)}
    picks = [None if row is None and rng.randrange(2) else place[n] for n, row in enumerate(rows)]
    index = rng.choice((pa.int8(), pa.uint8(), pa.int16(), pa.uint32(), pa.int64(), pa.uint64()))
    if len(values) > 127:
        index = pa.int32()
    kept = array([values[old] for old in order], kind)
    return pa.DictionaryArray.from_arrays(pa.array(picks, index), kept)


def array(rows: list[str | None], kind: Any) -> Any:
    if kind in OCTETS:
        return pa.array([None if row is None else row.encode() for row in rows], kind)
    return pa.array(rows, kind)


def layout(rng: Random, rows: list[str | None], kind: Any) -> Any:
    """Return the rows in a layout: built, sliced, chunked, in a dictionary, of a table."""
    around = [*texts(rng, rng.randrange(9)), *rows, *texts(rng, rng.randrange(9))]
    start = next(n for n in range(len(around)) if around[n : n + len(rows)] == rows)
    small = kind in {pa.string(), pa.binary(), pa.large_string(), pa.large_binary()}
    make = rng.choice((array, lambda r, k: built(rng, r, k), lambda r, k: dictionary(rng, r, k)))
    if not small:
        make = array
    column = make(around, kind)[start : start + len(rows)]
    shape = rng.randrange(5)
    if shape == 0 and not pa.types.is_dictionary(column.type):
        return cut(rng, column)
    if shape == 1:
        at = sorted(rng.randrange(len(rows) + 1) for _ in range(rng.randrange(5)))
        pieces = [column[a:b] for a, b in zip([0, *at], [*at, len(rows)], strict=True)]
        return pa.chunked_array(pieces, column.type)
    if shape == 2:
        return pa.table({"other": range(len(rows)), "u": column}).column("u")
    if shape == 3:
        return pa.StructArray.from_arrays([column], ["u"]).field(0)
    return column


def tries() -> Callable[[int], str]:
    """Return the function that tries a case."""

    def one(n: int) -> str:
        rng = chance.seeded(f"arrow {n}")
        kind = rng.choice([*TEXT, *OCTETS])
        rows = texts(rng, rng.choice((1, 2, 7, 8, 9, 64, MOST_ROWS)))
        verb, function, options = rng.choice([*VERBS, *(OF_TEXT if kind in TEXT else [])])
        column = layout(rng, rows, kind)
        what = f"{verb} {options} of {column.type}, {type(column).__name__}, {rows!a:.300}"
        if column.to_pylist() != array(rows, kind).to_pylist():
            return f"{what}: the test made another column"
        values, errors = expected(verb, function, array(rows, kind).to_pylist(), options)
        threads = rng.choice((None, 1, 2, 5))
        got = arrow.apply(column, verb, on_error="null", threads=threads, **options)
        out = got.to_pyarrow()
        out.validate(full=True)
        if out.to_pylist() != values or got.to_list() != values:
            return f"{what}: {out.to_pylist()!a:.300} is not {values!a:.300}"
        both = arrow.apply(column, verb, on_error="null", with_errors=True, **options).to_pyarrow()
        both.validate(full=True)
        pairs = both.to_pylist()
        if [row["value"] for row in pairs] != values:
            return f"{what}: other values with their errors"
        if printed(verb, [row["error"] for row in pairs]) != errors:
            return f"{what}: other errors"
        return ""

    return one
