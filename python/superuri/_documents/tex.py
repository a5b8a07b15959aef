r"""TeX: URLs in LaTeX's `\url{…}` and in the fields of BibTeX, with their escapes."""

import re
from collections.abc import Iterator, Sequence

from superuri._documents.spots import Spot, decoded, notation
from superuri._documents.whole import is_url, trimmed

# In braces, which may contain braces.
_BRACED = r"\{((?:[^{}\\\n]|\\.|\{[^{}\n]*\})*)\}"
_COMMAND = re.compile(rf"\\(?:url|nolinkurl|href)(?:\[[^\[\]\n]*\])?[ \t]*{_BRACED}")
_FIELD = re.compile(rf'(?<![\w-])([\w-]+)\s*=\s*(?:{_BRACED}|"([^"\n]*)")')
# Fields that hold a URL, here also one with a space: url, bdsk-url-1.
_KEY = re.compile(
    r"(?:ur[il](?:-[0-9]+)?|^(?:doi|ee|eprint|howpublished|link|pdf))$", re.IGNORECASE
)
# The commands of characters. TeX drops the space after the name of a command.
_CHARACTERS = {
    "textasciitilde": "~", "textunderscore": "_", "textasciicircum": "^", "textbar": "|",
    "textdollar": "$", "textpercent": "%",
}  # fmt: skip
_NAME = rf"\\({'|'.join(_CHARACTERS)})"
_ESCAPE = re.compile(
    r"\{\\([_%&#$])\}|\\([_%&#${}])|(\\~\{\})"
    rf"|\{{{_NAME}[ \t]*\}}|{_NAME}(?:\{{\}}|[ \t]+|(?![A-Za-z]))"
)
_ESCAPED = re.compile(r"\\[_%&#$]")
_SPECIAL = re.compile(r"[_%&#$]")
_MACRO = re.compile(r"\\[A-Za-z]")
# An argument of the definition around it.
_ARGUMENT = re.compile(r"##|#[1-9](?![0-9])")


def of_bibtex(document: str) -> Iterator[Spot]:
    r"""Yield the URLs of fields, and of `\url{…}` in them."""
    found: list[Spot] = []
    for field in _FIELD.finditer(document):
        start, end = trimmed(document, *field.span(field.lastindex or 0))
        if document[start : start + 1] == "{" and document[end - 1] == "}":
            start, end = start + 1, end - 1
        found += _spots(document, start, end, spaces=bool(_KEY.search(field[1])))
    for command in _COMMAND.finditer(document):
        found += _spots(document, *trimmed(document, *command.span(1)))
    yield from sorted(found, key=lambda spot: spot.start)


def of_tex(document: str) -> Iterator[Spot]:
    r"""Yield the URLs of `\url{…}` and `\href{…}`, except for those in definitions of macros."""
    for command in _COMMAND.finditer(document):
        if not _ARGUMENT.search(_ESCAPE.sub("", command[1])):
            yield from _spots(document, *trimmed(document, *command.span(1)))


def _spots(document: str, start: int, end: int, *, spaces: bool = True) -> Iterator[Spot]:
    """Yield the span, if it is a URL."""
    way = ESCAPED if _ESCAPED.search(document, start, end) else BARE
    spot = Spot.at(document, start, end, _unescaped, way)
    if is_url(spot.text, spaces=spaces) and not _MACRO.search(spot.text):
        yield spot


def _unescaped(raw: str) -> tuple[str, Sequence[int]]:
    return decoded(raw, _ESCAPE, _meant)


def _meant(escape: re.Match[str]) -> str:
    if escape[3]:
        return "~"
    return escape[1] or escape[2] or _CHARACTERS[escape[4] or escape[5]]


#: The ways to write a URL: as LaTeX's verbatim commands read it, and where escapes are used.
BARE = notation(_unescaped, str)
ESCAPED = notation(_unescaped, lambda text: _SPECIAL.sub(r"\\\g<0>", text))
