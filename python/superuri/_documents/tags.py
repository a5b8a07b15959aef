"""XML: attributes and system identifiers that are URLs."""

import re
from collections.abc import Iterator

from superuri._documents import scripted
from superuri._documents.spots import Part
from superuri._documents.valued import names_url
from superuri._documents.whole import begins

# The value of an attribute has no "<" (XML 1.0 section 3.1).
_ATTRIBUTE = re.compile(r"""[\w.-]\s?=\s?(?:"([^"<]*)"|'([^'<]*)')""")
_NAME = re.compile(r"[\w.-]+$")
# Attributes of RDF/XML (section 7.2).
_OF_RDF = {"about", "resource"}
#: The longest name that is looked at, in characters.
LONGEST = 64
# `SYSTEM "…"` and `PUBLIC "…" "…"` (section 4.2.2).
_SYSTEM = re.compile(
    r"""\b(?:SYSTEM|PUBLIC\s{1,9}(?:"[^"<>]*"|'[^'<>]*'))\s{1,9}(?:"([^"<>]*)"|'([^'<>]*)')"""
)
# Comments, CDATA sections and instructions, in which "&" is only text.
_VERBATIM = re.compile(r"<!--|<!\[CDATA\[|<\?")
_ENDS = {"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>"}


def values(document: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the values of attributes and system identifiers that begin with a scheme, and whether
    their name shows that they are URLs.
    """
    for pattern in (_ATTRIBUTE, _SYSTEM):
        for found in pattern.finditer(document):
            group = found.lastindex or 0
            if begins(found[group]) or scripted.begins(found[group]):
                name = _NAME.search(document[max(0, found.start() - LONGEST) : found.start() + 1])
                is_url = pattern is _SYSTEM or bool(
                    name and (names_url(name[0]) or name[0] in _OF_RDF)
                )
                yield (*found.span(group), is_url)


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
