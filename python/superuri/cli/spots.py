"""Where stand the URLs of a document, and how is one written back?

In HTML they are the values of attributes, with their entities; anywhere else what a finder of links
sees. The text of a document is UTF-8, and any other octet a lone surrogate.
"""

from __future__ import annotations

import html
import re
from html.entities import html5
from itertools import pairwise

from superuri import _core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: What is read as HTML, by its suffix.
HTML = (".html", ".htm", ".xhtml")

#: The attributes of HTML whose value is one URL.
ATTRIBUTES = frozenset(
    {"action", "background", "cite", "data", "formaction", "href", "longdesc", "manifest", "poster"}
    | {"src", "xlink:href"}
)
# Tags and attributes as HTML reads them (sections 13.2.5.6 and 13.2.5.32 to 38).
_OPENED = re.compile(r"<(?:([A-Za-z][^\s/>]*)|!--)")
_NAME = re.compile(r"[\s/]*(=?[^\s/>=]*)\s*")
_SPACE = re.compile(r"\s*")
_BARE = re.compile(r"[^\s>]*")
#: In these elements there are no tags but the one that ends them.
_RAW = {
    name: re.compile(rf"</{name}\b", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title")
}
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z0-9]{1,32});?")
# What a template has yet to fill in.
_TEMPLATE = re.compile(r"\{\{|\{%|<%|<\?|\$\{|\{[\w.]+\}|%[sd](?![0-9a-fA-F])|#\{")


class Spot:
    """A URL in a document: its text, and where each character of it stands."""

    __slots__ = ("end", "places", "start", "text")

    def __init__(self, text: str, start: int, end: int, places: list[int] | None = None) -> None:
        self.text = text
        self.start = start
        self.end = end
        # Of an attribute: where each character begins, and the end. Otherwise they follow each
        # other.
        self.places = places

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where in the document this part of the URL stands."""
        if self.places is None:
            return self.start + start, self.start + end
        return self.places[start], self.places[end]

    def written(self, document: str, new: str) -> str:
        """Return the URL as it is written in place of this one: what stays, stays as it is."""
        if self.places is None:
            return new
        old = self.text
        head = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
        head = min(len(old), len(new)) if head is None else head
        most = min(len(old), len(new)) - head
        tail = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)
        raw = (
            document[self.start : self.places[head]]
            + written(new[head : len(new) - tail])
            + document[self.places[len(old) - tail] : self.end]
        )
        return raw if unescaped(raw)[0] == new else written(new)


def written(value: str) -> str:
    """Return a part of an attribute's value as HTML has it between any quotes."""
    return html.escape(value)


def spots(document: str, *, is_html: bool) -> Iterator[Spot]:
    """Yield the URLs of a document in their order."""
    if is_html:
        yield from _of_attributes(document)
        return
    raw = document.encode("utf-8", "surrogateescape")
    at = before = 0
    for start, end in _core.found_urls(raw):
        at += len(raw[before:start].decode("utf-8", "surrogateescape"))
        text = raw[start:end].decode()
        yield Spot(text, at, at + len(text))
        at += len(text)
        before = end


def _tags(document: str) -> Iterator[list[tuple[str, int, int]]]:
    """Yield the attributes of each tag that begins an element: name, start and end of the value.

    Each character is looked at once or twice, whatever the document holds; the standard library's
    parser takes quadratic time for tags that do not end.
    """
    at = 0
    while found := _OPENED.search(document, at):
        at = found.end()
        if found.group(1) is None:
            at = document.find("-->", at - 2)  # `<!-->` is a comment
            if at < 0:
                return
            continue
        attributes, at = _attributes(document, at)
        if at < 0:
            return
        yield attributes
        raw = found.group(1).lower()
        if raw in _RAW:
            closed = _RAW[raw].search(document, at)
            if closed is None:
                return
            at = closed.end()


def _attributes(document: str, at: int) -> tuple[list[tuple[str, int, int]], int]:
    """Return the attributes from there to the end of the tag, and where that is; -1 without one."""
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


def _of_attributes(document: str) -> Iterator[Spot]:
    """Yield the URLs of the attributes."""
    for attributes in _tags(document):
        for name, start, end in attributes:
            raw = document[start:end]
            if name in ATTRIBUTES and raw and not _TEMPLATE.search(raw):
                text, places = unescaped(raw)
                yield Spot(text, start, end, [start + place for place in places])


def unescaped(raw: str) -> tuple[str, list[int]]:
    """Return the value of an attribute, and where each of its characters begins; last its end.

    >>> unescaped("a&amp;b")
    ('a&b', [0, 1, 6, 7])
    """
    text: list[str] = []
    places: list[int] = []
    done = 0
    for found in [*_ENTITY.finditer(raw), None]:
        start, end = found.span() if found else (len(raw), len(raw))
        text.append(raw[done:start])
        places.extend(range(done, start))
        done = start
        if found and _is_read(found.group(), raw[end : end + 1]):
            meant = html.unescape(found.group())
            text.append(meant)
            places.extend([start] * len(meant))
            done = end
    return "".join(text), [*places, len(raw)]


def _is_read(entity: str, after: str) -> bool:
    """Tell whether it is an entity; HTML leaves `&copy=` in an attribute, section 13.2.5.73."""
    if entity[1] == "#" or entity.endswith(";"):
        return entity[1] == "#" or entity[1:] in html5
    return entity[1:] in html5 and after != "="


class Columns:
    """Lines and columns of a document, counted from 1; asked in order."""

    def __init__(self, document: str) -> None:
        self.document = document
        starts = [0, *(found.end() for found in re.finditer("\n", document))]
        self.lines = list(pairwise([*starts, len(document) + 1]))
        self.line = 0

    def at(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of a character."""
        while offset >= self.lines[self.line][1] and self.line + 1 < len(self.lines):
            self.line += 1
        while offset < self.lines[self.line][0]:
            self.line -= 1
        # A mark at the beginning is in no column.
        mark = self.line == 0 and self.document.startswith("\ufeff")
        return self.line + 1, offset - self.lines[self.line][0] + 1 - mark

    def region(self, start: int, end: int) -> tuple[int, int, int, int]:
        """Return the line and the column of both ends."""
        return (*self.at(start), *self.at(end))
