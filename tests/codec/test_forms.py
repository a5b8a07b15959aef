"""Forms: read and written by HTML, the URL standard and RFC 3875."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import superuri
from kit.tables import tomllib
from superuri import form, logs, percent_u

HERE = Path(__file__).parent / "forms"


def cases(name: str) -> list[Any]:
    table = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["why"].replace(" ", "_")) for case in table["case"]]


def read(case: dict[str, Any], parse: Any, text: Any) -> Any:
    keys = ("encoding", "errors", "separators", "max_pairs", "max_bytes")
    options = {key: case[key] for key in keys if key in case}
    if case.get("missing") == "none":
        options["missing"] = None
    return parse(text, **options)


@pytest.mark.parametrize("case", cases("parse"))
def test_a_form_is_read(case: dict[str, Any]) -> None:
    points = "".join(chr(int(point, 16)) for point in case.get("points", "").split())
    text = case.get("text", points)
    if "error" in case:
        with pytest.raises(superuri.errors.URIError) as caught:
            read(case, form.parse, text)
        assert (caught.value.code, [caught.value.start, caught.value.end]) == (
            case["error"],
            case["at"],
        )
        assert caught.value.text == text
        return
    want = [
        (name, None if value == "none" and case.get("missing") else value)
        for name, value in case["want"]
    ]
    assert read(case, form.parse, text) == want
    if "encoding" not in case:
        octets = text.encode()
        assert read(case, form.parse, octets) == want
        assert read(case, form.parse, memoryview(octets)) == want
        got = read(case, form.parse_bytes, octets)
        if "errors" not in case:
            assert got == [(n.encode(), None if v is None else v.encode()) for n, v in want]


def printed(value: Any, *, none: bool) -> Any:
    if isinstance(value, dict) and "hex" in value:
        return bytes.fromhex(value["hex"])
    if isinstance(value, list):
        return [printed(each, none=none) for each in value]
    return None if none and value == "none" else value


@pytest.mark.parametrize("case", cases("serialize"))
def test_a_form_is_written(case: dict[str, Any]) -> None:
    none = case.get("none", False)
    pairs = [printed(pair, none=none) for pair in case["pairs"]]
    options = {key: case[key] for key in ("encoding", "errors", "newlines") if key in case}
    tuples = [tuple(pair) if isinstance(pair, list) else pair for pair in pairs]
    for message in (pairs, tuples, iter(tuples)):
        if "raises" in case:
            with pytest.raises((ValueError, TypeError)) as caught:
                form.serialize(message, **options)
            assert type(caught.value).__name__ == case["raises"]
        else:
            assert form.serialize(message, **options) == case["want"]


def test_a_mapping_is_its_items() -> None:
    assert form.serialize({"a": "1", "b": ["2", "3"]}) == "a=1&b=2&b=3"


def test_one_component() -> None:
    assert form.encode("1+1 %") == "1%2B1+%25"
    assert form.decode("a+b") == "a b"
    assert form.encode("~*") == "%7E*"
    assert form.encode(b"\xff ") == "%FF+"
    assert form.encode("†", encoding="cp1252") == "%86"
    assert form.decode("%86+†", encoding="cp1252") == "† †"
    assert form.decode(b"%86\x86", encoding="cp1252") == "††"
    for same in ("", "a*b-c._", "é"):
        text = "".join([*same, ""])
        assert form.decode(text) is text
        assert (form.encode(text) is text) == text.isascii()
    with pytest.raises(TypeError, match="octets already"):
        form.encode(b"a", encoding="utf-8")


@pytest.mark.parametrize(
    "bad",
    [
        {"separators": "|"}, {"max_pairs": -1}, {"max_bytes": "x"}, {"errors": "nope"},
        {"encoding": "nope"}, {"unknown": 1}, {"separators": 5}, {"max_pairs": 1.5},
    ],
)  # fmt: skip
def test_a_wrong_option_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError, LookupError)):
        form.parse("a=1", **bad)


def test_an_error_of_a_form_pickles() -> None:
    with pytest.raises(superuri.errors.ParseError) as caught:
        form.parse("a&b", max_pairs=1)
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  because it is ours
    assert (str(again), again.start) == ('"b" at 2 is beyond max_pairs=1', 2)


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
    named = form.submit("/", {"q": "é", "_charset_": ""}, encoding="windows-1252")
    assert named.url == "/?q=%E9&_charset_=windows-1252"
    with pytest.raises(LookupError):
        form.submit("/", {}, encoding="nope")
    for method in ("put", "dialog", ""):
        with pytest.raises(ValueError, match="it is one of get, post"):
            form.submit("/", {}, method=method)


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
    # The path percent-encode set: & and = and + and % stay, so the mail's reader cuts the body.
    mail = form.submit("mailto:a@e.com?cc=b@e.com#f", [("q", "a&b?<50%>")], **plain)
    assert mail.url == "mailto:a@e.com?cc=b@e.com&body=q=a&b%3F%3C50%%3E%0D%0A#f"
    assert form.submit("/", [("q", "a b")], enctype="text/plain").url == "/?q=a+b"
    with pytest.raises(ValueError, match="it is one of application/x-www-form-urlencoded, text"):
        form.submit("/", [], enctype="multipart/form-data")


def test_a_semicolon_separates_pairs_as_in_xforms() -> None:
    pairs = [("a", ["1;2", "&"]), ("b", None)]
    text = form.serialize(pairs, separator=";")
    assert text == "a=1%3B2;a=%26;b"
    assert form.parse(text, separators=";", missing=None) == [("a", "1;2"), ("a", "&"), ("b", None)]
    assert text.replace(";", "&") == form.serialize(pairs)
    with pytest.raises(ValueError, match=r'^separator="&;": it is "&" or ";"$'):
        form.serialize(pairs, separator="&;")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "read",
    [
        lambda text, of: form.decode(text, repertoire=of),
        lambda text, of: form.parse(text, repertoire=of),
        lambda text, of: superuri.URI(f"?{text}").get("q", repertoire=of),
        lambda text, of: superuri.URI(f"?q=a&{text}").get_all("q", repertoire=of),
        lambda text, of: superuri.decode(text, repertoire=of),
        lambda text, of: percent_u.decode(text, repertoire=of),
    ],
    ids=["decode", "parse", "get", "get_all", "plain decode", "percent_u"],
)
def test_a_reader_has_a_repertoire(read: Callable[[str, object], object]) -> None:
    for allowed in ("iso-8859-2", set("abcćq= "), None):
        assert read("q=abc%C4%87", allowed)
    for refused in ("latin-1", set("abcq= ")):
        with pytest.raises(superuri.errors.RepertoireError) as caught:
            read("q=ab%63a%C4%87", refused)
        start = caught.value.text.index("%C4")
        assert (caught.value.start, caught.value.end) == (start, start + 6)
    with pytest.raises(TypeError, match="repertoire is the name of an encoding or a container"):
        read("q=a", 5)
    with pytest.raises(LookupError):
        read("q=a", "no-encoding")


def test_percent_u_has_a_repertoire_with_the_place_of_a_unit() -> None:
    assert percent_u.decode("%u0107%E9", encoding="latin-1", repertoire=set("ćé")) == "ćé"
    with pytest.raises(superuri.errors.RepertoireError, match=r"at 6\.\.18 is outside latin-1"):
        percent_u.decode("%u00e9%uD83D%uDE00", repertoire="latin-1")


@pytest.mark.parametrize("of", ["latin-1", set("GET /é"), None])
def test_a_field_of_a_log_has_a_repertoire(of: object) -> None:
    assert logs.decode(r"GET /\xC3\xA9", "nginx", repertoire=of) == "GET /é"
    line = "/%C3%A9+b -"
    names = ("cs-uri-stem", "cs-uri-query")
    assert logs.read("/%C3%A9 -", "iis", names, repertoire=of)["cs-uri-stem"] == "/é"
    if of is not None:
        with pytest.raises(superuri.errors.RepertoireError) as caught:
            logs.decode("/%C3%A9%C4%87", "iis", repertoire=of)
        # The whole field: the log's own encoding and the URI's are undone at once.
        assert (caught.value.start, caught.value.end) == (0, len(caught.value.text))
        with pytest.raises(superuri.errors.RepertoireError):
            logs.read(line.replace("b", "%C4%87"), "iis", names, repertoire=of)


def test_a_form_names_its_encoding() -> None:
    assert form.charset("a=1&_charset_=+LATIN1+") == "windows-1252"
    assert form.charset(b"a=1&_charset_=sjis") == "shift_jis"
    for label in ("utf8", "utf-16", "UTF-16BE", "replacement", "iso-2022-kr"):
        assert form.charset(f"_charset_={label}", default="big5") == "utf-8"
    codecs = "latin-1 cp037 rot13 hex zip unicode_escape utf-7 undefined punycode idna utf_8"
    for codec in codecs.split():
        assert form.charset(f"_charset_={codec}", default="big5") == "big5"
    assert form.charset("a=1&_CHARSET_=nope", default="cp1252") == "cp1252"
    assert form.charset("_charset_=%FF&_charset_=%00") == "utf-8"


def test_keywords() -> None:
    assert form.parse_keywords("") == []
    assert form.parse_keywords("a+b%2Bc++%C3%A9") == ["a", "b+c", "é"]
    assert form.parse_keywords(b"a%3Db") == ["a=b"]
    assert form.parse_keywords("a=b+c") is None
    assert form.serialize_keywords(["a b", b"\xff", "c+d=e"]) == "a%20b+%FF+c%2Bd%3De"
    with pytest.raises(superuri.errors.DecodeError) as caught:
        form.parse_keywords("é+%zz")
    assert (caught.value.start, caught.value.end) == (2, 5)
    with pytest.raises(ValueError, match="empty word"):
        form.serialize_keywords(["a", ""])
