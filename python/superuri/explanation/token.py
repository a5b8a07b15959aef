"""Tokens: the pieces of an explanation."""

from __future__ import annotations

import itertools
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

import superuri._core as _core
from superuri.errors import ParseError, URIError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: The standards that tokens are compared with: name and title, the current one first.
STANDARDS = {name: title for name, title, _ in _core.all_standards()}
#: The section of each standard for each component.
SOURCES = {name: sources for name, _, sources in _core.all_standards()}

#: The maximum length of a text, in characters of a str, otherwise in bytes.
LONGEST = 1 << 18

BY_BITS = [tuple(name for n, name in enumerate(STANDARDS) if bits >> n & 1) for bits in range(256)]

# Control characters have no names in Unicode, only aliases.
_CONTROLS = """\
NULL|START OF HEADING|START OF TEXT|END OF TEXT|END OF TRANSMISSION|ENQUIRY|ACKNOWLEDGE|ALERT\
|BACKSPACE|TAB|LINE FEED|LINE TABULATION|FORM FEED|CARRIAGE RETURN|SHIFT OUT|SHIFT IN\
|DATA LINK ESCAPE|DEVICE CONTROL ONE|DEVICE CONTROL TWO|DEVICE CONTROL THREE\
|DEVICE CONTROL FOUR|NEGATIVE ACKNOWLEDGE|SYNCHRONOUS IDLE|END OF TRANSMISSION BLOCK|CANCEL\
|END OF MEDIUM|SUBSTITUTE|ESCAPE|INFORMATION SEPARATOR FOUR|INFORMATION SEPARATOR THREE\
|INFORMATION SEPARATOR TWO|INFORMATION SEPARATOR ONE""".split("|")  # noqa: SIM905  because a list is longer


class Edit(NamedTuple):
    """The replacement that cleaning makes, and why."""

    #: Offsets of the text.
    start: int
    end: int
    #: The text that replaces it.
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
    #: The raw text; invalid UTF-8 as Python writes bytes.
    raw: str
    #: "scheme", "authority", "user", "password", "host", "port", "path", "query-name",
    #: "query-value", "fragment" or "surrounding".
    component: str
    #: "delimiter", "character", "escape", "octet" or "stray-percent".
    kind: str
    #: The decoded character; None for an octet that is not valid text, and for "//".
    character: str | None
    #: The decoded octets.
    octets: bytes
    #: The names of the standards that allow the character unescaped in this component.
    allowed: tuple[str, ...]
    #: The edit that it is a part of.
    edit: Edit | None
    #: Why it is edited, why an escape is not shown decoded, or what a + in a query means: a stable
    #: name and a sentence.
    why: tuple[str, str] | None

    @property
    def name(self) -> str:
        """The Unicode name of the character, or its alias."""
        return "" if self.character is None else name_of(self.character)


def as_text(piece: str | bytes) -> str:
    """Return the piece as a str; bytes that are not valid UTF-8 are written as Python does."""
    return piece if isinstance(piece, str) else piece.decode("utf-8", "backslashreplace")


def name_of(character: str) -> str:
    """Return the Unicode name of the character; a control character has only an alias."""
    if character < " ":
        return _CONTROLS[ord(character)]
    if character == "\x7f":
        return "DELETE"
    return unicodedata.name(character, f"U+{ord(character):04X}")


def runs(edits: Iterable[tuple[int, int, str, str]]) -> list[tuple[int, int, str, str]]:
    """Return the edits (start, end, replacement, reason), with neighbours of the same reason
    joined.

    >>> runs([(0, 1, "%C3%A9", "non-ascii"), (1, 2, "%C3%BC", "non-ascii"), (5, 6, "%20", "space")])
    [(0, 2, '%C3%A9%C3%BC', 'non-ascii'), (5, 6, '%20', 'space')]
    """
    found: list[tuple[int, int, list[str], str]] = []
    for start, end, replacement, why in edits:
        if found and found[-1][1] == start and found[-1][3] == why:
            first, _, pieces, _ = found[-1]
            pieces.append(replacement)
            found[-1] = (first, end, pieces, why)
        else:
            found.append((start, end, [replacement], why))
    return [(start, end, "".join(pieces), why) for start, end, pieces, why in found]


def places(edits: Sequence[Edit]) -> int:
    """Return the number of edits, counting neighbours of the same reason as one."""
    alike = itertools.pairwise(edits)
    return len(edits) - sum(one.end == two.start and one.code == two.code for one, two in alike)


def error_row(error: URIError) -> dict[str, object]:
    """Return the error as plain data."""
    rest = {name: getattr(error, name) for name in ("code", "start", "end", "help")}
    return {"message": str(error), **rest}


def taken(text: str | bytes | _core.URI | _core.URL) -> str | bytes:
    """Return the text of an argument; raise ParseError if it is too long."""
    if isinstance(text, _core.URI | _core.URL):
        text = str(text)
    given: object = text
    if isinstance(given, bytearray | memoryview):
        text = bytes(given)
    elif not isinstance(given, str | bytes):
        raise TypeError(f"a text is a str, bytes or a URI, not {type(given).__name__}")
    if len(text) > LONGEST:
        message = f"the text is longer than {LONGEST} characters"
        help_ = "explain a part of it"
        raise ParseError(message, text, LONGEST, len(text), "too-long", help_)
    return text
