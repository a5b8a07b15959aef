"""Tokens: the pieces of an explanation."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from superuri import _core

#: The standards that a token is held against: name and title, the one that rules today first.
STANDARDS = {name: title for name, title, _ in _core.all_standards()}
#: Where each says what it says of a place.
SOURCES = {name: sources for name, _, sources in _core.all_standards()}

BY_BITS = [tuple(name for n, name in enumerate(STANDARDS) if bits >> n & 1) for bits in range(256)]

# The controls have no names in Unicode, only aliases.
_CONTROLS = """\
NULL|START OF HEADING|START OF TEXT|END OF TEXT|END OF TRANSMISSION|ENQUIRY|ACKNOWLEDGE|ALERT\
|BACKSPACE|TAB|LINE FEED|LINE TABULATION|FORM FEED|CARRIAGE RETURN|SHIFT OUT|SHIFT IN\
|DATA LINK ESCAPE|DEVICE CONTROL ONE|DEVICE CONTROL TWO|DEVICE CONTROL THREE\
|DEVICE CONTROL FOUR|NEGATIVE ACKNOWLEDGE|SYNCHRONOUS IDLE|END OF TRANSMISSION BLOCK|CANCEL\
|END OF MEDIUM|SUBSTITUTE|ESCAPE|INFORMATION SEPARATOR FOUR|INFORMATION SEPARATOR THREE\
|INFORMATION SEPARATOR TWO|INFORMATION SEPARATOR ONE""".split("|")  # noqa: SIM905  because a list is longer


class Edit(NamedTuple):
    """What cleaning replaces, and why."""

    #: Offsets of the text.
    start: int
    end: int
    #: What is there afterwards.
    replacement: str
    #: The stable name of the reason.
    code: str
    #: The reason in one sentence.
    sentence: str


class Token(NamedTuple):
    """One character of a text, or one octet of it that is not valid text."""

    #: Offsets of the text: characters of a str, else bytes.
    start: int
    end: int
    #: As it is there; of bytes that are not valid UTF-8, as Python writes them.
    raw: str
    #: "scheme", "authority", "user", "password", "host", "port", "path", "query-name",
    #: "query-value", "fragment" or "surrounding".
    component: str
    #: "delimiter", "character", "escape", "octet" or "stray-percent".
    kind: str
    #: The character that it stands for; none for an octet that is not valid text, and for "//".
    character: str | None
    #: The octets that it stands for.
    octets: bytes
    #: The names of the standards that leave the character bare in this component.
    allowed: tuple[str, ...]
    #: The edit that it is a part of.
    edit: Edit | None
    #: Why it is edited, or why an escape stays when it is shown: a stable name and a sentence.
    why: tuple[str, str] | None

    @property
    def name(self) -> str:
        """The Unicode name of the character, or its alias."""
        return "" if self.character is None else name_of(self.character)


def name_of(character: str) -> str:
    """Return what Unicode calls the character; a control has an alias only."""
    if character < " ":
        return _CONTROLS[ord(character)]
    if character == "\x7f":
        return "DELETE"
    return unicodedata.name(character, f"U+{ord(character):04X}")
