"""Columns of more than 2 GiB: they are right, though their offsets have 32 bits.

    python -m heavy big-columns

needs about 12 GiB of memory. Prints what was done, how long it took, and the most memory it took.
"""

import resource
import time
from collections.abc import Callable

import pyarrow as pa
import pyarrow.compute as pc

from superuri.columns import arrow

#: A row of 1 KiB, each octet of which becomes three.
ROW = " " * 1024
ROWS = 1_000_000
GIB = 1 << 30


def printed(what: str, work: Callable[[], arrow.Column]) -> arrow.Column:
    start = time.perf_counter()
    column = work()
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / GIB
    print(f"{what}: {column!r}, {seconds:.1f} s, at most {peak:.1f} GiB in all so far", flush=True)
    return column


def check(made: pa.ChunkedArray, row: str) -> None:
    assert len(made) == ROWS
    lengths = pc.unique(pc.binary_length(made)).to_pylist()
    assert lengths == [len(row)], lengths
    for n in (0, 1, ROWS // 2, ROWS - 1):
        assert made[n].as_py() == row


def main() -> None:
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        given = pa.array([ROW] * ROWS, kind)
        made = printed(f"encode {kind}", lambda given=given: arrow.apply(given, "encode"))
        chunks = pa.chunked_array(made)
        assert chunks.type == kind
        if kind == pa.string():
            # One array cannot hold it: it comes as several.
            assert isinstance(made.to_pyarrow(), pa.ChunkedArray)
            try:
                made.__arrow_c_array__()
            except OverflowError as error:
                print(f"  as one array: {error}")
            else:
                raise AssertionError("3 GB do not fit 32 bits")
        if kind != pa.string_view():
            check(chunks, "%20" * 1024)
        back = printed(f"decode {kind}", lambda chunks=chunks: arrow.apply(chunks, "decode"))
        assert pa.chunked_array(back).type == kind
        if kind != pa.string_view():
            check(pa.chunked_array(back), ROW)
        del given, made, chunks, back
    print("all is well")


if __name__ == "__main__":
    main()
