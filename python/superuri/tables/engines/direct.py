"""Work of a job on this machine: what ``sql.py`` says, done by the engine without a database.

The texts and the findings would be copied into DuckDB and out of it, for each verb; the engine
reads and writes Arrow's columns.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from superuri.columns import arrow
from superuri.tables.engines.sql import FIRST
from superuri.tables.files import columns

#: Rows, and bytes of text, that are linted at once: each finding takes more than its text does.
ROWS = 8192
SIZE = 1 << 20
#: What is kept of a finding.
FOUND = ("code", "name", "severity", "start", "end", "message")


class Done(NamedTuple):
    """What was made of a block."""

    made: pa.Table
    findings: pa.Table
    #: For each rule: code, name, severity, how often, in how many rows.
    counts: list[tuple[str, str, str, int, int]]
    #: The first rows of each rule: code, number.
    examples: list[tuple[str, int]]


def work(texts: pa.Array, order: dict[str, pa.Array], first: int, threads: int | None) -> Done:
    """Do the rows of a block, the first of which has this number."""
    numbers = pa.array(range(first, first + len(texts)), pa.int64())
    made = pa.table({"number": numbers, **order, **_derived(texts, threads)})
    found = _findings(texts, numbers, threads)
    return Done(made, found, *tallied(found))


def tallied(
    found: pa.Table,
) -> tuple[list[tuple[str, str, str, int, int]], list[tuple[str, int]]]:
    """Return what findings count for each rule, and its first rows."""
    pairs = found.select(["code", "name", "severity", "number"]).group_by(
        ["code", "name", "severity", "number"], use_threads=False
    )
    rows = pairs.aggregate([([], "count_all")])
    rules = rows.group_by(["code", "name", "severity"], use_threads=False)
    counted = rules.aggregate([("count_all", "sum"), ([], "count_all")])
    return list(map(_count, counted.to_pylist())), _examples(rows)


def _count(row: dict[str, Any]) -> tuple[str, str, str, int, int]:
    return (row["code"], row["name"], row["severity"], row["count_all_sum"], row["count_all"])


def _examples(rows: pa.Table) -> list[tuple[str, int]]:
    """Return the first rows of each rule."""
    codes = columns.whole(rows.column("code")).dictionary_encode()
    numbers = columns.whole(rows.column("number"))
    found: list[tuple[str, int]] = []
    for n, code in enumerate(codes.dictionary.to_pylist()):
        those = numbers.filter(pc.equal(codes.indices, n))
        # Groups come in no particular order.
        first = those.take(pc.bottom_k_unstable(those, FIRST))
        found += [(code, number) for number in first.to_pylist()]
    return found


def _derived(texts: pa.Array, threads: int | None) -> dict[str, pa.Array]:
    """Return the columns that ``sql.DERIVED`` names."""

    def made(verb: str) -> pa.Array:
        policy = arrow.policy_of(verb, "null")
        return pa.array(arrow.apply(texts, verb, on_error=policy, threads=threads))

    return {
        "clean": pc.coalesce(made("clean"), texts),
        "normal": pc.coalesce(made("normalize"), texts),
        "host": pc.utf8_lower(made("host")),
        "domain": made("domain"),
        "key": _hex(made("key")),
        "error": made("error"),
    }


def _hex(keys: pa.Array) -> pa.Array:
    """Return keys, all of one length, in hexadecimal digits."""
    mask = keys.is_valid()
    valid = columns.whole(keys.drop_null()).cast(pa.large_binary())
    made = pa.nulls(len(keys), pa.string())
    if not len(valid):
        return made
    digits = columns.content(valid).to_pybytes().hex().encode()
    size = len(digits) // len(valid)
    fixed = pa.Array.from_buffers(pa.binary(size), len(valid), [None, pa.py_buffer(digits)])
    return pc.replace_with_mask(made, mask, fixed.cast(pa.binary()).cast(pa.string()))


def _findings(texts: pa.Array, numbers: pa.Array, threads: int | None) -> pa.Table:
    """Return each finding of the linter, in the order of rows, places and codes."""
    tables = []
    for start, end in _batches(texts):
        lists = pa.array(arrow.apply(texts[start:end], "lint", on_error="null", threads=threads))
        found = lists.flatten()
        number = numbers[start:end].take(pc.list_parent_indices(lists))
        fields = {name: found.field(name) for name in FOUND}
        tables.append(_sorted(pa.table({"number": number, **fields})))
    return pa.concat_tables(tables)


def _batches(texts: pa.Array) -> Iterator[tuple[int, int]]:
    """Return where each batch begins and ends."""
    at, count = 0, len(texts)
    while at < count or not at:
        end = min(count, at + ROWS)
        while end - at > 1 and (pc.sum(pc.binary_length(texts[at:end])).as_py() or 0) > SIZE:
            end = at + (end - at) // 2
        yield at, end
        if not count:
            return
        at = end


def _sorted(found: pa.Table) -> pa.Table:
    """Return findings in order, which they most often are."""
    if len(found) < 2:  # noqa: PLR2004  one is in order
        return found
    keys = [columns.whole(found.column(name)) for name in ("number", "start", "code")]
    before, behind = [key[:-1] for key in keys], [key[1:] for key in keys]
    same = pc.equal(before[0], behind[0])
    less = pc.or_(
        pc.less(before[1], behind[1]),
        pc.and_(pc.equal(before[1], behind[1]), pc.less_equal(before[2], behind[2])),
    )
    if pc.all(pc.or_(pc.invert(same), less)).as_py():
        return found
    return found.sort_by([("number", "ascending"), ("start", "ascending"), ("code", "ascending")])
