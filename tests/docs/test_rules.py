"""Rows of docs/rules.toml: each rule has one; bad examples have the finding, good ones do not."""

import re
import sys

import pytest

import superuri
from kit import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TEXT = (ROOT / "docs" / "rules.toml").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ROWS = tomllib.loads(TEXT)
WIDTH = 100
#: Good examples that other rules still report, and why.
REPORTED = {
    "U111": {"U601", "U622"},  # Each zone is reported.
    "U633": {"U601", "U605"},  # Each password is reported.
}


def codes(text, **options):
    return {finding.code for finding in superuri.lint(text, **options)}


def test_every_rule_has_a_row_in_the_order_of_the_codes():
    assert list(ROWS) == list(superuri.rules)


def test_no_line_is_too_long():
    assert [line for line in TEXT.splitlines() if len(line) > WIDTH] == []


@pytest.mark.parametrize("code", ROWS)
def test_a_row_has_the_keys_that_the_page_shows(code):
    row = ROWS[code]
    assert set(row) <= {"why", "bad", "good", "ignore", "fixed"}
    for key in ("why", "good", "ignore"):
        assert row[key].strip(), key
    for key in {"why", "ignore", "fixed"} & set(row):
        assert row[key].endswith((".", ".`")), key


@pytest.mark.parametrize("code", ROWS)
def test_a_row_does_not_repeat_the_rule(code):
    rule, row = superuri.rules[code], ROWS[code]
    assert rule.sentence.lower() not in " ".join(row["why"].split()).lower()
    assert row.get("bad") != rule.example


@pytest.mark.parametrize("code", ROWS)
def test_a_bad_example_has_the_finding(code):
    rule = superuri.rules[code]
    bad = ROWS[code].get("bad", rule.example)
    assert codes(bad, select=[code]) == {code}
    if rule.default:
        assert code in codes(bad)


@pytest.mark.parametrize("code", ROWS)
def test_a_good_example_does_not_have_it(code):
    good = ROWS[code]["good"]
    assert not superuri.lint(good, select=[code])
    found = superuri.lint(good)
    severe = {finding.code for finding in found if finding.severity != "info"}
    assert severe == REPORTED.get(code, set())


def test_every_rule_has_a_section_with_an_anchor():
    sections = re.findall(r'^<a id="(.+)"></a>\n\n### (\S+) (\S+)$', PAGE, re.MULTILINE)
    wanted = [(rule.code.lower(), rule.code, rule.name) for rule in superuri.rules.values()]
    assert sections == wanted
