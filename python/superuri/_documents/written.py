"""Escapes in JSON (RFC 8259 section 7) and XML."""

import html
import json
import re
from collections.abc import Iterator, Sequence
from html.entities import html5

from superuri._documents.spots import decoded, notation

_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)("?)')
_ESCAPE = re.compile(r'\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt]')
_WORD = re.compile(r"[^<>\"'\s]+")
# XML 1.0 section 4.1: a reference ends in a semicolon. Names may be those of HTML's document types.
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});")


def strings(document: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of JSON strings, names too."""
    for found in _STRING.finditer(document):
        if found[2]:
            yield found.span(1)


def words(document: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of words in XML with an entity, in text and in attributes."""
    for found in _WORD.finditer(document):
        if "&" in found[0]:
            yield found.span()


def unescaped(raw: str) -> tuple[str, Sequence[int]]:
    r"""Return the decoded text of a JSON string, and the place of each character, with the end
    last.

    >>> unescaped(r"a\/\u00e9")
    ('a/é', array('q', [0, 1, 3, 9]))
    """
    return decoded(raw, _ESCAPE, _meant)


def _meant(escape: re.Match[str]) -> str:
    """Return the character of an escape; a lone surrogate is read as a space, which ends a URL."""
    try:
        character: str = json.loads(f'"{escape[0]}"')
    except ValueError:
        return " "
    return " " if "\ud800" <= character <= "\udfff" else character


def dereferenced(raw: str) -> tuple[str, Sequence[int]]:
    """Return the text of XML without references, and the place of each character, with the end
    last.

    >>> dereferenced("a&amp;b&reg")
    ('a&b&reg', array('q', [0, 1, 6, 7, 8, 9, 10, 11]))
    """
    return decoded(raw, _REFERENCE, _named)


def _named(reference: re.Match[str]) -> str | None:
    name = reference[0][1:]
    return html.unescape(reference[0]) if name[0] == "#" or name in html5 else None


def _write(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


#: The ways to write a string of JSON, and text of XML.
STRING = notation(unescaped, _write)
WORD = notation(dereferenced, html.escape)
