"""Everything that the page shows of a text while it is typed, and each row of its list."""

import pytest

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web.look import MOST_TOKENS
from web.test_web_results import PORT, result


def explained(text, **more):
    return result("explain", text=text, **more)


def letter(at, raw, component, name, **more):
    """A token of one character."""
    return {
        "start": at,
        "end": at + 1,
        "raw": raw,
        "component": component,
        "kind": "character",
        "character": raw,
        "octets": f"{ord(raw):02X}",
        "allowed": ["rfc3986", "rfc3987", "whatwg", "rfc2396", "rfc1738"],
        "edit": None,
        "why": None,
        "name": name,
        "code_point": f"U+{ord(raw):04X}",
        **more,
    }


def delimiter(at, raw, component, name):
    everywhere = ["rfc3986", "rfc3987", "whatwg", "rfc2396", "rfc1738", "form"]
    return letter(at, raw, component, name, kind="delimiter", allowed=everywhere)


STRAY = "a % that does not begin an escape is data (RFC 3986 section 2.4)"


def test_a_text_with_an_edit_is_shown_with_all_of_this():
    assert explained("/%2") == {
        "text": "/%2",
        "cleaned": "/%252",
        "error": None,
        "total": 3,
        "tokens": [
            delimiter(0, "/", "path", "SOLIDUS"),
            letter(
                1,
                "%",
                "path",
                "PERCENT SIGN",
                kind="stray-percent",
                allowed=["whatwg"],
                edit=0,
                why=["stray-percent", STRAY],
            ),
            letter(2, "2", "path", "DIGIT TWO"),
        ],
        "edits": [
            {"start": 1, "end": 2, "replacement": "%25", "code": "stray-percent", "sentence": STRAY}
        ],
        "count": 1,
        "places": 1,
        "nested": [],
        "value": {"text": "%2F%252", "first": False},
        "host": {"is": None},
        "parts": [{"part": "segment", "index": 0, "raw": "%2", "value": None}],
        "findings": {"count": 1, "worst": "error"},
        "notes": [],
        "secret": False,
    }


def test_a_value_that_is_encoded_twice_is_shown_below():
    result = explained("/?u=%2568")
    inner = {
        "start": 0,
        "end": 3,
        "raw": "%68",
        "component": "path",
        "kind": "escape",
        "character": "h",
        "octets": "68",
        "allowed": ["rfc3986", "rfc3987", "whatwg", "rfc2396", "rfc1738"],
        "edit": None,
        "why": ["decoded", "it is shown as its character"],
        "name": "LATIN SMALL LETTER H",
        "code_point": "U+0068",
    }
    assert result["nested"] == [
        {
            "start": 4,
            "end": 9,
            "component": "query-value",
            "text": "%68",
            "cleaned": "%68",
            "error": None,
            "total": 1,
            "tokens": [inner],
            "edits": [],
            "count": 0,
            "places": 0,
            "nested": [],
        }
    ]
    assert result["findings"] == {"count": 1, "worst": "warning"}


def test_of_a_long_text_more_tokens_are_sent_on_request():
    text = "a" * (2 * MOST_TOKENS + 7)
    first, second, third = (explained(text, **{"from": n * MOST_TOKENS}) for n in range(3))
    assert (first["total"], len(first["tokens"])) == (len(text), MOST_TOKENS)
    assert set(second) == {"tokens", "total"}
    assert [token["start"] for token in second["tokens"]] == [*range(MOST_TOKENS, 2 * MOST_TOKENS)]
    assert third["total"] == len(text)
    assert [token["start"] for token in third["tokens"]] == [*range(2 * MOST_TOKENS, len(text))]


def test_a_text_that_cannot_become_a_uri_is_shown_with_its_error():
    result = explained("http://e:x/")
    assert (result["cleaned"], result["error"]) == (None, PORT)
    assert (result["edits"], result["count"], result["places"]) == ([], 0, 0)


@pytest.mark.parametrize(
    ("text", "is_host"),
    [
        ("http://e.com/", "e.com"),
        ("//e.com", "e.com"),
        (" http://E.com/ ", "e.com"),
        (" mailto:a@e.com", None),
        ("mailto:a@e.com", None),
        ("MYSQL://h/d", None),
        ("postgresql+psycopg://h/d", None),
        ("/a", None),
        ("a b", None),
    ],
)
def test_the_host_that_all_parsers_see_is_shown(text, is_host):
    assert explained(text)["host"] == {"is": is_host}


def test_a_host_that_parsers_disagree_about_is_an_error():
    for text, start, end in (("http://e.com\\@f.com/", 7, 19), ("http:///x", 0, 9)):
        host = explained(text)["host"]
        assert set(host) == {"error"}
        error = host["error"]
        assert (error["code"], error["start"], error["end"]) == ("ambiguous-authority", start, end)
        message = f"the host at {start}..{end} is not the same to all parsers: "
        assert error["message"].startswith(message)
        assert error["help"]


#: A text, the number of its findings, and the most severe.
FINDINGS = (
    ("http://e.com/", 0, ""),
    ("http://e.com:80/", 1, "info"),
    ("http://u:p@e.com/", 1, "warning"),
    ("http://e.com/%2e%2E/", 2, "error"),
)


@pytest.mark.parametrize(("text", "count", "worst"), FINDINGS)
def test_findings_are_counted_and_the_most_severe_is_named(text, count, worst):
    assert explained(text)["findings"] == {"count": count, "worst": worst}
    (row,) = result("list", text=text)
    assert (len(row["codes"]), row["worst"]) == (count, worst)
    assert set(row) == {"clean", "error", "host", "codes", "worst"}
    assert (row["clean"], row["error"], row["host"]) == (text, None, "e.com")


def test_a_row_of_a_list_is_this_alone():
    texts = ["http://e:x/", "/%7e", "JDBC:mysql://h/d"]
    assert result("list", texts=texts)[::2] == [
        {
            "clean": None,
            "error": PORT["message"],
            "host": None,
            "codes": ["U602"],
            "worst": "error",
        },
        {"clean": texts[2], "error": None, "host": None, "codes": ["U616"], "worst": "info"},
    ]


SECRETS = (
    "http://u:p@e.com/",
    "http://e.com/?token=x",
    "http://e.com/?a&API-KEY=x",
    "/?my.client_secret=x",
)


def test_a_text_with_a_password_or_a_secret_pair_is_marked():
    """The page's history keeps no such text."""
    for text in SECRETS:
        assert explained(text)["secret"] is True, text
    for text in ("http://u@e.com/", "http://e.com/?token=", "http://e.com/?tokens=x", "/token=x"):
        assert explained(text)["secret"] is False, text
