"""HTML page of a job's summary, self-contained."""

from collections.abc import Iterable
from html import escape

from superuri._values.plural import counted
from superuri.tables.report.summary import Summary

STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #ddd;vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums}code{overflow-wrap:anywhere}
svg text{font:13px system-ui,sans-serif;fill:#222}
"""
COLORS = {"error": "#b3261e", "warning": "#b26a00", "info": "#33658a", "": "#3f7d58"}
# A bar chart in pixels: width, height of a bar, left end of the bars, length of the longest.
WIDTH, HEIGHT, LEFT, LONGEST = 860, 22, 270, 460


def page(summary: Summary) -> str:
    """Return the page: self-contained, without scripts, all data escaped."""
    outcomes = [
        ("cleaned", summary.cleaned, ""),
        ("normalised", summary.normalised, ""),
        ("duplicates", summary.duplicates, "info"),
        ("without a text", summary.empty, "info"),
        ("kept as they were", summary.kept, "warning"),
        ("lost", summary.lost, "error"),
    ]
    rules = [(rule.title, rule.rows, rule.severity) for rule in summary.ranked()]
    domains = [(name, rows, "") for name, rows in summary.domains]
    parts = [
        f"<h1>{counted(summary.rows, 'row')} of {counted(summary.files, 'file')}</h1>",
        f"<p>{summary.fates()}.</p>",
        _bars("Rows by result", outcomes, summary.rows),
        _bars("Findings: rows by rule", rules, summary.rows),
        _bars("The domains with the most rows", domains, summary.rows),
        _table(
            "Examples",
            ("rule", "file", "row", "text"),
            [(rule.code, *example) for rule in summary.ranked() for example in rule.examples],
        ),
        _table(
            "Texts that seem to be something else",
            ("what", "rows", "file", "row", "text", "what to do"),
            [
                (each.words[0], f"{each.rows:,}", *each.first, each.words[1])
                for each in summary.meant.values()
            ],
        ),
        _table(
            "Why rows were kept as they were",
            ("error", "rows", "file", "row", "what to do"),
            [
                (each.code, f"{each.rows:,}", *each.first, each.help)
                for each in summary.ranked_reasons()
            ],
        ),
        _table("Rows kept as they were", ("file", "row", "why"), summary.kept_rows),
    ]
    # Should an escape be missing, the browser still fetches and runs nothing.
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>superuri tidy</title><style>{STYLE}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _bars(title: str, rows: list[tuple[str, int, str]], total: int) -> str:
    if not rows:
        return ""
    most = max(1, *(count for _, count, _ in rows))
    bars = []
    for at, (name, count, color) in enumerate(rows):
        y = at * HEIGHT
        width = max(1 if count else 0, round(LONGEST * count / most))
        share = f"{100 * count / total:.1f} %" if total else ""
        bars.append(
            f'<text x="{LEFT - 8}" y="{y + 15}" text-anchor="end">{_escaped(name)}</text>'
            f'<rect x="{LEFT}" y="{y + 3}" width="{width}" height="{HEIGHT - 6}" '
            f'fill="{COLORS[color]}"/>'
            f'<text x="{LEFT + width + 6}" y="{y + 15}">{count:,} ({share})</text>'
        )
    size = f'viewBox="0 0 {WIDTH} {len(rows) * HEIGHT}" width="100%"'
    label = escape(title, quote=True)
    return f'<h2>{label}</h2><svg {size} role="img" aria-label="{label}">{"".join(bars)}</svg>'


def _table(title: str, head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    rows = list(rows)
    if not rows:
        return ""
    lines = ["".join(f"<th>{escape(name)}</th>" for name in head)]
    for row in rows:
        cells = [
            f'<td class="n">{cell:,}</td>'
            if isinstance(cell, int)
            else f"<td><code>{_escaped(str(cell))}</code></td>"
            for cell in row
        ]
        lines.append("".join(cells))
    body = "".join(f"<tr>{line}</tr>\n" for line in lines)
    return f"<h2>{escape(title)}</h2><table>{body}</table>"


def _escaped(text: str) -> str:
    """Return a text without markup and without characters that are not printable."""
    shown = "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in text)
    return f"<bdi>{escape(shown, quote=True)}</bdi>" if "<" in shown else escape(shown, quote=True)
