"""Work of a job on this machine: the columns and findings of ``sql.py``, without a database.

DuckDB would copy the texts and the findings in and out for each verb; the engine works on Arrow's
memory.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

import superuri._core as _core
from superuri._values.finding import rules
from superuri.columns import arrow
from superuri.tables.engines.sql import EXAMPLE_ROWS
from superuri.tables.files import columns

#: Rows, and bytes of text, that are linted at once: findings take more memory than their texts.
ROWS = 8192
SIZE = 1 << 20
#: All rules; the engine refers to them by index.
_RULES = [*rules.values()]
_TRUE = pa.array([True])


class Result(NamedTuple):
    derived: pa.Table
    findings: pa.Table
    #: The index of each finding's rule.
    rule: pa.Array
    #: For each rule: code, name, severity, number of findings, number of rows.
    counts: list[tuple[str, str, str, int, int]]
    #: The first rows of each rule: code, row number.
    examples: list[tuple[str, int]]


def process(  # noqa: PLR0913  three are options of the job
    texts: pa.Array,
    order: dict[str, pa.Array],
    first: int,
    threads: int | None,
    *,
    default_scheme: str | None,
    tracking: tuple[str, ...] | None = None,
    trim: bool = False,
) -> Result:
    """Process the rows of a block, the first of which has the number ``first``."""
    numbers = pa.array(range(first, first + len(texts)), pa.int64())
    inner = columns.trimmed(texts) if trim else texts
    results = _derived(inner, threads, default_scheme, tracking)
    for name in ("clean", "normal"):
        results[name] = pc.coalesce(results[name], texts)
    derived = pa.table({"number": numbers, **order, **results})
    found = _lint(texts, numbers, threads)
    number, rule = (columns.as_array(found.column(name)) for name in ("number", "rule"))
    return Result(derived, _findings(found), rule, *count(number, rule))


def count(
    number: pa.Array, rule: pa.Array
) -> tuple[list[tuple[str, str, str, int, int]], list[tuple[str, int]]]:
    """Count the findings of each rule, and find its first rows.

    ``number`` and ``rule`` are the row and the rule of each finding, in the order of the rows.
    """
    times = {each["values"]: each["counts"] for each in pc.value_counts(rule).to_pylist()}
    counts: list[tuple[str, str, str, int, int]] = []
    examples: list[tuple[str, int]] = []
    for n in sorted(times):
        row = _RULES[n]
        findings = number.filter(pc.equal(rule, n))
        is_first = pa.concat_arrays([_TRUE, pc.not_equal(findings[1:], findings[:-1])])
        rows = findings.filter(is_first)
        counts.append((row.code, row.name, row.severity, times[n], len(rows)))
        examples += [(row.code, number) for number in rows[:EXAMPLE_ROWS].to_pylist()]
    return counts, examples


def _derived(
    texts: pa.Array,
    threads: int | None,
    default_scheme: str | None,
    tracking: tuple[str, ...] | None,
) -> dict[str, pa.Array]:
    """Return the columns that ``sql.DERIVED`` names."""
    scheme = {} if default_scheme is None else {"default_scheme": default_scheme}
    own = {} if tracking is None else {"tracking": tracking}

    def result(verb: str, **more: tuple[str, ...]) -> pa.Array:
        policy = arrow.policy_of(verb, "null")
        options: dict[str, Any] = {**scheme, **more}
        return pa.array(arrow.apply(texts, verb, on_error=policy, threads=threads, **options))

    return {
        "clean": result("clean"),
        "normal": result("normalize"),
        "host": pc.utf8_lower(result("host")),
        "domain": result("domain"),
        "key": in_hex(result("key", **own)),
        "error": result("error"),
    }


def in_hex(keys: pa.Array) -> pa.Array:
    """Return keys, all of the same length, in hexadecimal digits."""
    mask = keys.is_valid()
    valid = columns.as_array(keys.drop_null()).cast(pa.large_binary())
    nulls = pa.nulls(len(keys), pa.string())
    if not len(valid):
        return nulls
    digits = columns.content(valid).to_pybytes().hex().encode()
    size = len(digits) // len(valid)
    fixed = pa.Array.from_buffers(pa.binary(size), len(valid), [None, pa.py_buffer(digits)])
    return pc.replace_with_mask(nulls, mask, fixed.cast(pa.binary()).cast(pa.string()))


def _lint(texts: pa.Array, numbers: pa.Array, threads: int | None) -> pa.Table:
    """Return the findings of the linter, ordered by row, position and code."""
    tables = []
    for start, end in _batches(texts):
        lists = pa.array(_core.lint_column(texts[start:end], threads))
        found = lists.flatten()
        number = numbers[start:end].take(pc.list_parent_indices(lists))
        fields = {name: found.field(name) for name in ("rule", "start", "end", "detail")}
        tables.append(pa.table({"number": number, **fields}))
    return pa.concat_tables(tables)


def _findings(found: pa.Table) -> pa.Table:
    """Return the findings with codes, names and messages, as dictionaries."""
    rule = columns.as_array(found.column("rule")).cast(pa.int32())

    def values(name: str) -> pa.DictionaryArray:
        strings = pa.array([getattr(row, name) for row in _RULES], pa.string())
        return pa.DictionaryArray.from_arrays(rule, strings)

    fields = {name: values(name) for name in ("code", "name", "severity")}
    fields |= {name: found.column(name) for name in ("start", "end")}
    message = _messages(rule, columns.as_array(found.column("detail")))
    return pa.table({"number": found.column("number"), **fields, "message": message})


def _messages(rule: pa.Array, detail: pa.Array) -> pa.DictionaryArray:
    """Return the sentence of each finding's rule, followed by its detail in parentheses."""
    sentences = pa.array([row.sentence for row in _RULES], pa.string())
    has_detail = detail.is_valid()
    parts = [sentences.take(rule.filter(has_detail)), " (", detail.filter(has_detail), ")", ""]
    detailed = pc.binary_join_element_wise(*parts).dictionary_encode()
    # In the dictionary, the sentences with details follow those without.
    shifted = pc.add(detailed.indices, len(sentences)).cast(pa.int32())
    indices = pc.replace_with_mask(rule, has_detail, shifted)
    dictionary = pa.concat_arrays([sentences, detailed.dictionary])
    return pa.DictionaryArray.from_arrays(indices, dictionary)


def _batches(texts: pa.Array) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each batch."""
    at, count = 0, len(texts)
    while at < count or not at:
        end = min(count, at + ROWS)
        while end - at > 1 and (pc.sum(pc.binary_length(texts[at:end])).as_py() or 0) > SIZE:
            end = at + (end - at) // 2
        yield at, end
        if not count:
            return
        at = end
