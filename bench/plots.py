"""Plots of the figures in RESULTS.md: two pictures, for light pages and for dark ones.

A bar shows how many times longer another library takes than superuri for the same results. The
scale is logarithmic, because the libraries differ so much.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

HERE = Path(__file__).parent
RESULTS = HERE / "RESULTS.md"

# The cases to draw, and their labels.
DRAWN = (
    ("encode", "short, nothing to escape"),
    ("encode", "short, some to escape"),
    ("encode", "1 MB, Japanese"),
    ("decode", "short, some to undo"),
    ("decode", "1 MB, Japanese"),
    ("clean", "URLs, already legal"),
    ("clean", "URLs with spaces and accents"),
    ("URI", "100 URLs over and over"),
    ("normalize", "URLs, already normal"),
    ("whatwg.URL.href", "URLs with spaces and accents"),
    ("fill", "two segments with spaces and accents"),
    ("parse_qsl", "3 pairs"),
    ("urlencode", "3 pairs"),
)
NEIGHBOURS = ("urllib", "yarl", "can_ada", "requests", "w3lib", "httpx", "Node")

WIDTH, LEFT, BAR, GAP, TOP = 780, 310, 15, 16, 46
FEW = 0.5


class Colours(NamedTuple):
    """The colours of the text, of minor text, of the axis, of the other bars, and of superuri's."""

    text: str
    quiet: str
    axis: str
    bar: str
    own: str


THEMES = {
    "light": Colours("#1f2328", "#59636e", "#d1d9e0", "#8c959f", "#0969da"),
    "dark": Colours("#f0f6fc", "#9198a1", "#3d444d", "#656c76", "#4493f8"),
}


def ratios(results: str) -> dict[tuple[str, str], dict[str, float]]:
    """(verb, case) → neighbour → how many times longer it takes."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    verb, names = "", list[str]()
    for line in results.splitlines():
        if line.startswith("## "):
            verb = line.removeprefix("## ")
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| |"):
            names = cells[2:]
        elif line.startswith("| ") and len(cells) == len(names) + 2:
            numbers = (re.fullmatch(r"([\d.,]+)×", cell) for cell in cells[2:])
            found[verb, cells[0]] = {
                name: float(number[1].replace(",", ""))
                for name, number in zip(names, numbers, strict=True)
                if number
            }
    return found


def drawing(found: dict[tuple[str, str], dict[str, float]], colours: Colours) -> str:
    """Return the picture as SVG."""
    cases = [
        (case, {name: found[case][name] for name in NEIGHBOURS if name in found[case]})
        for case in DRAWN
        if found.get(case)
    ]
    longest = max(max(times.values(), default=1) for _, times in cases)
    scale = (WIDTH - LEFT - 70) / math.log10(max(longest, 10) / FEW)

    def place(times: float) -> float:
        return LEFT + scale * math.log10(max(times, FEW) / FEW)

    def text(x: float, y: float, words: str, colour: str, rest: str = "") -> str:
        return f'<text x="{x:.0f}" y="{y:.0f}" fill="{colour}"{rest}>{escape(words)}</text>'

    right = ' text-anchor="end"'
    body, y = [text(8, 20, "Times longer than superuri", colours.text, ' font-weight="600"')], TOP
    for (verb, name), times in cases:
        body.append(text(8, y + 12, verb, colours.text, ' font-weight="600"'))
        body.append(text(8, y + 27, name, colours.quiet))
        for neighbour, ratio in {"superuri": 1.0, **times}.items():
            colour = colours.own if neighbour == "superuri" else colours.bar
            width = place(ratio) - LEFT
            body.append(text(LEFT - 8, y + 12, neighbour, colours.text, right))
            body.append(
                f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR}" fill="{colour}"/>'
            )
            body.append(text(place(ratio) + 6, y + 12, f"{ratio:,g}×", colours.text))
            y += BAR + 3
        y += GAP
    lines = "".join(
        f'<line x1="{place(tick):.1f}" x2="{place(tick):.1f}" y1="{TOP - 8}" y2="{y - GAP}" '
        f'stroke="{colours.axis}"/>'
        for tick in (1, 10, 100, 1000)
        if tick <= longest
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" '
        f'width="{WIDTH}" height="{y}" font-family="system-ui, sans-serif" font-size="12" '
        f'role="img" aria-label="Times longer than superuri">{lines}' + "\n".join(body) + "</svg>\n"
    )


def main() -> None:
    """Draw both pictures."""
    found = ratios(RESULTS.read_text(encoding="utf-8"))
    for theme, colours in THEMES.items():
        (HERE / f"speed-{theme}.svg").write_text(drawing(found, colours), encoding="utf-8")


if __name__ == "__main__":
    main()
