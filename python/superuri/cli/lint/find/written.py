"""Escapes in JSON (RFC 8259 section 7) and XML."""

import json
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from superuri.cli.lint.find import markup
from superuri.cli.lint.find.spots import PLAIN, Way

JSON_SUFFIXES = (
    *(".json", ".jsonl", ".geojson", ".ipynb", ".webmanifest"),
    *("composer.lock", "flake.lock", "pipfile.lock"),
)
XML_SUFFIXES = (
    *(".xml", ".svg", ".rss", ".atom", ".opml", ".kml", ".gpx", ".plist"),
    *(".xsd", ".xsl", ".xslt", ".wsdl"),
)
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)("?)')
_ESCAPE = re.compile(r'\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt]')
_WORD = re.compile(r"[^<>\"'\s]+")


def strings(document: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of JSON strings with an escape."""
    for found in _STRING.finditer(document):
        if found[2] and "\\" in found[1]:
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
    text: list[str] = []
    places = array("q")
    done = 0
    for found in chain(_ESCAPE.finditer(raw), [None]):
        start, end = found.span() if found else (len(raw), len(raw))
        text.append(raw[done:start])
        places.extend(range(done, start))
        if found:
            text.append(_meant(found[0]))
            places.append(start)
        done = end
    places.append(len(raw))
    return "".join(text), places


def _meant(escape: str) -> str:
    """Return the character of an escape; a lone surrogate is read as a space, which ends a URL."""
    try:
        character: str = json.loads(f'"{escape}"')
    except ValueError:
        return " "
    return " " if "\ud800" <= character <= "\udfff" else character


def _read(raw: str) -> str:
    return unescaped(raw)[0]


def _write(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


Unescaped = Callable[[str], tuple[str, Sequence[int]]]

#: How each is decoded, and how it is written.
STRING: tuple[Unescaped, Way] = (unescaped, Way(_read, _write, PLAIN.takes))
WORD: tuple[Unescaped, Way] = (markup.unescaped, markup.ENTITIES)
