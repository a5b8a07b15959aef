"""Strategies of superuri.testing: they generate what they promise; only they need Hypothesis."""

import subprocess
import sys

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis.errors import NoSuchExample

import superuri
from kit import legal
from kit.strategies import SETTINGS
from superuri import testing

MISSING = """
import sys
sys.modules["hypothesis"] = None
import superuri
assert "superuri.testing" not in sys.modules
try:
    import superuri.testing
except ImportError as error:
    print(error)
"""


@SETTINGS
@given(testing.legal_uris(), testing.legal_urls())
def test_legal_is_legal(uri, url):
    assert legal.is_legal(uri)
    assert legal.is_legal(url)
    assert legal.parts(url)["authority"]


@SETTINGS
@given(testing.dirty_uris())
def test_dirt_can_be_cleaned(text):
    assert legal.is_legal(superuri.clean(text))


@pytest.mark.parametrize(
    ("strategy", "holds"),
    [
        (testing.legal_uris(), lambda text: text.startswith("//")),
        (testing.dirty_uris(), lambda text: not superuri.is_uri(text)),
        (testing.wild_texts(), lambda text: "%" in text),
        (testing.escaped_texts(), lambda text: "%C3%A9" in text),
        (testing.texts(), lambda text: not text.isascii()),
        (testing.surrogate_texts(), lambda text: "\ud800" in text),
        (testing.octets(), lambda data: b"%" in data),
    ],
)
def test_strategies_find_what_they_are_for(strategy, holds):
    try:
        find(strategy, holds, settings=settings(max_examples=2000, phases=[Phase.generate]))
    except NoSuchExample:
        pytest.fail("none was found")


def test_without_hypothesis_one_message_explains_what_to_do():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", MISSING], check=True, capture_output=True, text=True
    )
    assert done.stdout == "superuri.testing needs hypothesis: pip install 'superuri[testing]'\n"
