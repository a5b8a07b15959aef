"""Changes: how a client changed the request target."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

import superuri._core as _core
from superuri._values.rfc6570 import CHARACTER

#: Longer texts are not aligned, which takes quadratic time, but reported as one change.
ALIGNED = 1500

_DOTS = re.compile(r"(?:^|/)(?:\.|%2e){1,2}(?:/|$)", re.IGNORECASE)


class Change(NamedTuple):
    """A change of a part of the target: ``target[start:end]`` is what was written."""

    component: str
    start: int
    end: int
    written: str
    received: str
    #: One of "case", "decoded", "encoded", "dots", "dropped", "added", "rewritten".
    what: str


def changes(written: str, received: str) -> list[Change]:
    """Return how the second target differs from the first.

    >>> for change in changes("/%7eu?a='", "/~u?a=%27"):
    ...     print(change.component, change.written, change.received, change.what)
    path %7e ~ decoded
    query ' %27 encoded
    """
    path, mark, query = written.partition("?")
    other_path, other_mark, other_query = received.partition("?")
    found = list(_compared("path", path, other_path, 0))
    found += _compared("query", mark + query, other_mark + other_query, len(path))
    return found


def _compared(component: str, written: str, received: str, offset: int) -> Iterator[Change]:
    """Yield the changes of one component, with neighbours of the same kind joined."""
    last = None
    for start, end, other in _aligned(CHARACTER.findall(written), CHARACTER.findall(received)):
        before = written[start:end]
        now = Change(component, offset + start, offset + end, before, other, _what(before, other))
        if last and last.end == now.start and last.what == now.what:
            texts = last.written + before, last.received + other
            now = Change(component, last.start, now.end, *texts, now.what)
        elif last:
            yield last
        last = now
    if last:
        yield last


def _aligned(written: list[str], received: list[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the differences: start and end in the first text, and the text in the second."""
    head = 0
    while head < min(len(written), len(received)) and written[head] == received[head]:
        head += 1
    tail = 0
    most = min(len(written), len(received)) - head
    while tail < most and written[-1 - tail] == received[-1 - tail]:
        tail += 1
    one, two = written[head : len(written) - tail], received[head : len(received) - tail]
    places = [sum(map(len, written[:head]))]
    for each in one:
        places.append(places[-1] + len(each))
    if max(len(one), len(two)) > ALIGNED:
        yield places[0], places[-1], "".join(two)
        return
    # An escape and its decoded character are aligned, in either text.
    ours, theirs = list(map(_meant, one)), list(map(_meant, two))
    for _, i, j, k, m in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if j - i == m - k:
            for a, b in zip(range(i, j), range(k, m), strict=True):
                if one[a] != two[b]:
                    yield places[a], places[a + 1], two[b]
        else:
            yield places[i], places[j], "".join(two[k:m])


def _what(written: str, received: str) -> str:
    if not received:
        return "dots" if _DOTS.search(written) else "dropped"
    if not written:
        return "added"
    if written.casefold() == received.casefold() and "%" in written:
        return "case"
    if _meant(written) != _meant(received):
        return "rewritten"
    return "decoded" if written.count("%") > received.count("%") else "encoded"


def _meant(text: str) -> bytes:
    """Return the decoded octets of the text."""
    return _core.decode_bytes(text.encode("utf-8", "surrogateescape"), errors="keep")
