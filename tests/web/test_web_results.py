"""Results of the page's API: the whole answer of each verb, or the whole sentence of an error."""

import json

import pytest

import superuri
from superuri import profiles, sets
from superuri._verbs import VERBS

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.explanation.schemes import sentence_of
from superuri.web import limits
from superuri.web.api import MOST_ASKS, MOST_TABLE, OF_VERBS, of_verb, ways
from superuri.web.bodies import BEYOND
from superuri.web.listing import MOST_CHARACTERS, MOST_TEXTS
from superuri.web.worker import answer_to
from superuri.who import Line


def asked(name, body=None, /, **more):
    """The status, and the answer: JSON, or a sentence."""
    status, octets = answer_to(name, json.dumps({**(body or {}), **more}).encode())
    return status, json.loads(octets) if status == 200 else octets.decode()


def result(name, body=None, /, **more):
    """The result of a request that is answered."""
    status, answer = asked(name, body, **more)
    assert status == 200, answer
    return answer["result"]


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


PAIR_EDIT = {"text": "/a?b", "do": "set", "part": "pair", "to": "c"}
LIST = f"asks must be a list of at most {MOST_ASKS} requests"
PAIR = "each of asks must be a verb and an object"
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
    ("edit", {**PAIR_EDIT, "field": "values"}, "`field` must be one of value, name, raw"),
    ("normalize", {"text": "/", "also": "sort-query"}, "also must be a list"),
    (
        "list",
        {"texts": ["a"] * (MOST_TEXTS + 1)},
        f"texts must be a list of at most {MOST_TEXTS} texts",
    ),
    *(
        ("many", {"text": "a", "asks": asks}, LIST)
        for asks in (None, {}, [["clean", {}]] * (MOST_ASKS + 1))
    ),
    *(
        ("many", {"text": "a", "asks": asks}, PAIR)
        for asks in (["clean"], [["clean"]], [["clean", {}, {}]], [[1, {}]], [["clean", []]])
    ),
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
    assert result("kept", text="/%20%20a%2F%FF%41%FF") == {
        "text": "/%20%20a%2F%FFA%FF",
        "kept": [
            [1, 7, "only a single space between letters or digits is shown"],
            [8, 11, "decoded, it would delimit (RFC 3986 section 2.2)"],
            [11, 14, "it is not valid UTF-8"],
            [17, 20, "it is not valid UTF-8"],
        ],
    }


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
        table = result("who", text="/" * many)
        assert set(table) == {"cut", "encoders", "decoders"}
        assert table["cut"] is is_cut
        escaped = next(row for row in table["encoders"] if "rfc3986.COMPONENT" in row["who"])
        assert escaped["result"] == "%2F" * MOST_TABLE
        assert table["decoders"][0]["result"] == "/" * MOST_TABLE


def test_the_page_learns_its_choices():
    meta = result("meta")
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


def test_each_text_of_a_list_has_a_row():
    texts = ["http://e.com/a b", "http://e:x/", "mailto:a@e.com", "a" * (MOST_CHARACTERS + 1)]
    rows = result("list", texts=texts)
    assert [row["clean"] for row in rows] == ["http://e.com/a%20b", None, "mailto:a@e.com", None]
    assert [row["host"] for row in rows] == ["e.com", None, None, None]
    too_long = f"it has more than {MOST_CHARACTERS} characters"
    assert [row["error"] for row in rows] == [None, PORT["message"], None, too_long]
    assert [row["worst"] for row in rows] == ["error", "error", "", ""]
    assert rows[0]["codes"] == ["U102"]
    assert len(result("list", texts=["a"] * MOST_TEXTS)) == MOST_TEXTS


def test_many_are_asked_at_once():
    """Each may have a text of its own, and one that fails does not stop the others."""
    asks = [["clean", {}], ["encode", {"text": "é"}], ["clean", {"text": "http://e:x/"}]]
    answers = result("many", text="/a b", asks=asks)
    assert answers == [asked(name, {"text": "/a b", **inner})[1] for name, inner in asks]
    assert "%C3%A9" in json.dumps(answers[1])
    assert answers[2]["error"]


def test_a_port_that_is_absent_may_be_set_to_nothing():
    for text in ("/a", "http://e.com/a", "http://e.com:8/a"):
        assert result("edit", text=text, do="set", part="port", to="") == text.replace(":8", "")


@pytest.mark.parametrize("do", ["set", "delete", "move"])
@pytest.mark.parametrize("part", ["segment", "pair"])
def test_an_index_below_zero_is_of_nothing(do, part):
    answer = asked("edit", text="/a/b?c=d&e=f", do=do, part=part, index=-1, to=0)
    assert f"there is no {part} number -1" in str(answer)


#: A connection string, and its description.
STRINGS = [
    ("redis://h:x/0", "Redis: h:x, with the database 0."),
    ("redis://[::1]/0", "Redis: [::1]:6379, with the database 0."),
    ("redis://[::1]:1/0", "Redis: [::1]:1, with the database 0."),
    ("mssql://u:@/", "SQL Server: no host, with the user u."),
    (
        "mssql://u:p@h/",
        "SQL Server: h:1433, with the user u. It contains the password in plain text.",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), STRINGS)
def test_a_connection_string_is_described_as_it_is(text, sentence):
    assert sentence_of(text.partition(":")[0], text) == f"A connection string of {sentence}"
