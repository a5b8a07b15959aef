"""Pages of the linter's rules: each has all parts; bad texts have the finding, good ones do not."""

import doctest
import re

import pytest

import superuri
from writers import rules
from writers.markdown import Examples

#: Good texts that other rules still report, and why.
REPORTED = {
    "U111": {"U601", "U622"},  # Each zone is reported.
    "U633": {"U605"},  # Each password is reported.
    "U639": {"U605"},
    "U809": {"U803"},  # Outside of XML, an entity is one too many.
}


def codes(text, **options):
    return {finding.code for finding in superuri.lint(text, **options)}


@pytest.fixture(scope="module")
def page():
    """The text of the site's page of all rules, before it is split."""
    return rules.page()


@pytest.mark.parametrize("code", superuri.rules)
def test_a_rule_has_all_parts_of_its_page(code):
    rule = superuri.rules[code]
    for part in (rule.why, rule.bad, rule.good, rule.ignore):
        assert part.strip()
    for part in (rule.why, rule.ignore, *([rule.fix] if rule.fix else [])):
        assert part.endswith((".", ".`"))
        assert part == " ".join(part.split())
    assert rule.sentence.lower() not in rule.why.lower(), "a page repeats the sentence"


@pytest.mark.parametrize("code", superuri.rules)
def test_a_bad_text_has_the_finding(code):
    rule = superuri.rules[code]
    assert codes(rule.bad, select=[code]) == {code}
    if rule.default:
        assert code in codes(rule.bad)


@pytest.mark.parametrize("code", superuri.rules)
def test_a_good_text_does_not_have_it(code):
    good = superuri.rules[code].good
    assert not superuri.lint(good, select=[code])
    found = superuri.lint(good)
    severe = {finding.code for finding in found if finding.severity != "info"}
    assert severe == REPORTED.get(code, set())


def test_every_rule_has_a_section_with_an_anchor(page):
    sections = re.findall(r'^<a id="(.+)"></a>\n\n### (\S+) (\S+)$', page, re.MULTILINE)
    wanted = [(rule.code.lower(), rule.code, rule.name) for rule in superuri.rules.values()]
    assert sections == wanted


def test_the_examples_of_the_page_run(page):
    examples = Examples().get_doctest(page, {}, "rules.md", None, 0)
    assert doctest.DocTestRunner().run(examples) == (0, 5)
