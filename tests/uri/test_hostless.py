"""URIs without a host: no edit makes a browser find one in the path."""

from collections.abc import Callable

import pytest

import superuri
from superuri import URI, profiles, whatwg
from superuri.errors import ParseError

DROPPED = profiles.LOSSLESS.replace(userinfo="dropped")
ALONE = ["http://:80/e.com/x", "https://:443/e.com", "ftp://:021/e.com", "http://:/e.com"]
ALONE += ["//:/e.com", "ws://:80//e.com", "http://u@/e.com", "//u@/e.com", "http://u:p@:/e.com"]


def browser_host(text: str) -> str | None:
    """The host that a browser reads; None if it refuses the text."""
    try:
        return whatwg.URL(text, "http://base.example/").host
    except ParseError:
        return None


@pytest.mark.parametrize("text", ALONE)
@pytest.mark.parametrize(
    "verb", [superuri.normalize, superuri.fix, lambda text: superuri.pretty(text, DROPPED)]
)
def test_no_verb_makes_a_host_of_the_path(verb: Callable[[str], str], text: str) -> None:
    assert browser_host(text) is None
    assert browser_host(verb(text)) is None


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        (lambda uri: uri.with_port(None), "http://:80/e.com"),
        (lambda uri: uri.with_userinfo(None), "http://u@/e.com"),
        (lambda uri: uri.with_user(None), "//u@/e.com"),
        (lambda uri: uri.with_host(""), "http://h/e.com"),
        (lambda uri: uri.with_scheme("http"), "x:///e.com"),
        (lambda uri: uri.with_scheme("http"), "x:/e.com"),
        (lambda uri: uri.with_scheme(None), "x:///e.com"),
        (lambda uri: uri.with_path("/e.com"), "http:"),
        (lambda uri: uri.with_segments(["e.com"]), "http://"),
        (lambda uri: uri / "e.com", "http:"),
    ],
)
def test_no_edit_makes_a_host_of_the_path(edit: Callable[[URI], URI], text: str) -> None:
    with pytest.raises(ParseError, match="look for one in the path") as caught:
        edit(URI(text))
    assert caught.value.code == "not-a-host"


def test_what_was_so_before_is_edited() -> None:
    assert str(URI("http:///e.com").with_port(None).with_fragment("a")) == "http:///e.com#a"
    assert str(URI("http:a").with_scheme("https")) == "https:a"
    assert str(URI("x://:80/a").with_port(None)) == superuri.normalize("x://:/a") == "x:///a"
    assert not superuri.equivalent("http://:80/e.com", "http:///e.com")
