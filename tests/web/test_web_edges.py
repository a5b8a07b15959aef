"""Requests at the edges: absent ports, indexes below zero, fields and options that do not exist."""

import json

import pytest

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.explanation.schemes import sentence_of
from superuri.web.worker import answer_to


def asked(name, **body):
    """The status, and the answer: JSON, or a sentence."""
    status, octets = answer_to(name, json.dumps(body).encode())
    return status, json.loads(octets).get("result") if status == 200 else octets.decode()


def test_a_port_that_is_absent_may_be_set_to_nothing():
    for text in ("/a", "http://e.com/a", "http://e.com:8/a"):
        status, result = asked("edit", text=text, do="set", part="port", to="")
        assert (status, result) == (200, text.replace(":8", ""))


@pytest.mark.parametrize("do", ["set", "delete", "move"])
@pytest.mark.parametrize("part", ["segment", "pair"])
def test_an_index_below_zero_is_of_nothing(do, part):
    body = {"text": "/a/b?c=d&e=f", "do": do, "part": part, "index": -1, "to": 0}
    _, octets = answer_to("edit", json.dumps(body).encode())
    assert f"there is no {part} number -1" in octets.decode()


def test_what_does_not_exist_is_refused():
    edit = {"text": "/a?b", "do": "set", "part": "pair", "to": "c"}
    assert asked("edit", **edit, field="values") == (
        400,
        "`field` must be one of value, name, raw\n",
    )
    assert asked("normalize", text="/", also="sort-query") == (400, "also must be a list\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("redis://h:x/0", "A connection string of Redis: h:x, with the database 0."),
        ("redis://[::1]/0", "A connection string of Redis: [::1]:6379, with the database 0."),
        ("redis://[::1]:1/0", "A connection string of Redis: [::1]:1, with the database 0."),
        ("mssql://u:@/", "A connection string of SQL Server: no host, with the user u."),
        (
            "mssql://u:p@h/",
            (
                "A connection string of SQL Server: h:1433, with the user u. "
                "It contains the password in plain text."
            ),
        ),
    ],
)
def test_a_connection_string_is_described_as_it_is(text, sentence):
    assert sentence_of(text.partition(":")[0], text) == sentence
