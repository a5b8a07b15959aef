"""Blocks that are done: their rows, their findings, their part of the summary."""

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.engines.direct import Done
from superuri.tables.files import reading
from superuri.tables.files.strings import ODD
from superuri.tables.report.summary import LISTED, SHOWN

_NAMES = ("file", "row", "code", "name", "severity", "start", "end", "message")
_NUMBERS = ("row", "start", "end")
#: Texts of which few differ.
_WORDS = pa.dictionary(pa.int32(), pa.string())
FINDINGS = pa.schema([(name, pa.int64() if name in _NUMBERS else _WORDS) for name in _NAMES])
WORDS = [name for name in _NAMES if name not in _NUMBERS]


def with_errors(made: pa.Table, odd: dict[int, str]) -> pa.Table:
    """Return what was made, with the errors of rows that have no text."""
    if not odd:
        return made
    errors = made.column("error").to_pylist()
    for at, why in odd.items():
        errors[at] = why
    place = made.schema.get_field_index("error")
    return made.set_column(place, "error", pa.array(errors, pa.string()))


def findings(found: pa.Table, odd: dict[int, str], file: str, number: int, first: int) -> pa.Table:
    """Return the findings of a block as the table of findings has them."""
    rows = pc.add(pc.subtract(found.column("number"), first), 1)
    files = pa.DictionaryArray.from_arrays(pa.repeat(pa.scalar(0, pa.int32()), len(found)), [file])
    columns = {"file": files, "row": rows}
    columns |= {name: found.column(name) for name in FINDINGS.names[2:]}
    table = pa.table(columns, FINDINGS)
    fixed = {"file": file, "severity": "error", "start": 0, "end": 0}
    more = [
        {**fixed, "row": number - first + at + 1, "code": why, "name": why, "message": ODD[why]}
        for at, why in sorted(odd.items())
    ]
    if not more:
        return table
    both = pa.concat_tables([table, pa.Table.from_pylist(more, FINDINGS)])
    return both.unify_dictionaries().combine_chunks().sort_by("row")


def facts(
    done: Done, made: pa.Table, block: reading.Block, number: int, first: int
) -> dict[str, Any]:
    """Return the part's share of the summary."""
    clean, normal, error = (made.column(name) for name in ("clean", "normal", "error"))
    texts = block.texts
    changed = pc.sum(pc.not_equal(clean, texts)).as_py() or 0
    further = pc.sum(pc.not_equal(normal, clean)).as_py() or 0
    refused = pc.indices_nonzero(error.is_valid()).to_pylist()
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
        "kept_rows": [[number - first + at + 1, error[at].as_py()] for at in refused[:LISTED]],
        "counts": sorted(counts),
        "examples": [
            [code, n - first + 1, (texts[n - number].as_py() or "")[:SHOWN]] for code, n in examples
        ],
    }
