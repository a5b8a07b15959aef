"""XML: attributes and system identifiers that are URLs."""

import re
from collections.abc import Iterator

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
