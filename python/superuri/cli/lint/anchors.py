"""Anchors: what the fragment of a link to a page can name."""

import re
from typing import NamedTuple

from superuri._core import decode

_ATTRIBUTE = re.compile(r"""\b(?:id|name)\s?=\s?["']?([^"'\s>]+)""")
# `# Heading`, `Heading` over a line of `=` or `-`, and `{#name}`.
_HEADING = re.compile(
    r"^ {0,3}#{1,6}[ \t]+(\S[^\n]*)$|^(\S[^\n]*)\n {0,3}(?:=+|-+)[ \t]*$", re.MULTILINE
)
_NAMED = re.compile(r"\{#([\w.:-]+)\}?")
# The number that a second heading of the same name gets: name-1, name_1.
_NUMBER = re.compile(r"[-_][0-9]+$")
_MARK = re.compile(r"[^\w]|_")
#: Fragments that browsers know in any page (HTML, "scroll to the fragment"; WICG, text fragments).
_ANY = ("top", ":~:")


class Anchors(NamedTuple):
    """The names in a page that fragments of links can refer to."""

    #: Names of elements, and those that are written behind a heading.
    names: frozenset[str]
    #: The letters and digits of headings: programs make their names in different ways.
    headings: frozenset[str]

    @classmethod
    def of(cls, document: str, kind: str) -> "Anchors":
        names = _ATTRIBUTE.findall(document)
        if kind != "markdown":
            return cls(frozenset(names), frozenset())
        headings = frozenset(_plain(one or other) for one, other in _HEADING.findall(document))
        return cls(frozenset([*names, *_NAMED.findall(document)]), headings)

    def has(self, fragment: str) -> bool:
        """Return whether the fragment names something in the page, or its start."""
        name = decode(fragment, errors="keep")
        if not name or name.lower().startswith(_ANY) or name in self.names:
            return True
        return not self.headings.isdisjoint({_plain(name), _plain(_NUMBER.sub("", name))})


def _plain(text: str) -> str:
    return _MARK.sub("", _NAMED.sub("", text)).lower()
