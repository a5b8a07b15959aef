"""Displayed URIs: shown by libraries, read back by others, and compared with the original.

The generator and the comparison are independent of the engine, and the parsers are other libraries.
"""

import json
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import superuri
from kit import chance, neighbours
from superuri import _foreign

Show = Callable[[str], str]

#: The starts of the texts.
BEGINNINGS = [
    *("http://h/", "http://h/", "http://h/", "https://h", "http://u:p%40@h:80/", "ws://h/a/"),
    *("file:///", "file://h/", "foo://h/", "foo:/", "foo:", "http:/", "http:", "http:///"),
    *("javascript:", "mailto:", "//h/", "///", "/", "", "", "http://h/?", "http://h/#", "?", "#"),
    *("http://xn--bcher-kva.de/", "http://[::1]/", "HTTP://H%41/"),
]
#: Pieces that cause errors in displays, to be strung together.
ATOMS = [
    *("%", "%2", "%25", "%41", "%C3", "%A9", "%c3%a9", "%E2%80%AE", "/", "..", "%2E", "%2e%2E"),
    *("%5C", "%CC%81", "%CC%B8", "=", "&", "#", "?", "%20", "%20", "+", "[", "]", "|", "^", ":"),
    *("%EF%BC%8F", "%E3%82%AB%E3%82%99", "a", "e", "Z", "5", "%43", "%7C", "%3A", "%00", "%0A"),
    *("%7F", "%85", "%C2%85", "%2F", "%2B", "%26", "%3D", "%23", "%3F", "%22", "%60", "é", " "),
    *("\\", "e%CC%81", "%E1%84%80%E1%85%A1%E1%86%A8", "%CC%B1%CC%81", "%D7%A2", "%D8%A7", "ע"),
    *("%E3%83%8E", "%E6%97%A5", "%F0%9F%94%92", "%F0%9F%98%80", "%E2%80%8D", "%EF%BF%BF", "."),
    *("%E0%A4%95%E0%A5%8D", "%E0%A7%87%E0%A6%BE", "@", ";", "%ED%A0%80", "~", "%7E", "-", "_"),
    *("%F4%90%80%80", "\u202e", "%EF%BB%BF", "%E2%84%AB", "1", "%31", "%34", "%E2%84%A0", "%09"),
]

_ESCAPE = re.compile("%([0-9A-Fa-f]{2})")
_UNRESERVED = re.compile("[A-Za-z0-9._~-]")

#: The page against which browsers resolve each text.
BASE = "http://base.example/folder/file?query"

_NODE = f"""
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const href = text => {{ try {{ return new URL(text, "{BASE}").href; }} catch {{ return null; }} }};
process.stdout.write(JSON.stringify(texts.map(href)));
"""


def urls(count: int) -> list[str]:
    rng = chance.seeded("urls")
    return [
        rng.choice(BEGINNINGS) + "".join(rng.choices(ATOMS, k=rng.randrange(10)))
        for _ in range(count)
    ]


def normal(uri: str) -> str:
    """RFC 3986 section 6.2.2.1 and 2: hex digits in upper case, unreserved characters decoded."""

    def spelling(escape: re.Match[str]) -> str:
        character = chr(int(escape[1], 16))
        return character if _UNRESERVED.fullmatch(character) else escape[0].upper()

    return _ESCAPE.sub(spelling, uri)


def node(texts: list[str]) -> list[str | None] | None:
    """Return Node's href for each text, None for a refused one; None if Node is not installed."""
    program = shutil.which("node")
    if program is None:
        return None
    output = _foreign.run([program, "-e", _NODE], json.dumps(texts).encode())
    hrefs: list[str | None] = json.loads(output.out)
    return hrefs


def ada(texts: list[str]) -> list[str | None] | None:
    """Return the same by ada, another implementation of the standard."""
    try:
        from ada_url import URL  # noqa: PLC0415  because it may be absent
    except ImportError:
        return None
    hrefs: list[str | None] = []
    for text in texts:
        try:
            hrefs.append(URL(text, BASE).href)
        except ValueError:
            hrefs.append(None)
    return hrefs


def is_one_url(one: str | None, other: str | None) -> bool:
    """Return whether a parser got the same for both, or refused both."""
    if one is None or other is None:
        return one is other
    return normal(one) == normal(other)


#: Parsers of the URL standard, by name.
PARSERS = {"Node's URL": node, "ada": ada}

#: DATA: how each library shows a URI: name, module, distribution, and the call.
PEERS: list[neighbours.Row[Show]] = [
    ("yarl human_repr", "yarl", "yarl", lambda m: lambda u: m.URL(u, encoded=True).human_repr()),
    (
        *("hyperlink to_iri", "hyperlink", "hyperlink"),
        lambda m: lambda u: m.URL.from_text(u).to_iri().to_text(),
    ),
    ("werkzeug uri_to_iri", "werkzeug.urls", "Werkzeug", lambda m: m.uri_to_iri),
]


def peers() -> Iterator[tuple[str, Show | None]]:
    """Yield each library with its version; None for one that is not installed."""
    return neighbours.asked(PEERS)


@dataclass
class Tally:
    """The results for URIs that were shown and read back."""

    shown: int = 0
    raised: int = 0
    #: Each URI is counted once, for the first of these steps that changes it.
    read_back: int = 0
    after_nfc: int = 0
    after_trimming: int = 0

    @property
    def breaks(self) -> int:
        """How many were read back as another URI."""
        return self.read_back + self.after_nfc + self.after_trimming


def is_read_back(text: str, uri: str) -> bool:
    """Return whether cleaning the text gives the cleaned URI."""
    try:
        return normal(superuri.clean(text)) == uri
    except superuri.errors.URIError:
        return False


def tally(show: Show, uris: list[str]) -> tuple[Tally, list[str]]:
    """Return the results of this library for cleaned URIs, and what it showed: the URI, if it
    raised."""
    out, texts = Tally(), []
    for uri in uris:
        try:
            text = show(uri)
        except Exception:  # noqa: BLE001  because whatever a peer raises is what is counted
            out.raised += 1
            texts.append(uri)
            continue
        texts.append(text)
        if text == uri:
            continue
        out.shown += 1
        want = normal(uri)
        composed, trimmed = unicodedata.normalize("NFC", text), text.strip()
        if not is_read_back(text, want):
            out.read_back += 1
        elif composed != text and not is_read_back(composed, want):
            out.after_nfc += 1
        elif trimmed != text and not is_read_back(trimmed, want):
            out.after_trimming += 1
    return out, texts
