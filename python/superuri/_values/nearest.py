"""Nearest: the known word that was probably meant."""

from __future__ import annotations

from superuri._values.foreign_names import VALUES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

#: In characters: longer words are not compared, because no name here is that long.
LONGEST = 64


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that was probably meant, or nothing.

    >>> nearest("rfc3986.PAHT", ["rfc3986.PATH", "rfc3986.QUERY"])
    'rfc3986.PATH'
    >>> nearest("query", ["rfc3986.PATH", "rfc3986.QUERY"])
    'rfc3986.QUERY'
    >>> nearest("chrome", ["RFC3986", "CHROME16", "WHATWG"])
    'WHATWG'
    """
    import difflib  # noqa: PLC0415  because only a mistake needs it

    folded = word.casefold()
    if not folded or len(folded) > LONGEST:
        return ""
    by_folded = {each.casefold(): each for each in known}
    if VALUES.get(folded, "").casefold() in by_folded:
        return VALUES[folded]
    found = difflib.get_close_matches(folded, by_folded, n=1)
    # For a name without its family, take the family that is listed first.
    found += [name for name in by_folded if name.endswith(f".{folded}")]
    return by_folded[found[0]] if found else ""
