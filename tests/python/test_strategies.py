"""Strategies of superuri.testing: each is made anew, and its values shrink."""

from random import Random
from typing import Any

import pytest
from hypothesis import find, given

import superuri
from kit import legal
from kit.strategies import SETTINGS
from superuri import testing


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("legal_uris", legal.is_legal),
        ("legal_urls", lambda text: legal.is_legal(text) and text.startswith("http")),
        ("dirty_uris", lambda text: legal.is_legal(superuri.clean(text))),
        ("wild_texts", lambda text: isinstance(text, str)),
        ("escaped_texts", lambda text: isinstance(text, str)),
        ("texts", lambda text: text.encode().decode() == text),
        ("surrogate_texts", lambda text: isinstance(text, str)),
        ("octets", lambda octets: isinstance(octets, bytes)),
    ],
)
def test_each_value_is_what_its_strategy_promises(name: str, holds: Any):
    seen = set()

    @SETTINGS
    @given(getattr(testing, name)())
    def look(value: Any) -> None:
        assert holds(value)
        seen.add(value)

    look()
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("escaped_texts", lambda text: "%C3%A9" in text),
        ("surrogate_texts", lambda text: "\ud800" in text),
        ("wild_texts", lambda text: "/" in text),
    ],
)
def test_a_strategy_finds_what_it_is_for(name: str, holds: Any):
    assert holds(find(getattr(testing, name)(), holds))


def test_a_value_shrinks_to_the_smallest():
    def number(rng: Random) -> int:
        return rng.randint(0, 1 << 40)

    assert find(testing.strategy(number), lambda n: n >= 10) == 10
