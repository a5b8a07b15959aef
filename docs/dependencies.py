"""Tables of dependencies.md: the crates in the wheel, and what each is trusted with.

docs/licences.py runs this, because it knows the crates that are linked.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from linked import ROOT, TABLE, Component
from regions import put

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PAGE = ROOT / "docs" / "dependencies.md"
ROWS: list[dict[str, Any]] = tomllib.loads((ROOT / "docs/dependencies.toml").read_text("utf-8"))[
    "crate"
]
#: A line of code with the keyword.
UNSAFE = re.compile(r"^(?!\s*//)[^\n]*?\bunsafe\b", re.MULTILINE)


def own(metadata: dict[str, Any]) -> set[str]:
    """Return the names of the crates that superuri itself uses when it runs."""
    return {
        dependency["name"]
        for row in metadata["packages"]
        for dependency in row["dependencies"]
        if row["source"] is None and dependency["kind"] is None and dependency["source"]
    }


def unsafe_lines(folder: Path) -> int:
    r"""Return how many lines of a crate contain `unsafe`.

    >>> len(UNSAFE.findall("unsafe fn a() {\n    unsafe { b() } // unsafe\n}\n// unsafe"))
    2
    """
    files = (folder / "src").rglob("*.rs")
    return sum(len(UNSAFE.findall(path.read_text("utf-8", "replace"))) for path in files)


def page(metadata: dict[str, Any], known: list[Component]) -> str:
    """Return the page, with a row for each crate, and for each that superuri itself uses."""
    names = own(metadata)
    if differing := names ^ {row["name"] for row in ROWS}:
        raise SystemExit(f"docs/dependencies.toml: no row, or no crate: {', '.join(differing)}")
    packages = {(row["name"], row["version"]): row for row in metadata["packages"]}
    lines = ["| crate | licence | maintained at | `unsafe` | other languages | used by |"]
    lines.append("|---|---|---|---:|---|---|")
    for each in known:
        if each.crate:
            continue
        row = packages[each.name, each.version]
        inside = [part for part in TABLE["part"] if part["crate"] == each.name]
        languages = sorted({part["kind"] for part in inside if part["kind"] != "data"})
        users = sorted(
            package["name"]
            for package in metadata["packages"]
            if any(wanted["name"] == each.name for wanted in package["dependencies"])
            and any(package["name"] == other.name for other in known)
        )
        site = re.sub(r"https://github\.com/([^/]+/[^/]+).*", r"\1", row["repository"] or "")
        cells = [
            f"`{each.name}` {each.version}",
            each.licence,
            f"[{site}](https://github.com/{site})",
            str(unsafe_lines(Path(row["manifest_path"]).parent)),
            ", ".join(languages),
            "superuri" if each.name in names else ", ".join(f"`{name}`" for name in users),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    trusted = ["| crate | trusted with | if it misbehaves | noticed by |", "|---|---|---|---|"]
    for row in ROWS:
        tests = ", ".join(f"`{test}`" for test in row["tests"])
        cells = [f"`{row['name']}`", row["trusted"], row["misbehaves"], tests]
        trusted.append("| " + " | ".join(cells) + " |")
    text = PAGE.read_text(encoding="utf-8")
    count = sum(not each.crate for each in known)
    text = put(
        text, "count", f"{count} crates are linked; superuri itself uses {len(names)} of them."
    )
    return put(put(text, "trusted", "\n".join(trusted)), "crates", "\n".join(lines))
