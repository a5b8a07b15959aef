"""Submissions: what a browser sends for a form, in each encoding and to each kind of action."""

from typing import Any

import pytest

import superuri
from kit import exactly
from superuri import URI, form

POST = {"method": "post"}
PLAIN = {"method": "post", "enctype": "text/plain"}
# The action, the pairs and the options; the URL, the type and the body.
SENT: list[tuple[Any, Any, dict[str, str], tuple[str, str | None, bytes | None]]] = [
    (
        *("http://e.com/find", {"q": ["a", "b"], "n": 5, "x": None}, {"method": "GET"}),
        ("http://e.com/find?q=a&q=b&n=5&x", None, None),
    ),
    (
        *("HTTP://E.com/a b?q#f", {"q": "a b&\n"}, {"method": "Post"}),
        ("http://e.com/a%20b?q#f", "application/x-www-form-urlencoded", b"q=a+b%26%0D%0A"),
    ),
    (URI("//h/a"), [("q", "1")], POST, ("//h/a", "application/x-www-form-urlencoded", b"q=1")),
    (
        *("http://e.com/", {"q": "é€\u4e00", "_CHARSET_": "x"}, {**PLAIN, "encoding": "latin1"}),
        ("http://e.com/", "text/plain", b"q=\xe9\x80&#19968;\r\n_CHARSET_=windows-1252\r\n"),
    ),
    (
        *("/", {"_charset_": "x", "q": "é\u4e00"}, {"encoding": "latin1"}),
        ("/?_charset_=windows-1252&q=%E9%26%2319968%3B", None, None),
    ),
    ("mailto:a@e.com", [("q", "a b")], POST, ("mailto:a@e.com?body=q=a+b", None, None)),
    (
        *("mailto:a@e.com?x=y", [("q", "a b"), ("r", None), ("s", "")], PLAIN),
        ("mailto:a@e.com?x=y&body=q=a%20b%0D%0Ar=%0D%0As=%0D%0A", None, None),
    ),
    (
        *("/", [("a\ud83d\ude00\ud83d", ["\udc00", b"\xff", 2])], {}),
        (
            (
                "/?a%F0%9F%98%80%EF%BF%BD=%EF%BF%BD&a%F0%9F%98%80%EF%BF%BD=%FF"
                "&a%F0%9F%98%80%EF%BF%BD=2"
            ),
            *(None, None),
        ),
    ),
]


@pytest.mark.parametrize(("action", "pairs", "options", "sent"), SENT)
def test_what_is_sent(action, pairs, options, sent):
    assert form.submit(action, pairs, **options) == sent


def test_a_submission_is_a_browsers() -> None:
    pairs = [("q", "a b\n"), ("_Charset_", "ignored"), ("n", 1)]
    get = form.submit("http://e.com/find?old=1#top", pairs)
    assert get == ("http://e.com/find?q=a+b%0D%0A&_Charset_=UTF-8&n=1#top", None, None)
    post = form.submit("http://e.com/find?old=1", {"q": "†д"}, method="POST", encoding="latin-1")
    assert post.url == "http://e.com/find?old=1"
    assert post.content_type == "application/x-www-form-urlencoded"
    assert post.body == b"q=%86%26%231076%3B"
    wide = form.submit("/", {"q": "é", "_charset_": ""}, encoding="utf-16")
    assert wide.url == "/?q=%C3%A9&_charset_=UTF-8"
    octets = form.submit("/", {b"_charset_": "x", "q": "é"}, encoding="latin-1")
    assert octets.url == "/?_charset_=windows-1252&q=%E9"
    named = form.submit("/", {"q": "é", "_charset_": ""}, encoding="windows-1252")
    assert named.url == "/?q=%E9&_charset_=windows-1252"
    with pytest.raises(LookupError, match=exactly("unknown encoding: nope")):
        form.submit("/", {}, encoding="nope")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "put"}, "method='put': it is one of get, post"),
        ({"method": ""}, "method='': it is one of get, post"),
        ({"method": "http://a:b@c/"}, "method='http://a:…@c/': it is one of get, post"),
        (
            {"enctype": "multipart/x"},
            "enctype='multipart/x': it is one of application/x-www-form-urlencoded, text/plain",
        ),
        (
            {"enctype": "http://a:b@c/"},
            "enctype='http://a:…@c/': it is one of application/x-www-form-urlencoded, text/plain",
        ),
    ],
)
def test_a_form_is_sent_in_one_of_two_ways(options: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=exactly(message)):
        form.submit("http://e.com/", {}, **options)


@pytest.mark.parametrize(
    ("encoding", "want"),
    [
        ("latin1", "_charset_=windows-1252&q=%80%E9"),
        ("latin-1", "_charset_=windows-1252&q=%80%E9"),
        ("ASCII", "_charset_=windows-1252&q=%80%E9"),
        ("sjis", "_charset_=Shift_JIS&q=%26%238364%3B%26%23233%3B"),
        ("utf_8", "_charset_=UTF-8&q=%E2%82%AC%C3%A9"),
        ("utf_16_le", "_charset_=UTF-8&q=%E2%82%AC%C3%A9"),
        ("replacement", "_charset_=UTF-8&q=%E2%82%AC%C3%A9"),
        ("cp1140", "_charset_=cp1140&q=%9FQ"),
    ],
)
def test_a_submission_is_in_the_encoding_of_the_web(encoding: str, want: str) -> None:
    if encoding == "cp1140":
        want = form.serialize({"_charset_": "cp1140", "q": "€é"}, encoding=encoding)
    got = form.submit("/", {"_charset_": "", "q": "€é"}, encoding=encoding)
    assert got.url == f"/?{want}"


@pytest.mark.parametrize(
    ("encoding", "written"),
    [("x-sjis", "%82%A0"), ("UTF-32-BE", "%E3%81%82"), ("euc_jp", "%A4%A2")],
)
def test_an_encoding_is_what_a_browser_writes(encoding: str, written: str) -> None:
    assert form.submit("/", {"q": "あ"}, encoding=encoding).url == f"/?q={written}"


@pytest.mark.parametrize(
    ("action", "url"),
    [
        ("http://e.com/\r\nX: y", "http://e.com/X:%20y?a=b"),
        (" HTTP://E.com:80/a b?x#t\t u ", "http://e.com/a%20b?a=b#t%20u"),
        ("http://e.com", "http://e.com/?a=b"),
        ("http://e.com/\ud800", "http://e.com/%EF%BF%BD?a=b"),
        ("mailto:a@e.com\r\nBcc: b", "mailto:a@e.comBcc: b?a=b"),
        ("\n/a b\r\nX: y ?q#t ", "/a%20bX:%20y%20?a=b#t"),
        ("../é\ud800", "../%C3%A9%EF%BF%BD?a=b"),
        ("//e.com/a\x00b", "//e.com/a%00b?a=b"),
        ("", "?a=b"),
    ],
)
def test_the_action_is_a_url_to_a_browser(action: str, url: str) -> None:
    assert form.submit(action, {"a": "b"}).url == url
    assert form.submit(action, {"a": "b"}, method="post").url.isprintable()


@pytest.mark.parametrize("action", ["http://a b/", "http://e:99999/", "//a b/", "//[::1"])
def test_where_a_browser_sends_nothing_is_refused(action: str) -> None:
    with pytest.raises(superuri.errors.ParseError):
        form.submit(action, {"a": "b"})


def test_a_submission_has_no_lone_surrogate() -> None:
    pairs = [("\ud800", ["a\udc80b", "\ud83d\ude00", 1])]
    got = form.submit("/", pairs)
    assert got.url == "/?%EF%BF%BD=a%EF%BF%BDb&%EF%BF%BD=%F0%9F%98%80&%EF%BF%BD=1"
    assert form.submit("/", {"q": "\ud800"}, encoding="latin1").url == "/?q=%26%2365533%3B"


def test_a_form_goes_by_mail() -> None:
    pairs = [("subject", "a+b c"), ("x", "1&2")]
    get = form.submit("mailto:a@e.com?cc=c@e.com", pairs)
    assert get.url == "mailto:a@e.com?subject=a%2Bb%20c&x=1%262"
    post = form.submit("MAILTO:a@e.com?subject=s", pairs, method="post")
    assert post.url == "mailto:a@e.com?subject=s&body=subject=a%2Bb+c&x=1%262"
    assert post.url.partition("body=")[2] == form.serialize(pairs)


def test_a_form_goes_as_plain_text() -> None:
    pairs = [("a b", "1&2=3+\n"), ("n", [1, True]), ("x", None), ("é", "€☃")]
    lines = "a b=1&2=3+\r\n\r\nn=1\r\nn=true\r\nx=\r\né=€☃\r\n"
    plain = {"method": "POST", "enctype": "text/plain"}
    got = form.submit("http://e.com/#f", pairs, **plain)
    assert got == ("http://e.com/#f", "text/plain", lines.encode())
    legacy = form.submit("http://e.com/", pairs, **plain, encoding="latin1")
    assert legacy.body == lines.encode("cp1252", errors="xmlcharrefreplace")
    # The path percent-encode set: & and = and + and % stay, so the mail program cuts the body.
    mail = form.submit("mailto:a@e.com?cc=b@e.com#f", [("q", "a&b?<50%>")], **plain)
    assert mail.url == "mailto:a@e.com?cc=b@e.com&body=q=a&b%3F%3C50%%3E%0D%0A#f"
    assert form.submit("/", [("q", "a b")], enctype="text/plain").url == "/?q=a+b"
