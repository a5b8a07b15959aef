r"""PO: the strings of gettext's catalogues. Adjacent strings are one, and `\n` ends a line."""

import re
from collections.abc import Iterator, Sequence

from superuri._documents.spots import Part, decoded, notation

_ONE = r'"(?:[^"\\\n]|\\.)*"'
# Where one string ends and the next one begins.
_BETWEEN = r'"[ \t]*\r?\n[ \t]*"'
_STRINGS = re.compile(rf"{_ONE}(?:[ \t]*\r?\n[ \t]*{_ONE})*")
_ESCAPE = re.compile(rf'{_BETWEEN}|\\([\\"abfnrtv])')
_MEANINGS = {"\\": "\\", '"': '"', "t": "\t"}


def strings(document: str) -> Iterator[Part]:
    """Yield the spans of strings, adjacent ones together, without the outer quotes."""
    for found in _STRINGS.finditer(document):
        if ":" in found[0]:
            yield found.start() + 1, found.end() - 1


def unescaped(raw: str) -> tuple[str, Sequence[int]]:
    r"""Return the text of adjacent strings, and the place of each character, with the end last.

    >>> unescaped('a\\n"\n"b')
    ('a\nb', array('q', [0, 1, 6, 7]))
    """
    return decoded(raw, _ESCAPE, _meant)


def _meant(escape: re.Match[str]) -> str:
    return "" if escape[1] is None else _MEANINGS.get(escape[1], "\n")


#: The way to write a string of PO.
STRING = notation(unescaped, lambda text: re.sub(r'[\\"]', r"\\\g<0>", text))
