"""`find`: the URLs of a document, in order, with their places."""

import codecs
from pathlib import Path
from typing import get_args
from urllib.parse import urljoin

import pytest

import superuri
from kit import chance
from kit.amount import part
from superuri._documents import documents, encodings
from superuri._documents.find import Format
from superuri._documents.kinds import NAMES

PAGE = (
    '<!doctype html><a href="/a?b&amp;c=é"></a>\n<img src="x.png" srcset="s.png 2x, //f.com/t">'
    '<a href="mailto:a@b"><a href="#top"><a href=" http://e.com/\n1 "><a href="/a?b&amp;c=é">'
)
#: Pieces of random documents.
PIECES = (
    *("http://e.com/a", "https://é.example/ü", "mailto:a@b.c", "/a b", "b.html"),
    *("http://e.com/{id}", '<a href="', "<img src=", '">', "](", "[a](<", ">)"),
    *('{"url": "', '"}', "url: ", "url(", ")", "\\", "\\/", "&amp;", "&#10;", "\\u00e9"),
    *(" ", "\n", "\r\n", "\t", "é", "日", "😀", "<", "'", "\ufeff", "\ud800"),
    *("\udcc3\udca9", "\udcff", "\x00", "\x7f", "> ", "]", "`", "_", ".. _a: "),
)


def document(rng):
    return "".join(rng.choice(PIECES) for _ in range(rng.randrange(40)))


def octets(text):
    return len(text.encode("utf-8", "surrogateescape"))


def found(text, *given, **named):
    return [each.text for each in superuri.find(text, *given, **named)]


def test_every_occurrence_is_found_in_order():
    text = "http://e.com/b, http://e.com/a (http://e.com/b)."
    assert list(superuri.find(text)) == [
        ("http://e.com/b", 0, 14),
        ("http://e.com/a", 16, 30),
        ("http://e.com/b", 32, 46),
    ]
    assert found("no URL") == found("") == []


def test_a_place_is_in_code_points_of_a_str_and_in_bytes_of_bytes():
    text = "日 <http://e.com/é> 日 http://f.com/"
    for whole in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode())):
        pieces = [bytes(whole[it.start : it.end]).decode() for it in superuri.find(whole)] if not (
            isinstance(whole, str)
        ) else [whole[it.start : it.end] for it in superuri.find(whole)]  # fmt: skip
        assert pieces == ["http://e.com/é", "http://f.com/"] == found(whole)


def test_the_text_has_no_escapes_and_the_place_is_that_of_the_source():
    [each] = superuri.find('<a href="http://e.com/?a&amp;b">', "html")
    assert each == ("http://e.com/?a&b", 9, 30)
    [each] = superuri.find(r'{"url": "http:\/\/e.com\/\u00e9 x"}', "json")
    assert each.text == "http://e.com/é x"
    [each] = superuri.find(r"[a](<http://e.com/a\*b>)", "markdown")
    assert each.text == "http://e.com/a*b"
    assert found("a { background: url('http://e.com/\\61') }", "css") == ["http://e.com/a"]


def test_relative_links_are_skipped_resolved_or_yielded():
    assert found(PAGE) == ["mailto:a@b", "http://e.com/1"]
    assert found(PAGE, relative=True) == [
        *("/a?b&c=é", "x.png", "s.png", "//f.com/t", "mailto:a@b", "#top", "http://e.com/1"),
        "/a?b&c=é",
    ]
    assert found(PAGE, base="http://e.com/d/e?q") == [
        *("http://e.com/a?b&c=%C3%A9", "http://e.com/d/x.png", "http://e.com/d/s.png"),
        *("http://f.com/t", "mailto:a@b", "http://e.com/d/e?q#top", "http://e.com/1"),
        "http://e.com/a?b&c=%C3%A9",
    ]


@pytest.mark.parametrize(
    "link",
    [
        *("b", "../../b", "//f.com", "?q", "#f", "http:b"),
        *("HTTP:b", "https:b", "x:b", "mailto:b", "./b:c"),
    ],
)
def test_a_link_is_resolved_as_urllib_does(link):
    base = "http://e.com/a/c"
    assert found(f'<a href="{link}">', "html", base=base) == [
        urljoin(base, link.replace("HTTP", "http"))
    ]


@pytest.mark.parametrize(
    "link", ["//e.com:8o/", "//[", "http:", "http:/b", r"http:\\f.com", "file:b"]
)
def test_a_link_that_cannot_be_resolved_is_yielded_as_it_is(link):
    assert found(f"<a href='{link}'>", "html", base="http://e.com/a/c") == [link]


def test_a_base_without_authority_resolves_no_link_with_its_scheme():
    assert found('<a href="urn:b">', "html", base="urn:a") == ["urn:b"]
    assert found('<a href="file:b"><a href=c>', base="file:///a/", format="html") == [
        *("file:///a/b", "file:///a/c")
    ]
    assert found("<a href=b>", "html", base=superuri.URI("http://e.com/")) == ["http://e.com/b"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("<!DOCTYPE html><a href=a>", "html"),
        ("\ufeff\n<HTML><a href=a>", "html"),
        ('<?xml version="1.0"?><loc>http://e.com/a b</loc>', "xml"),
        ('{"url": "http://e.com/a b"}', "json"),
        (' [\n{"url": "http://e.com/a b"}]', "json"),
        ("[2026-11-28] GET http://e.com/", "text"),
        ("{id} http://e.com/a", "text"),
        ("a <a href=http://e.com/?a&amp;b>", "text"),
        ("", "text"),
    ],
)
def test_the_format_is_seen_by_the_content(text, kind):
    for whole in (text, text.encode()):
        assert list(superuri.find(whole, relative=True)) == list(
            superuri.find(whole, kind, relative=True)
        )
    others = [
        list(superuri.find(text, it, relative=True)) for it in ("html", "json", "xml", "text")
    ]
    assert kind == "text" or list(superuri.find(text, relative=True)) in others


def test_bytes_are_read_in_the_encoding_that_they_declare():
    page = '<meta charset="shift_jis">日本<a href="http://e.com/日">日<a href="http://e.com/2">'
    raw = page.encode("shift_jis")
    places = [
        (it.text, raw[it.start : it.end].decode("shift_jis")) for it in superuri.find(raw, "html")
    ]
    assert places == [("http://e.com/日",) * 2, ("http://e.com/2",) * 2]
    wide = codecs.BOM_UTF16_LE + "é http://e.com/é 日".encode("utf-16-le")
    [each] = superuri.find(wide)
    assert wide[each.start : each.end].decode("utf-16-le") == each.text == "http://e.com/é"


def test_octets_that_are_not_text_are_escaped():
    raw = b'\xff\xc3<a href="http://e.com/\xff\xc3\xa9\xe2">\xff<a href="http://e.com/">'
    first, second = superuri.find(raw, "html")
    assert (first.text, raw[first.start : first.end]) == (
        "http://e.com/%FFé%E2",
        b"http://e.com/\xff\xc3\xa9\xe2",
    )
    assert raw[second.start : second.end] == b"http://e.com/"
    assert [superuri.clean(it.text) for it in (first, second)] == [
        *("http://e.com/%FF%C3%A9%E2", "http://e.com/")
    ]


def test_lone_surrogates_of_a_str_stay_and_move_nothing():
    text = '\ud800\udcc3\udca9 <a href="http://e.com/\udcc3\udca9\ud800"> http://e.com/'
    for kind in ("html", "text"):
        found = list(superuri.find(text, kind))
        assert [each.text for each in found] == ["http://e.com/\udcc3\udca9\ud800", "http://e.com/"]
        assert all(each.text == text[each.start : each.end] for each in found)


def test_octets_that_a_mail_escapes_are_octets_of_the_url():
    head = "Content-Transfer-Encoding: quoted-printable\n\n"
    for mail in (f"{head}\ud800 <https://e.com/=FF=C3=\n=A9>", f"{head}<https://e.com/=FF=C3=A9>"):
        [each] = superuri.find(mail, "mail")
        assert each.text == "https://e.com/%FFé"
        assert mail[each.start : each.end].startswith("https://e.com/=FF=C3=")


def test_what_is_wrong_is_reported_at_the_call():
    calls = [
        (TypeError, "a document is a str or bytes, not int", {"text": 1}),
        (
            TypeError,
            r"not PosixPath; read the file first: path.read_bytes\(\)",
            {"text": Path("a")},
        ),
        (ValueError, "format='htm': did you mean 'html'", {"format": "htm"}),
        (ValueError, "format=1: it is one of html, xml", {"format": 1}),
        (ValueError, "the base has no scheme", {"base": "/a"}),
        (ValueError, "either base or relative", {"base": "http://e.com", "relative": True}),
        (superuri.errors.ParseError, "port", {"base": "http://e.com:8o/"}),
    ]
    for error, message, given in calls:
        with pytest.raises(error, match=message):
            superuri.find(**{"text": "", **given})


def test_every_format_has_a_parser():
    assert {*get_args(Format)} == {*NAMES} == {"text", *documents.PARSERS}


def test_a_uri_is_a_text_too():
    url = superuri.whatwg.URL("http://e.com/")
    for each in (superuri.URI("http://e.com/"), url):
        assert found(each, base=each) == ["http://e.com/"]


def test_a_password_is_not_in_the_representation():
    [each] = superuri.find("http://bob:S3cr3t@e.com/")
    assert "S3cr3t" not in repr(each)
    assert repr(each).startswith("Found(text='http://bob:")
    assert each.text == "http://bob:S3cr3t@e.com/"


@pytest.mark.parametrize("kind", NAMES)
def test_every_spot_of_a_document_is_found(kind, report):
    rng = chance.seeded(f"find {kind}")
    number = 0
    for _ in range(part(1500)):
        text = document(rng)
        plain = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        spots = [(it.text, it.start, it.end) for it in documents.spots(plain, kind)]
        assert [tuple(it) for it in superuri.find(plain, kind, relative=True)] == spots
        raw = text.encode("utf-8", "surrogatepass")
        decoded = encodings.read(raw, kind).text
        there = list(superuri.find(raw, kind, relative=True))
        assert [(it.start, it.end) for it in there] == [
            (octets(decoded[: it.start]), octets(decoded[: it.end]))
            for it in superuri.find(decoded, kind, relative=True)
        ]
        assert all(it.text.encode() is not None for it in there)
        for each in superuri.find(text, kind, relative=True):
            assert 0 <= each.start <= each.end <= len(text)
            number += 1
    report(f"{number} URLs in {part(1500)} random documents of {kind}")
    assert number
