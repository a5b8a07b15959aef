"""Plot of the figures in RESULTS.md, whose colours follow the theme of the reader's system.

A bar shows how many times longer another library takes than superuri for the same results. The
scale is logarithmic, because the libraries differ so much.
"""

import math
import re
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "RESULTS.md"
PICTURE = ROOT / "docs" / "pictures" / "speed.svg"

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


#: A frame of its own, so that the picture can be read on any background.
STYLE = """<style>
svg { font: 12px system-ui, sans-serif; } .name { font-weight: 600; } .right { text-anchor: end; }
.page { fill: #ffffff; } text { fill: #1f2328; } .quiet { fill: #59636e; }
line { stroke: #d1d9e0; } .bar { fill: #8c959f; } .own { fill: #0969da; }
@media (prefers-color-scheme: dark) {
.page { fill: #15181c; } text { fill: #f0f6fc; } .quiet { fill: #9198a1; }
line { stroke: #3d444d; } .bar { fill: #656c76; } .own { fill: #4493f8; } }
</style>"""


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


def drawing(found: dict[tuple[str, str], dict[str, float]]) -> str:
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

    def text(x: float, y: float, words: str, kind: str = "") -> str:
        named = f' class="{kind}"' if kind else ""
        return f'<text x="{x:.0f}" y="{y:.0f}"{named}>{escape(words)}</text>'

    body, y = [text(8, 20, "Times longer than superuri", "name")], TOP
    for (verb, name), times in cases:
        body.append(text(8, y + 12, verb, "name"))
        body.append(text(8, y + 27, name, "quiet"))
        for neighbour, ratio in {"superuri": 1.0, **times}.items():
            kind = "own" if neighbour == "superuri" else "bar"
            width = place(ratio) - LEFT
            body.append(text(LEFT - 8, y + 12, neighbour, "right"))
            body.append(
                f'<rect class="{kind}" x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR}"/>'
            )
            body.append(text(place(ratio) + 6, y + 12, f"{ratio:,g}×"))
            y += BAR + 3
        y += GAP
    lines = "".join(
        f'<line x1="{place(tick):.1f}" x2="{place(tick):.1f}" y1="{TOP - 8}" y2="{y - GAP}"/>'
        for tick in (1, 10, 100, 1000)
        if tick <= longest
    )
    size = f'viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"'
    page = '<rect class="page" width="100%" height="100%" rx="6"/>'
    top = f'{head} aria-label="Times longer than superuri">{STYLE}{page}{lines}'
    return "\n".join([top, *body, "</svg>", ""])


def main() -> None:
    """Draw the picture."""
    PICTURE.write_text(drawing(ratios(RESULTS.read_text("utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    main()
