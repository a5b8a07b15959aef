"""Documents: where the URLs are, by what a document is read as.

In Markdown and reStructuredText they are the destinations of links, in JSON and XML what looks like
a URL once its escapes are read, and in any other text what looks like one; `markup.py` has HTML and
style sheets.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate

from superuri import _core
from superuri.cli.lint.find import markdown, markup, restructured, written
from superuri.cli.lint.find.spots import PLAIN, Spot, Way, composed

#: A part of a document whose text is not looked through: its first character, and what is behind.
Part = tuple[int, int]


def kind(name: str) -> str:
    """Return as what the document of this name is read: a name of READERS, or text."""
    name = name.lower()
    return next((kind for kind, row in READERS.items() if name.endswith(row[0])), "text")


def spots(document: str, kind: str) -> Iterator[Spot]:
    """Yield the URLs of a document in their order."""
    if kind in READERS:
        yield from READERS[kind][1](document)
    else:
        yield from _of_text(document)


def _of_css(document: str) -> Iterator[Spot]:
    yield from markup.of_sheet(document, range(len(document) + 1), PLAIN)


def _of_markdown(document: str) -> Iterator[Spot]:
    parts = markdown.parts(document)
    found: list[Spot] = []
    for kind, start, end in parts:
        raw = document[start:end]
        there = range(start, end + 1)
        if kind == "html":
            inside = markup.of_html(raw)
            found += [Spot(it.text, composed(there, 0, it.places), it.way) for it in inside]
        elif raw and not markup.TEMPLATE.search(raw):
            text, inner = markdown.unescaped(raw)
            found += markup.as_browsed(text, composed(there, 0, inner), markdown.WAYS[kind])
    yield from _with_text(document, found, ((start, end) for _, start, end in parts))


def _of_rst(document: str) -> Iterator[Spot]:
    parts = list(restructured.targets(document))
    found = [
        Spot(document[start:end], range(start, end + 1), restructured.WAY)
        for start, end in parts
        if not markup.TEMPLATE.search(document[start:end])
    ]
    yield from _with_text(document, found, parts)


def _of_json(document: str) -> Iterator[Spot]:
    yield from _of_escaped(document, list(written.strings(document)), *written.STRING)


def _of_xml(document: str) -> Iterator[Spot]:
    yield from _of_escaped(document, list(written.words(document)), *written.WORD)


def _of_escaped(
    document: str, parts: list[Part], unescaped: written.Unescaped, way: Way
) -> Iterator[Spot]:
    """Yield what looks like a URL, in these parts after their escapes are read."""
    found: list[Spot] = []
    for start, end in parts:
        text, inner = unescaped(document[start:end])
        there = composed(range(start, end + 1), 0, inner)
        found += [Spot(it.text, composed(there, 0, it.places), way) for it in _of_text(text)]
    yield from _with_text(document, found, parts)


def _with_text(document: str, found: list[Spot], unordered: Iterable[Part]) -> Iterator[Spot]:
    """Yield these URLs, and what looks like one outside of the parts, in order."""
    parts = sorted(unordered)
    ends = list(accumulate((end for _, end in parts), max))
    for spot in _of_text(document):
        before = bisect_left(parts, (spot.end, 0))
        if before == 0 or ends[before - 1] <= spot.start:
            found.append(spot)
    yield from sorted(found, key=lambda spot: spot.start)


def _of_text(document: str) -> Iterator[Spot]:
    raw = document.encode("utf-8", "surrogateescape")
    at = before = 0
    for start, end in _core.found_urls(raw):
        at += len(raw[before:start].decode("utf-8", "surrogateescape"))
        text = raw[start:end].decode()
        yield Spot(text, range(at, at + len(text) + 1))
        at += len(text)
        before = end


#: What is read as what, by its suffix.
READERS = {
    "html": ((".html", ".htm", ".xhtml"), markup.of_html),
    "css": ((".css",), _of_css),
    "markdown": (markdown.SUFFIXES, _of_markdown),
    "rst": (restructured.SUFFIXES, _of_rst),
    "json": (written.JSON_SUFFIXES, _of_json),
    "xml": (written.XML_SUFFIXES, _of_xml),
}
