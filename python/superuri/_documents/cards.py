"""vCard and iCalendar: values that are URLs, on lines that may be folded (RFC 6350 section 3.2)."""

import re
from collections.abc import Iterator, Sequence

from superuri._documents import quoted
from superuri._documents.spots import Part, Spot, decoded, notation
from superuri._documents.whole import is_url, trimmed

# The properties whose value is a URI, here also one with a space.
_NAMES = frozenset(
    {"attach", "caladuri", "caluri", "capuri", "conference", "fburl", "image", "impp", "key"}
    | {"logo", "member", "org-directory", "photo", "related", "sound", "source", "structured-data"}
    | {"tzurl", "uid", "url", "x-socialprofile"}
)
# Name, parameters, value (section 3.3). A line break with a space after it is a fold.
_PROPERTY = re.compile(
    r"^(?:[\w-]+\.)?([\w-]+)"
    r"((?:;(?:[^\":\r\n]|\"[^\"\r\n]*\"|\r?\n[ \t])*)?)"
    r":((?:[^\r\n]|\r(?!\n)|\r?\n[ \t])*)",
    re.MULTILINE,
)
_QUOTED = re.compile(r"(?:[^\r\n=]|=\r?\n|=)*")
_ESCAPE = re.compile(r"\r?\n[ \t]|\\([,;:\\nN])")
# URIs need no escapes, texts do, and some programs write them in both (section 4).
_ESCAPED = re.compile(r"\\[,;:]")
_SPECIAL = re.compile(r"[,;\\]")


def of_cards(document: str) -> Iterator[Spot]:
    for found in _PROPERTY.finditer(document):
        start, end = trimmed(document, *found.span(3))
        if "quoted-printable" in found[2].lower():
            yield from _quoted(document, found, start)
            continue
        way = ESCAPED if _ESCAPED.search(document, start, end) else BARE
        spot = Spot.at(document, start, end, unescaped, way)
        if is_url(spot.text, spaces=found[1].lower() in _NAMES):
            yield spot


def _quoted(document: str, found: re.Match[str], start: int) -> Iterator[Spot]:
    """Yield the URL of a property of vCard 2.1, which goes on after a `=` at the end of a line."""
    rest = _QUOTED.match(document, start)
    end = rest.end() if rest else found.end()
    spot = Spot.at(document, *trimmed(document, start, end), quoted.unquoted, quoted.WAY)
    if is_url(spot.text, spaces=found[1].lower() in _NAMES):
        yield spot


def texts(document: str) -> Iterator[Part]:
    """Yield the spans of values that are text with escapes or folds (RFC 5545 section 3.3.11)."""
    for found in _PROPERTY.finditer(document):
        is_whole = is_url(unescaped(found[3].strip())[0], spaces=found[1].lower() in _NAMES)
        if not is_whole and _ESCAPE.search(found[3]):
            yield found.span(3)


def unescaped(raw: str) -> tuple[str, Sequence[int]]:
    return decoded(raw, _ESCAPE, _meant)


def _meant(escape: re.Match[str]) -> str:
    if escape[1] is None:
        return ""
    return "\n" if escape[1] in "nN" else escape[1]


#: The ways to write a value. A fold in or behind a changed part is removed.
BARE = notation(unescaped, lambda text: text.replace("\\", "\\\\"))
ESCAPED = notation(unescaped, lambda text: _SPECIAL.sub(r"\\\g<0>", text))
