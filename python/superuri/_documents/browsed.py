"""Browsers: how they read a URL in markup.

By the URL standard (section 4.4, basic URL parser), controls and spaces around a URL are dropped,
and so are tabs and line breaks in it.
"""

from array import array
from collections.abc import Sequence

_AROUND = "".join(map(chr, range(0x21)))
_WITHIN = "\t\n\r"
_DROPPED = dict.fromkeys(map(ord, _WITHIN))


def meant(text: str) -> str:
    r"""Return the URL as a browser reads it.

    >>> meant("\n http://e.com/\n a \n")
    'http://e.com/ a'
    """
    return text.strip(_AROUND).translate(_DROPPED)


def placed(text: str, places: Sequence[int]) -> tuple[str, Sequence[int]]:
    r"""Return the URL as a browser reads it, and the place of each character, with the end last.

    >>> placed(" a\tb ", range(6))
    ('ab', array('q', [1, 3, 4]))
    """
    if text.isprintable() and text.strip(" ") == text:
        return text, places
    start = len(text) - len(text.lstrip(_AROUND))
    end = max(start, len(text.rstrip(_AROUND)))
    if not any(each in text[start:end] for each in _WITHIN):
        return text[start:end], places[start : end + 1]
    kept = [at for at in range(start, end) if text[at] not in _WITHIN]
    return "".join(text[at] for at in kept), array("q", [places[at] for at in [*kept, end]])
