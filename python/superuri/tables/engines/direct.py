"""Work of a job on this machine: what ``sql.py`` says, done by the engine without a database.

The texts and the findings would be copied into DuckDB and out of it, for each verb; the engine
reads and writes Arrow's columns.
"""

from collections.abc import Iterator
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from superuri import _core, rules
from superuri.columns import arrow
from superuri.tables.engines.sql import FIRST
from superuri.tables.files import columns

#: Rows, and bytes of text, that are linted at once: each finding takes more than its text does.
ROWS = 8192
SIZE = 1 << 20
#: All rules, as the engine numbers them.
_RULES = [*rules.values()]


class Done(NamedTuple):
    """What was made of a block."""

    made: pa.Table
    findings: pa.Table
    #: The rule of each finding, by its number.
    rule: pa.Array
    #: For each rule: code, name, severity, how often, in how many rows.
    counts: list[tuple[str, str, str, int, int]]
    #: The first rows of each rule: code, number.
    examples: list[tuple[str, int]]


def work(texts: pa.Array, order: dict[str, pa.Array], first: int, threads: int | None) -> Done:
    """Do the rows of a block, the first of which has this number."""
    numbers = pa.array(range(first, first + len(texts)), pa.int64())
    made = pa.table({"number": numbers, **order, **_derived(texts, threads)})
    found = _found(texts, numbers, threads)
    number, rule = (columns.as_array(found.column(name)) for name in ("number", "rule"))
    return Done(made, _findings(found), rule, *count(number, rule))


def count(
    number: pa.Array, rule: pa.Array
) -> tuple[list[tuple[str, str, str, int, int]], list[tuple[str, int]]]:
    """Count the findings of each rule, and find its first rows.

    ``number`` and ``rule`` are the row and the rule of each finding, in the order of the rows.
    """
    # Each pair of a row and a rule once, in the order of the rows.
    pairs = pc.unique(pc.add(pc.multiply(number, len(_RULES)), rule))
    rows = pc.divide(pairs, len(_RULES))
    of_rows = pc.subtract(pairs, pc.multiply(rows, len(_RULES)))
    times, in_rows = _times(rule), _times(of_rows)
    counts: list[tuple[str, str, str, int, int]] = []
    examples: list[tuple[str, int]] = []
    for n in sorted(times):
        row = _RULES[n]
        counts.append((row.code, row.name, row.severity, times[n], in_rows[n]))
        those = rows.filter(pc.equal(of_rows, n))[:FIRST].to_pylist()
        examples += [(row.code, number) for number in those]
    return counts, examples


def _times(rule: pa.Array) -> dict[int, int]:
    """Return how often each number is there."""
    found = pc.value_counts(rule).to_pylist()
    return {each["values"]: each["counts"] for each in found}


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
    valid = columns.as_array(keys.drop_null()).cast(pa.large_binary())
    made = pa.nulls(len(keys), pa.string())
    if not len(valid):
        return made
    digits = columns.content(valid).to_pybytes().hex().encode()
    size = len(digits) // len(valid)
    fixed = pa.Array.from_buffers(pa.binary(size), len(valid), [None, pa.py_buffer(digits)])
    return pc.replace_with_mask(made, mask, fixed.cast(pa.binary()).cast(pa.string()))


def _found(texts: pa.Array, numbers: pa.Array, threads: int | None) -> pa.Table:
    """Return what the linter finds, in the order of rows, places and codes."""
    tables = []
    for start, end in _batches(texts):
        lists = pa.array(_core.lint_column(texts[start:end], threads))
        found = lists.flatten()
        number = numbers[start:end].take(pc.list_parent_indices(lists))
        fields = {name: found.field(name) for name in ("rule", "start", "end", "detail")}
        tables.append(pa.table({"number": number, **fields}))
    return pa.concat_tables(tables)


def _findings(found: pa.Table) -> pa.Table:
    """Return each finding in words. Few of these differ, and each is there once."""
    rule = columns.as_array(found.column("rule")).cast(pa.int32())

    def words(name: str) -> pa.DictionaryArray:
        each = pa.array([getattr(row, name) for row in _RULES], pa.string())
        return pa.DictionaryArray.from_arrays(rule, each)

    made = {name: words(name) for name in ("code", "name", "severity")}
    made |= {name: found.column(name) for name in ("start", "end")}
    message = _messages(rule, columns.as_array(found.column("detail")))
    return pa.table({"number": found.column("number"), **made, "message": message})


def _messages(rule: pa.Array, detail: pa.Array) -> pa.DictionaryArray:
    """Return the sentences of the rules, with their details behind them."""
    sentences = pa.array([row.sentence for row in _RULES], pa.string())
    has_more = detail.is_valid()
    parts = [sentences.take(rule.filter(has_more)), " (", detail.filter(has_more), ")", ""]
    more = pc.binary_join_element_wise(*parts).dictionary_encode()
    behind = pc.add(more.indices, len(sentences)).cast(pa.int32())
    places = pc.replace_with_mask(rule, has_more, behind)
    words = pa.concat_arrays([sentences, more.dictionary])
    return pa.DictionaryArray.from_arrays(places, words)


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
