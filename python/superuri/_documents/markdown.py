"""Markdown: the destinations of links, images and definitions, and raw HTML (CommonMark 0.31.2).

A Markdown parser finds them. This module decodes their backslashes and entities, and encodes a new
destination.
"""

import html
import re
from collections.abc import Sequence
from html.entities import html5
from typing import NamedTuple

import superuri._core as _core
from superuri._documents import browsed
from superuri._documents.spots import PLAIN, Way, decoded

# Backslashes escape ASCII punctuation; an entity needs its semicolon (sections 2.4 and 2.5).
_ESCAPE = re.compile(
    r"\\([!-/:-@\[-`{-~])|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
)
_OCTET = re.compile("[\udc80-\udcff]")
#: The size of a picture behind its destination, which markdown-it-imsize and wikis read: `=100x20`.
SIZE = re.compile(r"[ \t]+=(?:\d+%?x(?:\d+%?)?|x\d+%?)[ \t]*\Z")
#: A title in other quotation marks, an attribute or another URL behind a destination: perhaps the
#: space is not a part of it.
BESIDE = re.compile(r"\s\S*[\"'“”„«»‘’<>=]|[,;]\s|\s:|\s[A-Za-z][A-Za-z0-9+.-]*://|\s\([^()]*\)\Z")


class MarkdownPart(NamedTuple):
    """A part of a document: its kind, its start and its end."""

    kind: str
    start: int
    end: int


def parts(document: str) -> list[MarkdownPart]:
    """Return the parts that are not plain text, in order."""
    # Octets that are not valid UTF-8 are replaced by a character without meaning in Markdown, so
    # that places stay the same.
    text = _OCTET.sub("?", document)
    octets = text.encode()
    found: list[MarkdownPart] = []
    at = before = 0
    for kind, start, end in _core.markdown_parts(text):
        if len(octets) != len(text):
            at += len(octets[before:start].decode())
            before, length = start, len(octets[start:end].decode())
        else:
            at, length = start, end - start
        found.append(MarkdownPart(kind, at, at + length))
    return found


def unescaped(raw: str) -> tuple[str, Sequence[int]]:
    r"""Return the decoded destination, and the place of each character, with the end last.

    >>> unescaped(r"a\(&amp;b")
    ('a(&b', array('q', [0, 1, 3, 8, 9]))
    """
    if "&" not in raw and "\\" not in raw:
        return raw, range(len(raw) + 1)
    return decoded(raw, _ESCAPE, _read)


def _read(escape: re.Match[str]) -> str | None:
    """Return the characters of an escape; None if it is only text."""
    if escape[1]:
        return escape[1]
    is_entity = escape[0][1] == "#" or escape[0][1:] in html5
    return html.unescape(escape[0]) if is_entity else None


def _meant(raw: str) -> str:
    return browsed.meant(unescaped(raw)[0])


def _written(special: str) -> Way:
    """Return the way to write a destination in which these characters are special."""
    escaped = re.compile(rf"[{re.escape(special)}]|\\(?=[!-/:-@\[-`{{-~])|&(?=#|[A-Za-z])")

    def write(text: str) -> str:
        return escaped.sub(lambda found: "&amp;" if found[0] == "&" else rf"\{found[0]}", text)

    return Way(_meant, write, PLAIN.takes, browsed=True)


def _takes(text: str) -> bool:
    """Return whether the text can be a destination without angle brackets."""
    return text != "" and text[0] != "<" and not any(c <= " " or c == "\x7f" for c in text)


#: The way to write each kind of part.
WAYS = {
    "destination": _written("()")._replace(takes=_takes),
    "broken": _written("()")._replace(takes=_takes),
    "bracketed": _written("<>"),
    "autolink": PLAIN,
}
