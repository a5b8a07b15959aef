"""Blocks that are done: their rows, their findings, their part of the summary."""

from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.engines.direct import Done
from superuri.tables.files import reading, strings
from superuri.tables.report.summary import LISTED, SHOWN

_NAMES = ("file", "row", "code", "name", "severity", "start", "end", "message")
_NUMBERS = ("row", "element", "start", "end")


def findings(*, several: bool = False, lists: bool = False) -> pa.Schema:
    """Return the columns of the table of findings.

    ``several`` columns of URLs, or ``lists`` of them: then it says which one each is of.
    """
    names = [*_NAMES[:2], *["column"] * several, *["element"] * lists, *_NAMES[2:]]
    return pa.schema([(n, pa.int64() if n in _NUMBERS else pa.string()) for n in names])


def with_errors(made: pa.Table, odd: dict[int, str]) -> pa.Table:
    """Return what was made, with the errors of rows that have no text."""
    if not odd:
        return made
    errors = made.column("error").to_pylist()
    for at, why in odd.items():
        errors[at] = why
    place = made.schema.get_field_index("error")
    return made.set_column(place, "error", pa.array(errors, pa.string()))


class Source(NamedTuple):
    """Where a block is of: its file, its column, and the numbers of its first row."""

    file: str
    column: str
    #: Among all rows, and what the first of its file has.
    number: int
    first: int
    schema: pa.Schema

    def row(self, at: int) -> int:
        """Return which row of its file a row of the block is, from 1."""
        return self.number - self.first + at + 1


def told(found: pa.Table, odd: dict[int, str], source: Source) -> pa.Table:
    """Return the findings of a block as the table of findings has them."""
    count = len(found)
    columns = {
        "file": pa.array([source.file] * count, pa.string()),
        "row": pc.add(pc.subtract(found.column("number"), source.first), 1),
        "column": pa.array([strings.triplets(source.column)] * count, pa.string()),
        "element": pa.nulls(count, pa.int64()),
    }
    columns |= {name: found.column(name) for name in found.schema.names if name != "number"}
    table = pa.table({name: columns[name] for name in source.schema.names}).cast(source.schema)
    more = [odd_finding(source, why) | {"row": source.row(at)} for at, why in sorted(odd.items())]
    return with_more(table, more)


def with_more(table: pa.Table, more: list[dict[str, Any]]) -> pa.Table:
    """Return findings with others among them, in the order of the rows."""
    more_table = pa.Table.from_pylist(more, table.schema)
    return pa.concat_tables([table, more_table]).sort_by("row") if more else table


def odd_finding(source: Source, why: str) -> dict[str, Any]:
    """Return the finding of a text that there is not."""
    fixed = {"file": source.file, "column": strings.triplets(source.column), "severity": "error"}
    return {**fixed, "start": 0, "end": 0, "code": why, "name": why, "message": strings.ODD[why]}


def facts(done: Done, made: pa.Table, block: reading.Block, source: Source) -> dict[str, Any]:
    """Return the part's share of the summary."""
    clean, normal, error = (made.column(name) for name in ("clean", "normal", "error"))
    texts = block.texts
    changed = pc.sum(pc.not_equal(clean, texts)).as_py() or 0
    further = pc.sum(pc.not_equal(normal, clean)).as_py() or 0
    kept = pc.is_valid(error).to_pylist()
    refused = [at for at, is_kept in enumerate(kept) if is_kept]
    odd: dict[str, int] = {}
    for why in block.odd.values():
        odd[why] = odd.get(why, 0) + 1
    counts = [*done.counts, *((why, why, "error", n, n) for why, n in odd.items())]
    examples = sorted(done.examples)
    return {
        "rows": len(block),
        "blank": block.blank,
        "empty": texts.null_count - len(block.odd),
        "cleaned": changed,
        "normalised": further,
        "kept": len(refused),
        "kept_rows": [[source.row(at), error[at].as_py()] for at in refused[:LISTED]],
        "counts": sorted(counts),
        "examples": [
            [code, n - source.first + 1, (texts[n - source.number].as_py() or "")[:SHOWN]]
            for code, n in examples
        ],
    }
