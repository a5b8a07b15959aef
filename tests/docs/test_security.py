"""The page of threats: every test that a promise names is there."""

import ast
import re

import pytest

from kit import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[^`]*\.py)::([^`]*)`", PAGE)))


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_a_promise_is_held_by_a_test(path, name):
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    tests = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert name in tests


@pytest.mark.parametrize("section", re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:], ids=ascii)
def test_each_section_has_attacker_promise_and_limits(section):
    for words in ("* **Protects from**:", "* **Promises**:", "* **Does not**:", "`tests/"):
        assert words in section
