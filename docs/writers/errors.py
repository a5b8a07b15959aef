"""Errors: the sections of docs/errors.md, from the exceptions and the rows of errors.toml."""

from __future__ import annotations

import superuri
from superuri.errors import URIError
from writers.markdown import code, rows_of, table

ROWS: dict[str, str] = rows_of("docs/errors.toml")
#: Names that the rows' expressions can use.
NAMES = {"superuri": superuri} | {name: getattr(superuri, name) for name in dir(superuri)}


def raised(expression: str) -> URIError | None:
    """Return the error that the expression raises."""
    try:
        eval(expression, dict(NAMES))  # noqa: S307  because it is a row of this folder
    except URIError as error:
        return error
    return None


def sections() -> str:
    """Return a section for each public exception, with the codes that it can have."""
    errors = {name: raised(expression) for name, expression in ROWS.items()}
    parts = []
    for name in superuri.errors.__all__:
        kind = getattr(superuri.errors, name)
        base = kind.__base__.__name__
        text = (kind.__doc__ or "").strip()
        parts.append(
            f'<a id="{name.lower()}"></a>\n\n## {name}\n\n{text.partition(">>>")[0].strip()}'
        )
        rows = [
            [word, code(ROWS[word]), plain(str(error)), plain(error.help)]
            for word, error in sorted(errors.items())
            if error and type(error) is kind
        ]
        if rows:
            parts.append(table(["code", "for example", "message", "what to do"], rows))
        parts.append(f"It is a {code(base)}.")
    return "\n\n".join(parts)


def plain(text: str) -> str:
    """Return the text for a cell of a table."""
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    for mark in r"\|*_[]<":
        shown = shown.replace(mark, f"\\{mark}")
    return shown
