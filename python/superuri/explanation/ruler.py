"""Rulers: an explanation drawn in a terminal.

Each line has a ruler that names the components. Below are the remarkable characters, escaped.
"""

from __future__ import annotations

import textwrap
import unicodedata
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, Protocol

from superuri._values.passwords import offsets, redacted, visible
from superuri.explanation.cells import cells_of, drawn, padded, safe
from superuri.explanation.pen import Pen
from superuri.explanation.token import STANDARDS, Token, as_text, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from superuri.errors import URIError
    from superuri.explanation.note import Note

#: The label of each component and its colour (ECMA-48, without the 256 colours).
LABELS = {
    "scheme": ("scheme", "35"),
    "authority": ("", "2"),
    "user": ("user", "33"),
    "password": ("password", "31"),
    "host": ("host", "36;1"),
    "port": ("port", "33"),
    "path": ("path", "32"),
    "query-name": ("name", "34"),
    "query-value": ("value", "94"),
    "fragment": ("fragment", "95"),
    "surrounding": ("around", "41"),
}
#: Delimiters within a component: in a path, and around an IP literal.
SINGLE = frozenset("/[]")
PLAIN_WIDTH = 80
LEAST_WIDTH = 24
#: The maximum number of characters that are listed. JSON has them all.
MOST_NOTES = 48
#: The maximum number of nested parts that are drawn for a text.
MOST_NESTED = 8
#: The maximum number of terminal cells of the text that are drawn.
MOST_CELLS = 8192


class Explained(Protocol):
    """The part of an Explanation that is drawn."""

    text: str | bytes
    error: URIError | None

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Every character, in order and without a gap."""

    @property
    def cleaned(self) -> str | None:
        """The text as a legal URI."""

    @property
    def shown(self) -> str | None:
        """The text as ``pretty`` shows it."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the text seems to be if it is not a plain URI."""

    @property
    def nested(self) -> tuple[tuple[int, int, str, Explained], ...]:
        """The nested parts: start, end, component, and the explanation of each."""


class Piece(NamedTuple):
    """How a token is drawn."""

    shown: str
    cells: int
    token: Token


def draw(explanation: Explained, width: int = PLAIN_WIDTH, *, colour: bool = False) -> str:
    """Return the drawing, without a line break at its end.

    >>> import superuri
    >>> print(draw(superuri.explain("http://example.com/as is"), 70))
    http://example.com/as␣is
    ╰──╯   ╰──host───╯╰path╯
    <BLANKLINE>
     21  ␣  SPACE  path
         a space is not allowed in a URI (RFC 3986 section 2)
    <BLANKLINE>
    clean   http://example.com/as%20is
    """
    from superuri.explanation import note, value  # noqa: PLC0415  because JSON needs no drawing

    width, pen = max(width, LEAST_WIDTH), Pen(colour)
    noted_lines = [safe(line) for line in note.drawn(explanation.notes, width)]
    if noted_lines:
        noted_lines = ["", pen.paint("notes", "1"), *noted_lines]
    cleaned = None if explanation.error else explanation.cleaned
    verdict = value.verdict(explanation.text, cleaned)
    return "\n".join([*lines(explanation, width, pen), *verdict, *noted_lines])


def lines(explanation: Explained, width: int, pen: Pen) -> Iterator[str]:
    """Yield the lines of the drawing."""
    hidden = offsets(explanation.text)
    yield from ruled(explanation, width, pen, hidden)
    notes = rows(token for token in noted(explanation.tokens) if token.start not in hidden)
    if notes:
        yield ""
        yield from table(notes[:MOST_NOTES], width, pen)
        if len(notes) > MOST_NOTES:
            yield f"  … and {len(notes) - MOST_NOTES} more"
    ends = list(outcomes(explanation, pen))
    if ends:
        yield ""
        yield from ends
    nested = visible(explanation.text, explanation.nested)
    for start, end, component, inner in nested[:MOST_NESTED]:
        yield ""
        where = f"{LABELS[component][0]} at {start}..{end}"
        yield pen.paint(f"↳ the {where}, decoded once", "1")
        for line in lines(inner, max(width - 2, LEAST_WIDTH), pen):
            yield f"  {line}".rstrip()
    if len(nested) > MOST_NESTED:
        yield ""
        yield f"… and {len(nested) - MOST_NESTED} more"


def outcomes(explanation: Explained, pen: Pen) -> Iterator[str]:
    """Yield the results of clean and pretty, if they differ from the text."""
    text = as_text(explanation.text)
    if explanation.error is not None:
        yield pen.paint(f"error   {safe(str(explanation.error))}", "31;1")
        yield pen.paint(f"help    {explanation.error.help}", "36")
        return
    if explanation.cleaned != text:
        yield f"clean   {redacted(explanation.cleaned or '')}"
    if explanation.shown not in {text, explanation.cleaned}:
        yield f"pretty  {safe(redacted(explanation.shown or ''))}"


def ruled(explanation: Explained, width: int, pen: Pen, hidden: frozenset[int]) -> Iterator[str]:
    """Yield the text in lines of at most this width, each with its ruler."""
    line: list[Piece] = []
    used = total = 0
    for token in explanation.tokens:
        shown = "•" if token.start in hidden else drawn(token)
        cells = sum(map(cells_of, shown))
        if used + cells > width and line:
            yield from with_ruler(line, pen)
            line, used = [], 0
        total += cells
        if total > MOST_CELLS:
            left = len(explanation.text) - token.start
            yield from with_ruler(line, pen)
            yield f"… and {left} more"
            return
        line.append(Piece(shown, cells, token))
        used += cells
    if line:
        yield from with_ruler(line, pen)


def with_ruler(line: list[Piece], pen: Pen) -> Iterator[str]:
    """Yield one line of the text, and its ruler."""
    text, ruler = [], []
    for (component, is_delimiter), run in groupby(line, key=lambda piece: place(piece.token)):
        pieces = list(run)
        label, colour = LABELS[component]
        colour = "2" if is_delimiter else colour
        for how, same in groupby(pieces, key=lambda piece: accent(piece.token, colour)):
            text.append(pen.paint("".join(piece.shown for piece in same), how))
        width = sum(piece.cells for piece in pieces)
        mark = " " * width if is_delimiter else bracket(label, width)
        ruler.append(pen.paint(mark, colour) if mark.strip() else mark)
    yield "".join(text)
    yield "".join(ruler).rstrip()


def place(token: Token) -> tuple[str, bool]:
    """Return the component, and whether the token is a delimiter between components."""
    return token.component, token.kind == "delimiter" and token.raw not in SINGLE


def accent(token: Token, colour: str) -> str:
    """Return the colour of a token; what cleaning changes is inverted."""
    return f"{colour};7" if token.edit or token.kind in {"octet", "stray-percent"} else colour


def bracket(label: str, width: int) -> str:
    """Return a brace of this width, with the label if it fits."""
    if width == 1:
        return "╵"
    if len(label) + 2 > width:
        return label if len(label) == width else f"╰{'─' * (width - 2)}╯"
    return f"╰{label:─^{width - 2}}╯"


def noted(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield the remarkable tokens."""
    for token in tokens:
        plain = token.kind in {"character", "delimiter"} and token.why is None
        # An edit of several characters is listed once, at its first character.
        if not plain and (token.edit is None or token.edit.start == token.start):
            yield token


class Remark(NamedTuple):
    """A row of the table: a token, and all others that are equal to it."""

    token: Token
    raw: str
    meaning: str
    label: str
    why: str

    @classmethod
    def of(cls, token: Token) -> Remark:
        """Return the row of a token."""
        label = LABELS[token.component][0]
        return cls(token, raw_of(token), stands_for(token), label, remark(token))


def rows(tokens: Iterable[Token]) -> list[Remark]:
    """Return a row for each token, or one for all that are equal, at the place of the first."""
    found: dict[tuple[str, ...], list[Remark]] = {}
    for row in map(Remark.of, tokens):
        found.setdefault(row[1:], []).append(row)
    return [
        first._replace(why=f"{first.why} ({len(same)} times)".lstrip()) if len(same) > 1 else first
        for same in found.values()
        for first in same[:1]
    ]


def table(listed: list[Remark], width: int, pen: Pen) -> Iterator[str]:
    """Yield a line for each of the rows, or two if the terminal is narrow."""
    texts = [(str(row.token.start), *row[1:4]) for row in listed]
    widths = [max(sum(map(cells_of, row[n])) for row in texts) for n in range(4)]
    indent = widths[0] + 3
    for (token, *_, why), (offset, raw, meaning, label) in zip(listed, texts, strict=True):
        colour = LABELS[token.component][1]
        cells = [
            " " + offset.rjust(widths[0]),
            pen.paint(padded(raw, widths[1]), accent(token, colour)),
            padded(meaning, widths[2]),
            pen.paint(padded(label, widths[3]), colour),
        ]
        if 1 + sum(widths) + 2 * len(widths) + len(why) <= width:
            yield "  ".join([*cells, why]).rstrip()
            continue
        yield "  ".join(cells).rstrip()
        yield from textwrap.wrap(
            why, width, initial_indent=" " * indent, subsequent_indent=" " * indent
        )


def raw_of(token: Token) -> str:
    """Return the raw text of a token, or of its whole edit."""
    edit = token.edit
    if edit is None or edit.end == token.end:
        return drawn(token)
    return f"{token.start}..{edit.end}"


def stands_for(token: Token) -> str:
    """Return the character of a token by its shape and name."""
    edit = token.edit
    if edit is not None and (edit.start, edit.end) != (token.start, token.end):
        return f"→ {edit.replacement}" if edit.replacement else "→ nothing"
    if token.kind == "delimiter":
        return ", ".join(map(name_of, token.raw))
    if token.character is None:
        return f"octet {token.octets.hex(' ').upper()}"
    if token.kind != "escape":
        return token.name
    shape = token.character if token.character.isprintable() else ""
    before = "◌" if unicodedata.combining(token.character) else ""
    return f"{before}{shape} {token.name}".lstrip()


def remark(token: Token) -> str:
    """Return the reason for the token's spelling, or the standards that leave it unescaped."""
    if token.why is not None and token.why[0] != "decoded":
        return token.why[1]
    if token.kind == "escape" and token.allowed:
        titles = ", ".join(STANDARDS[name] for name in token.allowed)
        return (
            f"unescaped by {titles}" if len(token.allowed) < len(STANDARDS) else "needs no escape"
        )
    if token.kind == "escape":
        return "escaped by every standard"
    return "no character begins here" if token.kind == "octet" else ""
