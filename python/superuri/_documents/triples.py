r"""RDF: IRIs in Turtle, TriG, N-Triples, N-Quads, N3 and SPARQL (RDF 1.1 Turtle, section 6.4).

An IRI is everything from ``<`` to ``>``; ``\u00e9`` is an escape in it.
"""

import re
from collections.abc import Iterator, Sequence

from superuri._documents.spots import PLAIN, Spot, Way, composed, decoded

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
# A relative reference; with other characters, as in `a < b`, it is none.
_RELATIVE = re.compile(r'[^\s"{}|^`]*\Z')
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))")
_SPECIAL = re.compile(r'[\x00-\x20<>"{}|^`\\]')
# Placeholders of templates; single braces are only illegal characters.
_TEMPLATE = re.compile(r"\{\{|\{%|\$\{|#\{")
_LAST = 0x10FFFF


def of_triples(document: str) -> Iterator[Spot]:
    """Yield the IRIs."""
    for found in _TOKEN.finditer(document):
        raw = found[1]
        if not raw or not (_SCHEME.match(raw) or _RELATIVE.match(raw)) or _TEMPLATE.search(raw):
            continue
        text, inner = _unescaped(raw)
        yield Spot(text, composed(range(found.start(1), found.end(1) + 1), 0, inner), WAY)


def _unescaped(raw: str) -> tuple[str, Sequence[int]]:
    return decoded(raw, _ESCAPE, _meant)


def _meant(escape: re.Match[str]) -> str | None:
    """Return the character of an escape; None if there is none with this number."""
    number = int(escape[1] or escape[2], 16)
    if number > _LAST or "\ud800" <= chr(number) <= "\udfff":
        return None
    return chr(number)


def _read(raw: str) -> str:
    return _unescaped(raw)[0]


def _write(text: str) -> str:
    return _SPECIAL.sub(lambda found: f"\\u{ord(found[0]):04X}", text)


#: The way to write an IRI.
WAY = Way(_read, _write, PLAIN.takes)
