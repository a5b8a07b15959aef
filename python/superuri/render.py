"""Tables as text, as JSON and as Markdown."""

import json
from collections.abc import Sequence

__all__ = ["FORMS", "table"]

#: The formats that :func:`table` writes.
FORMS = ("text", "json", "markdown")


def table(names: Sequence[str], rows: Sequence[Sequence[str]], form: str = "text") -> str:
    r"""Return the rows under the names of their columns; control characters are escaped.

    Args:
        names: The names of the columns.
        rows: The rows, a str for each column.
        form: "text" or "markdown".

    Returns:
        A str of lines.

    Example:
        >>> print(table(["who", "what"], [["a", "1"], ["bc", "|\n"]]))
        who  what
        a    1
        bc   |\n
        >>> print(table(["who"], [["a|b"]], "markdown"))
        | who |
        | --- |
        | a\|b |
        >>> print(table(["<b>\n|"], [["`"]], "markdown"))
        | \<b>\\n\| |
        | --- |
        | \` |
    """
    if form == "json":
        return json.dumps([dict(zip(names, row, strict=True)) for row in rows], indent=1)
    shown = [[_printable(cell) for cell in row] for row in [names, *rows]]
    if form == "markdown":
        head, *lines = [[_cell(cell) for cell in row] for row in shown]
        lines = [head, ["---"] * len(names), *lines]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in shown
    )


def _cell(text: str) -> str:
    for mark in "\\|`<":
        text = text.replace(mark, "\\" + mark)
    return text


def _printable(text: str) -> str:
    """Return the text on one line, with characters that a terminal acts on escaped."""
    if not isinstance(text, str):
        raise TypeError(f"a cell is a str, not {type(text).__name__}")
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str.__str__(text))
