"""Edits of the page: one part is replaced, and every other byte stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit import chance
from superuri._verbs import options
from superuri.errors import URIError

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web.edit import SINGLE, edit
from superuri.web.meaning import ALSO, meaning
from superuri.web.parts import parts_of, rows, text_of

PIECES = (
    *("http:", "//", "/", "?", "#", "@", ":", "&", "=", "[::1]", "%41", "%FF", "%", " ", "é", "+"),
    *("a", "b", "..", "\n", "\t", "ü.example", "80", ";", "%2F", "\\", "שלום"),
)
texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@given(texts)
def test_the_parts_of_a_text_are_all_of_it(text):
    assert text_of(parts_of(text)) == text


def test_the_parts_of_real_urls_are_all_of_them(data):
    lines = (data("hostile") / "open-redirect.txt").read_text("utf-8", "replace").splitlines()
    for line in chance.seeded("parts").sample(lines, min(300, len(lines))):
        assert text_of(parts_of(line)) == line


@given(texts, st.data())
def test_an_edit_changes_nothing_else(text, data):
    """Every edit leaves the other parts unchanged, byte for byte."""
    row = data.draw(st.sampled_from([*rows(text), {"part": "pair", "index": 0}]))
    do = data.draw(st.sampled_from(["set", "delete", "add"]))
    part, index = row["part"], row["index"]
    before = vars(parts_of(text))
    try:
        change = {"part": part, "index": index, "do": do, "to": "x=1"}
        after = vars(parts_of(edit({"text": text, **change})))
    except (URIError, ValueError):
        return
    touched = {"segment": {"segments", "is_rooted"}, "pair": {"pairs"}}.get(part, {part})
    if part == "host" and do == "delete":
        touched = {"host", "user", "password", "port"}
    if part == "user" and do == "delete":
        touched = {"user", "password"}
    for name in before.keys() - touched:
        assert after[name] == before[name], name
    for name in ("segments", "pairs"):
        if name in touched and before[name] and after[name]:
            left = [one for n, one in enumerate(before[name]) if n != index or do == "add"]
            kept = [one for one in after[name] if one in left]
            assert do == "add" or kept[: len(left)] == left or left[-1] == "", name


URL = "http://u%2f:p@E.com:80/a%2fb/%7e//c?x=%7e&y&x=a+b#f%7e"
#: An edit, and the result of the corresponding method of URI.
METHODS = (
    ({"part": "scheme", "do": "set", "to": "https"}, lambda uri: uri.with_scheme("https")),
    ({"part": "host", "do": "set", "to": "ü.example"}, lambda uri: uri.with_host("ü.example")),
    ({"part": "port", "do": "set", "to": "8080"}, lambda uri: uri.with_port(8080)),
    ({"part": "port", "do": "delete"}, lambda uri: uri.with_port(None)),
    ({"part": "user", "do": "delete"}, lambda uri: uri.with_user(None)),
    ({"part": "password", "do": "set", "to": "a@/b"}, lambda uri: uri.with_password("a@/b")),
    ({"part": "fragment", "do": "set", "to": "a#b"}, lambda uri: uri.with_fragment("a#b")),
    ({"part": "fragment", "do": "delete"}, lambda uri: uri.with_fragment(None)),
    ({"part": "pair", "do": "add", "to": "a&=b=c d"}, lambda uri: uri.add_pair("a&", "b=c d")),
    ({"part": "pair", "index": 1, "do": "set", "to": "ü+"}, lambda uri: uri.with_pair("y", "ü+")),
    ({"part": "pair", "index": 1, "do": "delete"}, lambda uri: uri.without_pair("y")),
    ({"part": "segment", "do": "add", "to": "d/e"}, lambda uri: uri / "d/e"),
    ({"part": "segment", "index": 3, "do": "set", "to": "d?"}, lambda uri: uri.with_name("d?")),
)


@pytest.mark.parametrize(("change", "method"), METHODS, ids=range(len(METHODS)))
def test_an_edit_is_what_the_class_makes(change, method):
    assert edit({"text": URL, **change}) == str(method(superuri.URI(URL)))


def test_every_single_part_can_be_edited():
    for part in SINGLE:
        to = {"scheme": "x7", "host": "h7"}.get(part, "7")
        made = edit({"text": "http://u:p@e.com:1/#f", "part": part, "do": "set", "to": to})
        assert {row["part"]: row["value"] for row in rows(made)}[part] == to


SCHEME, SEGMENT = ("scheme", "changed", "http", "https"), ("segment", "changed", "b", "c/d")
USER, PORT = ("user", "missing", "u", None), ("port", "missing", "8", None)
CHANGED = ("pair", "changed", "b=2", "b=3")
GONE, NEW = ("pair", "missing", "c", None), ("pair", "added", None, "d")
ORDER = ("pair", "order", "a=1&b=2", "b=2&a=1")
#: Two URLs, the normal forms that make them equal, and their differences.
DIFFERING = [
    ("http://e.com/?a=1&b=2", "http://e.com/?b=2&a=1", ["sort-query"], [ORDER]),
    ("/?a=1&b=2&c", "/?a=1&b=3&d", None, [CHANGED, GONE, NEW]),
    ("http://e.com/a/b", "https://e.com/a/c/d", None, [SCHEME, SEGMENT]),
    ("/a#x", "/a", ["drop-fragment"], [("fragment", "missing", "x", None)]),
    ("/?utm_source=x&a", "/?a", ["drop-tracking"], [("pair", "missing", "utm_source=x", None)]),
    ("http://u@e.com:8/", "http://e.com/", None, [USER, PORT]),
    ("/%61/b%20c", "/a/b%20d", None, [("segment", "changed", "b c", "b d")]),
]


@pytest.mark.parametrize(("one", "other", "also", "wanted"), DIFFERING)
def test_two_urls_differ_in_these_parts(one, other, also, wanted):
    printed = meaning({"texts": [one, other]})
    assert not printed["equal"]
    assert printed["also"] == also
    assert [tuple(each) for each in printed["differences"]] == wanted


@given(texts, texts)
def test_texts_that_differ_have_a_difference(one, other):
    try:
        printed = meaning({"texts": [one, other]})
    except URIError:
        return
    assert printed["equal"] != bool(printed["differences"])
    assert printed["equal"] == superuri.equivalent(one, other)


def test_the_page_knows_every_step_of_normalize():
    assert set(ALSO) == set(options.ALSO.choices)
