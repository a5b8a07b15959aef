"""Elements: blocks of rows with lists of URLs, each URL processed like a row."""

from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.engines import direct, sql
from superuri.tables.files import nested, reading
from superuri.tables.files.columns import as_array
from superuri.tables.job import blocks, meant
from superuri.tables.report.summary import LISTED, example

#: Failed elements of a row that its error lists.
_LISTED_ELEMENTS = 10


class Result(NamedTuple):
    """The result of a block: its new columns, its findings, its share of the summary."""

    derived: pa.Table
    findings: pa.Table
    counts: dict[str, Any]


def process(  # noqa: PLR0913  three are options of the job
    block: reading.Block,
    source: blocks.Source,
    threads: int | None,
    *,
    default_scheme: str | None,
    tracking: tuple[str, ...] | None = None,
    trim: bool = False,
) -> Result:
    """Process a block of rows with lists."""
    flat = direct.process(
        *(block.texts, {}, 0, threads), default_scheme=default_scheme, tracking=tracking, trim=trim
    )
    elements = blocks.with_errors(flat.derived, block.invalid)
    lengths: pa.Array = block.lengths
    rows = nested.parents(lengths).cast(pa.int64())
    ends = pc.cumulative_sum(lengths.fill_null(0))
    starts = pc.subtract(ends, lengths.fill_null(0))
    places = pc.add(pc.subtract(pa.array(range(len(rows)), pa.int64()), starts.take(rows)), 1)
    errors = _errors(as_array(elements.column("error")), rows, places)
    derived = {
        name: nested.in_lists(as_array(elements.column(name)), lengths)
        for name in sql.DERIVED
        if name != "error"
    }
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
    return Result(table, findings, _counts(block, source, elements, counts, rows, errors))


def _errors(errors: pa.Array, rows: pa.Array, places: pa.Array) -> dict[int, str]:
    """Return an error for each row with elements that failed: their numbers and reasons."""
    failed = pc.indices_nonzero(errors.is_valid())
    messages: dict[int, list[str]] = {}
    for row, place, why in zip(
        rows.take(failed).to_pylist(),
        places.take(failed).to_pylist(),
        errors.take(failed).to_pylist(),
        strict=True,
    ):
        messages.setdefault(row, []).append(f"element {place}: {why}")
    errors_of: dict[int, str] = {}
    for row, each in messages.items():
        rest = len(each) - _LISTED_ELEMENTS
        shown = each[:_LISTED_ELEMENTS] + ([f"and {rest:,} more"] if rest > 0 else [])
        errors_of[row] = "; ".join(shown)
    return errors_of


def _counts(  # noqa: PLR0913, PLR0917  it counts all of them
    block: reading.Block,
    source: blocks.Source,
    elements: pa.Table,
    counted: tuple[list[tuple[str, str, str, int, int]], list[tuple[str, int]]],
    rows: pa.Array,
    errors: dict[int, str],
) -> dict[str, Any]:
    """Return the block's share of the summary; a row counts once, however many elements it has."""
    clean, normal = as_array(elements.column("clean")), as_array(elements.column("normal"))

    def differ(one: pa.Array, other: pa.Array) -> int:
        return len(pc.unique(rows.filter(pc.not_equal(one, other))))

    counts, examples = counted
    odd: dict[str, set[int]] = {}
    for n, why in block.invalid.items():
        odd.setdefault(why, set()).add(rows[n].as_py())
    times = [
        (why, why, "error", list(block.invalid.values()).count(why), len(odd[why])) for why in odd
    ]
    lengths: pa.Array = block.lengths
    lists = nested.in_lists(block.texts, lengths)
    kept = sorted(errors)
    codes = as_array(elements.column("error"))
    # A row counts once: for its first element that failed.
    first: dict[int, int] = {}
    for place in pc.indices_nonzero(codes.is_valid()).to_pylist():
        first.setdefault(rows[place].as_py(), place)
    return {
        "rows": len(block),
        "blank": block.blank,
        "empty": block.empty,
        "cleaned": differ(clean, block.texts),
        "normalised": differ(normal, clean),
        "hostless": len(pc.unique(rows.filter(blocks.lacks_host(elements, block.texts)))),
        "kept": len(kept),
        "kept_rows": [[source.row(at), errors[at]] for at in kept[:LISTED]],
        "reasons": blocks.reasons(
            {row: codes[place].as_py() for row, place in first.items()},
            lambda row: block.texts[first[row]].as_py(),
            source,
        ),
        "counts": sorted([*counts, *times]),
        "meant": blocks.located(meant.counted(as_array(block.texts), rows.to_pylist()), source),
        "examples": [
            [code, n - source.first + 1, example(str(lists[n - source.number].as_py()))]
            for code, n in sorted(examples)
        ],
    }
