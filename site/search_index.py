"""Index of the search: each section of the site with its address, title and text.

Sphinx's own search drops ``%`` and ``+``, which people search for here; this one keeps every
character. The index is a script, so that it also works where pages are opened as files.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from tables import plain

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def collect(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Note the sections of a page."""
    found = app.env.superuri_sections = getattr(app.env, "superuri_sections", {})  # type: ignore[attr-defined]
    rows = []
    for section in doctree.findall(nodes.section):
        title = section.next_node(nodes.title)
        text = " ".join(
            part.astext()
            for part in section.children
            if not isinstance(part, (nodes.section, nodes.title, nodes.comment, nodes.raw))
        )
        anchor = "" if section.parent is doctree else f"#{section['ids'][0]}"
        name = title.astext() if title else ""
        rows.append([f"{page}.html{anchor}", name, " ".join(text.split())])
        for row in section.findall(nodes.row):
            inside = row
            while not isinstance(inside, nodes.section):
                inside = inside.parent
            if inside is section and row.get("ids"):
                cells = " ".join(" ".join(plain(cell).split()) for cell in row.children)
                rows.append([f"{page}.html#{row['ids'][0]}", name, cells])
    found[page] = rows


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the index."""
    if error is not None or app.builder.name != "html":
        return
    sections = getattr(app.env, "superuri_sections", {})
    titles = {page: rows[0][1] for page, rows in sections.items() if rows}
    found = [[*row, titles[page]] for page, rows in sorted(sections.items()) for row in rows]
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    Path(app.outdir, "search-entries.js").write_text(f"window.ENTRIES = {text};\n", "utf-8")


def replace(app: Sphinx) -> None:
    """Switch off the index of Sphinx, which nothing reads."""
    app.builder.search = False  # type: ignore[attr-defined]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("builder-inited", replace)
    app.connect("doctree-resolved", collect)
    app.connect("build-finished", write)
    return {"parallel_read_safe": False, "parallel_write_safe": False}
