"""Ledger of docs/trust.md: each run is of a part that exists, and each part can be repeated."""

import datetime as dt
import doctest
import re
import sys

import pytest

from heavy import mutants
from kit import ROOT, TESTS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PARTS = tomllib.loads((TESTS / "heavy" / "trust.toml").read_text(encoding="utf-8"))["part"]
RUNS = tomllib.loads((TESTS / "heavy" / "ledger.toml").read_text(encoding="utf-8")).get("run", [])
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part["name"])
def test_a_part_names_what_exists(part):
    assert re.fullmatch("[a-z-]+", part["name"])
    assert re.compile(part["counts"]).groups == 1
    for command in (part["short"], part.get("scale", "make trust")):
        words = command.split()
        if words[0] == "make":
            assert re.search(f"^{words[1]}:", MAKEFILE, re.MULTILINE), command
            continue
        module = words[words.index("-m") + 1] if "-m" in words else ""
        files = [word for word in words if "/" in word]
        if module.startswith(("heavy.", "kit.")):
            files.append(f"tests/{module.replace('.', '/')}.py")
        assert files
        assert [name for name in files if not (ROOT / name).exists()] == []


def test_the_interval_of_a_share_is_wilsons():
    tried = doctest.testmod(mutants)
    assert tried == (0, 1)


@pytest.mark.parametrize(("name", "why"), mutants.EQUIVALENT.items())
def test_an_equivalent_mutant_is_of_a_function_that_exists(name, why):
    file, function = name.partition(": ")[0], re.split("::| ", name)[-1]
    assert f"fn {function}(" in (ROOT / file).read_text(encoding="utf-8")
    assert why


def test_a_part_is_listed_once():
    names = [part["name"] for part in PARTS]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("run", RUNS, ids=lambda run: f"{run['part']} {run['commit']}")
def test_a_run_is_of_a_part_and_says_what_was_run(run):
    part = next(part for part in PARTS if part["name"] == run["part"])
    assert re.fullmatch("[0-9a-f]{10,40}", run["commit"])
    assert type(run["date"]) is dt.date
    assert run["machine"]
    assert run["command"]
    assert run["count"] > 0 or run.get("broke")
    assert part["unit"]
