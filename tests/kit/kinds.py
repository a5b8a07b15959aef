"""Kinds of documents: a text, or a URL, as it is written in each."""

import json
import re
from collections.abc import Callable, Iterable
from html import escape
from typing import NamedTuple

from kit import toml

_TABLE = toml.read("kit/kinds.toml")
PLACE = "§"


def _before(marks: str) -> Callable[[str], str]:
    """Return a function that writes a backslash before each of these characters."""
    pattern = re.compile(f"[{re.escape(marks)}]")
    return lambda text: pattern.sub(r"\\\g<0>", text)


def _iri(text: str) -> str:
    """Return the text with what would end an IRI of Turtle as its escapes."""
    return re.sub(r"[<>\\]", lambda found: f"\\u{ord(found[0]):04X}", text)


#: How a text is written where it is not written as it is.
ESCAPES: dict[str, Callable[[str], str]] = {
    "": str,
    # Before a backslash, and before the quote that the text is in.
    "backslashes": str,
    "git": _before('\\"'),
    "ascii": lambda text: json.dumps(text)[1:-1],
    "markup": escape,
    "markdown": _before("\\<>()"),
    "label": _before("\\[]"),
    "restructured": _before("\\<`*"),
    "doubled": lambda text: text.replace('"', '""'),
    "iri": _iri,
}


class Kind(NamedTuple):
    """A kind of document, with a line for each text."""

    file: str
    line: str
    head: str
    join: str
    foot: str
    escape: str

    def quoted(self, text: str) -> str:
        """Return the text as it is written in its place."""
        before = self.line[self.line.index(PLACE) - 1]
        marks = f"\\{before}" if before in "\"'`" else "\\"
        write = _before(marks) if self.escape == "backslashes" else ESCAPES[self.escape]
        return write(text)

    def written(self, text: str) -> str:
        """Return the line that holds the text."""
        return self.line.replace(PLACE, self.quoted(text))

    def document(self, texts: Iterable[str]) -> str:
        """Return a document with a line for each text."""
        return self.head + self.join.join(map(self.written, texts)) + self.foot

    def lines(self, document: str) -> list[str]:
        """Return the lines for the texts in a document of this kind."""
        return document[len(self.head) : len(document) - len(self.foot)].split(self.join)

    def place(self, line: int) -> int:
        """Return which of the texts is on this line of a document, counted from 1."""
        each = self.line.count("\n") + self.join.count("\n")
        return (line - 1 - self.head.count("\n")) // each


def texts() -> list[Kind]:
    """Return the kinds of documents that hold texts."""
    return [
        Kind(
            row["file"],
            row.get("line", PLACE),
            row.get("head", ""),
            row.get("join", "\n"),
            row.get("foot", "\n"),
            row.get("escape", ""),
        )
        for row in _TABLE["text"]
    ]


class Holder(NamedTuple):
    """A place for a URL: a whole document, and how much of it is taken as the URL."""

    kind: Kind
    holds: str


def holders() -> list[Holder]:
    """Return the places for a URL."""
    return [
        Holder(Kind(row["name"], row["line"], "", "\n", "\n", row.get("escape", "")), row["holds"])
        for row in _TABLE["url"]
    ]
