"""How are rows of CSV and TSV read and written, whatever stands in a field?

A row of TSV is a line, and no field has a tab or the end of a line. In CSV, a field in quotation
marks may hold anything. There, too, no row is lost: a quotation mark that nothing closes is data of
its own line, and swallows none of those behind it.
"""

from __future__ import annotations

import csv
import re
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

#: Characters. A row of CSV that is longer, and of many lines, is an unclosed quotation mark.
LONGEST_ROW = 64 << 20
#: What the csv module takes for the end of a row or refuses, and what stands for it meanwhile: no
#: octet is decoded to these.
_HIDDEN = str.maketrans("\r\0", "\udc0d\udc00")
_SHOWN = str.maketrans("\udc0d\udc00", "\r\0")
#: A field of a damaged row: in quotation marks, with what stands behind them; or up to the comma.
_DAMAGED = re.compile(r'"([^"]*(?:""[^"]*)*)"(?!")([^,]*)|([^,]*)')
#: What no field of TSV can hold.
NOT_IN_TSV = re.compile("[\t\n\r]")


def rows(lines: Iterator[str], kind: str) -> Iterator[list[str]]:
    """Return the fields of each row; lines end at a line feed."""
    return _csv(lines) if kind == "csv" else _tsv(lines)


def _tsv(lines: Iterator[str]) -> Iterator[list[str]]:
    for line in lines:
        bare = _ended(line)
        yield bare.split("\t") if bare else []


def _csv(lines: Iterator[str]) -> Iterator[list[str]]:
    again: deque[str] = deque()
    # So many of the lines to read again are rows of their own: one look ahead for each line.
    alone = 0
    csv.field_size_limit(LONGEST_ROW)

    def following() -> str | None:
        return again.popleft() if again else next(lines, None)

    for line in iter(following, None):
        if '"' not in line:
            bare = _ended(line)
            alone = max(0, alone - 1)
            yield bare.split(",") if bare else []
            continue
        ahead = _Ahead(line, () if alone else iter(following, None))
        alone = max(0, alone - 1)
        try:
            row = next(csv.reader(ahead, strict=True))
        except csv.Error:
            row = _damaged(_ended(line))
            again.extendleft(reversed(ahead.taken))
            # The last line is what did not fit, unless there was no other.
            alone = alone or max(0, len(ahead.taken) - (not ahead.ended))
        else:
            if ahead.hides:
                row = [field.translate(_SHOWN) for field in row]
        yield row


class _Ahead:
    """A line, and those behind it while a quotation mark is open."""

    def __init__(self, line: str, more: Iterable[str]) -> None:
        self.first, self.more = line, iter(more)
        self.taken: list[str] = []
        self.size = 0
        self.hides = self.ended = False

    def __iter__(self) -> Iterator[str]:
        yield self._hidden(self.first)
        for line in self.more:
            self.taken.append(line)
            self.size += len(line)
            if self.size > LONGEST_ROW:
                break
            yield self._hidden(line)
        self.ended = True

    def _hidden(self, line: str) -> str:
        body = line.removesuffix("\r\n")
        if "\r" not in body and "\0" not in body:
            return line
        self.hides = True
        return body.translate(_HIDDEN) + line[len(body) :]


def _ended(line: str) -> str:
    """Return a line without its end."""
    return line[: -2 if line.endswith("\r\n") else -1] if line.endswith("\n") else line


def _damaged(line: str) -> list[str]:
    """Return the fields of a line whose quotation marks do not match."""
    fields: list[str] = []
    at = 0
    while found := _DAMAGED.match(line, at):
        quoted, behind, bare = found.groups()
        fields.append(bare if quoted is None else quoted.replace('""', '"') + behind)
        if found.end() == len(line):
            break
        at = found.end() + 1
    return fields


class _Lines(list[str]):
    """What the csv module writes rows to."""

    write = list.append


def csv_text(made: Iterable[Sequence[str]], ending: str) -> str:
    """Return rows as CSV."""
    lines = _Lines()
    # Only what stands in the row's end is put in quotation marks, before Python 3.13.
    csv.writer(lines, lineterminator="\r\n").writerows(made)
    return "".join(lines if ending == "\r\n" else [line[:-2] + ending for line in lines])


def in_tsv(field: str) -> str:
    """Return a field as TSV can hold it: tabs and the ends of lines as triplets."""
    if not NOT_IN_TSV.search(field):
        return field
    return field.replace("\t", "%09").replace("\n", "%0A").replace("\r", "%0D")


def unique(names: Iterable[str]) -> list[str]:
    """Return names that are each another's: the second ``id`` is ``id_2``."""
    found: dict[str, None] = {}
    for name in names:
        new, n = name, 1
        while new in found:
            n += 1
            new = f"{name}_{n}"
        found[new] = None
    return list(found)
