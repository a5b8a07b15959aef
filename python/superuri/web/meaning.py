"""Meaning: the differences between two URLs, by part, and which normal form makes them equal."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import superuri._core as _core
from superuri.web.bodies import BadRequestError, Body, texts_of
from superuri.web.parts import decoded, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: The values of `also` of `normalize`, the safest first.
ALSO: tuple[_core._Also, ...] = (
    *("sort-query", "reserved", "drop-tracking", "drop-fragment", "host-case"),
)
#: Segments or pairs of a text that are compared.
MOST = 400


class MeaningChange(NamedTuple):
    """One difference: a part of one text, and the same part of the other."""

    #: "scheme", "user", "password", "host", "port", "segment", "pair", "order" or "fragment".
    part: str
    #: "missing" (from the other text), "added", "changed" or "order".
    kind: str
    one: str | None
    other: str | None


def meaning(body: Body) -> object:
    """Return whether two texts are equivalent, at which level, and where they differ."""
    texts = texts_of(body)
    if len(texts) != len(("one", "other")):
        raise BadRequestError("texts must be a list of two texts")
    one, other = texts
    is_equal, step = _core.compare(one, other)
    normal = _core.normalize(one), _core.normalize(other)
    return {
        "equal": is_equal,
        "step": step,
        "also": [] if is_equal else also(one, other),
        "normal": normal,
        "differences": [] if is_equal else list(differences(*normal)),
    }


def also(one: str, other: str) -> list[str] | None:
    """Return the fewest values of ``also`` that make the two equal; None if even all do not.

    >>> also("/?a=1&b=2#x", "/?b=2&a=1")
    ['sort-query', 'drop-fragment']
    """
    for many in range(1, len(ALSO) + 1):
        for words in combinations(ALSO, many):
            if _core.normalize(one, also=words) == _core.normalize(other, also=words):
                return list(words)
    return None


def differences(one: str, other: str) -> Iterator[MeaningChange]:
    """Yield the differences between two normalised texts, in the order of a URL."""
    left, right = parts_of(one), parts_of(other)
    for part in ("scheme", "user", "password", "host", "port"):
        yield from single(part, getattr(left, part), getattr(right, part))
    yield from of_segments(left.segments, right.segments)
    yield from of_pairs(left.pairs or [], right.pairs or [])
    yield from single("fragment", left.fragment, right.fragment)


def single(part: str, one: str | None, other: str | None) -> Iterator[MeaningChange]:
    """Yield the difference of a part that occurs at most once."""
    if one != other:
        kind = "added" if one is None else "missing" if other is None else "changed"
        yield MeaningChange(
            part, kind, None if one is None else read(one), None if other is None else read(other)
        )


def of_segments(one: Sequence[str], other: Sequence[str]) -> Iterator[MeaningChange]:
    """Yield the segments that are missing, added or changed."""
    found = SequenceMatcher(None, one[:MOST], other[:MOST], autojunk=False)
    for kind, i, j, m, n in found.get_opcodes():
        if kind != "equal":
            pair = "/".join(one[i:j]) if j > i else None, "/".join(other[m:n]) if n > m else None
            yield from single("segment", *pair)


def of_pairs(
    one: Sequence[tuple[str, str | None]], other: Sequence[tuple[str, str | None]]
) -> Iterator[MeaningChange]:
    """Yield the pairs that are missing, added or changed, or that only their order differs."""
    left, right = list(one[:MOST]), list(other[:MOST])
    for pair in one[:MOST]:
        if pair in right:
            left.remove(pair)
            right.remove(pair)
    if not left and not right and list(one) != list(other):
        yield MeaningChange("pair", "order", names(one), names(other))
    for name, value in left:
        same = next((pair for pair in right if pair[0] == name), None)
        if same is None:
            yield MeaningChange("pair", "missing", written(name, value), None)
        else:
            right.remove(same)
            yield MeaningChange("pair", "changed", written(name, value), written(*same))
    for name, value in right:
        yield MeaningChange("pair", "added", None, written(name, value))


def names(pairs: Sequence[tuple[str, str | None]]) -> str:
    """Return the pairs as one decoded query, in their order."""
    return "&".join(written(*pair) for pair in pairs)


def written(name: str, value: str | None) -> str:
    """Return the decoded pair."""
    return read(name) + ("" if value is None else f"={read(value)}")


def read(raw: str) -> str:
    """Return the decoded part, or the part itself if it does not decode."""
    value = decoded(raw)
    return raw if value is None else value
