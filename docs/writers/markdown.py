"""Markdown: regions of a page, tables and code; and the files that pages are computed from.

A region is between ``<!-- name -->`` and ``<!-- /name -->``.
"""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import category

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from kit import toml  # noqa: E402  because the tests know how their rows are written

#: Whether files are only compared.
CHECKS = "--check" in sys.argv[1:]


class Examples(doctest.DocTestParser):
    r"""Reads the examples of a page: the end of a block of code ends an output, too.

    >>> Examples().get_examples("```pycon\n>>> 1\n1\n```\n")[0].want
    '1\n'
    """

    def parse(self, string: str, name: str = "<string>") -> list[str | doctest.Example]:
        """Return the text and the examples of a page; lines keep their numbers."""
        return super().parse(re.sub("^```$", "", string, flags=re.MULTILINE), name)


def read(path: str) -> str:
    """Return the text of a file of the repository."""
    return (ROOT / path).read_text(encoding="utf-8")


def rows_of(path: str) -> dict[str, Any]:
    """Return the rows of a TOML file of the repository."""
    return toml.read(ROOT / path)


def put(text: str, name: str, inside: str) -> str:
    r"""Return the page with this content in its one region of that name.

    >>> put("<!-- a -->\n\nb\n\n<!-- /a -->", "a", "c")
    '<!-- a -->\n\nc\n\n<!-- /a -->'
    """
    region = re.compile(f"(<!-- {name} -->\n)(\n?).*?(<!-- /{name} -->)", re.DOTALL)
    text, found = region.subn(lambda at: f"{at[1]}{at[2]}{inside}\n{at[2]}{at[3]}", text)
    if found != 1:
        sys.exit(f"there are {found} regions {name}, and not one")
    return text


def code(text: object) -> str:
    """Return the text as code for a table cell."""
    shown = ascii(text)[1:-1] if any(category(c) == "Cs" for c in str(text)) else str(text)
    fence = "``" if "`" in shown else "`"
    pad = " " if shown.startswith("`") or shown.endswith("`") or shown != shown.strip() else ""
    return f"{fence}{pad}{shown}{pad}{fence}".replace("|", r"\|")


def table(head: Iterable[str], rows: Iterable[Iterable[str]], right: Container[int] = ()) -> str:
    """Return the rows as a table; the columns with these numbers are aligned to the right."""
    lines = [list(head), *map(list, rows)]
    lines.insert(1, ["---:" if n in right else "---" for n in range(len(lines[0]))])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
