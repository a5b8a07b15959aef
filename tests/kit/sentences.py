"""Sentences: a URL in the middle of a text of each language, and at each kind of end."""

import re
from typing import NamedTuple

from kit import toml

_TABLE = toml.read("kit/sentences.toml")
SLOT = "{}"


class Sentence(NamedTuple):
    """A text with slots for a URL."""

    #: The language, or the mark behind the URL.
    name: str
    text: str
    #: Whether nobody knows where the URL ends, so that a warning is allowed.
    joined: bool

    def with_url(self, url: str) -> str:
        return self.text.replace(SLOT, url)


def sentences() -> list[Sentence]:
    return [
        Sentence(row["language"], row["text"], row.get("joined", False))
        for row in _TABLE["sentence"]
    ]


def endings() -> list[Sentence]:
    """Return a text for each mark behind a URL: before a space, and at the end of the line."""
    return [
        Sentence(f"{mark!a} behind the URL", text.replace("|", mark), row.get("joined", False))
        for row in _TABLE["ending"]
        for mark in row["marks"]
        for text in ("See {}| and go on", "See {}|")
    ]


def beginnings(rows: list[Sentence]) -> list[Sentence]:
    """Return the rest of each text from its first URL on, where it has white space."""
    cut = [row._replace(text=row.text[row.text.index(SLOT) :]) for row in rows]
    return [row for row in cut if re.search(r"\s", row.text.strip())]


_MIDDLE = [*sentences(), *endings()]
ALL = [*_MIDDLE, *(row for row in beginnings(_MIDDLE) if row not in _MIDDLE)]
