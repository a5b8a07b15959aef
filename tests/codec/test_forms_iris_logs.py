"""Forms, IRIs and logs: what is written and read, with edge values."""

from typing import Any

import pytest

from superuri import URI, form, iri, logs
from superuri.errors import EncodeError


def test_a_form_is_sent_as_by_a_browser():
    assert form.submit("http://e.com/find?old#top", [("q", "a b"), ("r", "\ud800é\n")]) == (
        "http://e.com/find?q=a+b&r=%EF%BF%BD%C3%A9%0D%0A#top",
        None,
        None,
    )
    assert form.submit("http://e.com/find", {"q": ["a", "b"], "n": 5, "x": None}, method="GET") == (
        "http://e.com/find?q=a&q=b&n=5&x",
        None,
        None,
    )
    assert form.submit("HTTP://E.com/a b?q#f", {"q": "a b&\n"}, method="Post") == (
        "http://e.com/a%20b?q#f",
        "application/x-www-form-urlencoded",
        b"q=a+b%26%0D%0A",
    )
    assert form.submit(
        "http://e.com/#f", {"q": "a b&\n", "é": "ü"}, method="post", enctype="text/plain"
    ) == ("http://e.com/#f", "text/plain", b"q=a b&\r\n\r\n\xc3\xa9=\xc3\xbc\r\n")
    assert form.submit(
        "http://e.com/",
        {"q": "é€\u4e00", "_CHARSET_": "x"},
        method="post",
        enctype="text/plain",
        encoding="latin1",
    ) == ("http://e.com/", "text/plain", b"q=\xe9\x80&#19968;\r\n_CHARSET_=windows-1252\r\n")
    assert form.submit("http://e.com/", {"_charset_": "x", "q": "é\u4e00"}, encoding="latin1") == (
        "http://e.com/?_charset_=windows-1252&q=%E9%26%2319968%3B",
        None,
        None,
    )
    assert form.submit("http://e.com/", {"_charset_": "x", "q": "é"}, encoding="utf-16") == (
        "http://e.com/?_charset_=UTF-8&q=%C3%A9",
        None,
        None,
    )
    assert form.submit("http://e.com/", {"q": "é"}, encoding="utf_32") == (
        "http://e.com/?q=%C3%A9",
        None,
        None,
    )
    assert form.submit("http://e.com/", {b"_charset_": "x", "q": "é"}, encoding="latin-1") == (
        "http://e.com/?_charset_=windows-1252&q=%E9",
        None,
        None,
    )
    assert form.submit("http://e.com/", {"q": "é"}, encoding="cp437") == (
        "http://e.com/?q=%82",
        None,
        None,
    )
    assert form.submit("mailto:a@e.com?cc=b@e.com#f", [("subject", "a+b c")]) == (
        "mailto:a@e.com?subject=a%2Bb%20c#f",
        None,
        None,
    )
    assert form.submit("MAILTO:a@e.com?cc=b@e.com#f", [("q", "a b&c")], method="post") == (
        "mailto:a@e.com?cc=b@e.com&body=q=a+b%26c#f",
        None,
        None,
    )
    assert form.submit("mailto:a@e.com", [("q", "a b")], method="post") == (
        "mailto:a@e.com?body=q=a+b",
        None,
        None,
    )
    assert form.submit(
        "mailto:a@e.com?x=y",
        [("q", "a b"), ("r", None), ("s", "")],
        method="post",
        enctype="text/plain",
    ) == ("mailto:a@e.com?x=y&body=q=a%20b%0D%0Ar=%0D%0As=%0D%0A", None, None)
    assert form.submit(" /a b\n?x#y z", {"q": 1}) == ("/a%20b?q=1#y%20z", None, None)
    assert form.submit("", {"q": ("a", "\udc00")}) == ("?q=a&q=%EF%BF%BD", None, None)
    assert form.submit(URI("//h/a"), [("q", "1")], method="post") == (
        "//h/a",
        "application/x-www-form-urlencoded",
        b"q=1",
    )
    assert form.submit("http://e.com/", [("a\ud83d\ude00\ud83d", ["\udc00", b"\xff", 2])]) == (
        "http://e.com/?a%F0%9F%98%80%EF%BF%BD=%EF%BF%BD&a%F0%9F%98%80%EF%BF%BD=%FF&a%F0%9F%98%80%EF%BF%BD=2",
        None,
        None,
    )


@pytest.mark.parametrize(
    ("encoding", "written"),
    [
        ("x-sjis", "%82%A0"),
        ("utf_16_le", "%E3%81%82"),
        ("UTF-32-BE", "%E3%81%82"),
        ("euc_jp", "%A4%A2"),
        ("latin1", "%26%2312354%3B"),
    ],
)
def test_an_encoding_is_what_a_browser_writes(encoding: str, written: str):
    assert form.submit("http://e.com/", {"q": "あ"}, encoding=encoding).url == (
        f"http://e.com/?q={written}"
    )


def test_a_form_declares_its_encoding():
    assert (
        form.charset("a=b&_ChArSeT_=latin1&_charset_=utf-8"),
        form.charset("_charset_=x&_charset_=UTF-16"),
        form.charset("a=b"),
        form.charset(b"_charset_=%E9", default="x"),
        form.charset("_charset_"),
    ) == ("windows-1252", "utf-8", "utf-8", "x", "utf-8")
    assert (
        form.serialize_keywords(["free", b"soft+ware", "ü &"]),
        form.serialize_keywords([]),
    ) == ("free+soft%2Bware+%C3%BC%20%26", "")


def test_an_iri_is_mapped_to_a_uri_and_back():
    assert (
        iri.to_uri("http://résumé.example.org/rosé?é#\U000e1000"),
        iri.to_uri("http://résumé.example.org/é", host="idna"),
    ) == (
        "http://r%C3%A9sum%C3%A9.example.org/ros%C3%A9?%C3%A9#%F3%A1%80%80",
        "http://xn--rsum-bpad.example.org/%C3%A9",
    )
    assert iri.to_uri("http://a/?\ue000") == "http://a/?%EE%80%80"
    assert (
        iri.to_iri("http://h/%7Eros%C3%A9%2f%20%25%41?%EE%80%80%C3%A9#%EE%80%80")
        == "http://h/~rosé%2f%20%25A?\ue000é#%EE%80%80"
    )
    assert (
        iri.to_iri("http://h/%FF%C3%A9%C3%E2%80%AE%ED%A0%80")
        == "http://h/%FFé%C3%E2%80%AE%ED%A0%80"
    )
    assert (
        iri.to_iri("a#%EE%80%80?%EE%80%80"),
        iri.to_iri("%EE%80%80?%EE%80%80"),
        iri.to_iri("?a%EE%80%80"),
        iri.to_iri("%C3%A9#?"),
    ) == ("a#%EE%80%80?%EE%80%80", "%EE%80%80?\ue000", "?a\ue000", "é#?")
    assert iri.to_iri("http://h/%e2%80%ae%c3%a9") == "http://h/%E2%80%AEé"
    # A private character is allowed in a query only, and a control character nowhere.
    for uri, mapped in (
        ("/%EE%80%80", "/%EE%80%80"),
        ("?%EE%80%80?a", "?\ue000?a"),
        ("/%C2%80%41", "/%C2%80A"),
    ):
        assert iri.to_iri(uri) == mapped


def test_components_of_mixed_direction_are_found():
    assert iri.bidi_faults(
        "http://e.org/\u05d0\u05d1c/2/\u05d02.html/2\u05d0/\u0301\u05d0/\u05d0\u0301/\u0627a"
    ) == (
        (13, 16, "mixed-directions"),
        (19, 21, "not-right-to-left-at-both-ends"),
        (27, 29, "not-right-to-left-at-both-ends"),
        (30, 32, "not-right-to-left-at-both-ends"),
        (36, 38, "mixed-directions"),
    )
    assert (
        iri.bidi_faults("abc"),
        iri.bidi_faults("é/a"),
        iri.bidi_faults("\u05d0\u05d1/\u05d01\u05d0"),
    ) == ((), (), ())


def test_a_line_of_a_log_is_read():
    assert logs.split("a\t \t\r\n", "cloudfront", ("x", "y", "z")) == {"x": "a", "y": " ", "z": ""}
    assert logs.read("/caf%C3%A9+b - x%20+", "iis", ("cs-uri-stem", "cs-uri-query", "other")) == {
        "cs-uri-stem": "/café b",
        "cs-uri-query": None,
        "other": "x%20+",
    }
    assert logs.read("%FF", "iis", ("cs-uri-stem",)) == {"cs-uri-stem": "%FF"}
    assert logs.read("%FF", "iis", ("cs-uri-stem",), errors="replace") == {"cs-uri-stem": "\ufffd"}
    assert logs.read("BATCH.DELETE.OBJECT a%2520b", "s3", ("operation", "key")) == {
        "operation": "BATCH.DELETE.OBJECT",
        "key": "a%2520b",
    }
    assert logs.read("S3.EXPIRE.OBJECT a%2520b", "s3", ("operation", "key")) == {
        "operation": "S3.EXPIRE.OBJECT",
        "key": "a%2520b",
    }
    assert logs.read("REST.GET.OBJECT a%2520b", "s3", ("operation", "key")) == {
        "operation": "REST.GET.OBJECT",
        "key": "a b",
    }
    assert logs.read("BATCH.DELETE.OBJECT a%2520b", "iis", ("operation", "cs-uri-stem")) == {
        "operation": "BATCH.DELETE.OBJECT",
        "cs-uri-stem": "a%2520b",
    }
    assert logs.read("S3.EXPIRE.OBJECT a%2520b", "s3", ("operation", "referer")) == {
        "operation": "S3.EXPIRE.OBJECT",
        "referer": "a%2520b",
    }
    assert logs.split("/a+b -\r\n", "iis", ("cs-uri-stem", "cs-uri-query")) == {
        "cs-uri-stem": "/a+b",
        "cs-uri-query": "-",
    }
    assert (
        logs.target(
            r'::1 - - [21/Nov/2026:13:55:36 +0000] "GET /a\x22?b HTTP/1.1" 200 5 "-" "-"' + "\r\n",
            "nginx",
        )
        == b'/a"?b'
    )
    assert logs.target(r'::1 - - [21/Nov/2026:13:55:36 +0000] "-" 200 5 "-" "-"', "nginx") is None
    assert (
        logs.target("/a b=c", "iis", ("cs-uri-stem", "cs-uri-query")),
        logs.target("/a -", "iis", ("cs-uri-stem", "cs-uri-query")),
        logs.target("/a ", "iis", ("cs-uri-stem", "cs-uri-query")),
        logs.target(" b=c", "iis", ("cs-uri-stem", "cs-uri-query")),
    ) == (b"/a?b=c", b"/a", b"/a", None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "put"}, "method='put': it is one of get, post"),
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
    with pytest.raises(ValueError, match="it is one of") as caught:
        form.submit("http://e.com/", {}, **options)
    assert str(caught.value) == message


def test_an_unknown_encoding_is_refused():
    with pytest.raises(LookupError) as caught:
        form.submit("http://e.com/", {}, encoding="nonsense")
    assert str(caught.value) == "unknown encoding: nonsense"


def test_an_empty_word_is_refused():
    with pytest.raises(ValueError, match="word") as caught:
        form.serialize_keywords(["a", ""])
    assert str(caught.value) == "an empty word cannot be written in a keyword query"


@pytest.mark.parametrize("write", [lambda text: form.serialize_keywords(["a", text]), iri.to_uri])
def test_a_lone_surrogate_is_refused(write: Any):
    with pytest.raises(EncodeError) as caught:
        write("\ud800")
    assert str(caught.value) == "the lone surrogate U+D800 at 0 has no UTF-8"


@pytest.mark.parametrize("read", [logs.split, logs.read, logs.target])
def test_a_line_with_other_fields_is_refused(read: Any):
    for arguments, message in (
        (("a b c", "iis", ("x", "y")), "the line has 3 fields, and 2 are those of iis"),
        (("a\tb", "cloudfront"), "the line has 2 fields, and 33 are those of cloudfront"),
        (("a b", "nginx"), "the line has 2 fields, and 9 are those of nginx"),
    ):
        with pytest.raises(ValueError, match="fields") as caught:
            read(*arguments)
        assert str(caught.value) == f"{message}: name them with names="
    with pytest.raises(ValueError, match="format") as caught:
        read("a", "nothing")
    assert str(caught.value) == (
        'format="nothing": it is one of cloudfront, nginx, apache, s3, iis'
    )
