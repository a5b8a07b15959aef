"""Neighbours: the libraries that are installed, and tables of counts for each."""

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import Any, TypeVar

_Way = TypeVar("_Way")

#: Name, module, distribution ("" for the standard library), and what makes the call from the
#: module.
Row = tuple[str, str, str, Callable[[Any], _Way]]


def asked(rows: Iterable[Row[_Way]]) -> Iterator[tuple[str, _Way | None]]:
    """Yield each library with its version and call; None for one that is not installed."""
    for name, module, distribution, make in rows:
        try:
            way = make(importlib.import_module(module))
        except ImportError:
            yield name, None
            continue
        yield f"{name} {version(distribution)}" if distribution else name, way


def installed(rows: Iterable[Row[_Way]]) -> Iterator[tuple[str, _Way]]:
    """Yield those that are installed."""
    for name, way in asked(rows):
        if way is not None:
            yield name, way


def table(head: Sequence[str], counts: Mapping[str, Sequence[int]]) -> list[str]:
    """Return the counts of each library as lines of text."""
    width = max(map(len, counts))
    lines = [" " * width + "  " + "  ".join(head)]
    for name, row in counts.items():
        cells = [f"{count:>{len(word)},}" for word, count in zip(head, row, strict=True)]
        lines.append(f"{name:<{width}}  " + "  ".join(cells))
    return lines
