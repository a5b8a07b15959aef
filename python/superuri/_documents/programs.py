r"""Programs: what the text around a URL says about it, in a document of any kind.

A `%` in a format string or a pattern of SQL is syntax; and PHP counts the octets of its strings.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

import superuri._core as _core
from superuri._documents.spots import Spot

# A pattern of SQL, with a `%` for any text.
_LIKE = re.compile(r"\bI?LIKE\s+[EN]?\\?['\"]$", re.IGNORECASE)
#: How far before a URL `LIKE '` may begin, in characters.
_NEAR = 16
# A string of PHP's `serialize`, with its length.
_COUNTED = re.compile(r"\bs:(\d{1,7}):\\*\"")


def marked(document: str, spots: Iterable[Spot], *, percents: bool) -> Iterator[Spot]:
    """Yield the URLs of a document, with what the text around them says: those that are patterns
    are skipped, and no fix is safe where it might change a length.

    ``percents`` is whether a `%` is only text in the document.
    """
    counted = list(_COUNTED.finditer(document))
    starts = [found.end() for found in counted]
    ends = list(accumulate((found.end() + int(found[1]) for found in counted), max))
    for spot in spots:
        spot.percents = percents
        before = bisect_right(starts, spot.start)
        if before and spot.start < ends[before - 1]:
            spot.origin = "guessed"
        if not spot.skipped and "%" in spot.text:
            spot.skipped = _pattern(document, spot)
        yield spot


def _pattern(document: str, spot: Spot) -> str:
    """Return what the URL is a pattern of; an empty text if it is none."""
    if _LIKE.search(document, max(0, spot.start - _NEAR), spot.start):
        return "glob"
    octets = spot.text.encode("utf-8", "surrogatepass")
    is_filled_in = _core.has_placeholder(octets) or _core.has_conversion(octets)
    return "template" if is_filled_in and not spot.percents else ""
