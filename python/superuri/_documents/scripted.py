"""Scripted: URLs that run what follows their scheme, as `javascript:` does, in any document.

They have no slashes, so that only their place shows them: an attribute, a key or a field for URLs,
in a template, a program or data.
"""

import re
from array import array
from collections.abc import Iterator, Sequence

from superuri._documents.spots import Spot
from superuri._documents.whole import TEMPLATE

#: The beginnings of such URLs: those that the rule `script-scheme` reports.
SCHEMES = ("javascript:", "vbscript:", "livescript:", "data:text/html")
# What browsers drop in a scheme, raw or as an escape or an entity.
_DROPPED = r"(?:[\t\n\r]|\\[tnr]|&(?:tab|newline);|&#(?:0{0,9}(?:9|10|13)|x0{0,9}[9ad]);?)*"
_NAMED = {":": "|&colon;", "/": "|&sol;|\\\\/"}
# A name for URLs, and what separates it from its value: `href="`, `url: `, `<link>`, `[[`.
_BEFORE = re.compile(
    r"(?:(?:href|ur[il]|src|link|loc|location|destination|redirect|home|homepage|action|poster|data)"
    r"(?:\\?[\"'])?(?:;[^:\n]*)?\s*[=:,>({]|\[\[)\s*"
    r"\{?(?:(?:\\{0,3}[\"'`]){1,2}|<!\[CDATA\[|<)?\s*\Z",
    re.IGNORECASE,
)
# How far before a URL its name may begin, in characters.
_LONGEST = 64
#: Rules about characters, which a program has where they are written without escapes.
SPELLING = ("illegal-character", "bracket", "stray-percent", "non-ascii", "fragment-in-data")
_REST = re.compile(r"(?:(?![A-Za-z][A-Za-z0-9+.-]{1,30}://)[^\s\"'`<>\[\]\\])*")


def _letter(c: str) -> str:
    """Return a pattern of the character, raw or as an entity."""
    codes = {ord(c), ord(c.upper())}
    numbers = "|".join(f"0{{0,9}}{code}|x0{{0,9}}{code:x}" for code in codes)
    return f"(?:{re.escape(c)}|&#(?:{numbers})(?![0-9a-f]);?{_NAMED.get(c, '')})"


_SCHEME = re.compile(
    "|".join(f"({_DROPPED.join(map(_letter, scheme))})" for scheme in SCHEMES), re.IGNORECASE
)
# How one begins: two of its letters, the first and what browsers drop, or an entity. A set of first
# characters is found quickly.
_FIRST, _SECOND = ("".join(it[n] + it[n].upper() for it in SCHEMES) for n in (0, 1))
_START = re.compile(rf"[{_FIRST}][{_SECOND}\t\n\r\\&]|&#")


def begins(text: str) -> bool:
    r"""Return whether the text is such a URL.

    >>> begins(" java\tscript:alert(1)"), begins("&#106;avascript:a"), begins("data:text/css,")
    (True, True, False)
    """
    return _SCHEME.match(text.lstrip()) is not None


def scheme(spot: Spot) -> Spot | None:
    """Return the scheme of a URL alone, if it runs what follows."""
    found = _SCHEME.match(spot.text, len(spot.text) - len(spot.text.lstrip()))
    return None if found is None else _spot(found, "", spot.places[found.end() :], spot.start)


def of_text(document: str) -> Iterator[Spot]:
    """Yield such URLs behind a name for URLs, up to white space, a quote or another URL."""
    end = 0
    for first in _START.finditer(document):
        start = first.start()
        found = _SCHEME.match(document, start) if start >= end else None
        if found and _BEFORE.search(document, max(0, start - _LONGEST), start):
            at = found.end()
            rest = _REST.match(document, at)
            end = rest.end() if rest else at
            yield _spot(found, document[at:end], range(at, end + 1), start)


def _spot(found: re.Match[str], rest: str, places: Sequence[int], start: int) -> Spot:
    """Return the URL with its scheme as browsers read it. No fix is safe: it is a program."""
    name = SCHEMES[(found.lastindex or 1) - 1]
    there = array("q", [*[start] * len(name), *places[: len(rest) + 1]])
    skipped = "template" if rest and TEMPLATE.search(rest) else ""
    return Spot(name + rest, there, origin="guessed", skipped=skipped, ignored=SPELLING)
