"""Licences of what the wheel contains, and its bill of materials (CycloneDX).

A licence that licences.toml does not permit and a second version of a crate are errors.
"""

from __future__ import annotations

import json
import re
from typing import Any

from writers.linked import TABLE, Component, components, metadata
from writers.markdown import read

OWN = "(Apache-2.0 OR MIT)"
#: The title of the MIT licence, and the lines that name its owners: the terms are the same.
TITLE = re.compile(r"(?i)(?:the )?\(?mit\)?(?: license)?(?: \(mit\))?")
OWNERS = re.compile(r"Copyright |Portions Copyright ")


def expression() -> str:
    """Return the wheel's licence in SPDX: ours, and one of each choice that a dependency offers."""
    return " AND ".join(
        [OWN, *sorted({licence for each in components() for licence in each.taken})]
    )


def divided(text: str) -> tuple[list[str], list[str]]:
    """Return the lines of a licence that name its owners, and those of its terms."""
    lines = [line.rstrip() for line in text.split("\n") if not TITLE.fullmatch(line.strip())]
    owners = [line for line in lines if OWNERS.match(line)]
    terms = "\n".join(line for line in lines if line not in owners).strip("\n")
    return owners, re.sub(r"\n{3,}", "\n\n", terms).split("\n")


def notices() -> str:
    """Return the terms of the licences, each once, below the names that they belong to."""
    owners: dict[str, list[Component]] = {}
    for component in components():
        terms = " ".join(" ".join(divided(component.text)[1]).split())
        owners.setdefault(terms, []).append(component)
    lines = [
        "Licences of other people's code and data in the wheels of superuri.",
        "Written by docs/writers/licences.py. superuri itself: see LICENSE.",
        "",
    ]
    lines += [
        f"{row['name']} ({row['kind']}), {row['licence']}: {row['about']}"
        for row in TABLE["runtime"]
    ]
    for those in owners.values():
        lines += ["", "=" * 80]
        for each in those:
            about = f": {each.about}, in the crate {each.crate}" if each.about else ""
            name = f"{each.name} {each.version}".rstrip()
            lines.append(f"{name} ({each.kind}), {' AND '.join(each.taken)}{about}")
            lines += [f"    {line}" for line in divided(each.text)[0]]
        lines += ["-" * 80, "", *divided(those[0].text)[1]]
    return "\n".join([*lines, ""])


def by_rows(document: dict[str, Any]) -> str:
    """Return a document as JSON, with a line for each item of a list."""
    parts = []
    for name, value in document.items():
        items = value if isinstance(value, list) else []
        rows = ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in items)
        shown = f"[\n{rows}\n ]" if items else json.dumps(value, ensure_ascii=False)
        parts.append(f" {json.dumps(name)}: {shown}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


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
        Component(row["name"], "", row["kind"], row["licence"], (), "", row["about"])
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
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": root},
        "components": [entry(each) for each in [*known, *added]],
        "dependencies": [
            {"ref": name, "dependsOn": sorted(of)} for name, of in sorted(uses.items())
        ],
    }
    return by_rows(document)


def project() -> str:
    """Return pyproject.toml with the licence of the wheel."""
    line = f'license = "{expression()}"'
    return re.sub(r'^license = ".*"', line, read("pyproject.toml"), count=1, flags=re.MULTILINE)
