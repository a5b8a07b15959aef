"""Licences of what the wheel contains, and its bill of materials (CycloneDX).

``python docs/licences.py`` writes LICENSE-THIRD-PARTY, docs/superuri.cdx.json, the tables of
docs/dependencies.md and the expression in pyproject.toml; ``--check`` only compares. A licence that
licences.toml does not permit and a second version of a crate are errors.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import dependencies
from linked import ROOT, TABLE, Component, cargo, crates, parts
from regions import CHECKS

OWN = "(Apache-2.0 OR MIT)"
NOTICES = ROOT / "LICENSE-THIRD-PARTY"
BILL = ROOT / "docs" / "superuri.cdx.json"
PROJECT = ROOT / "pyproject.toml"


def duplicates(known: list[Component]) -> list[str]:
    """Return the crates that are linked in more than one version, without the exceptions."""
    names = [component.name for component in known]
    return sorted({name for name in names if names.count(name) > 1} - set(TABLE["duplicates"]))


def expression(known: list[Component]) -> str:
    """Return the wheel's licence in SPDX: ours, and one of each choice that a dependency offers."""
    return " AND ".join([OWN, *sorted({licence for each in known for licence in each.taken})])


def notices(known: list[Component]) -> str:
    """Return the texts of the licences, each once, below the names that it belongs to."""
    owners: dict[str, list[Component]] = {}
    for component in known:
        owners.setdefault(component.text, []).append(component)
    lines = [
        "Licences of other people's code and data in the wheels of superuri.",
        "Written by docs/licences.py. superuri itself: see LICENSE.",
        "",
    ]
    lines += [
        f"{row['name']} ({row['kind']}), {row['licence']}: {row['about']}"
        for row in TABLE["runtime"]
    ]
    for text, those in owners.items():
        lines += ["", "=" * 80]
        for each in those:
            about = f": {each.about}, in the crate {each.crate}" if each.about else ""
            name = f"{each.name} {each.version}".rstrip()
            lines.append(f"{name} ({each.kind}), {' AND '.join(each.taken)}{about}")
        lines += ["-" * 80, "", *(line.rstrip() for line in text.split("\n"))]
    return "\n".join([*lines, ""])


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


def bill(metadata: dict[str, Any], known: list[Component]) -> str:
    """Return the bill of materials."""
    added = [
        Component(row["name"], "", row["kind"], row["licence"], (), "", row["about"])
        for row in TABLE["runtime"]
    ]
    version = next(row["version"] for row in metadata["packages"] if row["name"] == "superuri")
    root = {
        "type": "library",
        "bom-ref": "superuri",
        "name": "superuri",
        "version": version,
        "licenses": [{"expression": "Apache-2.0 OR MIT"}],
        "purl": f"pkg:pypi/superuri@{version}",
    }
    references = {each.name: each.reference for each in known if not each.crate}
    ids = {row["id"]: row for row in metadata["packages"]}
    uses: dict[str, set[str]] = {"superuri": {each.reference for each in added}}
    for node in metadata["resolve"]["nodes"]:
        row = ids[node["id"]]
        own = row["source"] is None
        if not own and references.get(row["name"], "").split("@")[-1] != row["version"].replace(
            "+", "%2B"
        ):
            continue
        of = uses.setdefault("superuri" if own else references[row["name"]], set())
        for edge in node["deps"]:
            name = ids[edge["pkg"]]["name"]
            if name in references and any(kind["kind"] is None for kind in edge["dep_kinds"]):
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
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    """Write the files, or compare them. Return the exit code."""
    metadata = json.loads(cargo("metadata", "--format-version", "1"))
    known = crates(metadata)
    if twice := duplicates(known):
        raise SystemExit(f"two versions are linked of {', '.join(twice)}: see docs/licences.toml")
    known += parts(metadata, known)
    project = PROJECT.read_text(encoding="utf-8")
    line = f'license = "{expression(known)}"'
    made = {
        NOTICES: notices(known),
        BILL: bill(metadata, known),
        dependencies.PAGE: dependencies.page(metadata, known),
        PROJECT: re.sub(r'^license = ".*"', line, project, count=1, flags=re.MULTILINE),
    }
    stale = [
        path
        for path, text in made.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path in stale if not CHECKS else []:
        path.write_text(made[path], encoding="utf-8")
    if stale and CHECKS:
        names = ", ".join(path.name for path in stale)
        print(f"run `make licences`: out of date: {names}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
