"""Where stand the URLs of a document, and how is one written back?

In HTML they are the values of attributes, with their entities; anywhere else what a finder of links
sees. The text of a document is UTF-8, and any other octet a lone surrogate.
"""

from __future__ import annotations

import html
import re
from html.entities import html5
from html.parser import HTMLParser
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
# A name begins where another one cannot go on, so that each character is looked at once.
_ATTRIBUTE = re.compile(
    r"""(?<![^\s"'/])([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))"""
)
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


class _Tags(HTMLParser):
    """Where the tags stand that begin an element."""

    def __init__(self, document: str) -> None:
        super().__init__(convert_charrefs=False)
        self.lines = [0, *(match.end() for match in re.finditer("\n", document))]
        self.tags: list[tuple[int, str]] = []
        self.feed(document)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002  because the values stand in the text
        line, column = self.getpos()
        self.tags.append((self.lines[line - 1] + column, self.get_starttag_text() or ""))


def _of_attributes(document: str) -> Iterator[Spot]:
    """Yield the URLs of the attributes."""
    for at, tag in _Tags(document).tags:
        for found in _ATTRIBUTE.finditer(tag):
            if found.group(1).lower() not in ATTRIBUTES:
                continue
            which = found.lastindex or 0
            raw = found.group(which)
            if not raw or _TEMPLATE.search(raw):
                continue
            start = at + found.start(which)
            text, places = unescaped(raw)
            yield Spot(text, start, start + len(raw), [start + place for place in places])


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
