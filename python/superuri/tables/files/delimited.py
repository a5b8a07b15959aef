"""Rows of CSV and TSV, whatever a field contains.

A row of TSV is a line, and a field cannot contain a tab or a line break. In CSV, a field in
quotation marks may contain anything. No row is lost: an unclosed quotation mark is data of its own
line.
"""

import csv
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

#: Characters. A row of CSV that is longer, and of many lines, is an unclosed quotation mark.
LONGEST_ROW = 64 << 20
#: What the csv module takes for the end of a row or refuses, and what stands for it meanwhile: no
#: octet is decoded to these.
_HIDDEN = str.maketrans("\r\0", "\udc0d\udc00")
_SHOWN = str.maketrans("\udc0d\udc00", "\r\0")
#: A field of a damaged row: in quotation marks, with what is behind them; or up to the comma.
_DAMAGED = re.compile(r'"([^"]*(?:""[^"]*)*)"(?!")([^,]*)|([^,]*)')
#: A field, whether it is in quotation marks, and what is behind it.
_FIELD = re.compile(r'(?:"((?:[^"]|"")*)"|([^",]*))(,|\r?\n?$)')
#: What a field in quotation marks needs them for.
_NEEDS = re.compile('[,"\r\n]')
#: Old files of the Macintosh end their lines so.
SWAPPED = str.maketrans("\r\n", "\n\r")


class Rows:
    """The fields of each row; lines end at a line feed."""

    #: How many lines were read beyond the row that was read last.
    ahead: int = 0

    def __init__(self, lines: Iterator[str], kind: str) -> None:
        self._lines = lines
        self._kind = kind

    def __iter__(self) -> Iterator[list[str]]:
        return self._csv() if self._kind == "csv" else self._tsv()

    def _tsv(self) -> Iterator[list[str]]:
        for line in self._lines:
            bare = _ended(line)
            yield bare.split("\t") if bare else []

    def _csv(self) -> Iterator[list[str]]:
        csv.field_size_limit(LONGEST_ROW)
        feed = _Feed(self._lines)
        while not feed.ended:
            try:
                for row in csv.reader(iter(feed), strict=True):
                    feed.taken.clear()
                    self.ahead = len(feed.again)
                    yield feed.shown(row) if feed.hides else row
            except csv.Error:
                first, alone = feed.back()
                self.ahead = len(feed.again)
                yield _damaged(_ended(first))
                for _ in range(alone):
                    line = feed.again.popleft()
                    self.ahead = len(feed.again)
                    yield _alone(line)


class _Feed:
    """The lines that the csv module reads, and those of the row that it is at."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.lines = lines
        self.taken: list[str] = []
        #: Lines that are to be read again.
        self.again: deque[str] = deque()
        self.size = 0
        self.hides = self.ended = False

    def __iter__(self) -> Iterator[str]:
        taken, again = self.taken, self.again
        while (line := again.popleft() if again else next(self.lines, None)) is not None:
            self.size = self.size + len(line) if taken else 0
            taken.append(line)
            if self.size > LONGEST_ROW:
                break
            if line.find("\r", 0, -2) >= 0 or "\0" in line:
                self.hides = True
                line = _hidden(line)
            yield line
        self.ended = True

    def back(self) -> tuple[str, int]:
        """Return a line that begins no row of several, and how many behind it are rows, too.

        A line is read ahead once: all up to the one that did not fit are.
        """
        first, *more = self.taken
        alone = len(more) - (not self.ended and bool(more))
        self.again.extendleft(reversed(more))
        self.taken.clear()
        self.hides = self.ended = False
        return first, alone

    def shown(self, row: list[str]) -> list[str]:
        """Return a row as it was before something in it was hidden."""
        self.hides = False
        return [field.translate(_SHOWN) for field in row]


def style(line: str, known: list[bool]) -> list[bool]:
    """Return which columns are in quotation marks without a need, by a row and what is known."""
    found: list[bool] = []
    at = 0
    while len(found) < len(known) and (field := _FIELD.match(line, at)):
        quoted = field[1]
        is_needed = quoted is not None and _NEEDS.search(quoted) is not None
        found.append(known[len(found)] if is_needed else quoted is not None)
        at = field.end()
    return found + known[len(found) :]


def _hidden(line: str) -> str:
    body = line.removesuffix("\r\n")
    return body.translate(_HIDDEN) + line[len(body) :]


def _alone(line: str) -> list[str]:
    """Return the fields of a line that is a row of its own."""
    try:
        [row] = csv.reader([_hidden(line)], strict=True)
    except csv.Error:
        return _damaged(_ended(line))
    return [field.translate(_SHOWN) for field in row]


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
    lines = _Lines()
    # Only what is in the row's end is put in quotation marks, before Python 3.13.
    csv.writer(lines, lineterminator="\r\n").writerows(made)
    return "".join(lines if ending == "\r\n" else [line[:-2] + ending for line in lines])


def not_in(delimiter: str) -> str:
    """Return the pattern of what no field without quotation marks can hold."""
    return f"[{re.escape(delimiter)}\n\r]"


def in_tsv(field: str) -> str:
    """Return a field as TSV can hold it: tabs and the ends of lines as triplets."""
    return re.sub(not_in("\t"), lambda found: f"%{ord(found[0]):02X}", field)


def unique(names: Iterable[str]) -> list[str]:
    """Return names that are each another's: the second ``id`` is ``id_2``."""
    found: dict[str, None] = {}
    times: dict[str, int] = {}
    for name in names:
        new = name
        while new in found:
            times[name] = times.get(name, 1) + 1
            new = f"{name}_{times[name]}"
        found[new] = None
    return list(found)
