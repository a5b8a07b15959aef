"""Baggage, cookies, links and other headers: what is written and read, with edge values."""

from typing import Any

import pytest

from superuri import URI, baggage, cookies, headers, links
from superuri.baggage import Member
from superuri.errors import EncodeError, ParseError
from superuri.headers import Disposition


def test_baggage_is_written_and_read():
    assert baggage.build({"a": "1, 2", "b": ""}) == "a=1%2C%202,b="
    assert (
        baggage.build([Member("a", "ü", (("p", None), ("q", "x;y"), ("r", ""))), Member("b", "c")])
        == "a=%C3%BC;p;q=x%3By;r=,b=c"
    )
    assert baggage.build({}) == ""
    assert (
        baggage.build([Member("a", "x" * 4093), Member("b", "y" * 4094)])
        == "a=" + "x" * 4093 + ",b=" + "y" * 4094
    )
    assert baggage.build([Member("a", "x" * 8191)], beyond="drop") == ""
    assert (
        baggage.build(
            [Member("a", "x" * 4093), Member("b", "y" * 4095), Member("c", "z")], beyond="drop"
        )
        == "a=" + "x" * 4093
    )
    assert baggage.build({f"k{n}": "v" for n in range(64)}) == ",".join(
        f"k{n}=v" for n in range(64)
    )
    assert baggage.build({f"k{n}": "v" for n in range(66)}, beyond="drop") == ",".join(
        f"k{n}=v" for n in range(64)
    )
    assert baggage.parse("a=1,b = 2 ;c;d= %C3%BC ;e=, ,\t,f=g=h") == (
        ("a", "1", ()),
        ("b", "2", (("c", None), ("d", "ü"), ("e", ""))),
        ("f", "g=h", ()),
    )
    assert baggage.parse(["a=", "b=%FF+"]) == (("a", "", ()), ("b", "\ufffd+", ()))
    assert baggage.parse("") == ()


def test_cookies_are_written_and_read():
    assert cookies.value('a b;c,d"e\\f%g+ü\n') == "a%20b%3Bc%2Cd%22e%5Cf%25g+%C3%BC%0A"
    assert cookies.parse_value('"a%20+%3B"') == "a +;"
    assert cookies.parse_value('""') == ""
    assert cookies.parse(' a = b ;;c;\td="e f"\t; =g;a=h=i;') == (
        ("a", "b"),
        ("", "c"),
        ("d", '"e f"'),
        ("", "g"),
        ("a", "h=i"),
    )
    assert cookies.parse("") == ()
    assert {name: coder.encode('a b/ü+%*~!(;"') for name, coder in cookies.coders.items()} == {
        "PHP": "a%20b%2F%C3%BC%2B%25%2A~%21%28%3B%22",
        "Rack": "a+b%2F%C3%BC%2B%25*%7E%21%28%3B%22",
        "Ruby CGI": "a+b%2F%C3%BC%2B%25%2A~%21%28%3B%22",
        "cookie": "a%20b%2F%C3%BC%2B%25*~!(%3B%22",
        "js-cookie": "a%20b/%C3%BC+%25*~!(%3B%22",
    }
    assert {name: coder.decode("a+b%2F%2b%zz%FF") for name, coder in cookies.coders.items()} == {
        "PHP": "a+b/+%zz\ufffd",
        "Rack": "a b/+%zz\ufffd",
        "Ruby CGI": "a b/+%zz\ufffd",
        "cookie": "a+b/+%zz\ufffd",
        "js-cookie": "a+b/+%zz\ufffd",
    }
    assert {name: coder[2:] for name, coder in cookies.coders.items()} == {
        "PHP": ("PHP 8.2.36: setcookie, $_COOKIE, run", "2026-11-25"),
        "Rack": ("Rack 2.2.22: add_cookie_to_header, run", "2026-11-25"),
        "Ruby CGI": ("Ruby: CGI::Cookie, run", "2026-11-25"),
        "cookie": ("cookie (npm): src/index.ts, encode", "2026-11-25"),
        "js-cookie": ("js-cookie 3: converter", "2026-11-25"),
    }


def test_an_extended_value_is_written_and_read():
    assert headers.ext_value("a b'c%ü*") == "UTF-8''a%20b%27c%25%C3%BC%2A"
    assert headers.ext_value("é", "pt-BR") == "UTF-8'pt-BR'%C3%A9"
    assert headers.parse_ext_value("ISO-8859-1''%A3") == ("£", "")
    assert headers.parse_ext_value("UTF-8''") == ("", "")


def test_a_disposition_is_written_and_read():
    assert headers.content_disposition("a.txt") == 'attachment; filename="a.txt"'
    assert (
        headers.content_disposition("a%b.txt", "inline")
        == "inline; filename=\"a_b.txt\"; filename*=UTF-8''a%25b.txt"
    )
    assert (
        headers.content_disposition("€ \\\"'.txt", "form-data")
        == "form-data; filename=\"_ __'.txt\"; filename*=UTF-8''%E2%82%AC%20%5C%22%27.txt"
    )
    assert headers.content_disposition("") == 'attachment; filename=""'
    assert headers.parse_content_disposition("Attachment") == Disposition(
        type="attachment", filename=None, parameters={}
    )
    assert headers.parse_content_disposition(
        ' inline ; FileName = "a\\\\b\\"c" ; ; x=y;Z*=utf-8\'de\'%C3%BC\t'
    ) == Disposition(
        type="inline", filename='a\\b"c', parameters={"filename": 'a\\b"c', "x": "y", "z": "ü"}
    )
    assert headers.parse_content_disposition(
        "attachment;filename=a;filename*=UTF-8''%E2%82%AC;size=3"
    ) == Disposition(type="attachment", filename="€", parameters={"filename": "a", "size": "3"})
    assert headers.parse_content_disposition(
        "attachment; filename*=UTF-8''%FF; filename=\"é;b\"; x*=nothing"
    ) == Disposition(type="attachment", filename="é;b", parameters={"filename": "é;b"})
    assert headers.parse_content_disposition(
        "attachment; name*=UTF-8''%C3%BC; name=u"
    ) == Disposition(type="attachment", filename=None, parameters={"name": "ü"})


def test_messages_of_grpc_and_values_of_baggage_are_written_and_read():
    assert headers.grpc_message("a\tb%~é") == "a%09b%25~%C3%A9"
    assert headers.parse_grpc_message("a%09b%25~%C3%A9%zz%FF+") == "a\tb%~é%zz\ufffd+"
    assert headers.grpc_message(" a/b:c~\x7f") == " a/b:c~%7F"
    assert headers.baggage_value("a+b%;é") == "a+b%25%3B%C3%A9"
    assert headers.parse_baggage_value("a+b%25%3B%C3%A9%FF%z") == "a+b%;é\ufffd%z"


def test_links_are_written():
    assert links.build("/a", "next") == '</a>; rel="next"'
    assert links.build(
        URI("/a?b"),
        ["NEXT", "http://e.com/rel"],
        title='A "t\\"',
        anchor=URI("#x"),
        type="text/html",
        hreflang=None,
    ) == (
        '</a?b>; rel="NEXT http://e.com/rel"; anchor="#x"; title="A \\"t\\\\\\""; '
        'type="text/html"; hreflang'
    )
    assert (
        links.build("/a", "next", title="naïve", language="fr")
        == "</a>; rel=\"next\"; title*=UTF-8'fr'na%C3%AFve"
    )
    assert (
        links.build("/a", "next", title="plain", language="en")
        == "</a>; rel=\"next\"; title*=UTF-8'en'plain"
    )
    assert (
        links.build("/a", "next", title="", media="screen, print", note="ü")
        == '</a>; rel="next"; title=""; media="screen, print"; note*=UTF-8\'\'%C3%BC'
    )


def test_links_are_read():
    assert links.parse("</a>; rel=NEXT") == (("/a", ("next",), None, None, (("rel", "NEXT"),)),)
    assert links.parse(
        ' , </a> ; Rel = "Next  HTTP://E.com/R" ; rel=prev ; title="a\\"b" ;; title=c ; '
        "title*=UTF-8'de'%C3%BC; "
        'anchor="#x"; crossorigin,\t<b>;a=1;a=2 , '
    ) == (
        (
            "/a",
            ("next", "HTTP://E.com/R"),
            "#x",
            "ü",
            (
                ("rel", "Next  HTTP://E.com/R"),
                ("title", 'a"b'),
                ("title*", "ü"),
                ("anchor", "#x"),
                ("crossorigin", None),
            ),
        ),
        ("b", (), None, None, (("a", "1"), ("a", "2"))),
    )
    assert links.parse(["<a>; rev=x; rev=y; media=m; media=n; type=t; type=u", "<>", ""]) == (
        ("a", (), None, None, (("rev", "x"), ("media", "m"), ("type", "t"))),
        ("", (), None, None, ()),
    )
    assert links.parse("<a>; title*=UTF-8''%FF; title=b; x*=UTF-8''%C3%BC; y*=nothing; z*") == (
        ("a", (), None, "b", (("title", "b"), ("x*", "ü"), ("z*", None))),
    )
    assert links.parse(
        "<a>; title*=UTF-8''one; title*=UTF-8''two; title=three; rel; rel=x; anchor=a; anchor=b"
    ) == (
        (
            "a",
            (),
            "a",
            "one",
            (("title*", "one"), ("title", "three"), ("rel", None), ("anchor", "a")),
        ),
    )
    assert links.parse("<a>; title=one; title=two; x=") == (
        ("a", (), None, "one", (("title", "one"), ("x", ""))),
    )
    assert links.parse('<a>; x="", <b>; x') == (
        ("a", (), None, None, (("x", ""),)),
        ("b", (), None, None, (("x", None),)),
    )


def test_baggage_beyond_the_limits_is_refused_or_dropped():
    help_ = 'send less, or drop the rest with beyond="drop"'
    most = {f"k{n}": "v" for n in range(baggage.MOST_MEMBERS)}
    assert (len(most), baggage.MOST_BYTES) == (64, 8192)
    with pytest.raises(ParseError) as caught:
        baggage.build({**most, "last": "v", "more": "v"})
    error = caught.value
    assert str(error) == '"last=v" at 0..6 is beyond 64 members or 8192 bytes'
    assert (error.text, error.start, error.end) == ("last=v", 0, 6)
    assert (error.code, error.help) == ("bad-baggage", help_)
    assert baggage.build({**most, "last": "v"}, beyond="drop") == baggage.build(most)
    long = [Member("a", "x" * 4093), Member("b", "y" * 4095), Member("c", "z")]
    with pytest.raises(ParseError) as caught:
        baggage.build(long)
    assert str(caught.value).endswith('…" at 0..4097 is beyond 64 members or 8192 bytes')
    assert (caught.value.text, caught.value.end) == ("b=" + "y" * 4095, 4097)
    wrong: Any = "ignore"
    with pytest.raises(ValueError, match="beyond") as refused:
        baggage.build({}, beyond=wrong)
    assert str(refused.value) == 'beyond is "raise" or "drop"'


def test_a_property_that_is_not_a_token_is_refused():
    with pytest.raises(ParseError) as caught:
        baggage.build([Member("a", "b", (("ok", "x"), ("c d", None)))])
    assert str(caught.value) == '"c d" at 0..3 is not a token'


@pytest.mark.parametrize(
    "write",
    [
        lambda text: baggage.build({"a": text}),
        lambda text: links.build("/a", "next", title=text),
        cookies.value,
        cookies.coders["PHP"].encode,
        headers.ext_value,
        headers.content_disposition,
        headers.grpc_message,
        headers.baggage_value,
    ],
)
def test_a_lone_surrogate_is_refused(write: Any):
    with pytest.raises(EncodeError) as caught:
        write("\ud800")
    error = caught.value
    assert str(error) == "the lone surrogate U+D800 at 0 has no UTF-8"
    assert (error.text, error.start, error.end, error.code) == ("\ud800", 0, 1, "lone-surrogate")


def test_a_target_is_a_text():
    wrong: Any = 5
    with pytest.raises(TypeError) as caught:
        links.build(wrong, "next")
    assert str(caught.value) == "a text is a str or a URI here, not int"


def test_only_spaces_and_tabs_are_dropped_around_a_value():
    assert cookies.parse("X=X; \va=b\v;c\v = \vd;\v") == (
        *(("X", "X"), ("\va", "b\v"), ("c\v", "\vd"), ("", "\v")),
    )
    assert baggage.parse("X=X \t; X = X\t,\tX=1") == (("X", "X", (("X", "X"),)), ("X", "1", ()))
    for header, start, end in (("a=1,\v", 4, 5), ("a=1,b=2,c=3\v", 8, 12), ("a=1;X,X", 6, 7)):
        with pytest.raises(ParseError) as caught:
            baggage.parse(header)
        assert (caught.value.start, caught.value.end) == (start, end)
