"""Files for those who trust and publish superuri: the workflows, SECURITY.md, CITATION.cff."""

import re

import pytest

from kit import ROOT, toml

FLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = toml.read(ROOT / "pyproject.toml")


@pytest.mark.parametrize("path", FLOWS, ids=lambda path: path.name)
def test_a_step_is_a_target_of_make(path):
    runs = re.findall(r"^ +- run: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert runs
    # That there are such targets, tests/layout/test_commands.py checks.
    assert [run for run in runs if re.fullmatch(r"make ([a-z-]+)( .*)?", run) is None] == []


@pytest.mark.parametrize("path", FLOWS, ids=lambda path: path.name)
def test_an_action_is_pinned_or_marked_as_not_pinned(path):
    lines = re.findall(r"uses: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert lines
    pinned = re.compile(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+|.*# zizmor: ignore\[unpinned-uses\]")
    assert [line for line in lines if not pinned.fullmatch(line)] == []


def test_every_python_of_the_classifiers_is_tested_and_built_for():
    claimed = {
        row.rpartition(" ")[2]
        for row in PROJECT["project"]["classifiers"]
        if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", row)
    }
    assert claimed
    for name in ("test.yml", "release.yml"):
        text = (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8")
        for matrix in re.findall(r"python: \[(.*)\]|PYTHONS=\"(.*)\"", text):
            assert claimed <= set(re.findall(r"3\.\d+", "".join(matrix)))


def test_the_citation_has_the_version():
    cargo = toml.read(ROOT / "Cargo.toml")
    cited = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited.group(1) == cargo["workspace"]["package"]["version"]


@pytest.mark.parametrize("page", ["SECURITY.md", "CODE_OF_CONDUCT.md", "docs/stability.md"])
def test_a_link_leads_to_a_file(page):
    path = ROOT / page
    links = re.findall(r"\]\((?!\w+:)([^)#]+)", path.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (path.parent / link).exists()] == []
