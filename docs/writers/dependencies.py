"""Tables of dependencies.md: the crates in the wheel, and what each is trusted with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from writers.linked import TABLE, components, metadata
from writers.markdown import code, rows_of, table

ROWS: list[dict[str, Any]] = rows_of("docs/dependencies.toml")["crate"]
#: A line of code with the keyword.
UNSAFE = re.compile(r"^(?!\s*//)[^\n]*?\bunsafe\b", re.MULTILINE)


def own() -> list[str]:
    """Return the names of the crates that superuri itself uses when it runs."""
    names = {
        dependency["name"]
        for row in metadata()["packages"]
        for dependency in row["dependencies"]
        if row["source"] is None and row["name"] != "superuri-fuzz"
        if dependency["kind"] is None and dependency["source"]
    } | set(TABLE["copied"])
    if differing := names ^ {row["name"] for row in ROWS}:
        raise SystemExit(f"docs/dependencies.toml: no row, or no crate: {', '.join(differing)}")
    return sorted(names)


def unsafe_lines(folder: Path) -> int:
    r"""Return how many lines of a crate contain `unsafe`.

    >>> len(UNSAFE.findall("unsafe fn a() {\n    unsafe { b() } // unsafe\n}\n// unsafe"))
    2
    """
    files = (folder / "src").rglob("*.rs")
    return sum(len(UNSAFE.findall(path.read_text("utf-8", "replace"))) for path in files)


def count() -> str:
    """Return how many crates are linked, in a sentence."""
    linked = sum(not each.crate for each in components())
    return f"{linked} crates are linked; superuri itself uses {len(own())} of them."


def trusted() -> str:
    """Return a row for each crate that superuri itself uses."""
    own()
    lines = [
        [code(row["name"]), row["trusted"], row["misbehaves"], ", ".join(map(code, row["tests"]))]
        for row in ROWS
    ]
    return table(["crate", "trusted with", "if it misbehaves", "noticed by"], lines)


def crates() -> str:
    """Return a row for each crate."""
    names = own()
    packages = {(row["name"], row["version"]): row for row in metadata()["packages"]}
    known = {each.name for each in components()}
    rows = []
    for each in components():
        if each.crate:
            continue
        row = packages[each.name, each.version]
        inside = [part for part in TABLE["part"] if part["crate"] == each.name]
        languages = sorted({part["kind"] for part in inside if part["kind"] != "data"})
        users = sorted(
            name
            for (name, _), package in packages.items()
            if name in known and each.name in {wanted["name"] for wanted in package["dependencies"]}
        )
        site = re.sub(r"https://github\.com/([^/]+/[^/]+).*", r"\1", row["repository"] or "")
        cells = [
            f"`{each.name}` {each.version}",
            each.licence,
            f"[{site}](https://github.com/{site})",
            str(unsafe_lines(Path(row["manifest_path"]).parent)),
            ", ".join(languages),
            "superuri" if each.name in names else ", ".join(map(code, users)),
        ]
        rows.append(cells)
    head = ["crate", "licence", "maintained at", "`unsafe`", "other languages", "used by"]
    return table(head, rows, right={3})
