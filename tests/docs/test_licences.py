"""Licences of all that is linked: they are shipped, permitted, and in the bill of materials."""

import json
import re

import pytest

from kit import ROOT
from writers import linked
from writers.markdown import read

BILL = json.loads(read("docs/superuri.cdx.json"))
NAMES = [row["name"] for row in BILL["components"]]
PROJECT = read("pyproject.toml")


@pytest.mark.parametrize(
    "start",
    [
        *("pkg:generic/ada@", "pkg:generic/zstd@", "pkg:generic/public-suffix-list"),
        *("pkg:generic/libstdc%2B%2B", "pkg:cargo/psl@", "pkg:cargo/zstd@"),
    ],
)
def test_what_is_linked_is_listed(start):
    assert sum(row["purl"].startswith(start) for row in BILL["components"]) == 1


@pytest.mark.parametrize(
    "name", ["syn", "quote", "cc", "proc-macro2", "unicode-ident", "unicode-bidi"]
)
def test_what_only_builds_or_tests_is_not(name):
    assert f'name = "{name}"' in read("Cargo.lock")
    assert name not in NAMES


def test_a_dependency_in_the_bill_is_one_of_its_components():
    references = {row["bom-ref"] for row in BILL["components"]}
    assert len(references) == len(NAMES)
    edges = BILL["dependencies"]
    assert {row["ref"] for row in edges} <= references | {"superuri"}
    assert {name for row in edges for name in row["dependsOn"]} <= references
    reached, left = set(), ["superuri"]
    uses = {row["ref"]: row["dependsOn"] for row in edges}
    while left:
        name = left.pop()
        reached.add(name)
        left += [each for each in uses.get(name, ()) if each not in reached]
    assert reached == references | {"superuri"}


def test_the_package_ships_them():
    files = re.search(r"^license-files = \[(.*)\]", PROJECT, re.MULTILINE).group(1)
    shipped = [name for pattern in re.findall(r'"(.*?)"', files) for name in ROOT.glob(pattern)]
    texts = [*ROOT.glob("LICENSE*"), *(ROOT / "docs" / "licences").iterdir()]
    assert sorted(shipped) == sorted(texts)
    assert 'include = ["docs/superuri.cdx.json"]' in PROJECT


@pytest.mark.parametrize(
    ("offered", "taken"),
    [
        ("MIT OR Apache-2.0", ("MIT",)),
        ("Unlicense/MIT", ("MIT",)),
        ("Zlib OR Apache-2.0 OR MIT", ("MIT",)),
        ("(Apache-2.0 OR MIT) AND BSD-3-Clause", ("MIT", "BSD-3-Clause")),
        ("BSD-3-Clause OR GPL-2.0-only", ("BSD-3-Clause",)),
    ],
)
def test_of_a_choice_the_first_permitted_licence_is_taken(offered, taken):
    assert linked.chosen(offered, linked.TABLE["permitted"]) == taken


@pytest.mark.parametrize("offered", ["GPL-3.0-only", "MIT AND AGPL-3.0-only", "Apache-2.0 WITH X"])
def test_a_licence_that_is_not_permitted_is_an_error(offered):
    with pytest.raises(SystemExit, match="not permitted"):
        linked.chosen(offered, linked.TABLE["permitted"])


def test_a_second_version_of_a_crate_is_found():
    row = linked.Component("a", "1.0.0", "Rust", "MIT", ("MIT",), "")
    other = linked.Component("a", "2.0.0", "Rust", "MIT", ("MIT",), "")
    assert linked.duplicates([row, other]) == ["a"]
    assert linked.duplicates([row]) == []
