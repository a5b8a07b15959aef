"""Spots: a URL in a document, the places of its characters, and how it is replaced.

The text of a document is decoded UTF-8, with a lone surrogate for each other octet.
"""

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

#: The longest text in which unchanged parts are looked for, in characters: it takes square time.
LONGEST = 256
#: A part of a document: its start and its end.
Part = tuple[int, int]


class Way(NamedTuple):
    """How a URL is written in its place."""

    #: Decodes the written form.
    read: Callable[[str], str]
    #: Encodes a text.
    write: Callable[[str], str]
    #: Returns whether the text can be written there.
    takes: Callable[[str], bool]
    #: Whether a browser reads the URL.
    browsed: bool = False

    def inside(self, outer: "Way") -> "Way":
        """Return how a URL is written in a text that is itself written the other way."""
        if self in {PLAIN, outer}:
            return outer
        return Way(
            lambda raw: self.read(outer.read(raw)),
            lambda text: outer.write(self.write(text)),
            lambda text: self.takes(text) and outer.takes(self.write(text)),
            outer.browsed,
        )


#: Rules of documents about a text that has a URL in it, or is one as it is written: nothing else of
#: it is checked.
RULES_ALONE = ("cut-at-space", "raw-ampersand")
#: All rules of documents. They apply where a spot names them.
RULES = ("space-in-link", "not-absolute", *RULES_ALONE)
# Octets that are not valid UTF-8, as lone surrogates (PEP 383).
_OCTET = re.compile("[\udc80-\udcff]")
#: Written without escapes.
PLAIN = Way(str, str, lambda _: True)

#: Decodes the written form: the text, and the place of each character, with the end last.
Unescaped = Callable[[str], tuple[str, Sequence[int]]]


def notation(unescaped: Unescaped, write: Callable[[str], str]) -> Way:
    """Return the way to write a URL in a notation with escapes."""
    return Way(lambda raw: unescaped(raw)[0], write, PLAIN.takes)


def decoded(
    raw: str, escape: re.Pattern[str], meaning: Callable[[re.Match[str]], str | None]
) -> tuple[str, Sequence[int]]:
    """Return the text without escapes, and the place of each character, with the end last.

    ``meaning`` returns the characters of an escape; None if it is only text.
    """
    text: list[str] = []
    places = array("q")
    done = 0
    for found in escape.finditer(raw):
        meant = meaning(found)
        if meant is not None:
            text += [raw[done : found.start()], meant]
            places.extend(range(done, found.start()))
            places.extend([found.start()] * len(meant))
            done = found.end()
    text.append(raw[done:])
    places.extend(range(done, len(raw) + 1))
    return "".join(text), places


@dataclass(slots=True)
class Spot:
    """A URL in a document."""

    text: str
    #: The place of each character, and of the end.
    places: Sequence[int]
    way: Way = PLAIN
    #: How its end is known: "whole" (by the format), "found" in running text, or "guessed".
    origin: str = "whole"
    #: The reason why it is not checked, such as "template"; empty for a URL.
    skipped: str = ""
    #: A rule of documents that applies here. RULES_ALONE are about more than a URL.
    rule: str = ""
    #: Whether programs compare it as a string (`names`).
    is_name: bool = False
    #: Rules that are about nothing here, because its program reads it in another way.
    ignored: tuple[str, ...] = ()
    #: Whether a safe fix may write a new `%`.
    percents: bool = True

    @classmethod
    def at(cls, document: str, start: int, end: int, unescaped: Unescaped, way: Way) -> "Spot":
        """Return the URL between these places, without its escapes."""
        text, inner = unescaped(document[start:end])
        return cls(text, composed(range(start, end + 1), 0, inner), way)

    def within(self, outer: Sequence[int], way: Way) -> "Spot":
        """Return the same URL in a document in which its text has these places."""
        return replace(self, places=composed(outer, 0, self.places), way=self.way.inside(way))

    @property
    def start(self) -> int:
        return self.places[0]

    @property
    def end(self) -> int:
        return self.places[-1]

    def span(self, start: int, end: int) -> tuple[int, int]:
        return self.places[start], self.places[end]

    def to_lint(self) -> tuple[str | bytes, Sequence[int]]:
        """Return the text to lint (bytes, if it is not valid UTF-8), and the place of each unit."""
        if self.text.isascii() or not _OCTET.search(self.text):
            return self.text, self.places
        units = array("q")
        for c, place in zip(self.text, self.places, strict=False):
            units.extend([place] * len(c.encode("utf-8", "surrogateescape")))
        units.append(self.end)
        return self.text.encode("utf-8", "surrogateescape"), units

    def written(self, document: str, new: str) -> str:
        """Return the replacement of the URL in the document, with unchanged parts as they were
        written.
        """
        old = self.text
        head = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
        head = min(len(old), len(new)) if head is None else head
        most = min(len(old), len(new)) - head
        tail = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)
        middle = old[head : len(old) - tail], new[head : len(new) - tail]
        raw = document[self.start : self.places[head]]
        for part in _differences(*middle):
            start, end = (self.places[head + each] for each in part[:2])
            raw += document[start:end] if part[2] is None else self.way.write(part[2])
        raw += document[self.places[len(old) - tail] : self.end]
        return raw if self.way.read(raw) == new else self.way.write(new)


def _differences(old: str, new: str) -> Iterator[tuple[int, int, str | None]]:
    """Yield the spans of the old text, each with its new text; None if it stays."""
    if len(old) + len(new) > LONGEST:
        yield 0, len(old), new
        return
    for how, start, end, to, until in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        yield start, end, None if how == "equal" else new[to:until]


def composed(outer: Sequence[int], start: int, inner: Sequence[int]) -> Sequence[int]:
    """Return places in the document, given places in a text that itself has places."""
    if isinstance(inner, range):
        return outer[start + inner.start : start + inner.stop]
    return array("q", [outer[start + place] for place in inner])


class Columns:
    """Lines and columns of a document, counted from 1; fastest in ascending order."""

    def __init__(self, document: str) -> None:
        self.document = document
        starts = [0, *(found.end() for found in re.finditer("\n", document))]
        self.lines: list[tuple[int, int]] = list(pairwise([*starts, len(document) + 1]))
        self.line: int = 0

    def at(self, offset: int) -> tuple[int, int]:
        while offset >= self.lines[self.line][1] and self.line + 1 < len(self.lines):
            self.line += 1
        while offset < self.lines[self.line][0]:
            self.line -= 1
        # A byte order mark is not counted as a column.
        mark = self.line == 0 and self.document.startswith("\ufeff")
        return self.line + 1, offset - self.lines[self.line][0] + 1 - mark

    def region(self, start: int, end: int) -> tuple[int, int, int, int]:
        return (*self.at(start), *self.at(end))
