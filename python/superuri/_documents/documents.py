"""Documents: finding URLs, by the kind of a document.

Each kind has its parser. The rest of the document is searched as text, for strings in quotes that
begin with a scheme, and for everything that looks like a URL.
"""

import re
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from heapq import merge
from itertools import accumulate, chain

from superuri._documents import (
    brackets,
    cards,
    fields,
    gettext,
    mail,
    markdown,
    markup,
    names,
    restructured,
    scalars,
    scripted,
    searched,
    tags,
    tex,
    triples,
    valued,
    written,
)
from superuri._documents.spots import PLAIN, RULES_ALONE, Part, Spot, Unescaped, Way, composed
from superuri._documents.whole import TEMPLATE

#: A parser yields the URLs of a document.
Parser = Callable[[str], Iterator[Spot]]


def spots(document: str, kind: str) -> Iterator[Spot]:
    """Yield the URLs of a document in order."""
    for spot in every(document, kind):
        if not spot.skipped and spot.rule not in RULES_ALONE:
            yield spot


def every(document: str, kind: str) -> Iterator[Spot]:
    """Yield the URLs of a document in order, and what is skipped or has a rule of its own."""
    yield from names.marked(document, kind, PARSERS.get(kind, _of_text)(document))


def _of_html(document: str) -> Iterator[Spot]:
    yield from markup.of_html(document, _within)


def _within(text: str, kind: str) -> Iterator[Spot]:
    """Yield the URLs of a text of this kind, which is in a page or a mail."""
    yield from PARSERS.get(kind, _of_text)(text)


def _of_bracketed(document: str) -> Iterator[Spot]:
    yield from brackets.of_text(document, _of_text)


def _of_markdown(document: str) -> Iterator[Spot]:
    parts = markdown.parts(document)
    found: list[Spot] = []
    for part, start, end in parts:
        kind, raw = part, document[start:end]
        if kind == "broken":
            raw = markdown.SIZE.sub("", raw)
            kind = kind if any(map(str.isspace, raw)) else "destination"
        there = range(start, start + len(raw) + 1)
        if kind == "html":
            found += [spot.within(there, spot.way) for spot in _of_html(raw)]
        elif TEMPLATE.search(raw):
            found.append(Spot(raw, there, skipped="template"))
        elif raw:
            # Nothing is escaped in an autolink (section 6.5).
            is_raw = kind == "autolink"
            text, inner = (raw, range(len(there))) if is_raw else markdown.unescaped(raw)
            places = composed(there, 0, inner)
            if kind == "broken":
                origin = "guessed" if markdown.BESIDE.search(text) else "whole"
                found.append(Spot(text, places, markdown.WAYS[kind], origin, rule="space-in-link"))
            else:
                found += markup.as_browsed(text, places, markdown.WAYS[kind])
    yield from _with_text(document, found, ((start, end) for _, start, end in parts))


def _of_rst(document: str) -> Iterator[Spot]:
    found = list(restructured.targets(document))
    for spot in found:
        spot.skipped = "template" if TEMPLATE.search(spot.text) else ""
    yield from _with_text(document, found, [(spot.start, spot.end) for spot in found])


def _of_json(document: str) -> Iterator[Spot]:
    """Yield the strings that are a URL, and the URLs in all others."""
    found: list[Spot] = []
    parts: list[Part] = []
    is_url = set(valued.of_json(document))
    for start, end in written.strings(document):
        raw = document[start:end]
        # A URL has a colon, which may be written as \\u003a.
        if ":" not in raw and "\\u" not in raw:
            continue
        if scripted.begins(raw) and (start, end) not in is_url:
            continue
        text, inner = written.unescaped(raw)
        there = composed(range(start, end + 1), 0, inner)
        whole = list(scalars.of_string(text, there, written.STRING, is_url=(start, end) in is_url))
        found += whole
        if any(spot.rule == "" for spot in whole):
            parts.append((start, end))
        elif isinstance(inner, array):
            found += [spot.within(there, written.STRING) for spot in _of_text(text)]
            parts.append((start, end))
    yield from _with_text(document, found, parts)


# A colon, or an entity that may be one.
_COLON = re.compile(":|&#|&colon;")


def _of_xml(document: str) -> Iterator[Spot]:
    verbatim = tags.verbatim(document)
    found: list[Spot] = []
    parts: list[Part] = []
    attributes = set(tags.values(document))
    for start, end, is_url in {*valued.of_xml(document), *attributes}:
        text, there, way = written.of_xml(document, start, end)
        for spot in scalars.of_string(text, there, way, is_url=is_url):
            if not spot.rule:
                parts.append((start, end))
            # An attribute with a space may be a list.
            if not spot.rule or (start, end, is_url) not in attributes:
                found.append(spot)
    for start, end in valued.relative_in_sitemap(document):
        found.append(Spot(*written.of_xml(document, start, end), rule="not-absolute"))
        parts.append((start, end))
    whole = sorted(parts)
    for start, end in written.words(document):
        if not _is_within((start, end), whole):
            inside = _in_word(document, start, end)
            found += (spot for spot in inside if not _is_within((spot.start, spot.end), whole))
            parts.append((start, end))
    for spot in _with_text(document, found, parts):
        yield spot
        raw = document[spot.start : spot.end]
        if "&" in raw and not spot.rule and not _is_within((spot.start, spot.end), verbatim):
            yield Spot(raw, range(spot.start, spot.end + 1), rule="raw-ampersand")


def _in_word(document: str, start: int, end: int) -> Iterator[Spot]:
    """Yield the URLs in a word of XML with an entity. A tag before one may be escaped itself."""
    if not _COLON.search(document, start, end):
        return
    text, there, _ = written.of_xml(document, start, end)
    for spot in searched.of_text(text):
        at = there[spot.start], there[spot.end]
        spot.text, spot.places, spot.way = written.of_xml(document, *at)
        yield spot


def _is_within(part: Part, parts: list[Part]) -> bool:
    """Return whether the part is within one of these parts, which are in order."""
    before = bisect_right(parts, (part[0], sys.maxsize))
    return before > 0 and part[1] <= parts[before - 1][1]


def _of_yaml(document: str) -> Iterator[Spot]:
    plain = list(valued.of_plain(document))
    spans = [span[:2] for span in plain]
    quoted = (span for span in valued.of_quoted(document) if not _is_within(span[:2], spans))
    yield from _of_values(document, plain, quoted)


def _of_po(document: str) -> Iterator[Spot]:
    found = _of_escaped(document, gettext.strings(document), gettext.unescaped, gettext.STRING)
    yield from _with_text(document, list(found), gettext.strings(document))


def _of_cards(document: str) -> Iterator[Spot]:
    texts = list(cards.texts(document))
    found = [*cards.of_cards(document)]
    parts = [*texts, *((spot.start, spot.end) for spot in found)]
    found += _of_escaped(document, texts, cards.unescaped, cards.ESCAPED)
    yield from _with_text(document, found, parts)


def _of_escaped(
    document: str, spans: Iterable[Part], unescaped: Unescaped, way: Way
) -> Iterator[Spot]:
    """Yield the URLs that these spans are or contain, without the escapes of the format."""
    for start, end in spans:
        text, inner = unescaped(document[start:end])
        there = composed(range(start, end + 1), 0, inner)
        whole = [spot for spot in scalars.of_string(text, there, way) if not spot.rule]
        yield from whole or (spot.within(there, way) for spot in _of_text(text))


def _of_values(document: str, *values: Iterable[tuple[int, int, bool]]) -> Iterator[Spot]:
    """Yield the URLs that these values are, and text elsewhere that looks like a URL. A value is a
    span, and whether its name shows that it is a URL.
    """
    found: list[Spot] = []
    parts: list[Part] = []
    for start, end, is_url in chain(*values):
        there = range(start, end + 1)
        whole = list(scalars.of_string(document[start:end], there, is_url=is_url))
        if any(spot.rule == "" for spot in whole):
            parts.append((start, end))
        found += whole
    yield from _with_text(document, found, parts)


def _with_text(
    document: str, found: list[Spot], unordered: Iterable[Part], text: Parser | None = None
) -> Iterator[Spot]:
    """Yield the given URLs, and text outside the parts that looks like a URL, in order."""
    parts = sorted(unordered)
    ends = list(accumulate((end for _, end in parts), max))
    for spot in (text or _of_text)(document):
        before = bisect_left(parts, (spot.end, 0))
        if before == 0 or ends[before - 1] <= spot.start:
            found.append(spot)
    yield from sorted(found, key=lambda spot: spot.start)


def _of_text(document: str) -> Iterator[Spot]:
    """Yield the URLs in quotes, and text elsewhere that looks like a URL, in order."""
    quoted = [scalars.of_literal(document, *span) for span in scalars.literals(document)]
    ends = [spot.end for spot in quoted]
    outside = [
        spot
        for spot in searched.of_text(document)
        if (after := bisect_right(ends, spot.start)) == len(quoted)
        or spot.end <= quoted[after].start
    ]
    plain = list(merge(quoted, outside, key=lambda spot: spot.start))
    parts = [(spot.start, spot.end) for spot in plain]
    run = (it for it in scripted.of_text(document) if not _is_within((it.start, it.start), parts))
    for spot in merge(plain, run, key=lambda spot: spot.start):
        # The value of an attribute, in a program or a template.
        if "&" in spot.text and written.tag_before(document, spot.start):
            spot.text, spot.places, spot.way = written.of_xml(document, spot.start, spot.end)
        yield spot


def _beside(parser: Parser, text: Parser | None = None) -> Parser:
    """Return a parser of these URLs, and of text elsewhere that looks like a URL."""

    def read(document: str) -> Iterator[Spot]:
        found = list(parser(document))
        yield from _with_text(document, found, [(spot.start, spot.end) for spot in found], text)

    return read


#: The parser of each kind; any other is read as text.
PARSERS: dict[str, Parser] = {
    "html": _of_html,
    "css": lambda document: markup.of_sheet(document, range(len(document) + 1), PLAIN),
    "markdown": _of_markdown,
    "rst": _of_rst,
    "json": _of_json,
    "xml": _of_xml,
    "yaml": _of_yaml,
    "toml": lambda document: _of_values(document, valued.of_quoted(document)),
    "requirements": lambda document: _of_values(document, valued.of_requirements(document)),
    "bibtex": _beside(tex.of_bibtex),
    "tex": _beside(tex.of_tex),
    "ris": _beside(fields.of_ris),
    "ntriples": _beside(triples.of_statements),
    "turtle": _beside(triples.of_triples),
    "m3u": _beside(fields.of_playlist),
    "ini": _beside(fields.of_ini),
    "properties": _beside(fields.of_properties),
    "robots": _beside(fields.of_robots),
    "vcard": _of_cards,
    "po": _of_po,
    "http": _beside(fields.of_http),
    "mail": lambda document: mail.of_mail(document, _within),
    "asciidoc": _of_bracketed,
    "org": _beside(brackets.of_org, _of_bracketed),
    "mediawiki": _of_bracketed,
}
