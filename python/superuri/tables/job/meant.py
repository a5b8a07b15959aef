"""Meant: what the texts of a block seem to be that are not plain URIs."""

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

import superuri._core as _core
from superuri.tables.report.summary import example

#: Texts that are certainly plain: the others are looked at one by one.
_PLAIN = r"^https?://[^\s\[:@]+$"

#: A kind, the number of its rows, the first of these rows, and its text.
Row = tuple[str, int, int, str]


def counted(texts: pa.Array, rows: Sequence[int] | None = None) -> list[Row]:
    """Return the kinds of texts that seem to be something else than a plain URI.

    ``rows`` has the row of each text of a block with lists; a row counts once for a kind.
    """
    is_plain = pc.fill_null(pc.match_substring_regex(texts, _PLAIN), True)
    places = pc.indices_nonzero(pc.invert(is_plain))
    odd = texts.take(places).to_pylist()
    first: dict[str, tuple[int, str]] = {}
    found: dict[str, int] = {}
    last: dict[str, int] = {}
    for place, text, kind in zip(places.to_pylist(), odd, _core.meant(odd), strict=True):
        if kind is None:
            continue
        row = place if rows is None else rows[place]
        if last.get(kind) != row:
            found[kind] = found.get(kind, 0) + 1
            last[kind] = row
        if kind not in first:
            first[kind] = (row, example(text))
    return [(kind, count, *first[kind]) for kind, count in found.items()]
