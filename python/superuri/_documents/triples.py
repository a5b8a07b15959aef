r"""RDF: IRIs in Turtle, TriG, N-Triples, N-Quads, N3 and SPARQL (RDF 1.1 Turtle, section 6.4).

An IRI is everything from ``<`` to ``>``; ``\u00e9`` is an escape in it.
"""

import re
from collections.abc import Iterator, Sequence

from superuri._documents.spots import Spot, decoded, notation
from superuri._documents.whole import MARKED

# Strings and comments have no IRIs; a backslash escapes what begins them in a name.
_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.?|"(?!""))*(?:"""|\Z)'
    r"|'''(?:[^'\\]|\\.?|'(?!''))*(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*"?'
    r"|'(?:[^'\\\n]|\\.)*'?"
    r"|#[^\n]*|\\."
    r"|<([^<>\n]+)>",
    re.DOTALL,
)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
# The characters of a relative reference; `a < b` has others, and is not one.
_RELATIVE = re.compile(r'[^\s"{}|^`]*\Z')
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))")
_SPECIAL = re.compile(r'[\x00-\x20<>"{}|^`\\]')
_LAST = 0x10FFFF


def of_triples(document: str) -> Iterator[Spot]:
    for found in _TOKEN.finditer(document):
        raw = found[1]
        if not raw or not (_SCHEME.match(raw) or _RELATIVE.match(raw)) or MARKED.search(raw):
            continue
        yield Spot.at(document, *found.span(1), _unescaped, WAY)


def of_statements(document: str) -> Iterator[Spot]:
    """Yield the IRIs of N-Triples or N-Quads, in which none may be relative."""
    for spot in of_triples(document):
        spot.rule = "" if _SCHEME.match(spot.text) else "not-absolute"
        yield spot


def _unescaped(raw: str) -> tuple[str, Sequence[int]]:
    return decoded(raw, _ESCAPE, _meant)


def _meant(escape: re.Match[str]) -> str | None:
    """Return the character of an escape; None if there is none with this number."""
    number = int(escape[1] or escape[2], 16)
    if number > _LAST or "\ud800" <= chr(number) <= "\udfff":
        return None
    return chr(number)


#: The way to write an IRI.
WAY = notation(_unescaped, lambda text: _SPECIAL.sub(lambda found: f"\\u{ord(found[0]):04X}", text))
