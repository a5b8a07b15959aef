"""Kinds of documents: the table of docs/lint.md, from the package's table."""

from __future__ import annotations

from superuri._documents.kinds import KINDS
from writers.markdown import code, table


def rows() -> str:
    """Return every kind: its word, its names and endings, where its URLs are complete."""
    head = ["`--input-format`", "names and endings", "by content", "a URL is complete in"]
    lines = []
    for name, kind in KINDS.items():
        names = " ".join(map(code, [*kind.names, *kind.endings]))
        lines.append([code(name), names, "yes" if kind.content else "–", kind.urls])
    return table(head, lines)
