"""Elements: blocks of rows with lists of URLs, each URL processed like a row."""

from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.engines import direct, sql
from superuri.tables.files import nested, reading
from superuri.tables.files.columns import as_array
from superuri.tables.job import blocks

#: Failed elements of a row that its error lists.
_LISTED_ELEMENTS = 10


class Result(NamedTuple):
    """The result of a block: its new columns, its findings, its share of the summary."""

    derived: pa.Table
    findings: pa.Table
    counts: dict[str, Any]


def process(block: reading.Block, source: blocks.Source, flat: direct.Result) -> Result:
    """Return the result of a block of rows with lists, of what their elements gave as rows."""
    elements = blocks.with_errors(flat.derived, block.invalid)
    lengths: pa.Array = block.lengths
    rows = nested.parents(lengths).cast(pa.int64())
    ends = pc.cumulative_sum(lengths.fill_null(0))
    starts = pc.subtract(ends, lengths.fill_null(0))
    places = pc.add(pc.subtract(pa.array(range(len(rows)), pa.int64()), starts.take(rows)), 1)
    errors = _errors(as_array(elements.column("error")), rows, places)
    names = [name for name in sql.DERIVED if name != "error"]
    derived = {name: nested.in_lists(as_array(elements.column(name)), lengths) for name in names}
    numbers = pa.array(range(source.number, source.number + len(block)), pa.int64())
    order = {f"order_{n}": column for n, column in enumerate(block.order.values())}
    error = pa.array([errors.get(n) for n in range(len(block))], pa.string())
    table = pa.table({"number": numbers, **order, **derived, "error": error})
    at = as_array(flat.findings.column("number"))
    found = flat.findings.set_column(
        0, "number", pc.add(rows.take(at), source.number)
    ).append_column("element", places.take(at))
    odd = [
        blocks.odd_finding(source, why)
        | {"row": source.row(rows[n].as_py()), "element": places[n].as_py()}
        for n, why in sorted(block.invalid.items())
    ]
    findings = blocks.merged(blocks.findings(found, {}, source), odd)
    counts = direct.count(as_array(found.column("number")), flat.rule)
    return Result(table, findings, blocks.counts(block, source, elements, counts, errors, rows))


def _errors(errors: pa.Array, rows: pa.Array, places: pa.Array) -> dict[int, str]:
    """Return an error for each row with elements that failed: their numbers and reasons."""
    failed = pc.indices_nonzero(errors.is_valid())
    messages: dict[int, list[str]] = {}
    taken = (column.take(failed).to_pylist() for column in (rows, places, errors))
    for row, place, why in zip(*taken, strict=True):
        messages.setdefault(row, []).append(f"element {place}: {why}")
    errors_of: dict[int, str] = {}
    for row, each in messages.items():
        rest = len(each) - _LISTED_ELEMENTS
        shown = each[:_LISTED_ELEMENTS] + ([f"and {rest:,} more"] if rest > 0 else [])
        errors_of[row] = "; ".join(shown)
    return errors_of
