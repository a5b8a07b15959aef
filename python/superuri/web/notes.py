"""Notes: what a text seems to be if it is not a plain URI, and what it could become.

Each note is a sentence and its offers: the label of a button and the text that it makes. A note
changes nothing by itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import superuri._core as _core
import superuri.file_uri as file_uri
import superuri.profiles as profiles
from superuri._values.nearest import nearest
from superuri.errors import URIError
from superuri.explanation import Explanation
from superuri.web.schemes import KNOWN, sentence_of

#: Findings of lint for texts that the profile SALVAGE changes further than by escaping:
#: wrapped, defanged, or certainly not one URI.
SALVAGED = frozenset({"U802", "U804", "U806"})
#: The bidirectional classes of right-to-left letters.
RIGHT_TO_LEFT = frozenset({"R", "AL"})
#: Characters of a text that are checked for their direction.
MOST = 4096
#: The scheme offered for a host without one.
SCHEME = "https"
#: A path that begins like a host.
_LIKE_A_HOST = re.compile(r"(?:[\w-]+(?:\.[\w-]+)+|localhost)(?::[0-9]+)?(?:[/?#]|$)")

#: A drive or a UNC path.
_WINDOWS = re.compile(r"[A-Za-z]:\\|\\\\[^\\/]+\\")
#: An address as git, scp and rsync accept it; a mail address.
_GIT = re.compile(r"([\w.-]+@[\w-]+(?:\.[\w-]+)+):(?![0-9]+(?:/|$))([^\s:]+/[^\s:]+)")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


class Offer(NamedTuple):
    """A button of a note."""

    label: str
    #: The new text; None opens the list tool.
    text: str | None


class Note(NamedTuple):
    """A sentence about the whole text, and its buttons."""

    #: A stable name.
    kind: str
    sentence: str
    offers: tuple[Offer, ...] = ()


def notes(text: str, explained: Explanation, codes: frozenset[str]) -> Iterator[Note]:
    """Yield the notes on a text; `codes` are those of the findings of lint."""
    many = lines(text)
    if many:
        first = Offer("Use the first", many[0])
        sentence = (
            f"{len(many)} lines. As one text, each line break becomes an escape, such as %0A."
        )
        yield Note("lines", sentence, (Offer("Make a list of them", None), first))
    elif explained.error is not None and explained.error.code == "surrounding-space":
        sentence = "White space before or after the URL is not a part of it."
        yield Note("space", sentence, (Offer("Strip it", stripped(explained)),))
    elif codes & SALVAGED:
        yield from wrapped(text)
    yield from of_scheme(text)
    if any(unicodedata.bidirectional(c) in RIGHT_TO_LEFT for c in text[:MOST]):
        yield Note(
            "direction",
            "Some of this is written from right to left: in the text box, as in every program, "
            "neighbouring parts may change places. Below, parts are in the order in which they "
            "are sent, and each word reads as it is written.",
        )


def lines(text: str) -> list[str]:
    """Return the lines of a text, or an empty list if there is only one."""
    found = [line.strip() for line in text.splitlines() if line.strip()]
    return found if len(found) > 1 else []


def stripped(explained: Explanation) -> str:
    """Return the text without the white space that surrounds it."""
    return str(explained.text).strip(" \t\n\f\r")


def wrapped(text: str) -> Iterator[Note]:
    """Yield a note with the URL that the profile SALVAGE extracts from a text."""
    with suppress(URIError):
        salvaged = _core.clean(text, profiles.SALVAGE)
        if salvaged not in {text, _core.clean(text)}:
            sentence = "This is not one URL alone: what is around it would be escaped, too."
            yield Note("wrapped", sentence, (Offer("Take the URL out", salvaged),))
            return
    yield from defanged(text)


def defanged(text: str) -> Iterator[Note]:
    """Yield a note if a URL is defanged."""
    restored = _core.refang(text)
    if restored != text and _core.is_uri(restored):
        sentence = "This URL is defanged: written so that nobody opens it by mistake."
        yield Note("defanged", sentence, (Offer("Restore it", restored),))


def addresses(text: str) -> Iterator[Note]:
    """Yield a note if a text is a path or an address that can be written as a URI."""
    if _WINDOWS.match(text):
        with suppress(URIError, ValueError):
            uri = str(file_uri.from_path(text, "windows"))
            yield Note("windows", "This is a path of Windows.", (Offer("Make it file:", uri),))
    elif found := _GIT.fullmatch(text):
        uri = _core.clean(f"ssh://{found[1]}/{found[2]}")
        sentence = "This is an address of git, not a URI."
        yield Note("git", sentence, (Offer("Make it ssh:", uri),))
    elif _MAIL.fullmatch(text):
        sentence = "This is a mail address; in a link it is a path on the page's own host."
        yield Note("mail", sentence, (Offer("Make it mailto:", f"mailto:{text}"),))


def of_scheme(text: str) -> Iterator[Note]:
    """Yield a note about the scheme, or about its absence."""
    text = text.strip()
    found = list(addresses(text))
    if found:
        yield from found
        return
    scheme = _core.split(text).scheme
    if scheme is None or _LIKE_A_HOST.match(text):
        yield from without_scheme(text)
        return
    name = scheme.lower()
    sentence = sentence_of(name, text)
    if sentence:
        yield Note("scheme", sentence)
    elif name not in KNOWN:
        meant = nearest(name, ("http", "https", "ftp", "mailto"))
        offers = [Offer(f"Make it {meant}:", f"{meant}{text[len(scheme) :]}")]
        yield Note(
            "unknown-scheme",
            f"The scheme {name} is legal, and unknown to superuri: only a program that registered "
            f"it opens this.{f' Was {meant} meant?' if meant else ''}",
            tuple(offers if meant else ()),
        )


def without_scheme(text: str) -> Iterator[Note]:
    """Yield a note if a text looks like a host without a scheme, which is a path."""
    if _LIKE_A_HOST.match(text):
        yield Note(
            "no-scheme",
            "There is no scheme. A person reads a host here; in a link it is a path on the page's "
            "own host.",
            (Offer(f"Make it {SCHEME}:", f"{SCHEME}://{text}"),),
        )
