"""Templates of RFC 6570: the time that they take, and the length of their expansions."""

import contextlib

import pytest

from kit.amount import length
from kit.clock import linearly
from superuri import rfc6570
from superuri.errors import ParseError

MANY = length(100_000)
HOSTILE = [
    *("{" * 100_000, "}" * 100_000, "{a," * MANY, "{" + "a." * MANY + "}"),
    *("{" + "a," * MANY + "a}", "{a:" + "9" * 100_000 + "}"),
    *("{" + "%41" * MANY + "*}", "{a}" * MANY, "%41" * MANY + "%", "{?a*}" * MANY),
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_templates_take_linear_time(number):
    text = HOSTILE[number]
    for variables in ({}, {"a": "x"}, {"a": ["%"] * 10}):
        with linearly(), contextlib.suppress(ParseError):
            rfc6570.expand(text, variables)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{a}" * 1000, "x" * 1_000_000),
        ("{" + ",".join(["a"] * 1000) + "}", "x" * 1_000_000),
        ("{?" + "a" * 10_000 + "*}", None),
        ("{a*}" * MANY, [None] * 1_000_000 + ["x" * 10_000]),
    ],
)
def test_a_short_template_makes_no_endless_text(text, value):
    variables = {"a": value, "a" * 10_000: ["x"] * 100_000}
    with linearly(), pytest.raises(ParseError) as caught:
        rfc6570.expand(text, variables)
    assert caught.value.code == "too-long"


def test_separators_count_as_characters(monkeypatch):
    monkeypatch.setattr(rfc6570, "LONGEST", 6)
    for text in ("{v}", "{+v*}", "{.v*}"):
        size = 6 if "." in text else 7
        assert len(rfc6570.expand(text, v=[""] * size)) == rfc6570.LONGEST
        with pytest.raises(ParseError, match="the result has more than 6 characters"):
            rfc6570.expand(text, v=[""] * (size + 1))
