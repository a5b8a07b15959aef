"""Components of the wheel that other people made: crates, and the C, C++ and data inside them.

The crates are those that cargo links into the Python module, on any system that wheels are built
for; the rest is in licences.toml.
"""

from __future__ import annotations

import json
import re
import subprocess
import textwrap
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from writers.markdown import ROOT, read, rows_of

TABLE: dict[str, Any] = rows_of("docs/licences.toml")
#: The files of a crate that can hold the text of a licence.
TEXTS = re.compile(r"(?i)(?:licen[cs]e|copying|unlicense)")
#: In the name of a file of a crate that has many: which licence it is.
NAMED = {
    "MIT": ("mit",),
    "Apache-2.0": ("apache",),
    "Unicode-3.0": ("unicode",),
    "BSD-3-Clause": ("bsd", "whatwg"),
}


@dataclass(frozen=True)
class Component:
    """A third-party component of the wheel.

    `licence` is what its authors offer, `taken` what we take of it, `texts` the words of that.
    """

    name: str
    version: str
    kind: str
    licence: str
    taken: tuple[str, ...]
    texts: tuple[str, ...]
    about: str = ""
    crate: str = ""
    checksum: str = ""
    targets: tuple[str, ...] = ()

    @property
    def reference(self) -> str:
        """Return the package URL: what the bill calls it."""
        kind = "cargo" if self.kind == "Rust" and not self.about else "generic"
        name = self.name.replace("+", "%2B")
        version = "@" + self.version.replace("+", "%2B") if self.version else ""
        return f"pkg:{kind}/{name}{version}"


def cargo(*words: str) -> str:
    """Return what cargo prints about the crate of the Python module."""
    where = ("--locked", "--manifest-path", str(ROOT / "crates/python/Cargo.toml"))
    done = subprocess.run(["cargo", *words, *where], check=True, capture_output=True, text=True)
    return done.stdout


def linked() -> dict[tuple[str, str], tuple[str, ...]]:
    """Return name and version of each linked crate, and the systems on which it is linked."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for target in TABLE["targets"]:
        only = ("--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}")
        lines = cargo("tree", *only, "--target", target).splitlines()
        for name, version in sorted({tuple(line.split()[:2]) for line in lines if line.strip()}):
            key = (name, version.removeprefix("v"))
            found[key] = (*found.get(key, ()), target)
    # Not linked: their data is in the engine.
    for row in rows_of("Cargo.lock")["package"]:
        if row["name"] in TABLE["copied"]:
            found[row["name"], row["version"]] = tuple(TABLE["targets"])
    return found


def chosen(expression: str, permitted: list[str]) -> tuple[str, ...]:
    """Return what we take of an SPDX expression: of each choice, the first that is permitted."""
    taken = []
    for part in expression.replace("/", " OR ").split(" AND "):
        offered = {word.strip() for word in part.strip("() ").split(" OR ")}
        allowed = [licence for licence in permitted if licence in offered]
        if not allowed:
            raise SystemExit(f"the licence {expression!r} is not permitted by docs/licences.toml")
        taken.append(allowed[0])
    return tuple(taken)


def text_of(folder: Path, licence: str) -> str:
    """Return the text of this licence in the folder of a crate, or nothing where it has none."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and TEXTS.match(path.name))
    words = NAMED.get(licence, (licence.lower(),))
    named = [path for path in files if any(word in path.name.lower() for word in words)]
    plain = [path for path in files if path.stem.lower() in {"license", "licence", "copying"}]
    for path in named or plain:
        return textwrap.dedent(path.read_text(encoding="utf-8").replace("\r\n", "\n").strip("\n"))
    return ""


def without_text(row: dict[str, Any]) -> tuple[tuple[str, ...], list[str]]:
    """Return what we take of a crate that ships no text, and the text, with the authors' names."""
    offered = row["license"].replace("/", " OR ").split(" OR ")
    if "Apache-2.0" in offered:
        # The words of Apache-2.0 do not name an owner, so ours are theirs.
        return ("Apache-2.0",), [read("LICENSE-APACHE").strip("\n")]
    if "MIT" not in offered or not row["authors"]:
        raise SystemExit(
            f"the crate {row['name']} has no text of its licence: see docs/writers/linked.py"
        )
    mit = read("LICENSE-MIT").strip("\n")
    owner = f"Copyright (c) {', '.join(row['authors'])}"
    return ("MIT",), [re.sub(r"Copyright \(c\) .*", owner, mit)]


def crates(metadata: dict[str, Any]) -> list[Component]:
    """Return the linked crates that others wrote."""
    lock = rows_of("Cargo.lock")
    checksums = {(row["name"], row["version"]): row.get("checksum") for row in lock["package"]}
    rows = {(row["name"], row["version"]): row for row in metadata["packages"]}
    found = []
    for key, targets in sorted(linked().items()):
        row = rows[key]
        if row["source"] is None:
            continue
        folder = Path(row["manifest_path"]).parent
        taken = chosen(row["license"], TABLE["permitted"])
        texts = [text_of(folder, licence) for licence in taken]
        if not all(texts):
            taken, texts = without_text(row)
        some = () if len(targets) == len(TABLE["targets"]) else targets
        offered = row["license"].replace("/", " OR ")
        more = {"checksum": checksums[key], "targets": some}
        found.append(Component(*key, "Rust", offered, taken, tuple(texts), **more))
    return found


def parts(metadata: dict[str, Any], known: list[Component]) -> list[Component]:
    """Return the C, the C++ and the data inside the crates."""
    names = {component.name for component in known}
    folders = {row["name"]: Path(row["manifest_path"]).parent for row in metadata["packages"]}
    found = []
    for row in TABLE["part"]:
        if row["crate"] not in names:
            raise SystemExit(
                f"docs/licences.toml: {row['crate']} is not linked; delete {row['name']}"
            )
        folder = folders[row["crate"]]
        version = ""
        if "version" in row:
            source = (folder / row["version"]["file"]).read_text(encoding="utf-8")
            match = re.search(row["version"]["pattern"], source)
            if not match:
                raise SystemExit(f"docs/licences.toml: {row['name']} has no version where it says")
            version = match[1]
        at = ROOT if row["text"].startswith("docs/") else folder
        text = (at / row["text"]).read_text(encoding="utf-8").strip("\n")
        taken = chosen(row["licence"], TABLE["permitted"])
        first = (row["name"], version, row["kind"], row["licence"])
        found.append(Component(*first, taken, (text,), row["about"], row["crate"]))
    return found


def duplicates(known: list[Component]) -> list[str]:
    """Return the crates that are linked in more than one version, without the exceptions."""
    names = [component.name for component in known]
    return sorted({name for name in names if names.count(name) > 1} - set(TABLE["duplicates"]))


@cache
def metadata() -> dict[str, Any]:
    """Return what cargo knows of the crates."""
    found: dict[str, Any] = json.loads(cargo("metadata", "--format-version", "1"))
    return found


@cache
def components() -> tuple[Component, ...]:
    """Return all components; a crate in two versions is an error."""
    known = crates(metadata())
    if twice := duplicates(known):
        raise SystemExit(f"two versions are linked of {', '.join(twice)}: see docs/licences.toml")
    return (*known, *parts(metadata(), known))
