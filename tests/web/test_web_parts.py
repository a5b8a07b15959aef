"""Parts of a text on the page: the whole table, edits of it, and how two tables differ."""

import pytest

from superuri.errors import ParseError

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web.bodies import BadRequestError
from superuri.web.edit import edit
from superuri.web.meaning import also
from superuri.web.parts import MOST_ROWS, rows
from web.test_web_results import result


def one(part, index, raw, value, **more):
    return {"part": part, "index": index, "raw": raw, "value": value, **more}


def pair(index, name, raw, value, **more):
    shown = {"name": name, "name_value": name, "has_value": True, **more}
    return one("pair", index, raw, value, **shown)


def test_a_table_has_a_row_for_each_part():
    assert rows("http://u:p@e.com:80/a%20b/%FF?q=a+b&c+d&e=&%FF=%25#f%20") == [
        one("scheme", 0, "http", "http"),
        one("user", 0, "u", "u"),
        one("password", 0, "p", "p"),
        one("host", 0, "e.com", "e.com"),
        one("port", 0, "80", "80"),
        one("segment", 0, "a%20b", "a b"),
        one("segment", 1, "%FF", None),
        pair(0, "q", "a+b", "a+b", form=["q", "a b"]),
        pair(1, "c+d", "", "", has_value=False, form=["c d", ""]),
        pair(2, "e", "", ""),
        pair(3, "%FF", "%25", "%", name_value=None),
        one("fragment", 0, "f%20", "f "),
    ]


def test_what_is_empty_has_a_row_and_what_is_absent_has_none():
    assert rows("") == []
    assert rows("//@:?=#") == [
        one("user", 0, "", ""),
        one("host", 0, "", ""),
        one("port", 0, "", ""),
        pair(0, "", "", ""),
        one("fragment", 0, "", ""),
    ]
    assert rows(" //u:@[::1]/\n") == [
        one("user", 0, "u", "u"),
        one("password", 0, "", ""),
        one("host", 0, "[::1]", "[::1]"),
        one("segment", 0, "", ""),
    ]
    user, password = one("user", 0, "u", "u"), one("password", 0, "p:q", "p:q")
    assert rows("//u:p:q@e.com:8")[:2] == [user, password]
    assert rows("//e.com:8%30")[1] == one("port", 0, "8%30", "8%30")
    assert rows("?a=%FF+")[0] == pair(0, "a", "%FF+", None, form=["a", None])


def test_rows_in_excess_are_counted_in_the_last_row():
    table = rows("/a" * (MOST_ROWS + 5) + "?b" + "&b" * (MOST_ROWS + 1) + "#c")
    assert len(table) == 2 * MOST_ROWS + 1
    assert [row["hidden"] for row in table if "hidden" in row] == [7]
    assert table[-2]["hidden"] == 7
    assert table[-1] == one("fragment", 0, "c", "c")


#: A text, an edit, and the whole new text.
EDITS = (
    ("http://u:p@e.com:8/a", {"part": "host", "do": "delete"}, "http:/a"),
    ("http://u:p@e.com:8/a", {"part": "user", "do": "delete"}, "http://e.com:8/a"),
    ("http://u:p@e.com:8/a", {"part": "password", "do": "delete"}, "http://u@e.com:8/a"),
    ("//e.com/a", {"part": "segment", "do": "delete"}, "//e.com"),
    ("?a=1&b", {"part": "pair", "do": "delete"}, "?b"),
    ("?a=1#b", {"part": "pair", "do": "delete"}, "#b"),
    ("//e.com/a/b/", {"part": "segment", "do": "add", "to": "c d"}, "//e.com/a/b/c%20d"),
    ("a/b", {"part": "segment", "do": "add", "to": "c"}, "a/b/c"),
    ("?a=1&b", {"part": "pair", "do": "add", "to": "c"}, "?a=1&b&c"),
    ("/a", {"part": "pair", "do": "add", "to": "c=d=e"}, "/a?c=d%3De"),
    ("a", {"part": "scheme", "do": "add", "to": "b"}, "b:a"),
    ("//e.com", {"part": "password", "do": "add", "to": "x"}, "//:x@e.com"),
    ("//e.com", {"part": "user", "do": "set", "to": "a:b@"}, "//a%3Ab%40@e.com"),
    ("//u@e.com", {"part": "password", "do": "set", "to": "x/"}, "//u:x%2F@e.com"),
    ("a/b", {"part": "host", "do": "set", "to": "e.com"}, "//e.com/a/b"),
    ("//e.com:8", {"part": "port", "do": "set", "to": ""}, "//e.com"),
    ("?a=1&b=2", {"part": "pair", "index": 1, "do": "set", "to": "x=&"}, "?a=1&b=x%3D%26"),
    ("?a=1", {"part": "pair", "do": "set", "field": "name", "to": "x=&"}, "?x%3D%26=1"),
    ("?a=1&b", {"part": "pair", "do": "set", "field": "raw", "to": "x"}, "?x&b"),
    ("/a/b", {"part": "segment", "do": "set", "field": "raw", "to": "%2f"}, "/%2f/b"),
    ("/a/%2f/c", {"part": "segment", "do": "move", "to": 2}, "/%2f/c/a"),
    ("?a=1&b=2&c", {"part": "pair", "index": 2, "do": "move", "to": 0}, "?c&a=1&b=2"),
    ("/a b?c", {"part": "pair", "do": "set", "field": "name", "to": "d="}, "/a b?d%3D"),
    (" /a b ", {"part": "segment", "do": "set", "to": "é?"}, " /%C3%A9%3F "),
    ("http://e.com", {"part": "segment", "do": "add", "to": "a"}, "http://e.com/a"),
    ("/a/", {"part": "segment", "do": "add", "to": "b"}, "/a/b"),
    ("?a", {"part": "pair", "do": "delete"}, ""),
    ("/x", {"part": "host", "do": "set", "to": "e.com"}, "//e.com/x"),
    ("/%FF", {"part": "segment", "do": "set", "field": "raw", "to": "%FE"}, "/%FE"),
)


@pytest.mark.parametrize(("text", "change", "wanted"), EDITS)
def test_an_edit_makes_this_text(text, change, wanted):
    assert edit({"text": text, **change}) == wanted


#: A text, an edit, and why it is refused.
BEYOND = "there is no pair number 9223372036854775808"
OTHERS = "this would change other parts, too: escape the delimiters in it"
AUTHORITY = 'path "//b" at 0..3 would read back as an authority: write /. before it'
SCHEME = 'path "a:b" at 0..3 would read back as a scheme: write ./ before it'
HOST = '" " at 1 is not allowed in a host, not even escaped'
PORT = '"x" at 0 is not a port from 0 to 65535'
MANNER = "`do` must be set, delete, move or add, and `index` an integer"
REFUSED = (
    ("a", {"part": "host", "do": "swap"}, BadRequestError, MANNER),
    ("a", {"part": "segment", "do": "set", "index": "0"}, BadRequestError, MANNER),
    ("a", {"part": "path", "do": "set", "to": "b"}, BadRequestError, "there is no part 'path'"),
    ("a", {"part": "path", "do": "delete"}, BadRequestError, "there is no part 'path'"),
    ("a", {"part": "segment", "do": "set", "index": 4}, ValueError, "there is no segment number 4"),
    ("?a", {"part": "pair", "do": "move", "to": 1}, ValueError, "there is no pair number 0"),
    ("?a", {"part": "pair", "do": "move", "to": "0"}, ValueError, "there is no pair number 0"),
    ("/a", {"part": "segment", "do": "move", "to": 9}, ValueError, "there is no segment number 0"),
    ("?a", {"part": "pair", "index": 3, "do": "delete"}, ValueError, "there is no pair number 3"),
    ("?a", {"part": "pair", "index": 2**63, "do": "move", "to": 0}, ValueError, BEYOND),
    ("/a", {"part": "segment", "do": "set", "field": "raw", "to": "b/c"}, ValueError, OTHERS),
    ("/a//b", {"part": "segment", "do": "delete"}, ParseError, AUTHORITY),
    ("http:a:b", {"part": "scheme", "do": "delete"}, ParseError, SCHEME),
    ("http://e.com", {"part": "host", "do": "set", "to": "a b"}, ParseError, HOST),
    ("http://e.com", {"part": "port", "do": "set", "to": "x"}, ParseError, PORT),
)


@pytest.mark.parametrize(("text", "change", "kind", "sentence"), REFUSED)
def test_an_edit_is_refused_with_this_sentence(text, change, kind, sentence):
    with pytest.raises(kind) as caught:
        edit({"text": text, **change})
    assert type(caught.value) is kind
    assert str(caught.value) == sentence


def compared(one_text, other):
    return result("meaning", texts=[one_text, other])


def difference(part, kind, left, right):
    return {"part": part, "kind": kind, "one": left, "other": right}


def test_two_urls_that_mean_the_same_have_no_difference():
    assert compared("HTTP://e.com/%61?x", "http://e.com/a?x") == {
        "equal": True,
        "step": "percent",
        "also": [],
        "normal": ["http://e.com/a?x", "http://e.com/a?x"],
        "differences": [],
    }


def test_two_urls_differ_in_the_order_of_a_url():
    one_text = "http://u:p@e.com/a/b/c?x=1&y&z=%20#f%20"
    other = "https://e.org:81/b/c/d?x=2&w"
    assert compared(one_text, other) == {
        "equal": False,
        "step": "scheme",
        "also": None,
        "normal": [one_text, other],
        "differences": [
            difference("scheme", "changed", "http", "https"),
            difference("user", "missing", "u", None),
            difference("password", "missing", "p", None),
            difference("host", "changed", "e.com", "e.org"),
            difference("port", "added", None, "81"),
            difference("segment", "missing", "a", None),
            difference("segment", "added", None, "d"),
            difference("pair", "changed", "x=1", "x=2"),
            difference("pair", "missing", "y", None),
            difference("pair", "missing", "z= ", None),
            difference("pair", "added", None, "w"),
            difference("fragment", "missing", "f ", None),
        ],
    }


def test_of_many_segments_that_repeat_only_the_one_that_differs_is_shown():
    repeated = "/a" * 300
    missing = compared(f"/x{repeated}", repeated)["differences"]
    assert missing == [difference("segment", "missing", "x", None)]


def test_pairs_in_another_order_are_one_difference():
    assert compared("/?a=%20&b&a=2", "/?b&a=%20&a=2") == {
        "equal": False,
        "step": "query",
        "also": ["sort-query"],
        "normal": ["/?a=%20&b&a=2", "/?b&a=%20&a=2"],
        "differences": [difference("pair", "order", "a= &b&a=2", "b&a= &a=2")],
    }


def test_the_fewest_normal_forms_that_make_two_equal_are_found():
    assert also("/?a&b", "/?b&a") == ["sort-query"]
    assert also("/?b&a#x", "/?a&b") == ["sort-query", "drop-fragment"]
    assert also("/?b&a&utm_source=x#y", "/?a&b") == ["sort-query", "drop-tracking", "drop-fragment"]
    every = ["sort-query", "reserved", "drop-tracking", "drop-fragment"]
    assert also("http://e.com/%40me?b&a&utm_id=x#y", "http://e.com/@me?a&b") == every
    assert also("/a", "/b") is None
