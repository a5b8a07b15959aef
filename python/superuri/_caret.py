"""Carets: an error marked in its text, with passwords hidden."""

import unicodedata

import superuri._core as _core

#: How many characters on each side of the error are examined.
AROUND = 2000

#: The indentation of the text below the message.
INDENT = "  "


def draw(text: str | bytes, start: int, end: int, width: int) -> list[str]:
    r"""Return the text around the error with carets under it: two lines, or none if it is empty.

    A password is hidden; characters that a terminal acts on are shown as ``\xHH`` or ``\uHHHH``.
    """
    if not text:
        return []
    if not isinstance(text, str):
        text = bytes(text).decode("latin-1")
    return point(masked(text), start, end, width)


def point(text: str, start: int, end: int, width: int) -> list[str]:
    """Return the same for a text whose passwords are hidden already, to save time."""
    # Text further away is not shown.
    cut = max(0, start - AROUND)
    end = min(end, start + AROUND)
    more = len(text) > end + AROUND
    text, start, end = text[cut : end + AROUND], start - cut, end - cut
    cells = [_shown(c) for c in text]
    cells.append(" ")  # a place to point at, if something is missing at the end
    end = max(end, start + 1)
    first, last = _window(cells, start, end, width - len(INDENT))
    head = "…" if first or cut else ""
    line = head + "".join(cells[first:last]) + ("…" if more or last < len(cells) - 1 else "")
    before = _columns(head) + sum(map(_columns, cells[first:start]))
    under = sum(map(_columns, cells[start : min(end, last)]))
    return [INDENT + line.rstrip(), INDENT + " " * before + "^" * max(under, 1)]


def _window(cells: list[str], start: int, end: int, width: int) -> tuple[int, int]:
    """Return the range of cells to show: as many as fit, with the start of the error."""
    space = width - 2
    first, last, used = start, start, 0
    while last < len(cells) and used + _columns(cells[last]) <= space and last < end:
        used += _columns(cells[last])
        last += 1
    while True:
        grown = False
        if first and used + _columns(cells[first - 1]) <= space:
            first -= 1
            used += _columns(cells[first])
            grown = True
        if last < len(cells) and used + _columns(cells[last]) <= space:
            used += _columns(cells[last])
            last += 1
            grown = True
        if not grown:
            return first, last


def masked(text: str) -> str:
    """Return the text with a dot for each character that may belong to a password."""
    out, done = [], 0
    for start, end in _core.secrets(text):
        out += [text[done:start], "•" * (end - start)]
        done = end
    return "".join([*out, text[done:]])


def _shown(character: str) -> str:
    if unicodedata.category(character)[0] not in "CZ":
        return character
    return character.encode("unicode_escape").decode("ascii")


def _columns(cell: str) -> int:
    """Return the number of terminal columns of the cell."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in cell
    )
