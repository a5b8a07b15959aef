"""Scalars: strings of programs and of data. Which are a URL as a whole, and which are not checked?

A string is one URL if it begins with a scheme and two slashes, and has no white space. If it has
some, it is a URL only under a name for URLs, and no fix is safe.
"""

import re
from collections.abc import Iterator, Sequence

import superuri._core as _core
from superuri._documents import scripted
from superuri._documents.spots import PLAIN, Spot, Way, decoded, notation
from superuri._documents.whole import TEMPLATE, begins

_SPACE = re.compile(r"\s")
# Marks of regular expressions that no URL has; `\\d` may begin the name of a folder.
_EXPRESSION = re.compile(
    r"\\(?:\.(?=[\w(])|[dwsbDWSB](?![A-Za-z])|[1-9])|\(\?[:=!<]|\.[*+]|\[\^|\[\w-\w"
    r"|\([^()\s]*\|[^()\s]*\)"
)
# A host with a `*`, or a range of curl: `[001-100]`.
_GLOB = re.compile(r"://[^/?#]*\*|\[\d+-\d+(?::\d+)?\]")
# Placeholders in which there may be spaces.
_SPACED = re.compile(r"\{\{[^{}]*\}\}")
# Beyond ASCII and the letters of Latin.
_SENTENCE = re.compile(r"[^\x00-\x7fÀ-ÖØ-öø-\u024f]")
# The slashes after a scheme, escaped or not; and a quote before a scheme.
_MARK = re.compile(r":(?://|\\/\\/|\\)[^\s\"'`<>]")
_OPENED = re.compile(r"[\"'`<][A-Za-z][A-Za-z0-9+.-]+$")
#: The longest scheme in quotes that is looked for, in characters.
LONGEST = 40
_CLOSED = {quote: re.compile(rf"((?:[^{quote}\\\s]|\\\S)*){quote}") for quote in ('"', "'", "`")}
_CLOSED["<"] = re.compile(r"([^<>\n]*)>")
_BREAK = re.compile(r"(?<!\\)\\[nrt](?![A-Za-z])")
_BREAKS_BEHIND = re.compile(r"(?:\\[nrt])+$")
# An expression in a string of Swift or jq.
_FILLED_IN = re.compile(r"\\#*\([.\w$]")
# A character in some languages and kinds of literals, an octet in others.
_OCTET = re.compile(r"\\x[89a-fA-F]")
# In code in a table of Markdown, `\|` is a bar.
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\"'`\\/|])")


def not_checked(text: str) -> str:
    """Return what the text is if it is not one URL, but the pattern of many; else an empty text."""
    if TEMPLATE.search(text) or _core.has_placeholder(text.encode("utf-8", "surrogatepass")):
        return "template"
    if _EXPRESSION.search(text):
        return "regular expression"
    return "glob" if _GLOB.search(text) else ""


def of_string(
    text: str, places: Sequence[int], way: Way = PLAIN, *, is_url: bool = False
) -> Iterator[Spot]:
    """Yield the URL that the string is; nothing if a URL is to be searched for in it.

    If ``is_url``, its name shows that it is a URL. Otherwise, beyond the letters of Latin, it
    may be a sentence: in some scripts, they have no spaces.
    """
    if is_url and scripted.begins(text):
        yield Spot(text, places, way, origin="guessed", ignored=scripted.SPELLING)
        return
    if not begins(text):
        return
    if " " in text and not _SPACE.search(_SPACED.sub("", text)):
        yield Spot(text, places, way, skipped="template")
        return
    has_space = _SPACE.search(text.strip() if is_url else text) is not None
    if has_space and not is_url:
        yield Spot(text, places, way, rule="cut-at-space")
        return
    origin = "guessed" if has_space else "whole" if is_url else _origin(text)
    yield Spot(text, places, way, origin=origin, skipped=not_checked(text))


def _origin(text: str) -> str:
    return "found" if _SENTENCE.search(text) else "whole"


def literals(document: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of URLs in quotes that end on the same line, before any white space; and of
    URLs in angle brackets.
    """
    at = 0
    while mark := _MARK.search(document, at):
        scheme = document[max(at, mark.start() - LONGEST) : mark.start()]
        at = mark.end()
        opened = _OPENED.search(scheme)
        if opened is None:
            continue
        start = mark.start() - len(opened[0]) + 1
        # An escaped quote is within a string, and does not begin one.
        if document[max(0, start - 2)] == "\\":
            continue
        closed = _CLOSED[opened[0][0]].match(document, start)
        if closed is not None:
            at = closed.end()
            end = start + len(_BREAKS_BEHIND.sub("", closed[1]))
            # An escaped line break or tab is white space.
            is_broken = _BREAK.search(document, start, end) is not None
            if opened[0][0] == "<" or (not is_broken and begins(document[start:end])):
                yield start, end


def of_literal(document: str, start: int, end: int) -> Spot:
    """Return the URL between the quotes there, with the escapes of the program undone."""
    if document[start - 1] == "<":
        return _of_pointed(document, start, end)
    spot = Spot.at(document, start, end, unescaped, LITERAL)
    spot.origin = "found" if document[start - 1] == "`" else _origin(spot.text)
    if _OCTET.search(document, start, end):
        spot.origin = "guessed"
    is_filled_in = _FILLED_IN.search(document, start, end) is not None
    spot.skipped = "template" if is_filled_in else not_checked(document[start:end])
    return spot


def _of_pointed(document: str, start: int, end: int) -> Spot:
    """Return the URL between angle brackets: nothing is escaped there (RFC 3986 appendix C)."""
    text = document[start:end]
    origin = "guessed" if _SPACE.search(text) else "whole"
    return Spot(text, range(start, end + 1), origin=origin, skipped=not_checked(text))


def unescaped(raw: str) -> tuple[str, Sequence[int]]:
    r"""Return the text of a literal, and the place of each character, with the end last.

    >>> unescaped(r"a\/\u00e9\@")
    ('a/é\\@', array('q', [0, 1, 3, 9, 10, 11]))
    """
    return decoded(raw, _ESCAPE, _meant) if "\\" in raw else (raw, range(len(raw) + 1))


def _meant(escape: re.Match[str]) -> str:
    digits = escape[0][2:]
    if not digits:
        return escape[0][1]
    character = chr(int(digits, 16))
    return " " if "\ud800" <= character <= "\udfff" else character


#: How the text of a literal is read and written.
LITERAL = notation(unescaped, lambda text: re.sub(r"[\"'`\\]", r"\\\g<0>", text))
