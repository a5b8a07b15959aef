"""Link headers, by the examples of their standard and with edge values."""

from typing import Any

import pytest

import superuri
from superuri import URI, links
from superuri.errors import ParseError

# The examples of RFC 8288 section 3.5.
LINKS = [
    (
        '<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter"',
        [("http://example.com/TheBook/chapter2", ("previous",), None, "previous chapter")],
    ),
    ('</>; rel="http://example.net/foo"', [("/", ("http://example.net/foo",), None, None)]),
    ('</terms>; rel="copyright"; anchor="#foo"', [("/terms", ("copyright",), "#foo", None)]),
    (
        (
            "</TheBook/chapter2>; rel=\"previous\"; title*=UTF-8'de'letztes%20Kapitel, "
            "</TheBook/chapter4>; rel=\"next\"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel"
        ),
        [
            ("/TheBook/chapter2", ("previous",), None, "letztes Kapitel"),
            ("/TheBook/chapter4", ("next",), None, "nächstes Kapitel"),
        ],
    ),
    (
        '<http://example.org/>; rel="start http://example.net/relation/other"',
        [("http://example.org/", ("start", "http://example.net/relation/other"), None, None)],
    ),
    (
        '<https://example.org/>; rel="start", <https://example.org/index>; rel="index"',
        [
            ("https://example.org/", ("start",), None, None),
            ("https://example.org/index", ("index",), None, None),
        ],
    ),
    # Section 3: only the first counts; a target can have commas and semicolons.
    ("<a,b;c>;REL=Next;rel=last; title=x;title=y,", [("a,b;c", ("next",), None, "x")]),
    # Section 3.4.1: title* goes before title, unless it cannot be decoded.
    ("<a>; title=b; title*=UTF-8''%C3%BC", [("a", (), None, "ü")]),
    ("<a>; title*=UTF-8''%FF; title=b", [("a", (), None, "b")]),
    ('<>;;title="a \\"b\\\\, <c>"; crossorigin', [("", (), None, 'a "b\\, <c>')]),
    ("", []),
]
#: Links as they are read, with all attributes.
READ_LINKS = [
    ("</a>; rel=NEXT", [("/a", ("next",), None, None, (("rel", "NEXT"),))]),
    (
        (
            ' , </a> ; Rel = "Next  HTTP://E.com/R" ; rel=prev ; title="a\\"b" ;; title=c ; '
            "title*=UTF-8'de'%C3%BC; anchor=\"#x\"; crossorigin,\t<b>;a=1;a=2 , "
        ),
        [
            (
                *("/a", ("next", "HTTP://E.com/R"), "#x", "ü"),
                (
                    *(("rel", "Next  HTTP://E.com/R"), ("title", 'a"b'), ("title*", "ü")),
                    *(("anchor", "#x"), ("crossorigin", None)),
                ),
            ),
            ("b", (), None, None, (("a", "1"), ("a", "2"))),
        ],
    ),
    (
        ["<a>; rev=x; rev=y; media=m; media=n; type=t; type=u", "<>", ""],
        [
            ("a", (), None, None, (("rev", "x"), ("media", "m"), ("type", "t"))),
            ("", (), None, None, ()),
        ],
    ),
    (
        "<a>; title*=UTF-8''%FF; title=b; x*=UTF-8''%C3%BC; y*=nothing; z*",
        [("a", (), None, "b", (("title", "b"), ("x*", "ü"), ("z*", None)))],
    ),
    (
        "<a>; title*=UTF-8''one; title*=UTF-8''two; title=three; rel; rel=x; anchor=a; anchor=b",
        [
            (
                *("a", (), "a", "one"),
                (("title*", "one"), ("title", "three"), ("rel", None), ("anchor", "a")),
            )
        ],
    ),
    ("<a>; title=one; title=two; x=", [("a", (), None, "one", (("title", "one"), ("x", "")))]),
    (
        '<a>; x="", <b>; x',
        [("a", (), None, None, (("x", ""),)), ("b", (), None, None, (("x", None),))],
    ),
]
WRITTEN_LINKS = [
    # target, relations, attributes, header
    ("/a", "next", {}, '</a>; rel="next"'),
    (
        URI("/a?b"),
        ["NEXT", "http://e.com/rel"],
        {"title": 'A "t\\"', "anchor": URI("#x"), "type": "text/html", "hreflang": None},
        (
            '</a?b>; rel="NEXT http://e.com/rel"; anchor="#x"; title="A \\"t\\\\\\""; '
            'type="text/html"; hreflang'
        ),
    ),
    (
        *("/a", "next", {"title": "naïve", "language": "fr"}),
        "</a>; rel=\"next\"; title*=UTF-8'fr'na%C3%AFve",
    ),
    (
        *("/a", "next", {"title": "plain", "language": "en"}),
        "</a>; rel=\"next\"; title*=UTF-8'en'plain",
    ),
    (
        *("/a", "next", {"title": "", "media": "screen, print", "note": "ü"}),
        '</a>; rel="next"; title=""; media="screen, print"; note*=UTF-8\'\'%C3%BC',
    ),
]


@pytest.mark.parametrize(("header", "read"), READ_LINKS)
def test_links_have_all_their_attributes(header: str | list[str], read: list[Any]) -> None:
    assert list(links.parse(header)) == read


@pytest.mark.parametrize(("target", "rel", "more", "header"), WRITTEN_LINKS)
def test_links_are_written(target: Any, rel: Any, more: dict[str, Any], header: str) -> None:
    assert links.build(target, rel, **more) == header


def test_a_target_is_a_text() -> None:
    wrong: Any = 5
    with pytest.raises(TypeError) as caught:
        links.build(wrong, "next")
    assert str(caught.value) == "a text is a str or a URI here, not int"


@pytest.mark.parametrize(("header", "read"), LINKS)
def test_links(header: str, read: list[tuple[str, tuple[str, ...], str | None, str | None]]):
    found = links.parse(header)
    assert [link[:4] for link in found] == read
    # A link without a relation is read, but not written (section 3.3).
    complete = [(target, rel or ("next",), *more) for target, rel, *more in read]
    again = ", ".join(
        links.build(target, rel, anchor=anchor, title=title)
        for target, rel, anchor, title in complete
    )
    assert [link[:4] for link in links.parse(again)] == complete
    assert again.isascii()


def test_attributes_of_links() -> None:
    (link,) = links.parse("<a>; hreflang=de; hreflang=en; crossorigin; x*=UTF-8''%e2%82%ac; y*=no")
    assert link.attributes == (
        ("hreflang", "de"),
        ("hreflang", "en"),
        ("crossorigin", None),
        ("x*", "€"),
    )
    assert links.parse(["<a>", "<b>, <c>"]) == links.parse("<a>, <b>, <c>")
    written = links.build("a", "b", type='x"y\\', note="ü", flag=None)
    assert written == '<a>; rel="b"; type="x\\"y\\\\"; note*=UTF-8\'\'%C3%BC; flag'
    assert dict(links.parse(written)[0].attributes)["type"] == 'x"y\\'


@pytest.mark.parametrize(
    "wrong", ["a", "<a", "<a> b", "<a>; =b", '<a>; b="c', "<a>;b=c d", "<a>,b"]
)
def test_malformed_links(wrong: str) -> None:
    with pytest.raises(ParseError) as caught:
        links.parse(wrong)
    assert caught.value.code == "bad-link"
    assert caught.value.text == wrong


def test_links_that_are_not_written() -> None:
    # A > or a line end in a target would end it.
    for target in ("a>b", "a\r\nSet-Cookie: b", "ü", "a b"):
        with pytest.raises(ParseError, match="is not a URI"):
            links.build(target, "next")
        with pytest.raises(ParseError, match="is not a URI"):
            links.build("a", "next", anchor=target)
    for rel in ("a b", "", 'a"', "ü"):
        with pytest.raises(ParseError, match="is not a relation type"):
            links.build("a", rel)
    with pytest.raises(ParseError, match="is not the name"):
        links.build("a", "b", **{"c*": "d"})
    with pytest.raises(superuri.errors.EncodeError):
        links.build("a", "b", title="\ud800")
    assert "\n" not in links.build("a", "b", title="c\r\nd")
