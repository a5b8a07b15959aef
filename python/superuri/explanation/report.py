"""Report: an explanation as an HTML file, which looks like the web page but needs no script.

The style is that of the web page. Nothing is fetched, all text is escaped, and passwords are drawn
as dots.
"""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING

import superuri._core as _core
from superuri._values.passwords import offsets, redacted, visible
from superuri.errors import URIError
from superuri.explanation.cells import shape
from superuri.explanation.ruler import MOST_NESTED, noted, remark, stands_for
from superuri.explanation.token import as_text, places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from superuri._values.finding import Finding
    from superuri.explanation import Explanation
    from superuri.explanation.token import Token

#: The content policy: only the file's own style is allowed.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
STYLES = ("style.css", "tools.css")
#: The maximum numbers of characters drawn, of characters listed, and of findings.
MOST_TOKENS = 4096
MOST_ROWS = 200
MOST_FINDINGS = 200
#: Longer texts are cut when they are shown as a whole.
MOST_TEXT = 8192
NAMES = {"query-name": "query name", "query-value": "query value", "surrounding": "around it"}
_RTL = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_RUN = re.compile(f"[{_RTL}](?:[^\\x00-/:-@\\[-`{{-\x7f]*[{_RTL}])?")


def head() -> str:
    """Return the start of the file; HTML needs no end tags at its end."""
    folder = files("superuri") / "web" / "page"
    style = "\n".join((folder / name).read_text("utf-8") for name in STYLES)
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        "<title>superuri: what a URL really says</title>\n"
        f"<style>\n{style}</style>\n"
        "<header><h1>superuri</h1><p>What a URL really says, by superuri "
        f"{escape(_core.__version__)}</p></header>\n<main>\n"
    )


def body(explanation: Explanation) -> str:
    """Return the part of the file that is about one text."""
    text = explanation.text
    findings = found(text)
    pieces = [
        '<section class="drawn">',
        mono("text", redacted(as_text(text))),
        *verdict(explanation),
        *noting(explanation),
        host(text),
        "</section>\n<section><h2>Characters</h2>",
        *ruler(explanation),
        *nested(explanation),
        *table(explanation),
        "</section>\n",
        *linted(findings),
        *layers(explanation),
    ]
    return "".join(pieces)


def document(texts: Iterable[Explanation]) -> str:
    """Return the whole file."""
    return head() + "".join(map(body, texts))


def quoted(text: str, space: str = " ") -> str:
    """Return the markup of a text: escaped, with right-to-left text isolated."""
    cut = text[:MOST_TEXT]
    drawn = "".join(space if c == " " else shape_of(c) for c in cut)
    markup = _RUN.sub(lambda run: f'<bdi dir="rtl">{run[0]}</bdi>', escape(drawn))
    left = len(text) - len(cut)
    return f"{markup} … and {left} more" if left else markup


def shape_of(character: str) -> str:
    """Return how a character is drawn: right-to-left letters as they are, others by their shape."""
    return character if _RUN.match(character) else shape(character)


def more(left: int) -> Iterator[str]:
    """Yield how many are left out, if any are."""
    if left > 0:
        yield f'<p class="soft">… and {left} more</p>'


def mono(label: str, text: str) -> str:
    """Return the markup of a text with its label."""
    return f'<div class="result"><b>{label}</b><output>{quoted(text)}</output></div>'


def verdict(explanation: Explanation) -> Iterator[str]:
    """Yield whether the text is a URI, and the results of clean and pretty."""
    if explanation.error is not None:
        yield '<p class="big bad">This cannot be turned into a valid URI</p>'
        yield f"<p>{quoted(redacted(str(explanation.error)))}</p>"
        if explanation.error.help:
            yield f'<p class="soft">{quoted(explanation.error.help)}</p>'
        return
    many = places(explanation.edits)
    kind = "warn" if many else "good"
    verdict_text = (
        f"{many} edit{' makes' if many == 1 else 's make'} it legal" if many else "Legal as it is"
    )
    yield f'<p class="big {kind}">{verdict_text}</p>'
    for name, made in (("clean", explanation.cleaned), ("pretty", explanation.shown)):
        if made is not None and made != as_text(explanation.text):
            yield mono(name, redacted(made))


def noting(explanation: Explanation) -> Iterator[str]:
    """Yield what the whole text seems to be, and what it could become."""
    for note in explanation.notes:
        yield f"<p>{quoted(redacted(note.sentence))}</p>"
        for offer in note.offers:
            if offer.text is not None:
                yield mono(offer.label, redacted(offer.text))


def host(text: str | bytes) -> str:
    """Return the host that all parsers agree on, or why there is none."""
    try:
        agreed = _core.agreed_host(text)
    except URIError as error:
        if error.code != "ambiguous-authority":
            return ""
        return f'<p class="host-line alarm">{quoted(redacted(str(error)))}</p>'
    if not agreed:
        return ""
    return f'<p class="host-line">All parsers see the host <code>{quoted(agreed)}</code>.</p>'


def ruler(explanation: Explanation) -> Iterator[str]:
    """Yield every character in the colour of its component."""
    hidden = offsets(explanation.text)
    yield '<div class="ruler" tabindex="0" role="group" aria-label="Characters">'
    tokens = explanation.tokens[:MOST_TOKENS]
    for is_run, run in groupby(tokens, key=is_right_to_left):
        inside = "".join(chip(token, is_hidden=token.start in hidden) for token in run)
        yield f'<span class="rtl" dir="rtl">{inside}</span>' if is_run else inside
    yield "</div>"
    yield from more(len(explanation.tokens) - len(tokens))


def is_right_to_left(token: Token) -> str:
    """Return the component of a right-to-left letter, otherwise nothing."""
    is_letter = token.kind == "character" and _RUN.match(token.raw)
    return token.component if is_letter else ""


def chip(token: Token, *, is_hidden: bool) -> str:
    """Return the markup of one token, as the page draws it."""
    if is_hidden:
        return f'<span class="t character {token.component}">•</span>'
    edit = " edited" if token.edit else ""
    if edit and token.why and token.why[0] in {"non-ascii", "idna"} and token.raw.isalnum():
        edit = " edited calm"
    title = escape("; ".join(filter(None, (stands_for(token), remark(token)))))
    begin = f'<span class="t {token.kind} {token.component}{edit}" title="{title}">'
    if token.kind not in {"escape", "octet"}:
        raw = "".join("␣" if c == " " else shape_of(c) for c in token.raw)
        return f"{begin}{escape(raw)}</span>"
    chips = "".join(f'<span class="chip">{escape(c)}</span>' for c in escapes(token.raw))
    spells = "no text" if token.character is None else shape_of(token.character).replace(" ", "␣")
    long = " long" if len(spells) > len("%2") else ""
    return (
        f'{begin}<span class="chips">{chips}</span>'
        f'<span class="spells{long}">{escape(spells)}</span></span>'
    )


def escapes(raw: str) -> list[str]:
    """Return the escapes of a token one by one."""
    return re.findall(r"%[0-9A-Fa-f]{2}|\\x[0-9a-f]{2}|.", raw, re.DOTALL)


def table(explanation: Explanation) -> Iterator[str]:
    """Yield a row for each remarkable character."""
    hidden = offsets(explanation.text)
    notes = [token for token in noted(explanation.tokens) if token.start not in hidden]
    if not notes:
        return
    yield '<div class="scroll wide-table" tabindex="0" role="group" aria-label="Some of them">'
    yield "<table><thead><tr>"
    yield "".join(f'<th scope="col">{name}</th>' for name in ("At", "Written", "Is", "In", "Why"))
    yield "</tr></thead><tbody>"
    for token in notes[:MOST_ROWS]:
        name = NAMES.get(token.component, token.component)
        yield (
            f'<tr><td>{token.start}</td><td class="mono">{quoted(token.raw, "␣")}</td>'
            f"<td>{quoted(stands_for(token))}</td>"
            f'<td><span class="{token.component} swatch">{name}</span></td>'
            f"<td>{quoted(remark(token))}</td></tr>"
        )
    yield "</tbody></table></div>"
    yield from more(len(notes) - MOST_ROWS)


def nested(explanation: Explanation) -> Iterator[str]:
    """Yield the parts that are encoded once more, or contain a URL."""
    parts = visible(explanation.text, explanation.nested)
    for start, end, component, inner in parts[:MOST_NESTED]:
        name = NAMES.get(component, component)
        yield f'<div class="nested"><h3>Inside the {name} at {start}..{end}, decoded</h3>'
        yield from ruler(inner)
        yield from nested(inner)
        yield "</div>"
    yield from more(len(parts) - MOST_NESTED)


def found(text: str | bytes) -> tuple[Finding, ...]:
    """Return what lint finds in the text."""
    try:
        return _core.lint(text)
    except URIError:
        return ()


def linted(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield the findings of lint."""
    if not findings:
        return
    many = len(findings)
    yield f"<section><h2>{many} finding{'' if many == 1 else 's'}</h2>"
    yield '<div class="drawn">'
    for each in findings[:MOST_FINDINGS]:
        yield (
            f'<div class="finding {each.severity}"><p class="title">'
            f'<span class="code">{each.code}</span><strong>{each.name.replace("-", " ")}</strong>'
            f'<span class="soft">{each.severity} at {each.start}..{each.end}</span></p>'
            f'<p>{quoted(redacted(each.message))}</p><p class="soft small">{each.source}</p></div>'
        )
    yield from more(len(findings) - MOST_FINDINGS)
    yield "</div></section>\n"


def layers(explanation: Explanation) -> Iterator[str]:
    """Yield the text after each decoding, if there is more than one."""
    if len(explanation.layers) > 1:
        yield '<section><h2>Layers</h2><ol class="layers">'
        for n, layer in enumerate(explanation.layers, 1):
            times = f"{n} decoding{'' if n == 1 else 's'}"
            revealed = ", ".join(layer.revealed).replace("-", " ")
            yield f"<li>{mono(f'After {times}', redacted(layer.text))}"
            yield f"<p>Revealed: {revealed}</p></li>" if revealed else "</li>"
        yield "</ol></section>\n"
