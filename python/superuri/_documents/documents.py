"""Documents: finding URLs, by the kind of a document.

In Markdown and reStructuredText, the destinations of links; in JSON, YAML, TOML and XML, values
whose name shows that they are URLs; in JSON and XML, also text that looks like a URL after decoding
of escapes; in formats with fields, the values of these; in any other text, what looks like a URL.
For HTML and style sheets see `markup.py`.
"""

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

import superuri._core as _core
from superuri._documents import (
    cards,
    fields,
    markdown,
    markup,
    restructured,
    tags,
    tex,
    triples,
    valued,
    written,
)
from superuri._documents.spots import PLAIN, Spot, Way, composed
from superuri._documents.whole import TEMPLATE

#: A part of a document that is not searched as text: its start and its end.
Part = tuple[int, int]
#: A reader yields the URLs of a document.
Reader = Callable[[str], Iterator[Spot]]


def spots(document: str, kind: str) -> Iterator[Spot]:
    """Yield the URLs of a document in order."""
    if kind in READERS:
        yield from READERS[kind](document)
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
        elif raw and not TEMPLATE.search(raw):
            text, inner = markdown.unescaped(raw)
            found += markup.as_browsed(text, composed(there, 0, inner), markdown.WAYS[kind])
    yield from _with_text(document, found, ((start, end) for _, start, end in parts))


def _of_rst(document: str) -> Iterator[Spot]:
    parts = list(restructured.targets(document))
    found = [
        Spot(document[start:end], range(start, end + 1), restructured.WAY)
        for start, end in parts
        if not TEMPLATE.search(document[start:end])
    ]
    yield from _with_text(document, found, parts)


def _of_json(document: str) -> Iterator[Spot]:
    whole, parts = list(valued.of_json(document)), list(written.strings(document))
    yield from _of_escaped(document, whole, parts, *written.STRING)


def _of_xml(document: str) -> Iterator[Spot]:
    whole = sorted({*valued.of_xml(document), *tags.values(document)})
    parts = [part for part in written.words(document) if not _is_within(part, whole)]
    yield from _of_escaped(document, whole, parts, *written.WORD)


def _is_within(part: Part, parts: list[Part]) -> bool:
    """Return whether the part is within one of these parts, which are in order."""
    before = bisect_right(parts, (part[0], sys.maxsize))
    return before > 0 and part[1] <= parts[before - 1][1]


def _of_toml(document: str) -> Iterator[Spot]:
    yield from _of_values(document, list(valued.of_quoted(document)))


def _of_yaml(document: str) -> Iterator[Spot]:
    plain = list(valued.of_plain(document))
    quoted = [part for part in valued.of_quoted(document) if not _is_within(part, plain)]
    yield from _of_values(document, [*plain, *quoted])


def _of_requirements(document: str) -> Iterator[Spot]:
    yield from _of_values(document, list(valued.of_requirements(document)))


def _of_values(document: str, whole: list[Part]) -> Iterator[Spot]:
    """Yield the URLs that these parts are, and text elsewhere that looks like a URL."""
    found = [Spot(document[start:end], range(start, end + 1)) for start, end in whole]
    yield from _with_text(document, found, whole)


def _of_escaped(
    document: str, whole: list[Part], parts: list[Part], unescaped: written.Unescaped, way: Way
) -> Iterator[Spot]:
    """Yield the URLs in these parts after decoding their escapes: the parts in ``whole`` are a URL
    each, in the others a URL is searched for.
    """
    found: list[Spot] = []
    are_whole = set(whole)
    for start, end in {*whole, *parts}:
        text, inner = unescaped(document[start:end])
        there = composed(range(start, end + 1), 0, inner)
        inside = [Spot(text, range(len(text) + 1))] if (start, end) in are_whole else _of_text(text)
        found += [Spot(it.text, composed(there, 0, it.places), way) for it in inside]
    yield from _with_text(document, found, {*whole, *parts})


def _with_text(document: str, found: list[Spot], unordered: Iterable[Part]) -> Iterator[Spot]:
    """Yield the given URLs, and text outside the parts that looks like a URL, in order."""
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


def _beside(reader: Reader) -> Reader:
    """Return a reader of these URLs, and of text elsewhere that looks like a URL."""

    def read(document: str) -> Iterator[Spot]:
        found = list(reader(document))
        yield from _with_text(document, found, [(spot.start, spot.end) for spot in found])

    return read


#: The reader of each kind; any other is read as text.
READERS: dict[str, Reader] = {
    "html": markup.of_html,
    "css": _of_css,
    "markdown": _of_markdown,
    "rst": _of_rst,
    "json": _of_json,
    "xml": _of_xml,
    "yaml": _of_yaml,
    "toml": _of_toml,
    "requirements": _of_requirements,
    "bibtex": _beside(tex.of_bibtex),
    "tex": _beside(tex.of_tex),
    "ris": _beside(fields.of_ris),
    "turtle": _beside(triples.of_triples),
    "m3u": _beside(fields.of_playlist),
    "ini": _beside(fields.of_ini),
    "properties": _beside(fields.of_properties),
    "robots": _beside(fields.of_robots),
    "vcard": _beside(cards.of_cards),
    "http": _beside(fields.of_http),
}
