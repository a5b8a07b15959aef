"""URLs of RFC 1738 and URI Templates: results with edge values."""

from typing import Any

import pytest

from kit.raising import raised
from superuri import rfc1738, rfc6570
from superuri.errors import ParseError


def test_a_url_is_cleaned_by_its_scheme():
    assert (
        rfc1738.clean('ftp://me@host/my file;v1;type=a#x y%20"')
        == "ftp://me@host/my%20file%3Bv1;type=a#x%20y%20%22"
    )
    assert rfc1738.clean("HTTP://H/a b%41%zz?q r#") == "HTTP://H/a%20b%41%25zz?q%20r#"
    assert rfc1738.clean('x-y:a b"<') == "x-y:a%20b%22%3C"
    assert rfc1738.clean("mailto:a b@c") == "mailto:a%20b@c"
    assert rfc1738.normalize("FTP://Host:21/%2a%2f%2F%7e;type=A") == "ftp://host/*%2F%2F%7E;type=a"
    assert rfc1738.normalize("http://Host:0080/%41%7e#F%41") == "http://host/A%7E#FA"
    assert (
        rfc1738.normalize("http://host:/a"),
        rfc1738.normalize("http://host:8080/a"),
        rfc1738.normalize("http://host"),
    ) == ("http://host/a", "http://host:8080/a", "http://host/")
    assert (
        rfc1738.normalize("gopher://Host:70"),
        rfc1738.normalize("file://LOCALHOST/a"),
        rfc1738.normalize("file:///a"),
    ) == ("gopher://host/1", "file:///a", "file:///a")
    assert (
        rfc1738.normalize("mailto:A%40B.C"),
        rfc1738.normalize("news:A@B"),
        rfc1738.normalize("telnet://U:p@H:23/"),
    ) == ("mailto:A@b.c", "news:A@b", "telnet://U:p@h/")
    assert rfc1738.normalize("X-Y:%41%C3%a9%20") == "x-y:A%C3%A9%20"
    assert (
        rfc1738.equivalent("http://Host/a*b", "http://host:80/a%2Ab"),
        rfc1738.equivalent("ftp://h/a/b", "ftp://h/a%2Fb"),
        rfc1738.equivalent("http://h/#a", "http://h/#b"),
    ) == (True, False, False)


def test_a_template_is_expanded():
    assert (
        rfc6570.expand(
            "{/dirs*}{?page.no,q}{#f}{+r}{;m*}{.d}{&c:2}",
            {"page.no": 2, "q": "old", "m": {"k": "v w"}, "d": ["a", "b"]},
            dirs=["a", "b c"],
            q="x&y",
            f="#/ ",
            r="a/b?c",
            c="äöü",
        )
        == "/a/b%20c?page.no=2&q=x%26y##/%20a/b?c;k=v%20w.a,b&c=%C3%A4%C3%B6"
    )
    assert rfc6570.URITemplate("/search{?q,page,q}").names == ("q", "page")
    assert (
        rfc6570.URITemplate("{a}") == "{a}",
        rfc6570.URITemplate("{a}") == rfc6570.URITemplate("{a}"),
        rfc6570.URITemplate("{a}") == rfc6570.URITemplate("{b}"),
    ) == (False, True, False)
    assert repr(rfc6570.URITemplate("http://a:b@c/{x}")) == "URITemplate('http://a:…@c/{x}')"


def test_an_expansion_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rfc6570, "LONGEST", 1234)
    assert len(rfc6570.expand("{a}", a="x" * 1234)) == 1234
    error = raised(ParseError, rfc6570.expand, "{a}", a="x" * 1235)
    assert str(error) == "the result has more than 1,234 characters"
    assert (error.text, error.start, error.end) == ("{a}", 0, 3)
    assert (error.code, error.help) == ("too-long", "give shorter values")


def test_a_compiled_template_is_a_frozen_value():
    one, same, other = (rfc6570.URITemplate(text) for text in ("{a}", "{a}", "{b}"))
    assert (one == same, one == other, one == "{a}") == (True, False, False)
    assert (hash(one) == hash(same), one != other, len({one, same, other})) == (True, True, 2)
    wrong: Any = {1}
    assert str(raised(TypeError, one.expand, a=wrong)) == (
        "the variable a is or holds a set: a value is a str, a number, None, a list of these, "
        "or a mapping to these"
    )
