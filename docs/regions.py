"""Regions of a page: filling them, and checking that a page is up to date.

A region is between ``<!-- name -->`` and ``<!-- /name -->``. The scripts that fill pages write
them; with ``--check`` a script changes nothing, and its exit code is 1 if a page is out of date.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

CHECKS = "--check" in sys.argv[1:]


def put(text: str, name: str, inside: str) -> str:
    """Return the page with this content in its one region of that name."""
    region = re.compile(f"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    text, found = region.subn(lambda at: f"{at[1]}{inside}\n{at[2]}", text)
    if found != 1:
        sys.exit(f"there are {found} regions {name}, and not one")
    return text


def settle(pages: Mapping[Path, str]) -> int:
    """Write the pages, or report which are out of date. Return the exit code."""
    stale = [path for path, text in pages.items() if path.read_text(encoding="utf-8") != text]
    for path in stale if not CHECKS else []:
        path.write_text(pages[path], encoding="utf-8")
    if stale and CHECKS:
        names = ", ".join(path.name for path in stale)
        print(f"run `make readme`: out of date: {names}", file=sys.stderr)
        return 1
    return 0
