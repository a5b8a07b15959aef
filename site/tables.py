"""Tables of the site: an anchor for each row, and each long table as CSV and JSON."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: Pages whose tables are lists of links: nobody filters or downloads them.
MENUS = {"use", "look-up", "reference", "understand"}
#: From this number of rows on, a table can be filtered, and is written as CSV and JSON.
LONG = 8


class Tables(SphinxPostTransform):
    """Names the rows of tables, and notes the cells of long ones."""

    default_priority = 900

    def run(self) -> None:
        """Name the rows of this page."""
        known = set[str]()
        page = self.env.docname
        if self.app.builder.name != "html":
            return
        found = self.env.superuri_tables = getattr(self.env, "superuri_tables", {})  # type: ignore[attr-defined]
        for number, table in enumerate(self.document.findall(nodes.table), 1):
            rows = [[plain(cell) for cell in row] for row in table.findall(nodes.row)]
            for row, cells in zip(list(table.findall(nodes.row))[1:], rows[1:], strict=True):
                anchor = unique(slug(cells), known)
                row["ids"].append(anchor)
                row["classes"].append("named-row")
            if len(rows) > LONG and page not in MENUS:
                name = f"{page.replace('/', '.')}-{number}"
                found[name] = rows
                table["classes"].append("long-table")
                base = f"{'../' * page.count('/')}tables/{name}"
                files = "".join(
                    f'<a href="{base}.{kind}" download>{kind.upper()}</a>'
                    for kind in ("csv", "json")
                )
                data = nodes.raw("", f'<p class="table-files">{files}</p>', format="html")
                table.parent.insert(table.parent.index(table) + 1, data)


def plain(node: nodes.Element) -> str:
    """Return the text of a node, without raw HTML."""
    texts = node.findall(nodes.Text)
    return "".join(text.astext() for text in texts if not isinstance(text.parent, nodes.raw))


def slug(cells: list[str]) -> str:
    """Return the anchor of a row: the letters of its first cell, or else its code points.

    >>> slug(["U102", "space"]), slug(["%2F", ""]), slug(["+"])
    ('row-u102', 'row-2f', 'row-u2b')
    """
    text = next(filter(None, cells), "")
    found = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40]
    return "row-" + (found or "-".join(f"u{ord(c):x}" for c in text[:8]))


def unique(name: str, known: set[str]) -> str:
    """Return the name, with a number behind it if it is known."""
    number, found = 1, name
    while found in known:
        number += 1
        found = f"{name}-{number}"
    known.add(found)
    return found


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the long tables as files."""
    if error is not None or app.builder.name != "html":
        return
    folder = Path(app.outdir, "tables")
    folder.mkdir(exist_ok=True)
    for name, (head, *rows) in getattr(app.env, "superuri_tables", {}).items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([head, *rows])
        keys = [key or f"column {n}" for n, key in enumerate(head, 1)]
        text = json.dumps([dict(zip(keys, row)) for row in rows], ensure_ascii=False, indent=1)  # noqa: B905  cells may span
        (folder / f"{name}.json").write_text(text + "\n", "utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_post_transform(Tables)
    app.connect("build-finished", write)
    return {"parallel_read_safe": False, "parallel_write_safe": False}
