"""Edits of a URI: they change only what they name, also where there is no authority."""

from collections import OrderedDict
from typing import Any

import pytest

from kit.raising import raised
from superuri import URI, build, fill, whatwg
from superuri.errors import EncodeError, ParseError

WITHOUT_AUTHORITY = ["", "a", "/a", "/evil.com/x", "?q", "#f", "mailto:x", "http:", "file:/a"]


@pytest.mark.parametrize("text", WITHOUT_AUTHORITY)
@pytest.mark.parametrize("name", ["with_user", "with_password", "with_userinfo", "with_port"])
def test_nothing_is_taken_from_what_has_none(text: str, name: str) -> None:
    assert str(getattr(URI(text), name)(None)) == text


@pytest.mark.parametrize("text", WITHOUT_AUTHORITY)
@pytest.mark.parametrize(
    ("name", "value"),
    [("with_user", "u"), ("with_password", "p"), ("with_userinfo", "u:p"), ("with_port", 80)],
)
def test_a_path_does_not_become_a_host(text: str, name: str, value: object) -> None:
    # "//u@/evil.com/x" is legal, and browsers go to evil.com.
    with pytest.raises(ParseError, match="would be alone in the authority: set a host first"):
        getattr(URI(text), name)(value)


def test_a_host_allows_the_rest() -> None:
    assert str(URI("/a").with_host("e").with_user("u").with_port(1)) == "//u@e:1/a"
    assert str(URI("file:/a").with_host("")) == "file:///a"
    assert str(URI("file:///a").with_host("")) == "file:///a"


def test_a_password_needs_a_user() -> None:
    with pytest.raises(TypeError, match="a password needs a user"):
        URI("http://e/").with_user(None, "p")


def test_a_value_that_does_not_fit_is_reported_as_one() -> None:
    caught = raised(EncodeError, URI("//e").with_host, "a\ud800")
    assert (caught.code, caught.start) == ("lone-surrogate", 1)
    for port in (-1, 65536, 1 << 80, -1 << 80):
        with pytest.raises(ValueError, match="a port is from 0 to 65535"):
            URI("//e").with_port(port)


HOSTS = ["e.com", "bücher.de", "::1", "[::1]", "[fe80::1%eth0]", "a b", "a/b", "a@b", "a,b", "a%41"]
HOSTS += ["", "127.1", "127.0.0.1", "1:2", "[", "xn--a", "a.b.", "１２７.１", b"\xff", 1]


@pytest.mark.parametrize("scheme", ["http", "file", "postgresql", None])
@pytest.mark.parametrize("host", HOSTS)
def test_a_host_is_written_as_build_writes_it(scheme: str | None, host: Any) -> None:
    base = URI(f"{scheme}://e:1/x" if scheme else "//e:1/x")
    try:
        want = build(scheme=scheme, host=host, port=1, path="/x")
    except ParseError as error:
        caught = raised(ParseError, base.with_host, host)
        assert str(caught) == str(error)
        assert (caught.code, caught.text) == (error.code, error.text)
    else:
        assert base.with_host(host) == want


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ({"a": "b"}, "?a=b"),
        ({"a": "", "b": None, "c": [1, "2"], "d": []}, "?a=&c=1&c=2"),
        ({"page": 2, "x": 1.5, "y": True, b"\xff": b"\xfe"}, "?page=2&x=1.5&y=true&%FF=%FE"),
        (OrderedDict([("b", "&"), ("a", "=")]), "?b=%26&a=%3D"),
        ([("a", 1), ["b", None]], "?a=1&b"),
        ((("a", n) for n in range(2)), "?a=0&a=1"),
        ([("u", URI("/x?y")), ("v", whatwg.URL("http://e"))], "?u=/x?y&v=http://e/"),
        ({}, "?"),
        (None, ""),
    ],
)
def test_a_query_is_a_mapping_or_pairs(query: Any, text: str) -> None:
    assert str(URI("?z").with_query(query)) == text


def test_a_query_is_read_back_as_it_was() -> None:
    for text in ("?a&b=&=c&a=2", "?", "?&&a=%7e&", "?%61+b=1+1%2B", ""):
        uri = URI(text)
        assert uri.with_query(uri.query) == uri
    # A changed pair changes no other one.
    assert str(URI("?a=%7e&b=1+1").with_query([("a", "~"), ("b", "2+2")])) == "?a=%7e&b=2%2B2"
    assert str(URI("?a=%7e").with_query({"b": "~", "a": "~"})) == "?b=~&a=~"
    assert str(URI("?b=%7E&a").with_pair("b", "~")) == "?b=%7E&a"


@pytest.mark.parametrize(
    "text",
    [
        *("/a+b;c=d/%2f%7E/", "http://e.com//x/", "a/b:c"),
        *("x:/.//a", "/../a", "mailto:a%40b@e.com", "//e.com", ""),
    ],
)
def test_segments_are_set_as_they_were(text: str) -> None:
    uri = URI(text)
    assert uri.with_segments(uri.segments) == uri
    if uri.name:
        assert uri.with_name(uri.name) == uri


def test_edits_escape_what_build_escapes() -> None:
    for segment in ("a+b=c", "a;b,c", "a:b@c!$&'()*"):
        built = build(host="e.com", segments=["x", segment])
        uri = URI("//e.com/x/old")
        assert built == uri.with_segments(["x", segment]) == uri.with_name(segment)
        assert built == URI("//e.com/x") / segment
        assert URI("old").with_segments([segment]).segments == (segment,)
    assert str(URI("/a.b+c").with_suffix(".d+e")) == "/a.d%2Be"
    assert build(host="e", user="a+b,c") == URI("//e").with_user("a+b,c")


@pytest.mark.parametrize("scheme", ["scp", "SFTP", "ssh"])
def test_a_plus_is_escaped_where_openssh_reads_a_space(scheme: str) -> None:
    assert str(build(scheme=scheme, host="e", path="/c++/a")) == f"{scheme}://e/c%2B%2B/a"
    assert str(build(scheme=scheme, host="e", segments=["c++"])) == f"{scheme}://e/c%2B%2B"
    assert str(build(scheme="http", host="e", path="/c++/a")) == "http://e/c++/a"


def test_values_of_edits_are_those_of_build() -> None:
    uri = URI("http://e/a")
    assert str(uri.with_pair("page", 2)) == "http://e/a?page=2"
    assert uri.with_pair(1, True).get(1) == "true"
    assert str(uri.with_pair("a", None).without_pair("a").with_fragment(1.5)) == "http://e/a#1.5"
    assert str(uri / 7 / b"\xff") == "http://e/a/7/%FF"
    assert str(uri.with_segments([1, "b"])) == "http://e/1/b"
    assert str(uri.with_user(1, 2)) == "http://1:2@e/a"
    assert str(uri.with_port("8080")) == str(uri.with_port(8080)) == "http://e:8080/a"


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda u: u.with_pair("a", [1]), "an int, a float or a bool, not list"),
        (lambda u: u.with_pair("a", object()), "not object: pass str"),
        (lambda u: u.with_host(None), "not NoneType"),
        (lambda u: u.with_query("a=b"), "a query is a mapping or a list of pairs"),
        (lambda u: u.with_query(["ab"]), "a tuple of a name and a value, not str"),
        (lambda u: u.with_query([("a",)]), "a tuple of a name and a value, not a tuple of 1"),
        (lambda u: u.with_query([["a", 1, 2]]), "a name and a value, not a list of 3"),
        (lambda u: u.with_query({"a": {"b": 1}}), "a mapping inside a query needs a convention"),
        (lambda _: build(query=[("a",)]), "a tuple of a name and a value, not a tuple of 1"),
        (lambda _: build(query=[1]), "a tuple of a name and a value, not int"),
        (lambda u: u.with_segments("ab"), "a list of values is needed, not one str"),
        (lambda u: u.with_segments({"a": 1}), "a list of values is needed, not one dict"),
        (lambda u: u / None, "not NoneType"),
    ],
)
def test_an_invalid_value_is_reported(edit: Any, says: str) -> None:
    with pytest.raises(TypeError, match=says):
        edit(URI("http://e/a"))


@pytest.mark.parametrize("dots", [".", ".."])
@pytest.mark.parametrize(
    "write",
    [
        lambda dots: URI("http://e/a") / dots,
        lambda dots: URI("http://e/a").with_segments(["b", dots]),
        lambda dots: build(scheme="http", host="e", segments=["a", dots]),
        lambda dots: build(scheme="http", host="e", path="/a/" + dots),
        lambda dots: fill("http://e/{slot}", slot=dots),
        lambda dots: fill("http://e/{*slots}", slots=["a", dots]),
    ],
)
def test_dots_are_refused_everywhere_in_the_same_words(write: Any, dots: str) -> None:
    with pytest.raises(ParseError, match="would vanish from the path") as caught:
        write(dots)
    error = caught.value
    assert error.code == "dot-segment"
    assert error.text[error.start : error.end] == dots
    assert "%2E" in error.help


@pytest.mark.parametrize("port", ["8o", "", "65536", "+1", "١", True, 80.0, b"\xff"])
def test_an_invalid_port_is_refused(port: Any) -> None:
    with pytest.raises(ParseError, match="is not a port from 0 to 65535"):
        URI("//e").with_port(port)


@pytest.mark.parametrize(
    ("base", "target", "reference"),
    [
        ("a/b", "./", "../"),
        ("a/b", "x/y", "../x/y"),
        ("a/b/c", "x?q#f", "../../x?q#f"),
        ("a/b", "a/c", "c"),
    ],
)
def test_a_relative_base_is_left_step_by_step(base: str, target: str, reference: str) -> None:
    assert str(URI(base).relativize(target)) == reference
    assert str(URI(base).resolve(reference)) == target


@pytest.mark.parametrize("reference", ["/.//y", "/a/..//y", ".//y"])
def test_a_resolved_path_is_not_read_as_an_authority(reference: str) -> None:
    """As browsers write it: without `/.`, y would be the host."""
    target = URI("a:/x").resolve(reference)
    assert str(target) == "a:/.//y"
    assert (target.host, target.path) == (None, "/.//y")
    assert str(target) == whatwg.URL(reference, whatwg.URL("a:/x")).href


@pytest.mark.parametrize(
    ("edit", "value", "start", "end"),
    [
        (URI.with_path, "/x y", 2, 3),
        (URI.with_path, "/a/%zz", 3, 4),
        (URI.with_path, "/é[", 1, 2),
        (URI.with_path, "a", 0, 1),
        (URI.with_path, "/a?b", 0, 4),
        (URI.with_raw_query, "x y", 1, 2),
        (URI.with_raw_query, "%zz", 0, 1),
        (URI.with_raw_query, "a#b", 0, 3),
    ],
)
def test_an_error_of_what_is_given_as_written_has_its_place_there(edit, value, start, end):
    caught = raised(ParseError, edit, URI("http://u@e.com:80/a?b"), value)
    assert (caught.text, caught.start, caught.end) == (value, start, end)
    # Nothing can clean a value.
    assert "clean" not in caught.help
