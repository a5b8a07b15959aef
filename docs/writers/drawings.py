"""Drawings of docs/pictures: the anatomy of a URI, a double encoding, who encodes what, as SVG.

Colours follow the theme of the reader's system.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

import superuri
from superuri.compat import dialects

#: The width of a character of the monospaced font, at the size of the drawings.
WIDE = 9.64
#: The margin of the anatomy, in which the first and the last name fit.
LEFT = 36
EXAMPLE = "https://bob@example.com:8042/over/there?name=ferret#nose"
#: How often a text is encoded in the drawing of layers.
TIMES = 3
#: A frame of its own, so that the drawing can be read on any background.
STYLE = """<style>
svg { font: 16px ui-monospace, "DejaVu Sans Mono", monospace; }
.page { fill: #ffffff; } text { fill: #1b1f24; } .dim { fill: #59636e; }
.line { stroke: #59636e; fill: none; } .bare { fill: #cfe8d5; } .escaped { fill: #f3c9a9; }
@media (prefers-color-scheme: dark) {
.page { fill: #15181c; } text { fill: #e6e8eb; } .dim { fill: #a5adb7; }
.line { stroke: #a5adb7; } .bare { fill: #3f9b68; } .escaped { fill: #5a2f14; } }
</style>"""


def drawing(width: float, height: float, title: str, parts: list[str]) -> str:
    """Return the parts as an SVG file."""
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{title}">'
    page = '<rect class="page" width="100%" height="100%" rx="6"/>'
    return "\n".join([head, f"<title>{title}</title>", STYLE, page, *parts, "</svg>", ""])


def text(x: float, y: float, inside: str, kind: str = "", anchor: str = "start") -> str:
    """Return a text at a place."""
    named = f' class="{kind}"' if kind else ""
    # A renderer with another font keeps the columns.
    length = f' textLength="{len(inside) * WIDE:.1f}"' if inside.strip() else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{length}{named}'
        f' xml:space="preserve">{escape(inside)}</text>'
    )


def anatomy() -> str:
    """Return the components of a URI, below it."""
    parts = [text(LEFT, 40, EXAMPLE)]
    found = superuri.split(EXAMPLE)
    names = ("scheme", "authority", "path", "query", "fragment")
    for name, span in zip(names, found.spans, strict=True):
        if span is None:
            continue
        start, end = (LEFT + WIDE * at for at in span)
        middle = (start + end) / 2
        parts.append(f'<path class="line" d="M{start:.1f} 50v6H{end:.1f}v-6"/>')
        parts.append(text(middle, 78, name, "dim", "middle"))
    return drawing(2 * LEFT + WIDE * len(EXAMPLE), 96, "The five components of a URI", parts)


def layers() -> str:
    """Return a text that was encoded again and again: each further `%` is a `%25`."""
    rows = ["AC/DC"]
    for _ in range(TIMES):
        rows.append(superuri.encode(rows[-1]))
    parts = []
    for n, row in enumerate(rows):
        name = "the data" if n == 0 else f"encoded {n}×"
        parts += [text(20, 40 + 44 * n, name, "dim"), text(160, 40 + 44 * n, row)]
        if n:
            parts.append(f'<path class="line" d="M175 {5 + 44 * n}v14m-4 -5l4 5l4 -5"/>')
    width = 180 + WIDE * len(rows[-1])
    return drawing(width, 18 + 44 * len(rows), "A slash that is encoded three times", parts)


def heat() -> str:
    """Return who leaves which punctuation unescaped, as a map."""
    marks = [chr(point) for point in range(0x21, 0x7F) if not chr(point).isalnum()]
    kept = {mark: sum(mark in row.bare for row in dialects.rows) for mark in marks}
    marks.sort(key=lambda mark: -kept[mark])
    rows = sorted(dialects.rows, key=lambda row: sum(mark in row.bare for mark in marks))
    names = [repr(row).removeprefix("sets.") for row in rows]
    left = 30 + WIDE * max(map(len, names))
    parts = [text(left + 18 * n + 4, 30, mark) for n, mark in enumerate(marks)]
    for y, (name, row) in enumerate(zip(names, rows, strict=True)):
        parts.append(text(20, 56 + 20 * y, name, "dim"))
        for kind in ("bare", "escaped"):
            cells = "".join(
                f"M{left + 18 * x:.0f} {42 + 20 * y}h16v18h-16z"
                for x, mark in enumerate(marks)
                if (mark in row.bare) == (kind == "bare")
            )
            parts.append(f'<path class="{kind}" d="{cells}"/>')
    bottom = 42 + 20 * len(rows)
    for x, kind in ((20, "bare"), (140, "escaped")):
        parts.append(f'<rect class="{kind}" x="{x}" y="{bottom + 10}" width="16" height="18"/>')
        parts.append(text(x + 24, bottom + 24, kind))
    title = "Which punctuation each encoder leaves bare"
    return drawing(left + 18 * len(marks) + 20, bottom + 42, title, parts)
