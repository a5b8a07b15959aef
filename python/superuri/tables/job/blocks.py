"""Blocks that are done: their rows, their findings, their part of the summary."""

from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.engines.direct import Done
from superuri.tables.files import reading, strings
from superuri.tables.report.summary import LISTED, SHOWN

_NAMES = ("file", "row", "code", "name", "severity", "start", "end", "message")
_NUMBERS = ("row", "element", "start", "end")
#: Texts of which few differ.
_WORDS = pa.dictionary(pa.int32(), pa.string())


def schema(*, several: bool = False, lists: bool = False) -> pa.Schema:
    """Return the columns of the table of findings.

    With ``several`` columns of URLs, or ``lists`` of them, findings say which one they are of.
    """
    names = [*_NAMES[:2], *["column"] * several, *["element"] * lists, *_NAMES[2:]]
    return pa.schema([(name, pa.int64() if name in _NUMBERS else _WORDS) for name in names])


def words(schema: pa.Schema) -> list[str]:
    """Return the names of the columns of which few texts differ."""
    return [name for name in schema.names if name not in _NUMBERS]


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
    """Where a block comes from: its file, its column, and the numbers of its first row."""

    file: str
    column: str
    #: The number of the block's first row among all rows, and that of its file's first row.
    number: int
    first: int
    #: The columns of the table of findings.
    schema: pa.Schema

    def row(self, at: int) -> int:
        """Return which row of its file a row of the block is, from 1."""
        return self.number - self.first + at + 1


def findings(found: pa.Table, odd: dict[int, str], source: Source) -> pa.Table:
    """Return the findings of a block as the table of findings has them."""
    columns = {
        "file": _repeated(source.file, len(found)),
        "row": pc.add(pc.subtract(found.column("number"), source.first), 1),
        "column": _repeated(strings.triplets(source.column), len(found)),
    }
    columns |= {name: found.column(name) for name in found.schema.names if name != "number"}
    columns.setdefault("element", pa.nulls(len(found), pa.int64()))
    table = pa.table([columns[name] for name in source.schema.names], source.schema)
    more = [odd_finding(source, why) | {"row": source.row(at)} for at, why in sorted(odd.items())]
    return with_more(table, more)


def _repeated(text: str, count: int) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.repeat(pa.scalar(0, pa.int32()), count), [text])


def with_more(table: pa.Table, more: list[dict[str, Any]]) -> pa.Table:
    """Return findings with others among them, in the order of the rows."""
    if not more:
        return table
    both = pa.concat_tables([table, pa.Table.from_pylist(more, table.schema)])
    return both.unify_dictionaries().combine_chunks().sort_by("row")


def odd_finding(source: Source, why: str) -> dict[str, Any]:
    """Return the finding of a text that there is not."""
    fixed = {"file": source.file, "column": strings.triplets(source.column), "severity": "error"}
    return {
        **fixed,
        "start": 0,
        "end": 0,
        "code": why,
        "name": why,
        "message": strings.MESSAGES[why],
    }


def facts(done: Done, made: pa.Table, block: reading.Block, source: Source) -> dict[str, Any]:
    """Return the part's share of the summary."""
    clean, normal, error = (made.column(name) for name in ("clean", "normal", "error"))
    texts = block.texts
    changed = pc.sum(pc.not_equal(clean, texts)).as_py() or 0
    further = pc.sum(pc.not_equal(normal, clean)).as_py() or 0
    refused = pc.indices_nonzero(error.is_valid()).to_pylist()
    odd: dict[str, int] = {}
    for why in block.invalid.values():
        odd[why] = odd.get(why, 0) + 1
    counts = [*done.counts, *((why, why, "error", n, n) for why, n in odd.items())]
    examples = sorted(done.examples)
    return {
        "rows": len(block),
        "blank": block.blank,
        "empty": texts.null_count - len(block.invalid),
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
