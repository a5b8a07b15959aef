"""Rows of CSV and TSV, split into fields without losing a row.

A row of TSV is a line, and a field cannot contain a tab or a line break. In CSV, a field in
quotation marks may contain anything; an unclosed quotation mark is data of its own line.
"""

import csv
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

#: Characters. A longer CSV row of several lines is treated as an unclosed quotation mark.
LONGEST_ROW = 64 << 20
#: The csv module ends a row at CR and may refuse NUL: both are replaced while it reads a line, by
#: surrogates that surrogateescape never produces.
_MASK = str.maketrans("\r\0", "\udc0d\udc00")
_UNMASK = str.maketrans("\udc0d\udc00", "\r\0")
#: A field of a damaged row: quoted, with the text up to the comma; or unquoted.
_DAMAGED = re.compile(r'"([^"]*(?:""[^"]*)*)"(?!")([^,]*)|([^,]*)')
#: A field, quoted or unquoted, and its delimiter or line end.
_FIELD = re.compile(r'(?:"((?:[^"]|"")*)"|([^",]*))(,|\r?\n?$)')
#: Characters that a field can only contain in quotation marks.
_NEEDS_QUOTES = re.compile('[,"\r\n]')
#: Exchanges CR and LF, for files with classic Mac line ends.
SWAP_CR_LF = str.maketrans("\r\n", "\n\r")


class Rows:
    """The fields of each row; lines end with a line feed."""

    #: How many lines were read beyond the last row.
    ahead: int = 0

    def __init__(self, lines: Iterator[str], kind: str) -> None:
        self._lines = lines
        self._kind = kind

    def __iter__(self) -> Iterator[list[str]]:
        return self._csv() if self._kind == "csv" else self._tsv()

    def _tsv(self) -> Iterator[list[str]]:
        for line in self._lines:
            text = _without_ending(line)
            yield text.split("\t") if text else []

    def _csv(self) -> Iterator[list[str]]:
        csv.field_size_limit(LONGEST_ROW)
        queue = _LineQueue(self._lines)
        while not queue.ended:
            try:
                for row in csv.reader(iter(queue), strict=True):
                    queue.row_lines.clear()
                    self.ahead = len(queue.unread)
                    yield queue.unmasked(row) if queue.has_masked else row
            except csv.Error:
                first, count = queue.split_unclosed()
                self.ahead = len(queue.unread)
                yield _damaged_row(_without_ending(first))
                for _ in range(count):
                    line = queue.unread.popleft()
                    self.ahead = len(queue.unread)
                    yield _single_row(line)


class _LineQueue:
    """The lines that the csv module reads; those of the current row can be read again."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.lines = lines
        self.row_lines: list[str] = []
        #: Lines to read again.
        self.unread: deque[str] = deque()
        self.size = 0
        self.has_masked = self.ended = False

    def __iter__(self) -> Iterator[str]:
        row_lines, unread = self.row_lines, self.unread
        while (line := unread.popleft() if unread else next(self.lines, None)) is not None:
            self.size = self.size + len(line) if row_lines else 0
            row_lines.append(line)
            if self.size > LONGEST_ROW:
                break
            if line.find("\r", 0, -2) >= 0 or "\0" in line:
                self.has_masked = True
                line = _masked(line)
            yield line
        self.ended = True

    def split_unclosed(self) -> tuple[str, int]:
        """Return the first line of the current row, and how many lines after it are rows.

        Those lines are parsed one by one, so that none is read ahead twice.
        """
        first, *rest = self.row_lines
        count = len(rest) - (not self.ended and bool(rest))
        self.unread.extendleft(reversed(rest))
        self.row_lines.clear()
        self.has_masked = self.ended = False
        return first, count

    def unmasked(self, row: list[str]) -> list[str]:
        """Return a row with its CR and NUL restored."""
        self.has_masked = False
        return [field.translate(_UNMASK) for field in row]


def quoted_columns(line: str, defaults: list[bool]) -> list[bool]:
    """Return which columns of a row are quoted; ``defaults`` if that cannot be seen.

    That is where the quotation marks are needed, and behind the end of the row.
    """
    is_quoted: list[bool] = []
    at = 0
    while len(is_quoted) < len(defaults) and (field := _FIELD.match(line, at)):
        quoted = field[1]
        is_needed = quoted is not None and _NEEDS_QUOTES.search(quoted) is not None
        is_quoted.append(defaults[len(is_quoted)] if is_needed else quoted is not None)
        at = field.end()
    return is_quoted + defaults[len(is_quoted) :]


def _masked(line: str) -> str:
    body = line.removesuffix("\r\n")
    return body.translate(_MASK) + line[len(body) :]


def _single_row(line: str) -> list[str]:
    try:
        [row] = csv.reader([_masked(line)], strict=True)
    except csv.Error:
        return _damaged_row(_without_ending(line))
    return [field.translate(_UNMASK) for field in row]


def _without_ending(line: str) -> str:
    return line[: -2 if line.endswith("\r\n") else -1] if line.endswith("\n") else line


def _damaged_row(line: str) -> list[str]:
    """Return the fields of a line whose quotation marks do not match."""
    fields: list[str] = []
    at = 0
    while match := _DAMAGED.match(line, at):
        quoted, suffix, unquoted = match.groups()
        fields.append(unquoted if quoted is None else quoted.replace('""', '"') + suffix)
        if match.end() == len(line):
            break
        at = match.end() + 1
    return fields


class _LineSink(list[str]):
    """A list of lines that csv.writer can write to."""

    write = list.append


def csv_text(rows: Iterable[Sequence[str]], ending: str) -> str:
    lines = _LineSink()
    # Before Python 3.13, the csv module quotes only the line ends that are in lineterminator.
    csv.writer(lines, lineterminator="\r\n").writerows(rows)
    return "".join(lines if ending == "\r\n" else [line[:-2] + ending for line in lines])


def unquoted_forbidden(delimiter: str) -> str:
    """Return a pattern of the characters that an unquoted field cannot contain."""
    return f"[{re.escape(delimiter)}\n\r]"


def in_tsv(field: str) -> str:
    """Return a field for TSV, with tabs and line ends percent-encoded."""
    return re.sub(unquoted_forbidden("\t"), lambda match: f"%{ord(match[0]):02X}", field)


def unique(names: Iterable[str]) -> list[str]:
    """Make names unique: the second ``id`` becomes ``id_2``."""
    result: dict[str, None] = {}
    counts: dict[str, int] = {}
    for name in names:
        new = name
        while new in result:
            counts[name] = counts.get(name, 1) + 1
            new = f"{name}_{counts[name]}"
        result[new] = None
    return list(result)
