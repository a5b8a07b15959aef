"""Commands that pages, code and workflows cite: they are targets of make, or runs of `heavy`."""

import re
import subprocess
import sys

import pytest

from heavy import __main__ as heavy
from kit import ROOT, TESTS, toml
from layout.test_files import tracked

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = {*re.findall(r"^([a-z0-9-]+):.*## ", MAKEFILE, re.MULTILINE), "heavy-NAME"}
TARGETS |= {f"heavy-{name}" for name in heavy.NAMES}
#: In code, at the start of a line that is a command, or as what installs something.
CITED = re.compile(
    r"(?:(?:`+|^ {4}|\$ |run: |exec |[\"(:] ?)(?:[A-Z_]+=\S* )*make ([a-z][\w-]*)"
    r"|\bmake ([a-z][\w-]*)(?= installs| tests ))",
    re.MULTILINE,
)
RUN = re.compile(r"-m heavy[ .]([a-z][\w-]*)")
PARTS = toml.read("heavy/trust.toml")["part"]
#: Words that follow "make" at the start of a sentence in quotes or brackets.
PROSE = {"it", "a"}


def cited(text):
    return {one or other for one, other in CITED.findall(text)} - PROSE


def test_there_are_at_most_40_targets():
    rules = set(re.findall(r"^([a-z][\w%-]*):(?!=)", MAKEFILE, re.MULTILINE))
    assert len(rules) <= 40
    assert rules - {"help", "heavy-%"} <= TARGETS


def test_what_is_cited_exists():
    dead = []
    for path in tracked():
        if path.name.startswith("LICENSE") or path.parent.name == "licences":
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        name = path.relative_to(ROOT).as_posix()
        dead += [f"{name}: make {target}" for target in cited(text) - TARGETS]
        runs = {run.replace("_", "-") for run in RUN.findall(text)} - {*heavy.NAMES, "wheels"}
        dead += [f"{name}: python -m heavy {run}" for run in runs]
    assert dead == []


@pytest.mark.parametrize(
    "text", ["`make {}`", "    make {}", "- run: make {} A=1", "because make {} installs it"]
)
def test_a_citation_is_seen(text):
    assert cited(text.format("gone")) == {"gone"}


def test_each_run_is_listed_with_a_line():
    command = [sys.executable, "-m", "heavy"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=TESTS)
    listed = dict(line.split("  ", 1) for line in done.stdout.splitlines())
    assert [name.strip() for name in listed] == heavy.NAMES
    assert all(line.strip() for line in listed.values())


def test_a_wrong_name_gets_a_hint():
    command = [sys.executable, "-m", "heavy", "host-law"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=TESTS)
    assert done.returncode == 2
    assert "did you mean hosts-law" in done.stderr


@pytest.mark.parametrize("name", heavy.NAMES)
def test_a_run_needs_and_starts_what_exists(name):
    row = heavy.RUNS.get(name, heavy.Run())
    assert all(f"$(STAMPS)/{it}:" in MAKEFILE for it in row.needs.split() if it != "wheel")
    assert bool(row.does) or name in heavy.MODULES
    words = f"{row.does} {row.pip}".split()
    missing = [it for it in words if "/" in it and not (ROOT / it).exists()]
    assert [it for it in missing if not it.startswith("target/")] == []


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part["name"])
def test_a_part_of_trust_names_what_exists(part):
    assert re.fullmatch("[a-z-]+", part["name"])
    assert re.compile(part["counts"]).groups == 1
    for command in (part["short"], part.get("scale", "make trust")):
        words = command.split()
        assert words[0] == "python" or words[1] in TARGETS
        assert [it for it in words if "/" in it and not (ROOT / it).exists()] == []


def test_a_part_of_trust_is_listed_once():
    names = [part["name"] for part in PARTS]
    assert len(names) == len(set(names))
