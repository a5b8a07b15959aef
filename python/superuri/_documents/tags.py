"""XML: attributes and system identifiers that are URLs, and ampersands that are not escaped."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from superuri._documents.spots import Spot
from superuri._documents.whole import is_url

Part = tuple[int, int]

# The value of an attribute has no "<" (XML 1.0 section 3.1).
_ATTRIBUTE = re.compile(r"""[\w.-]\s?=\s?(?:"([^"<]*)"|'([^'<]*)')""")
# `SYSTEM "…"` and `PUBLIC "…" "…"` (section 4.2.2).
_SYSTEM = re.compile(
    r"""\b(?:SYSTEM|PUBLIC\s{1,9}(?:"[^"<>]*"|'[^'<>]*'))\s{1,9}(?:"([^"<>]*)"|'([^'<>]*)')"""
)
# Comments, CDATA sections and instructions, in which "&" is only text.
_VERBATIM = re.compile(r"<!--|<!\[CDATA\[|<\?")
_ENDS = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>"}
# An ampersand that begins no reference (section 4.1).
_AMPERSAND = re.compile(r"&(?!#[0-9]{1,7};|#x[0-9a-fA-F]{1,6};|[A-Za-z_:][\w.:-]{0,99};)")


def values(document: str) -> Iterator[Part]:
    """Yield the spans of attributes without white space, and of system identifiers, that are one
    URL.
    """
    for pattern, spaces in ((_ATTRIBUTE, False), (_SYSTEM, True)):
        for found in pattern.finditer(document):
            group = found.lastindex or 0
            if is_url(found[group], spaces=spaces):
                yield found.span(group)


def verbatim(document: str) -> list[Part]:
    """Return the spans in which an ampersand is only text, in order.

    >>> verbatim("<a><!-- & --></a>")
    [(3, 13)]
    """
    spans = []
    found = _VERBATIM.search(document)
    while found:
        end = document.find(_ENDS[found[0]], found.end())
        end = len(document) if end < 0 else end + len(_ENDS[found[0]])
        spans.append((found.start(), end))
        found = _VERBATIM.search(document, end)
    return spans


def ampersands(document: str, spot: Spot, parts: list[Part]) -> list[Part]:
    """Return the spans in the URL of ampersands that make the document ill-formed.

    Args:
        document: A document of the kind "xml".
        spot: One of its URLs.
        parts: Its verbatim parts.

    Returns:
        Start and end of each in ``spot.text``; a fix writes ``&`` there, as ``spot.way`` does.

    Source:
        XML 1.0 section 2.4.
    """
    before = bisect_right(parts, (spot.start, len(document)))
    if before and spot.end <= parts[before - 1][1]:
        return []
    raw = document[spot.start : spot.end]
    if "&" not in raw:
        return []
    places = list(spot.places)
    found = [
        bisect_right(places, spot.start + each.start()) - 1 for each in _AMPERSAND.finditer(raw)
    ]
    return [(at, at + 1) for at in found]
