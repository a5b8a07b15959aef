"""Processed blocks: their errors, their findings, their share of the summary."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import nested, reading, strings
from superuri.tables.files.columns import as_array
from superuri.tables.job import cures, meant
from superuri.tables.report import outcome
from superuri.tables.report.summary import LISTED, example

_NAMES = ("file", "row", "code", "name", "severity", "start", "end", "message")
_NUMBERS = ("row", "element", "start", "end")
#: For each rule: code, name, severity, number of findings, number of rows.
Rules = list[tuple[str, str, str, int, int]]
#: The type of columns with few distinct strings.
_DICTIONARY = pa.dictionary(pa.int32(), pa.string())


def schema(*, several: bool = False, lists: bool = False) -> pa.Schema:
    """Return the columns of the table of findings.

    With ``several`` columns of URLs, or ``lists`` of them, findings have the column or the element.
    """
    names = [*_NAMES[:2], *["column"] * several, *["element"] * lists, *_NAMES[2:]]
    return pa.schema([(name, pa.int64() if name in _NUMBERS else _DICTIONARY) for name in names])


def dictionary_columns(schema: pa.Schema) -> list[str]:
    """Return the names of the columns that are written as dictionaries."""
    return [name for name in schema.names if name not in _NUMBERS]


def with_errors(derived: pa.Table, odd: dict[int, str]) -> pa.Table:
    """Return the derived columns with the errors of rows that have no text."""
    if not odd:
        return derived
    errors = derived.column("error").to_pylist()
    for at, why in odd.items():
        errors[at] = why
    place = derived.schema.get_field_index("error")
    return derived.set_column(place, "error", pa.array(errors, pa.string()))


class Source(NamedTuple):
    """The origin of a block: its file, its column, and the numbers of its first row."""

    file: str
    column: str
    #: The numbers, among the rows of all files, of the first row of the block and of its file.
    number: int
    first: int
    #: The columns of the table of findings.
    schema: pa.Schema

    def row(self, at: int) -> int:
        """Return the number in its file of a row of the block, from 1."""
        return self.number - self.first + at + 1


def findings(found: pa.Table, odd: dict[int, str], source: Source) -> pa.Table:
    """Return the findings of a block with the columns of the table of findings."""
    columns = {
        "file": _repeated(source.file, len(found)),
        "row": pc.add(pc.subtract(found.column("number"), source.first), 1),
        "column": _repeated(strings.triplets(source.column), len(found)),
    }
    columns |= {name: found.column(name) for name in found.schema.names if name != "number"}
    columns.setdefault("element", pa.nulls(len(found), pa.int64()))
    table = pa.table([columns[name] for name in source.schema.names], source.schema)
    more = [odd_finding(source, why) | {"row": source.row(at)} for at, why in sorted(odd.items())]
    return merged(table, more)


def _repeated(text: str, count: int) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.repeat(pa.scalar(0, pa.int32()), count), [text])


def merged(table: pa.Table, more: list[dict[str, Any]]) -> pa.Table:
    """Return the findings of both, in the order of the rows."""
    if not more:
        return table
    both = pa.concat_tables([table, pa.Table.from_pylist(more, table.schema)])
    return both.unify_dictionaries().combine_chunks().sort_by("row")


def odd_finding(source: Source, why: str) -> dict[str, Any]:
    fixed = {"file": source.file, "column": strings.triplets(source.column), "severity": "error"}
    about = {"code": why, "name": why, "message": strings.MESSAGES[why]}
    return {**fixed, "start": 0, "end": 0, **about}


def lacks_host(derived: pa.Table, texts: pa.Array) -> pa.Array:
    """Return the mask of the texts that are URI references without a host."""
    is_fine = pc.and_(texts.is_valid(), as_array(derived.column("error")).is_null())
    return pc.and_(is_fine, as_array(derived.column("host")).is_null())


def counts(  # noqa: PLR0913, PLR0917  it counts all of them
    block: reading.Block,
    source: Source,
    derived: pa.Table,
    counted: tuple[Rules, list[tuple[str, int]]],
    errors: dict[int, str] | None = None,
    rows: pa.Array | None = None,
) -> dict[str, Any]:
    """Return the block's share of the summary: a row counts once, however many elements it has.

    ``counted`` are the findings of each rule and its first rows. Of a block with lists, ``errors``
    are those of the rows that failed, and ``rows`` has the row of each text.
    """
    clean, normal, codes = (as_array(derived.column(n)) for n in ("clean", "normal", "error"))
    texts, rules, shown = as_array(block.texts), counted[0], block.texts
    if rows is not None:
        shown = nested.in_lists(block.texts, block.lengths)

    def number(mask: pa.Array) -> int:
        return pc.sum(mask).as_py() or 0 if rows is None else len(pc.unique(rows.filter(mask)))

    def row_of(place: int) -> int:
        return place if rows is None else int(rows[place].as_py())

    # The first text of a row that failed.
    first: dict[int, int] = {}
    for place in pc.indices_nonzero(codes.is_valid()).to_pylist():
        first.setdefault(row_of(place), place)
    odd: dict[str, list[int]] = {}
    for place, why in block.invalid.items():
        odd.setdefault(why, []).append(row_of(place))
    times = [(why, why, "error", len(found), len(set(found))) for why, found in odd.items()]
    codes_of = {row: codes[place].as_py() for row, place in first.items()}
    errors = codes_of if errors is None else errors
    kept = sorted(errors)
    return {
        "rows": len(block),
        "blank": block.blank,
        "empty": block.empty,
        "cleaned": number(pc.not_equal(clean, texts)),
        "normalised": number(pc.not_equal(normal, clean)),
        "hostless": number(lacks_host(derived, texts)),
        "kept": len(kept),
        "kept_rows": [[source.row(at), errors[at]] for at in kept[:LISTED]],
        "reasons": reasons(codes_of, lambda row: texts[first[row]].as_py(), source),
        "counts": sorted([*rules, *times]),
        "meant": located(meant.counted(texts, None if rows is None else rows.to_pylist()), source),
        "examples": [
            [code, n - source.first + 1, example(str(shown[n - source.number].as_py() or ""))]
            for code, n in sorted(counted[1])
        ],
    }


def reasons(
    codes: dict[int, str], text: Callable[[int], str | None], source: Source
) -> list[list[Any]]:
    """Return why rows failed, with the index in its file of the first row of each reason.

    ``text`` returns the text of a row that failed.
    """
    found = outcome.reasons(codes, lambda at: cures.cure("clean", {}, codes[at], text(at)))
    return [[code, count, source.row(at) - 1, cure] for code, count, at, cure in found]


def located(rows: list[meant.Row], source: Source) -> list[list[Any]]:
    """Return the kinds of texts with the first row's number in its file."""
    return [[kind, count, source.row(at), text] for kind, count, at, text in rows]
