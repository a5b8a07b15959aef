"""The pages of threats, promises and dependencies: every test that they name exists."""

import ast
import re

import pytest

from kit import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
PROMISES = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
DEPENDENCIES = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
#: Tests, named one by one, or behind their file.
NAMED = re.findall(r"`(tests/[^`]*\.py)::([^`]*)`", PAGE + PROMISES + DEPENDENCIES) + [
    (path, name)
    for path, names in re.findall(r"^\* `(tests/[^`]*)`: (.*(?:\n  .*)*)", PROMISES, re.MULTILINE)
    for name in re.findall("`([^`]*)`", names)
]
SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize(("path", "name"), sorted(set(NAMED)))
def test_a_promise_is_held_by_a_test(path, name):
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    tests = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    # A property's test has its name.
    assert name in tests or name.removeprefix("test_") in tests


def test_each_promise_has_its_tests():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    promised = re.findall(r"^([0-9]+)\. \*\*", readme, flags=re.MULTILINE)
    rows = re.findall(r"^\| ([0-9]+)\. .* \| .*`tests/.* \|", PROMISES, flags=re.MULTILINE)
    assert rows == promised
    named = set(re.findall(r"`make ([a-z-]+)`", PROMISES))
    assert {name for name in named if not re.search(f"^{name}:", MAKEFILE, re.MULTILINE)} == set()


def title(section):
    return section.partition("\n")[0]


@pytest.mark.parametrize("section", SECTIONS, ids=ascii)
def test_each_section_has_attacker_promise_and_limits(section):
    for words in ("For**:", "Protects from**:", "Promises**:", "Does not promise**"):
        assert f"\n* **{words}" in section
    assert "`tests/" not in section


def test_each_section_has_its_tests():
    part = PROMISES.partition("\n## Security functions\n")[2].partition("\n## ")[0]
    tested = re.split(r"^### ", part, flags=re.MULTILINE)[1:]
    assert [title(section) for section in tested] == [title(section) for section in SECTIONS]
    assert [title(section) for section in tested if "* `tests/" not in section] == []
