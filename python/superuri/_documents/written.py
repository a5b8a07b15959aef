"""Escapes in JSON (RFC 8259 section 7) and XML."""

import html
import json
import re
from collections.abc import Iterator, Sequence
from html.entities import html5

from superuri._documents.spots import PLAIN, Way, composed, decoded, notation

_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)("?)')
_ESCAPE = re.compile(r'\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt]')
_WORD = re.compile(r"[^<>\"'\s]+")
# XML 1.0 section 4.1: a reference ends in a semicolon. Names may be those of HTML's document types.
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});")
# The tag of an attribute, up to its value.
_TAG = re.compile(
    r"(?:(<)|&lt;)[A-Za-z](?:(?!&[lg]t;)[^<>])*\s[\w:.-]+=(?:\\{0,3}[\"']|\"\"|''|&quot;|&#3[49];)\Z"
)
#: How far before a value its tag, or a CDATA section, may begin, in characters.
LONGEST = 400


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


def of_xml(document: str, start: int, end: int) -> tuple[str, Sequence[int], Way]:
    """Return the text there, the places of its characters, and how it is written."""
    if document[max(0, start - LONGEST) : start].rstrip().endswith("<![CDATA["):
        return document[start:end], range(start, end + 1), PLAIN
    is_twice = tag_before(document, start) == "&lt;"
    text, inner = (_twice if is_twice else dereferenced)(document[start:end])
    return text, composed(range(start, end + 1), 0, inner), TWICE if is_twice else WORD


def _twice(raw: str) -> tuple[str, Sequence[int]]:
    """Return the text of markup that is a text in XML, and the place of each character."""
    text, outer = dereferenced(raw)
    text, inner = dereferenced(text)
    return text, composed(outer, 0, inner)


def tag_before(document: str, start: int) -> str:
    r"""Return what begins the tag of the attribute whose value is there: `<`, `&lt;` or nothing.

    >>> tag_before("'<a href=\"u", 10), tag_before("&lt;a href='u", 12), tag_before("a < b = 'u", 9)
    ('<', '&lt;', '')
    """
    # Most values are not those of attributes.
    near = document[max(0, start - 5) : start]
    if "=" not in near and not near.endswith(";"):
        return ""
    found = _TAG.search(document, max(0, start - LONGEST), start)
    return "" if found is None else found[1] or "&lt;"


def _named(reference: re.Match[str]) -> str | None:
    name = reference[0][1:]
    return html.unescape(reference[0]) if name[0] == "#" or name in html5 else None


#: The ways to write a string of JSON, text of XML, and markup that is a text in XML.
STRING = notation(unescaped, lambda text: json.dumps(text, ensure_ascii=False)[1:-1])
WORD = notation(dereferenced, html.escape)
TWICE = notation(_twice, lambda text: html.escape(html.escape(text)))
