"""Markup: finding URLs in HTML and style sheets.

In HTML, the values of attributes with their entities, the URLs of styles, and those in text and
scripts; in a style sheet, the resources that it loads.
"""

import html
import re
from collections.abc import Callable, Iterator, Sequence
from html.entities import html5

from superuri._documents import browsed, images, metadata, stylesheet
from superuri._documents.spots import PLAIN, Spot, Way, composed, decoded
from superuri._documents.whole import MARKED, TEMPLATE

#: HTML attributes whose value is a URL.
ATTRIBUTES = frozenset(
    {"action", "background", "cite", "data", "formaction", "href", "longdesc", "manifest", "poster"}
    | {"src", "xlink:href"}
)
#: Attributes whose value is a list of image candidates.
SETS = frozenset({"srcset", "imagesrcset"})
#: Attributes whose value is a list of URLs with white space between them.
LISTS = frozenset({"archive", "ping"})
_META = frozenset({metadata.REFRESH, metadata.URL, metadata.OTHER})
_READ = ATTRIBUTES | SETS | LISTS | _META | {"style"}
# Tags and attributes as HTML reads them (sections 13.2.5.6 and 13.2.5.32 to 38).
_OPENED = re.compile(r"<(?:([A-Za-z][^\s/>]*)|!--)")
_NAME = re.compile(r"[\s/]*(=?[^\s/>=]*)\s*")
_SPACE = re.compile(r"\s*")
_BARE = re.compile(r"[^\s>]*")
#: Elements that contain no tags except for their end tag.
_RAW = {
    name: re.compile(rf"</{name}\b", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title")
}
#: The names under which a text is returned with the attributes: of a style, a script, JSON, and any
#: other element.
_SHEET, _SCRIPT, _JSON, _TEXT = "<style>", "<script>", "<json>", "<text>"
_RAW_NAMES = {"style": _SHEET, "script": _SCRIPT}
# The types of scripts that are JSON: of data, import maps and speculation rules.
_DATA = re.compile(r"\s*(?:[\w.-]+/(?:[\w.-]+\+)?json|importmap|speculationrules)\b", re.IGNORECASE)
# End tags, document types and instructions, between which text is.
_BETWEEN = re.compile(r"<[/!?][^<>]*>?")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z0-9]{1,32});?")
_WORD = re.compile(r"[^ \t\n\f\r]+")


def of_sheet(sheet: str, places: Sequence[int], way: Way) -> Iterator[Spot]:
    """Yield the URLs of a style sheet with these places, written this way."""
    for value in stylesheet.values(sheet):
        raw = sheet[value.start : value.end]
        # `#default#VML` is a behaviour of Internet Explorer.
        if raw and not TEMPLATE.search(raw) and not raw.startswith("#default#"):
            text, inner = stylesheet.unescaped(raw)
            there = composed(places, value.start, inner)
            yield from as_browsed(text, there, _in_sheet(value.quote, way))


def as_browsed(text: str, places: Sequence[int], way: Way) -> Iterator[Spot]:
    """Yield the URL as a browser reads it, unless it is empty."""
    url, there = browsed.placed(text, places)
    if url:
        yield Spot(url, there, way)


def _in_sheet(quote: str, way: Way) -> Way:
    """Return the way to write a URL in a style sheet that is itself written this way."""

    def read(raw: str) -> str:
        return browsed.meant(stylesheet.read(way.read(raw)))

    def write(text: str) -> str:
        return way.write(stylesheet.written(text, quote))

    return Way(read, write, way.takes, browsed=True)


def of_html(document: str, within: Callable[[str, str], Iterator[Spot]]) -> Iterator[Spot]:
    """Yield the URLs of a page. ``within`` returns the URLs in a text of this kind."""
    for name, start, end in _values(document):
        raw = document[start:end]
        if name in {_TEXT, _SCRIPT, _JSON}:
            # A URL has a colon, which may be written as &#58; or \\u003a.
            if ":" in raw or "&" in raw or "\\" in raw:
                yield from _in_element(name, raw, range(start, end + 1), within)
            continue
        if name == _SHEET:
            yield from of_sheet(raw, range(start, end + 1), PLAIN)
            continue
        if name not in _READ or not raw:
            continue
        if (MARKED if name == "style" else TEMPLATE).search(raw):
            if name != "style" and name not in _META:
                yield Spot(raw, range(start, end + 1), skipped="template")
            continue
        text, inner = unescaped(raw)
        places = composed(range(start, end + 1), 0, inner)
        if name == "style":
            yield from of_sheet(text, places, ENTITIES)
        else:
            yield from _in_value(name, text, places)


def _in_element(
    name: str, raw: str, there: range, within: Callable[[str, str], Iterator[Spot]]
) -> Iterator[Spot]:
    """Yield the URLs in the text of an element. A program may need its strings as they are."""
    text, inner = unescaped(raw) if name == _TEXT else (raw, range(len(raw) + 1))
    places = composed(there, 0, inner)
    for spot in within(text, "json" if name == _JSON else "text"):
        spot.origin = "guessed" if name == _SCRIPT else spot.origin
        yield spot.within(places, ENTITIES if name == _TEXT else spot.way)


def _in_value(name: str, text: str, places: Sequence[int]) -> Iterator[Spot]:
    way = CANDIDATE if name in SETS else WORD if name in LISTS else ATTRIBUTE
    for start, end, rule in _urls(name, text):
        for spot in as_browsed(text[start:end], places[start : end + 1], way):
            spot.rule, spot.origin = rule, "guessed" if rule else spot.origin
            yield spot


def _urls(name: str, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the spans of the URLs in the value of an attribute, with a rule that applies to it."""
    if name in SETS:
        for start, end, broken in images.read(text):
            yield start, broken or end, "space-in-link" if broken else ""
    elif name in LISTS:
        yield from ((*found.span(), "") for found in _WORD.finditer(text))
    elif name in _META:
        yield from ((*span, "") for span in metadata.urls(name, text))
    else:
        yield 0, len(text), ""


def _values(document: str) -> Iterator[tuple[str, int, int]]:
    """Yield the attributes of each tag that begins an element: name, start and end of the value;
    and the texts of elements.

    Each character is looked at once or twice, whatever the document holds; the standard library's
    parser takes quadratic time for tags that do not end.
    """
    at = 0
    while found := _OPENED.search(document, at):
        yield from _texts(document, at, found.start())
        at = found.end()
        if found.group(1) is None:
            at = document.find("-->", at - 2) + 3  # `<!-->` is a comment
            if at < 3:  # noqa: PLR2004  because it is the length of the mark
                return
            continue
        attributes, at = _attributes(document, at)
        if at < 0:
            return
        raw = found.group(1).lower()
        yield from metadata.named(document, attributes) if raw == "meta" else attributes
        if raw in _RAW:
            start = at + 1
            closed = _RAW[raw].search(document, start)
            end = closed.start() if closed else len(document)
            is_data = any(
                name == "type" and _DATA.match(document, *span) for name, *span in attributes
            )
            yield _JSON if is_data else _RAW_NAMES.get(raw, _TEXT), start, end
            if closed is None:
                return
            at = closed.end()
        elif document.startswith(">", at):
            at += 1
    yield from _texts(document, at, len(document))


def _texts(document: str, at: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Yield the texts between end tags and the like."""
    for found in _BETWEEN.finditer(document, at, end):
        yield _TEXT, at, found.start()
        at = found.end()
    yield _TEXT, at, end


def _attributes(document: str, at: int) -> tuple[list[tuple[str, int, int]], int]:
    """Return the attributes from there on, and the end of the tag; -1 if it has none."""
    attributes: list[tuple[str, int, int]] = []
    while document[at : at + 1] != ">":
        name = _NAME.match(document, at)
        at = name.end() if name else len(document)
        if at == len(document):
            return [], -1
        if document[at] != "=" or name is None:
            continue
        at = _SPACE.match(document, at + 1).end()  # type: ignore[union-attr]
        quote = document[at : at + 1]
        if quote and quote in "\"'":
            start, end = at + 1, document.find(quote, at + 1)
            if end < 0:
                return [], -1
            at = end + 1
        else:
            start, end = at, _BARE.match(document, at).end()  # type: ignore[union-attr]
            at = end
        attributes.append((name.group(1).lower(), start, end))
    return attributes, at


def unescaped(raw: str) -> tuple[str, Sequence[int]]:
    """Return the value of an attribute, and the place of each character, with the end last.

    >>> unescaped("a&amp;b")
    ('a&b', array('q', [0, 1, 6, 7]))
    """
    if "&" not in raw:
        return raw, range(len(raw) + 1)
    return decoded(raw, _ENTITY, _character)


def _read(raw: str) -> str:
    return unescaped(raw)[0]


#: The ways to write text in a quoted attribute, a URL, and a URL of a srcset or a list.
ENTITIES = Way(_read, html.escape, PLAIN.takes)
ATTRIBUTE = ENTITIES._replace(read=lambda raw: browsed.meant(_read(raw)), browsed=True)
CANDIDATE = ATTRIBUTE._replace(takes=images.is_candidate)
WORD = ATTRIBUTE._replace(takes=lambda text: _WORD.fullmatch(text) is not None)


def _character(entity: re.Match[str]) -> str | None:
    """Return the characters of an entity; None if it is only text.

    HTML does not decode `&copy=` in an attribute (13.2.5.73).
    """
    name = entity[0][1:]
    is_followed = not name.endswith(";") and entity.string.startswith("=", entity.end())
    is_entity = name[0] == "#" or (name in html5 and not is_followed)
    return html.unescape(entity[0]) if is_entity else None
