"""Licences of what the wheel contains, and its bill of materials (CycloneDX).

A licence that licences.toml does not permit and a second version of a crate are errors.
"""

from __future__ import annotations

import json
import re
from typing import Any

from writers.linked import TABLE, Component, components, metadata
from writers.markdown import read

#: How an MIT licence is entitled.
TITLE = re.compile(r"(?:The )?MIT License(?: \(MIT\))?")
OWN = "(Apache-2.0 OR MIT)"


def expression() -> str:
    """Return the wheel's licence in SPDX: ours, and one of each choice that a dependency offers."""
    taken = {licence for each in components() for licence in each.taken}
    return " AND ".join([OWN, *sorted(taken)])


def notices() -> str:
    """Return the texts of the licences, each once, below the names and authors it belongs to."""
    owners: dict[str, list[tuple[Component, str, list[str]]]] = {}
    # These texts are files of the wheel themselves.
    texts = [row["text"] for row in TABLE["part"]]
    files = ["LICENSE-APACHE", *(text for text in texts if text.startswith("docs/"))]
    words_of = {" ".join(read(file).split()): f"See {file}." for file in files}
    for component in components():
        # One text may have all the licences.
        all_taken = " AND ".join(component.taken)
        taken = component.taken if len(component.texts) > 1 else (all_taken,)
        for licence, text in zip(taken, component.texts, strict=True):
            authors, words = divided(text) if licence == "MIT" else ([], text)
            # Line breaks and indentation differ, the words are the same.
            first = words_of.setdefault(" ".join(words.split()), words)
            owners.setdefault(first, []).append((component, licence, authors))
    lines = ["Licences of other people's code and data in the wheels of superuri."]
    lines += ["Written by docs/writers/licences.py. superuri itself: see LICENSE.", ""]
    lines += [
        f"{row['name']} ({row['kind']}), {row['licence']}: {row['about']}"
        for row in TABLE["runtime"]
    ]
    for words, those in owners.items():
        lines += ["", "=" * 80]
        for each, licence, authors in those:
            about = f": {each.about}, in the crate {each.crate}" if each.about else ""
            name = f"{each.name} {each.version}".rstrip()
            lines.append(f"{name} ({each.kind}), {licence}{about}")
            lines += [f"    {line}" for line in authors]
        lines += ["-" * 80, "", *(line.rstrip() for line in words.split("\n"))]
    return "\n".join([*lines, ""])


def divided(text: str) -> tuple[list[str], str]:
    r"""Return the copyright notices that an MIT licence begins with, and its words, untitled.

    >>> divided("MIT License\n\nCopyright (c) Ann\n\nPermission is hereby granted, …")
    (['Copyright (c) Ann'], 'Permission is hereby granted, …')
    """
    head, start, words = text.partition("Permission is hereby granted, ")
    lines = [line.strip() for line in head.splitlines() if line.strip()]
    authors = [line for line in lines if not TITLE.fullmatch(line)]
    if not start or not all(line.startswith("Copyright ") for line in authors):
        return [], text
    return authors, start + words


def entry(component: Component) -> dict[str, Any]:
    """Return a component as CycloneDX writes it."""
    row: dict[str, Any] = {
        "type": "data" if component.kind == "data" else "library",
        "bom-ref": component.reference,
        "name": component.name,
        **({"version": component.version} if component.version else {}),
        **({"description": component.about} if component.about else {}),
        "licenses": [{"expression": component.licence}],
        "purl": component.reference,
    }
    if component.checksum:
        row["hashes"] = [{"alg": "SHA-256", "content": component.checksum}]
    facts = [("superuri:language", component.kind)]
    facts += [("superuri:target", target) for target in component.targets]
    row["properties"] = [{"name": name, "value": value} for name, value in facts]
    return row


def bill() -> str:
    """Return the bill of materials."""
    cargo, known = metadata(), components()
    added = [
        Component(row["name"], "", row["kind"], row["licence"], (), (), row["about"])
        for row in TABLE["runtime"]
    ]
    version = next(row["version"] for row in cargo["packages"] if row["name"] == "superuri")
    root = {
        "type": "library",
        "bom-ref": "superuri",
        "name": "superuri",
        "version": version,
        "licenses": [{"expression": "Apache-2.0 OR MIT"}],
        "purl": f"pkg:pypi/superuri@{version}",
    }
    references = {each.name: each.reference for each in known if not each.crate}
    ids = {row["id"]: row for row in cargo["packages"]}
    uses: dict[str, set[str]] = {"superuri": {each.reference for each in added}}
    for node in cargo["resolve"]["nodes"]:
        row = ids[node["id"]]
        own = row["source"] is None
        if not own and references.get(row["name"], "").split("@")[-1] != row["version"].replace(
            "+", "%2B"
        ):
            continue
        of = uses.setdefault("superuri" if own else references[row["name"]], set())
        for edge in node["deps"]:
            name = ids[edge["pkg"]]["name"]
            linked = any(kind["kind"] is None for kind in edge["dep_kinds"])
            if name in references and (linked or name in TABLE["copied"]):
                of.add(references[name])
    for each in known:
        if each.crate:
            uses[references[each.crate]].add(each.reference)
            uses[each.reference] = set()
    head = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1}
    head["metadata"] = {"component": root}
    edges = [{"ref": name, "dependsOn": sorted(of)} for name, of in sorted(uses.items())]
    parts = [f'"{name}": {json.dumps(value)}' for name, value in head.items()]
    parts.append(f'"components": {lines_of([entry(each) for each in [*known, *added]])}')
    parts.append(f'"dependencies": {lines_of(edges)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def lines_of(rows: list[dict[str, Any]]) -> str:
    """Return a JSON array with a row on each line, so that a difference shows whole rows."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]"


def project() -> str:
    """Return pyproject.toml with the licence of the wheel."""
    line = f'license = "{expression()}"'
    return re.sub(r'^license = ".*"', line, read("pyproject.toml"), count=1, flags=re.MULTILINE)
