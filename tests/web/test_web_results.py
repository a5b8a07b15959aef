"""Results of the page's API: the whole answer of each verb, or the whole sentence of an error."""

import json

import pytest

import superuri
from superuri import profiles, sets
from superuri._verbs import VERBS

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web import limits
from superuri.web.api import MOST_TABLE, OF_VERBS, of_verb, ways
from superuri.web.bodies import BEYOND
from superuri.web.worker import answer_to
from superuri.who import Line


def asked(name, body):
    """The status, and the answer: JSON, or a sentence."""
    status, octets = answer_to(name, json.dumps(body).encode())
    return status, json.loads(octets) if status == 200 else octets.decode()


def failure(message):
    """An error without a place."""
    return {"error": {"message": message, "code": "", "start": 0, "end": 0, "help": ""}}


SPACE = {
    "code": "U102",
    "name": "space",
    "severity": "error",
    "start": 14,
    "end": 15,
    "message": "a space is not allowed in a URI; in most protocols it ends it",
    "source": "RFC 3986 appendix A",
    "fix": {"edits": [[14, 15, "%20"]], "safe": True},
}
PORT = {
    "message": 'port "x" at 9 is not a number',
    "code": "bad-port",
    "start": 9,
    "end": 10,
    "help": "a port is decimal digits (RFC 3986 section 3.2.3)",
}
E_ACUTE = [4, 5, "%C3%A9", "non-ascii"]

#: A verb, its body, and its whole answer.
ROWS = (
    ("clean", {"text": "http://e:x/"}, {"error": PORT}),
    ("edits", {"text": "a b é"}, {"result": {"count": 3, "edits": [
        [1, 2, "%20", "space"], [3, 4, "%20", "space"], E_ACUTE]}}),
    ("shown", {"text": "%41"}, {"result": [
        "A", [[0, 3, 0, 1, "decoded", "it is shown as its character"]]]}),
    ("lint", {"text": "http://e.com/a b"}, {"result": {
        "count": 1, "findings": [SPACE], "fixed": "http://e.com/a%20b"}}),
    ("fill", {"template": "/{a}", "values": {"a": "x y"}}, {"result": "/x%20y"}),
    ("fill", {"template": "/{a}", "values": {"a": None}}, failure(
        "{a} is None: only a query's pair and a fragment can be left out with None")),
    ("fill", {"template": "/{a}", "values": {"b": "x"}}, failure(
        "fill() without a and with b, which no slot has; the slots are a")),
    ("build", {"parts": {"host": "e.com", "segments": ["a", "b c"],
                         "query": [["a", "b c"], ["d", None]]}},
     {"result": "//e.com/a/b%20c?a=b%20c&d"}),
    ("build", {"parts": {"query": [[1]]}}, failure(
        "a pair is a tuple of a name and a value, not a tuple of 1")),
    ("encode", {"text": "a é", "set": "html.FORM"}, {"result": "a%20%C3%A9"}),
    ("encode", {"text": "a é", "encoding": "windows-1252"}, {"result": "a%20%E9"}),
    ("encode", {"text": "a é", "encoding": "no-such"}, failure("unknown encoding: no-such")),
    ("decode", {"text": "%FF", "errors": "replace"}, {"result": "\N{REPLACEMENT CHARACTER}"}),
    ("normalize", {"text": "/?b&a#x", "also": ["sort-query", "drop-fragment"]},
     {"result": "/?a&b"}),
)  # fmt: skip


@pytest.mark.parametrize(("name", "body", "wanted"), ROWS)
def test_a_verb_answers_with_this_alone(name, body, wanted):
    assert asked(name, body) == (200, wanted)


REFUSED = (
    ("nothing", {}, "there is no verb 'nothing'"),
    ("clean", {}, "clean: 'text'"),
    ("clean", {"text": 5}, "a text must be a string"),
    ("explain", {"text": 5}, "a text must be a string"),
    ("explain", {"text": "a", "from": -1}, "from must be an integer, 0 or greater"),
    ("fill", {"template": "/{a}"}, "fill: 'values'"),
    ("encode", {"text": "a", "set": "NONE"}, "there is no set 'NONE'"),
    ("encode", {"text": "a", "set": 5}, "set must be a string"),
    ("clean", {"text": "a", "profile": "NONE"}, "there is no profile 'NONE'"),
    ("lint", {"text": "a", "policy": 5}, "lint: policy is a str, not int"),
    ("meaning", {"texts": ["a"]}, "texts must be a list of two texts"),
)


@pytest.mark.parametrize(("name", "body", "sentence"), REFUSED)
def test_a_request_that_the_page_never_sends_is_refused_by_a_sentence(name, body, sentence):
    assert asked(name, body) == (400, f"{sentence}\n")


def test_a_verb_takes_its_options_by_name_and_ignores_other_members():
    verb = next(verb for verb in VERBS if verb.name == "encode")
    assert OF_VERBS.keys() == {each.name.replace(" ", "_") for each in VERBS}
    for ask in (of_verb(verb), OF_VERBS["encode"]):
        assert ask({"text": "a b/é"}) == "a%20b%2F%C3%A9"
        assert ask({"text": "é", "encoding": "windows-1252", "depth": 5}) == "%E9"
        assert ask({"text": "a/b", "set": "rfc3986.PATH"}) == "a/b"


def test_answers_of_a_batch_that_do_not_fit_become_errors(monkeypatch):
    monkeypatch.setattr(limits, "MOST_ANSWER", 150)
    asks = [["clean", {"text": text}] for text in ("a" * 100, "b" * 100, "c")]
    status, octets = answer_to("many", json.dumps({"asks": asks}).encode())
    assert (status, octets) == (413, f"{BEYOND}\n".encode())
    monkeypatch.setattr(limits, "MOST_ANSWER", 500)
    asks[2:] = [["clean", {"text": text}] for text in ("c" * 390, "d")]
    a, b, d = ({"result": text} for text in ("a" * 100, "b" * 100, "d"))
    assert asked("many", {"asks": asks}) == (200, {"result": [a, b, failure(BEYOND), d]})


def test_escapes_that_stay_are_merged_if_they_touch_for_the_same_reason():
    status, answer = asked("kept", {"text": "/%20%20a%2F%FF%41%FF"})
    assert (status, answer) == (
        200,
        {
            "result": {
                "text": "/%20%20a%2F%FFA%FF",
                "kept": [
                    [1, 7, "only a single space between letters or digits is shown"],
                    [8, 11, "decoded, it would delimit (RFC 3986 section 2.2)"],
                    [11, 14, "it is not valid UTF-8"],
                    [17, 20, "it is not valid UTF-8"],
                ],
            }
        },
    )


def test_encoders_and_decoders_are_grouped_by_result_the_most_common_first():
    lines = [
        Line("sets.rfc3986.PATH", None, "it fails"),
        Line("superuri.encode", "x"),
        Line("yarl", "y"),
        Line("… strict", "x"),
        Line("furl", "x"),
        Line("… strict", None, "it fails"),
        Line("curl", None, "it is not installed"),
    ]
    assert ways(lines) == [
        {"result": "x", "why": "", "who": ["encode", "yarl strict", "furl"]},
        {"result": "y", "why": "", "who": ["yarl"]},
        {"result": None, "why": "it fails", "who": ["rfc3986.PATH", "furl strict"]},
        {"result": None, "why": "it is not installed", "who": ["curl"]},
    ]


def test_the_table_of_encoders_and_decoders_is_cut_for_a_long_text():
    for many, is_cut in ((MOST_TABLE, False), (MOST_TABLE + 1, True)):
        status, answer = asked("who", {"text": "/" * many})
        assert status == 200
        result = answer["result"]
        assert set(result) == {"cut", "encoders", "decoders"}
        assert result["cut"] is is_cut
        escaped = next(row for row in result["encoders"] if "rfc3986.COMPONENT" in row["who"])
        assert escaped["result"] == "%2F" * MOST_TABLE
        assert result["decoders"][0]["result"] == "/" * MOST_TABLE


def test_the_page_learns_its_choices():
    status, answer = asked("meta", {})
    assert status == 200
    meta = answer["result"]
    assert set(meta) == {
        *("version", "verbs", "sets", "words", "profiles", "displays", "standards", "sources"),
        *("encodings", "policies", "rules"),
    }
    assert meta["version"] == superuri.__version__
    assert meta["profiles"] == {name: row.source for name, row in profiles.names.items()}
    assert [row["name"] for row in meta["sets"]] == list(sets.names)
    component = next(row for row in meta["sets"] if row["name"] == "ecmascript.COMPONENT")
    assert component["encodes"] == ' "#$%&+,/:;<=>?@[\\]^`{|}'
    clean = next(row for row in meta["verbs"] if row["name"] == "clean")
    assert {"name", "help", "options"} == set(clean)
    assert set(clean["options"][0]) == {"name", "choices", "default"}
    levels = {"case", "percent", "path", "scheme"}
    displays = {row.name for row in profiles.displays}
    assert set(meta["words"]) <= {*sets.names, *profiles.names, *displays, *levels}
    assert meta["policies"] == {name: row.sentence for name, row in superuri.policies.items()}
    assert meta["rules"]["U102"]["name"] == "space"
