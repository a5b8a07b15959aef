"""Answers of the page's server to what only the page in a browser asks: lists, and many at once."""

import json

import pytest

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web.api import MOST_ASKS
from superuri.web.listing import MOST_CHARACTERS, MOST_TEXTS
from superuri.web.worker import answer_to


def asked(name, body):
    """The status, and the answer: JSON, or a sentence."""
    status, octets = answer_to(name, json.dumps(body).encode())
    return status, json.loads(octets)["result"] if status == 200 else octets.decode()


def test_each_text_of_a_list_has_a_row():
    texts = ["http://e.com/a b", "http://e:x/", "mailto:a@e.com", "a" * (MOST_CHARACTERS + 1)]
    status, rows = asked("list", {"texts": texts})
    assert status == 200
    assert [row["clean"] for row in rows] == ["http://e.com/a%20b", None, "mailto:a@e.com", None]
    assert [row["host"] for row in rows] == ["e.com", None, None, None]
    assert [row["error"] for row in rows] == [
        None,
        'port "x" at 9 is not a number',
        None,
        f"it has more than {MOST_CHARACTERS} characters",
    ]
    assert [row["worst"] for row in rows] == ["error", "error", "", ""]
    assert rows[0]["codes"] == ["U102"]


def test_a_list_has_a_limit():
    assert asked("list", {"texts": ["a"] * MOST_TEXTS})[0] == 200
    status, sentence = asked("list", {"texts": ["a"] * (MOST_TEXTS + 1)})
    assert (status, sentence) == (400, f"texts must be a list of at most {MOST_TEXTS} texts\n")


def test_many_are_asked_at_once():
    """Each may have a text of its own, and one that fails does not stop the others."""
    asks = [["clean", {}], ["encode", {"text": "é"}], ["clean", {"text": "http://e:x/"}]]
    status, answers = asked("many", {"text": "/a b", "asks": asks})
    assert status == 200
    alone = [
        json.loads(answer_to(name, json.dumps({"text": "/a b", **inner}).encode())[1])
        for name, inner in asks
    ]
    assert answers == alone
    assert "%C3%A9" in json.dumps(answers[1])
    assert answers[2]["error"]


LIST = f"asks must be a list of at most {MOST_ASKS} requests\n"
PAIR = "each of asks must be a verb and an object\n"


@pytest.mark.parametrize(
    ("asks", "sentence"),
    [
        (None, LIST),
        ({}, LIST),
        ([["clean", {}]] * (MOST_ASKS + 1), LIST),
        (["clean"], PAIR),
        ([["clean"]], PAIR),
        ([["clean", {}, {}]], PAIR),
        ([[1, {}]], PAIR),
        ([["clean", []]], PAIR),
    ],
)
def test_what_is_not_many_requests_is_refused(asks, sentence):
    assert asked("many", {"text": "a", "asks": asks}) == (400, sentence)
