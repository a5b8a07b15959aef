"""HTML of an explanation, for a notebook.

Static markup with inline style: no script, no link, nothing to fetch. The text is always escaped.
A notebook is saved and shared, so a password is hidden.
"""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from superuri._values.passwords import offsets, redacted
from superuri.explanation.cells import safe
from superuri.explanation.ruler import (
    LABELS,
    MOST_NESTED,
    MOST_NOTES,
    noted,
    place,
    remark,
    stands_for,
)
from superuri.explanation.token import as_text

if TYPE_CHECKING:
    from superuri.explanation.ruler import Explained
    from superuri.explanation.token import Token

#: The colour of each component, readable on white and on black.
COLOURS = {
    "scheme": "#a050c8",
    "authority": "#888888",
    "user": "#b07a00",
    "password": "#d03030",
    "host": "#008a9e",
    "port": "#b07a00",
    "path": "#2e8b3d",
    "query-name": "#3b6fd8",
    "query-value": "#6a86e8",
    "fragment": "#c04a9a",
    "surrounding": "#d03030",
}
MONO = "font-family:ui-monospace,monospace"
#: The maximum number of characters that are drawn.
MOST_CHARACTERS = 8192


def draw(explanation: Explained, *, is_whole: bool = True) -> str:
    """Return the markup of one ``div``; a nested part has no notes."""
    parts = [f'<div style="{MONO};line-height:1.6;overflow-wrap:anywhere">']
    hidden = offsets(explanation.text)
    tokens = explanation.tokens[:MOST_CHARACTERS]
    for (component, is_delimiter), run in groupby(tokens, key=place):
        parts.append(span(component, is_delimiter, list(run), hidden))
    if len(explanation.tokens) > MOST_CHARACTERS:
        parts.append(f" … and {len(explanation.tokens) - MOST_CHARACTERS} more")
    parts.append(table([each for each in noted(explanation.tokens) if each.start not in hidden]))
    if explanation.error is not None:
        parts.append(line("error", safe(str(explanation.error))))
    elif explanation.cleaned != as_text(explanation.text):
        parts.append(line("clean", redacted(explanation.cleaned or "")))
    if explanation.shown is not None and explanation.shown != explanation.cleaned:
        parts.append(line("pretty", safe(redacted(explanation.shown))))
    parts += [line("note", safe(str(note))) for note in explanation.notes] if is_whole else []
    for start, end, component, inner in explanation.nested[:MOST_NESTED]:
        label = LABELS[component][0]
        parts.append(
            '<div style="margin:.4em 0 0 1em;padding-left:.6em;border-left:2px solid #8888">'
            f"<div>the {label} at {start}..{end}, decoded once</div>"
            f"{draw(inner, is_whole=False)}</div>"
        )
    if len(explanation.nested) > MOST_NESTED:
        parts.append(f"<div>… and {len(explanation.nested) - MOST_NESTED} more</div>")
    parts.append("</div>")
    return "".join(parts)


def span(component: str, is_delimiter: bool, tokens: list[Token], hidden: frozenset[int]) -> str:  # noqa: FBT001  because a delimiter has no name
    """Return the markup of tokens that are in one component."""
    if is_delimiter:
        inside = "".join(
            "•" if token.start in hidden else escape(safe(token.raw)) for token in tokens
        )
        return f'<span style="color:#888">{inside}</span>'
    title = component.replace("-", " ")
    inside = "".join("•" if token.start in hidden else chip(token) for token in tokens)
    return f'<span title="{title}" style="color:{COLOURS[component]}">{inside}</span>'


def chip(token: Token) -> str:
    """Return the markup of one token: an escape has a border, an edit a wavy line."""
    shown = escape(safe(token.raw).replace(" ", "␣"))
    if token.kind == "character" and not token.edit:
        return shown
    style = "text-decoration:underline wavy #d03030" if token.edit else "border:1px solid #8888"
    # The replacement is shown at the first character of an edit.
    begins = token.edit is None or token.edit.start == token.start
    sentences = [stands_for(token) if begins else "", remark(token)]
    title = escape("; ".join(filter(None, sentences)))
    return f'<span title="{title}" style="{style}">{shown}</span>'


def table(notes: list[Token]) -> str:
    """Return the markup of the table of remarkable characters."""
    if not notes:
        return ""
    rows = "".join(
        "<tr>"
        f'<td style="text-align:right">{token.start}</td>'
        f'<td style="{MONO};text-align:left">{escape(safe(token.raw).replace(" ", "␣"))}</td>'
        f'<td style="text-align:left">{escape(safe(stands_for(token)))}</td>'
        f'<td style="text-align:left;color:{COLOURS[token.component]}">'
        f"{LABELS[token.component][0]}</td>"
        f'<td style="text-align:left">{escape(remark(token))}</td>'
        "</tr>"
        for token in notes[:MOST_NOTES]
    )
    more = f"<div>… and {len(notes) - MOST_NOTES} more</div>" if len(notes) > MOST_NOTES else ""
    return f'<table style="margin:.4em 0">{rows}</table>{more}'


def line(what: str, text: str) -> str:
    """Return the markup of one result."""
    return f'<div><span style="color:#888">{what}</span> {escape(text)}</div>'
