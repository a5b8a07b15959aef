"""Notes: what a text seems to be if it is not a plain URI, and what it could become.

Each note is a sentence and its offers: what each would do, and the text that it makes. A note
changes nothing by itself.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import superuri._core as _core
import superuri.file_uri as file_uri
import superuri.profiles as profiles
from superuri._values.nearest import nearest
from superuri._values.passwords import described, redacted
from superuri.errors import URIError
from superuri.explanation.schemes import KNOWN, sentence_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Findings of lint for texts that the profile SALVAGE changes further than by escaping:
#: wrapped, defanged, or certainly not one URI.
SALVAGED = frozenset({"U802", "U804", "U806"})
#: The bidirectional classes of right-to-left letters.
RIGHT_TO_LEFT = frozenset({"R", "AL"})
#: Characters of a text that are checked for their direction.
MOST = 4096
#: Characters of an escape that a sentence spells out.
MOST_SHOWN = 16
#: The scheme offered for a host without one.
SCHEME = "https"
#: A path that begins like a host, also where the Public Suffix List has no such suffix, and a list
#: of hosts with ports.
_LIKE_A_HOST = re.compile(r"(?:[\w-]+(?:\.[\w-]+)+|localhost)(?::[0-9]+)?(?:[/?#]|$)")
_HOSTS = re.compile(r"(?=[^,]*:)[\w.-]+(?::[0-9]{1,5})?(?:,[\w.-]+(?::[0-9]{1,5})?)+(?:/.*)?")
#: The longest text that is checked for being a value, such as an identifier, and its letters.
_VALUE = re.compile(r"[A-Za-z0-9_=+-]{1,256}")
#: Escapes of JavaScript's `escape`, next to each other: a pair of surrogates is two.
_PERCENT_U = re.compile(r"(?:%u[0-9A-Fa-f]{4})+")
#: A signature among the parameters: X-Amz-Signature, X-Goog-Signature, Signature of CloudFront
#: and SAML, oauth_signature, sig of Azure.
_SIGNATURE = re.compile(r"[?&]((?:[\w-]*signature|sig))=[^&#]", re.IGNORECASE)


class Offer(NamedTuple):
    """A suggestion of a note."""

    label: str
    #: The new text; None for a list of the lines.
    text: str | None

    def __repr__(self) -> str:
        return described(self)


class Note(NamedTuple):
    """A sentence about the whole text, and what the text could become."""

    #: A stable name.
    kind: str
    sentence: str
    offers: tuple[Offer, ...] = ()

    def __str__(self) -> str:
        # Offers may be printed, so passwords in them are hidden.
        offers = [
            f"{offer.label.removesuffix(':')}: {redacted(offer.text)}"
            for offer in self.offers
            if offer.text
        ]
        return " ".join([self.sentence, *offers])


def of(text: str, error: URIError | None, codes: frozenset[str]) -> Iterator[Note]:
    """Yield the notes on a text; `error` is that of cleaning, `codes` are those of lint."""
    many = lines(text)
    code = None if error is None else error.code
    if many:
        first = Offer("Use the first", many[0])
        sentence = (
            f"{len(many)} lines. As one text, each line break becomes an escape, such as %0A."
        )
        yield Note("lines", sentence, (Offer("Make a list of them", None), first))
    elif code == "surrounding-space":
        sentence = "White space before or after the URL is not a part of it."
        yield Note("space", sentence, (Offer("Strip it", stripped(text)),))
    elif codes & SALVAGED:
        yield from wrapped(text)
    yield from of_scheme(text)
    yield from of_percent_u(text)
    yield from of_fixes(text, codes)
    yield from of_signature(text)
    if any(unicodedata.bidirectional(c) in RIGHT_TO_LEFT for c in text[:MOST]):
        yield Note(
            "direction",
            "Some of this is written from right to left: where it is shown as one text, "
            "neighbouring parts may change places. An explanation has the parts in the order in "
            "which they are sent, and each word reads as it is written.",
        )


def of_text(text: str | bytes) -> tuple[Note, ...]:
    """Return the notes on a text; bytes that are not UTF-8 are replaced."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    try:
        _core.clean(text)
        error = None
    except URIError as failure:
        error = failure
    try:
        codes = frozenset(finding.code for finding in _core.lint(text))
    except URIError:
        codes = frozenset()
    return tuple(of(text, error, codes))


def lines(text: str) -> list[str]:
    """Return the lines of a text, or an empty list if there is only one."""
    found = [line.strip() for line in text.splitlines() if line.strip()]
    return found if len(found) > 1 else []


def stripped(text: str) -> str:
    """Return the text without the white space that surrounds it."""
    return text.strip(" \t\n\f\r")


def of_percent_u(text: str) -> Iterator[Note]:
    """Yield a note if a text has escapes of JavaScript's ``escape``, with the same as UTF-8."""
    found = _PERCENT_U.search(text)
    if found is None:
        return
    with suppress(URIError):
        meaning = _core.percent_u_decode(found[0])
        fixed = _PERCENT_U.sub(lambda run: _core.encode(_core.percent_u_decode(run[0])), text)
        is_short = meaning.isprintable() and len(meaning) <= MOST_SHOWN
        first = f": {found[0]} is {meaning}" if is_short else ""
        sentence = f"This is JavaScript's escape(){first}. No URI standard has this form."
        yield Note("percent-u", sentence, (Offer("Make it UTF-8", fixed),))


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
    kind = _core.meant([text])[0]
    if kind == "windows":
        with suppress(URIError, ValueError):
            uri = str(file_uri.from_path(text, "windows"))
            yield Note("windows", "This is a path of Windows.", (Offer("Make it file:", uri),))
    elif kind == "git":
        host, _, path = text.partition(":")
        uri = _core.clean(f"ssh://{host}/{path}")
        sentence = "This is an address of git, not a URI."
        yield Note("git", sentence, (Offer("Make it ssh:", uri),))
    elif kind == "mail":
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
    if _HOSTS.fullmatch(text):
        yield Note(
            "hosts",
            "This is a list of hosts, as Kafka and ZooKeeper take it, not a URI: give it to the "
            "program as it is.",
        )
        return
    if scheme is None or is_like_a_host(text):
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


def is_like_a_host(text: str) -> bool:
    """Return whether a person reads a host at the beginning of a text without a scheme."""
    return _LIKE_A_HOST.match(text) is not None


def without_scheme(text: str) -> Iterator[Note]:
    """Yield a note if a text without a scheme looks like a host, a URL or a value."""
    if is_like_a_host(text):
        yield Note(
            "no-scheme",
            "There is no scheme. A person reads a host here; in a link it is a path on the page's "
            f"own host. On the command line, --default-scheme {SCHEME} adds the scheme.",
            (Offer(f"Make it {SCHEME}:", f"{SCHEME}://{text}"),),
        )
    elif _core.meant([text])[0] == "near-scheme":
        yield Note(
            "near-scheme",
            "A scheme has no _ and begins with a letter (RFC 3986 section 3.1), so this is a path. "
            "SQLAlchemy and other programs read it as it is.",
        )
    elif _VALUE.fullmatch(text) and any(c.isdigit() for c in text) and len(text) >= VALUE:
        yield Note(
            "value",
            "This seems to be a value, such as an identifier or a digest, and not a URL: a URI "
            "reference of one word is a path.",
        )


#: From this length on, a word with digits is probably not a path.
VALUE = 16

#: Rules of lint whose fix may be what was meant: the kind of the note, the sentence, the label.
FIXES = {
    "U638": (
        "scp-path",
        "The colon after the host begins a port, but a path follows it, as in the notation of scp.",
        "Write a slash",
    ),
    "U633": (
        "password",
        "A delimiter in what seems to be a password ends the host too early.",
        "Escape it",
    ),
    "U639": (
        "password",
        "A delimiter in what seems to be a user or a password ends the host too early.",
        "Escape it",
    ),
}


def of_fixes(text: str, codes: frozenset[str]) -> Iterator[Note]:
    """Yield a note for each rule of `FIXES` that found something, with the text that is fixed."""
    for code in sorted(codes & FIXES.keys()):
        kind, sentence, label = FIXES[code]
        fixed = _core.fix(text, select=code, unsafe=True)
        offers = (Offer(label, fixed),) if fixed != text else ()
        yield Note(kind, sentence, offers)


def of_signature(text: str) -> Iterator[Note]:
    """Yield a note if a parameter of the query is a signature, as in links to cloud storage."""
    found = _SIGNATURE.search(text.partition("#")[0])
    if found is not None:
        yield Note(
            "signed",
            f"This is signed ({found[1]}): a signature covers the text, so that any change to it, "
            "such as clean or normalize may make, can break it. Send it byte for byte.",
        )


def rows(notes: Iterable[Note]) -> list[dict[str, object]]:
    """Return notes as plain data."""
    return [{**note._asdict(), "offers": [it._asdict() for it in note.offers]} for note in notes]


def drawn(notes: Iterable[Note], width: int) -> Iterator[str]:
    """Yield the lines of a drawing for notes, with passwords hidden."""
    for note in notes:
        yield from (f"  {line}" for line in textwrap.wrap(redacted(note.sentence), width - 2))
        for offer in note.offers:
            if offer.text is not None:
                yield f"    {offer.label.removesuffix(':')}: {redacted(offer.text)}"
