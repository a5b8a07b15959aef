"""Kinds of documents: the table of docs/lint.md, from the package's table."""

from __future__ import annotations

from superuri._documents.kinds import KINDS
from writers.markdown import code, table


def rows() -> str:
    """Return every kind: its word, its names and endings, where its URLs are complete."""
    head = ["`--input-format`", "names and endings", "by content", "a URL is complete in"]
    lines = [
        [
            code(name),
            " ".join(map(code, [*kind.names, *kind.endings])),
            "yes" if kind.content else "–",
            kind.urls,
        ]
        for name, kind in KINDS.items()
    ]
    return table(head, lines)
