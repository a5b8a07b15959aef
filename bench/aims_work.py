"""Work that aims compare with an older superuri (baseline.py), in a process of each.

    python bench/aims_work.py ROWS.parquet [CODE,…]

prints, as JSON, the codes of the lint rules and the least nanoseconds a row of each work. The
columns of the file are in aims.py. With codes, only these rules are selected.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import pyarrow as pa
import pyarrow.parquet as pq

import superuri
from superuri._values.finding import rules
from superuri.columns import arrow

ROUNDS = 15


def works(rows: pa.Table, codes: list[str]) -> Iterator[tuple[str, int, Callable[[], object]]]:
    """Yield each work: its name, its number of rows, and what does it."""
    texts = {name: rows.column(name).combine_chunks() for name in rows.column_names}
    selected = {"select": codes} if codes else {}

    def column(verb: str, array: pa.Array, **options: object) -> Callable[[], object]:
        more = {} if verb in {"lint", "parse"} else {"on_error": "null"}
        return partial(arrow.apply, array, verb, threads=1, **more, **options)

    count = len(rows)
    for verb in ("decode", "clean", "domain"):
        yield verb, count, column(verb, texts["escapes"])
        yield f"{verb}, views", count, column(verb, texts["escapes"].cast(pa.string_view()))
    yield "key", count, column("key", texts["urls"])
    yield "parse", count, column("parse", texts["more"])
    yield "lint, hostile", count, column("lint", texts["hostile"], **selected)
    yield "lint, more", count, column("lint", texts["more"], **selected)
    each = texts["normal"].to_pylist()
    yield "normalize", count, lambda: [superuri.normalize(text) for text in each]


def main() -> None:
    """Do each work, and print what it took."""
    rows = pq.read_table(sys.argv[1])
    took = {}
    for name, count, work in works(rows, sys.argv[2].split(",") if sys.argv[2:] else []):
        least = float("inf")
        for _ in range(ROUNDS):
            start = time.process_time()
            work()
            least = min(least, time.process_time() - start)
        took[name] = least / count * 1e9
    print(json.dumps({"codes": [row.code for row in rules.values() if row.default], "took": took}))


if __name__ == "__main__":
    main()
