"""Ledger of docs/trust.md: each run is of a part that exists, and each part can be repeated."""

import datetime as dt
import doctest
import re
import sys

import pytest

from heavy.mutants import verdicts
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
            path = f"tests/{module.replace('.', '/')}"
            files.append(f"{path}/__main__.py" if (ROOT / path).is_dir() else f"{path}.py")
        assert files
        assert [name for name in files if not (ROOT / name).exists()] == []


def test_the_interval_of_a_share_is_wilsons():
    tried = doctest.testmod(verdicts)
    assert tried == (0, 1)


@pytest.mark.parametrize("mutant", sorted(verdicts.EQUIVALENT), ids=" ".join)
def test_an_equivalent_mutant_is_of_a_line_that_exists(mutant):
    file, change, line = mutant
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    assert line in [each.strip() for each in lines]
    assert change.startswith(("replace ", "delete "))


@pytest.mark.parametrize("mutant", sorted(verdicts.OF_PYTHON), ids=" ".join)
def test_an_equivalent_mutant_of_python_is_of_a_line_that_exists(mutant):
    file, place, change = mutant
    text = (ROOT / file).read_text(encoding="utf-8")
    assert f"def {place.rpartition('.')[2]}(" in text
    assert change.startswith("-")
    first = re.split("  [+-]", change)[0].removeprefix("-")
    assert first in [each.strip() for each in text.splitlines()]


@pytest.mark.parametrize("rows", [verdicts.ROWS, *verdicts.PYTHON.values()])
def test_the_reason_why_a_mutant_is_equivalent_is_given_once(rows):
    reasons = [row["why"] for row in rows]
    assert len(reasons) == len(set(reasons))
    assert all(reasons)


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
