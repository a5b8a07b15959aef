"""Images: the candidates of a ``srcset`` (HTML, "parsing a srcset attribute")."""

import re
from collections.abc import Iterator

_BEFORE = re.compile(r"[ \t\n\f\r,]*")
_CANDIDATE = re.compile(r"[^ \t\n\f\r]+")
_DESCRIPTORS = re.compile(r"[,(]")
_WORD = re.compile(r"\S+")
# A width, a height beside a width, or a density. A browser drops a candidate with any other text.
_NUMBER = "0*[1-9][0-9]*"
_VALID = re.compile(
    rf"(?:{_NUMBER}w(?: {_NUMBER}h)?|{_NUMBER}h {_NUMBER}w"
    r"|(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?x)?"
)


def candidates(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the URLs in a srcset; commas within a URL belong to it.

    >>> [text for start, end in candidates("a,b 2x, c") for text in ["a,b 2x, c"[start:end]]]
    ['a,b', 'c']
    """
    yield from ((start, end) for start, end, _ in read(text))


def read(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield the span of each URL, and where it would end if its spaces belonged to it; 0 if the
    candidate is valid.

    >>> list(read("a b 2x, c 1x"))
    [(0, 1, 3), (8, 9, 0)]
    """
    at = _BEFORE.match(text).end()  # type: ignore[union-attr]
    while found := _CANDIDATE.match(text, at):
        start, at = found.span()
        end = start + len(found.group().rstrip(","))
        # A comma at its end ends the candidate; otherwise descriptors follow.
        stop = at if end < at else _described(text, at)
        yield start, end, 0 if end < at else _broken(text, at, stop)
        at = _BEFORE.match(text, stop).end()  # type: ignore[union-attr]


def _described(text: str, at: int) -> int:
    """Return the start of the next candidate: after a comma that is not in parentheses."""
    while stop := _DESCRIPTORS.search(text, at):
        at = stop.end()
        if stop.group() == ",":
            return at
        at = text.find(")", at) + 1
        if at == 0:
            break
    return len(text)


def _broken(text: str, at: int, stop: int) -> int:
    """Return the end of the text that is not a descriptor; 0 if all of it is valid."""
    stop -= text[at:stop].endswith(",")
    words = list(_WORD.finditer(text, at, stop))
    if _VALID.fullmatch(" ".join(word[0] for word in words)):
        return 0
    is_described = len(words) > 1 and _VALID.fullmatch(words[-1][0])
    return words[-2 if is_described else -1].end()


def is_candidate(text: str) -> bool:
    """Return whether the text is a single URL when written in a srcset."""
    return list(read(text)) == [(0, len(text), 0)]
