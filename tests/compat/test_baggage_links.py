"""W3C Baggage and Link headers, by the examples of their standards."""

import contextlib
import re

import pytest

import superuri
from kit.clock import linearly
from superuri import baggage, cookies, links
from superuri.baggage import Member
from superuri.errors import DecodeError, ParseError

# The examples of W3C Baggage, sections 3.3.3 and 3.4, and its test suite.
BAGGAGE = [
    (
        "key1=value1;property1;property2, key2 = value2, key3=value3; propertyKey=propertyValue",
        [
            ("key1", "value1", (("property1", None), ("property2", None))),
            ("key2", "value2", ()),
            ("key3", "value3", (("propertyKey", "propertyValue"),)),
        ],
    ),
    (
        "userId=alice,serverNode=DF%2028,isProduction=false",
        [("userId", "alice", ()), ("serverNode", "DF 28", ()), ("isProduction", "false", ())],
    ),
    ("userId =   alice", [("userId", "alice", ())]),
    (
        "SomeKey \t = \t SomeValue \t ; \t SomeProp \t , \t Key2 \t = Value2 \t ; \t P \t = \t V",
        [("SomeKey", "SomeValue", (("SomeProp", None),)), ("Key2", "Value2", (("P", "V"),))],
    ),
    ("SomeKey=SomeValue=equals", [("SomeKey", "SomeValue=equals", ())]),
    ("k=%09%20%22%27%3B%3Dasdf%21%40%23%24%25%5E", [("k", "\t \"';=asdf!@#$%^", ())]),
    ("a=1,,a=2, ", [("a", "1", ()), ("a", "2", ())]),
    ("a=,b=+%C3%28", [("a", "", ()), ("b", "+\ufffd(", ())]),
]


@pytest.mark.parametrize(("header", "members"), BAGGAGE)
def test_baggage(header: str, members: list[tuple[str, str, tuple[tuple[str, str | None], ...]]]):
    read = baggage.parse(header)
    assert list(read) == members
    written = baggage.build(read)
    assert baggage.parse(written) == read
    assert re.fullmatch(r"[!-~]*", written)
    assert baggage.build(baggage.parse(written)) == written


def test_baggage_of_several_headers_and_of_none() -> None:
    headers = ["userId=alice", "serverNode=DF%2028,isProduction=false"]
    assert baggage.parse(headers) == baggage.parse(",".join(headers))
    assert baggage.parse("") == baggage.parse([]) == ()
    assert baggage.build({}) == ""


@pytest.mark.parametrize(
    ("wrong", "span"),
    [
        ("a", (0, 1)),
        ("a=1,b", (4, 5)),
        ("a=1;=2", (4, 6)),
        ("a=1;b c", (4, 7)),
        ('a=1, b="x"', (4, 10)),
        ("a=é", (0, 3)),
        ("a b=1", (0, 5)),
    ],
)
def test_malformed_baggage_has_a_place(wrong: str, span: tuple[int, int]) -> None:
    with pytest.raises(ParseError) as caught:
        baggage.parse(wrong)
    assert caught.value.code == "bad-baggage"
    assert (caught.value.start, caught.value.end) == span


def test_the_limits_of_baggage() -> None:
    full = {f"key{n}": "value" for n in range(baggage.MOST_MEMBERS)}
    assert len(baggage.parse(baggage.build(full))) == 64
    # As in the test suite of the standard: 8192 bytes are allowed.
    assert len(baggage.build({"a": "0123456789" * 819})) == baggage.MOST_BYTES == 8192
    assert len(baggage.build([("abc", "x" * 4091), Member("b", "x" * 4094)])) == 8192
    for much in ({**full, "one": "more"}, {"ab": "0123456789" * 819}):
        with pytest.raises(ParseError, match="is beyond 64 members or 8192 bytes"):
            baggage.build(much)
    assert baggage.build({**full, "one": "more"}, beyond="drop") == baggage.build(full)
    assert baggage.build({"a": "1", "b": "x" * 9000, "c": "3"}, beyond="drop") == "a=1"
    with pytest.raises(ValueError, match='beyond is "raise" or "drop"'):
        baggage.build({}, beyond="keep")  # type: ignore[arg-type]
    for key in ("", "a b", "ü", "a,b"):
        with pytest.raises(ParseError, match="is not a token"):
            baggage.build({key: "1"})


@pytest.mark.parametrize("start", ["", "a=", "<a>", '<a>;b="', '"'])
@pytest.mark.parametrize(
    "piece", [" ", "\t", ";", "; a", ",", "=", "a=1,", "<", "<>", '"', "\\", "%41"]
)
def test_a_long_header_is_read_once(start: str, piece: str) -> None:
    for parse in (baggage.parse, links.parse, cookies.parse, cookies.parse_value):
        with linearly(), contextlib.suppress(ParseError, DecodeError):
            parse(f"{start}{piece * 50_000}\0")


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
    titled = links.build(superuri.URI("/a"), "b", title="plain", language="en")
    assert titled == "</a>; rel=\"b\"; title*=UTF-8'en'plain"


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
