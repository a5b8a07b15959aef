"""Redirects: which targets are returned, and which are refused."""

from typing import Any

import pytest

from kit.raising import raised
from superuri import URI, hosts
from superuri.errors import ParseError
from superuri.whatwg import URL


def test_a_target_on_an_allowed_host_is_returned():
    assert (
        hosts.safe_redirect("https://www.example.com/a b", hosts=["www.example.com"])
        == "https://www.example.com/a%20b"
    )
    assert (
        hosts.safe_redirect(b"https://a.example.com/", hosts=".example.com")
        == "https://a.example.com/"
    )
    assert hosts.safe_redirect(bytearray(b"/a\xff"), hosts="example.com") == "/a%FF"
    assert (
        hosts.safe_redirect(URI("https://example.com"), hosts="example.com"),
        hosts.safe_redirect(URL("https://example.com"), hosts="example.com"),
    ) == ("https://example.com", "https://example.com/")
    assert (
        hosts.safe_redirect("/a/../b?c#d", hosts="e.com"),
        hosts.safe_redirect("", hosts="e.com"),
        hosts.safe_redirect("?a", hosts="e.com"),
    ) == ("/a/../b?c#d", "", "?a")
    assert (
        hosts.safe_redirect("https://e.com:443/", hosts="e.com"),
        hosts.safe_redirect("https://e.com:8443/", hosts="e.com", ports=[8443, 9]),
    ) == ("https://e.com:443/", "https://e.com:8443/")
    assert (
        hosts.safe_redirect("http://e.com/", hosts="e.com", schemes="http"),
        hosts.safe_redirect("http://e.com/", hosts="e.com", schemes=["https", "http"]),
    ) == ("http://e.com/", "http://e.com/")
    assert (
        hosts.safe_redirect("https://u:p@e.com/", hosts="e.com", userinfo=True),
        hosts.safe_redirect("https://u@e.com/", hosts="e.com", userinfo=True),
    ) == ("https://u:p@e.com/", "https://u@e.com/")
    assert (
        hosts.safe_redirect(None, hosts="e.com", default="/home"),
        hosts.safe_redirect("//evil.com", hosts="e.com", default="/home"),
        hosts.safe_redirect("//evil.com", hosts="e.com", default=""),
    ) == ("/home", "/home", "")
    assert hosts.safe_redirect("https://\uff45.com/", hosts="e.com") == "https://e.com/"
    assert hosts.safe_redirect("/a", hosts="e.com", schemes="http") == "/a"


def test_a_host_is_explained():
    assert (
        hosts.explain_host("http://192.0.2.1/").why,
        hosts.explain_host("co.uk", default_scheme="https").why,
        hosts.explain_host("http://a.b.github.io/").domain,
        hosts.explain_host("http://a.b.github.io/", rules="icann").domain,
    ) == (
        "the host is an address: only names have a domain",
        'the host is the public suffix "co.uk" itself: domains are registered below it',
        "b.github.io",
        "github.io",
    )
    assert (hosts.kind("127.1").kind, hosts.kind("8.8.8.8").is_public) == ("loopback", True)


def test_a_target_that_is_absent_needs_a_default():
    caught = raised(TypeError, hosts.safe_redirect, None, hosts="e.com")
    assert str(caught) == "target is None, and there is no default to return"


def test_a_name_with_a_port_is_not_a_host():
    with pytest.raises(ValueError, match="hosts") as caught:
        hosts.safe_redirect("/a", hosts="e.com:443")
    assert str(caught.value) == (
        'hosts: "e.com:443" is not the name of a host; a name alone is meant, as in example.com: '
        "no scheme, no path, and no port, which ports= allows"
    )


@pytest.mark.parametrize(
    "target", ["/\\evil.com", "http:a", "https:a", "https:///a", "http:/a", "ftp:", b"/\\evil.com"]
)
def test_a_target_that_parsers_read_differently_is_refused(target: Any):
    schemes = ("https", "http", "ftp")
    with pytest.raises(ParseError) as caught:
        hosts.safe_redirect(target, hosts=["e.com", "a", "evil.com"], schemes=schemes)
    error = caught.value
    assert str(error).startswith(f"the host at 0..{len(target)} is not the same to all parsers: ")
    assert (error.text, error.start, error.end) == (target, 0, len(target))
    assert error.code == "ambiguous-authority"
    assert hosts.safe_redirect(target, hosts="e.com", default="/") == "/"


@pytest.mark.parametrize(
    "target", ["/%5Cevil.com", "/%5c%5cevil.com", "/%2Fevil.com", "/%09/evil.com", "/%5C[x"]
)
def test_a_path_that_is_a_host_once_it_is_decoded_is_refused(target: str):
    with pytest.raises(ParseError):
        hosts.safe_redirect(target, hosts=["e.com", "evil.com"])
    assert hosts.safe_redirect(target, hosts=["e.com", "evil.com"], default="/") == "/"


@pytest.mark.parametrize("target", ["/a%5Cb", "/%5B", "/a%2F%2Fb", "a%3Fb", "?a=%5C%5Cb", "/%25"])
def test_a_path_that_is_no_host_when_it_is_decoded_is_returned(target: str):
    assert hosts.safe_redirect(target, hosts="e.com") == target


def test_a_host_that_cleaning_changes_is_refused():
    for target in ("https://e.com%2f@evil.com/", "https://evil.com%23@e.com/"):
        with pytest.raises(ParseError):
            hosts.safe_redirect(target, hosts=["e.com", "evil.com"])


def test_bytes_that_are_not_text_are_shown_as_replacement_characters():
    error = raised(ParseError, hosts.safe_redirect, b"http://e.com/\xff", hosts="e.com")
    assert str(error) == "the scheme at 0..4 is not one of those allowed"
    assert (error.text, error.start, error.end) == ("http://e.com/\ufffd", 0, 4)


@pytest.mark.parametrize("target", ["example.com/a", "evil.com", "user@evil.com", "a/b"])
def test_a_relative_path_that_looks_like_a_host_stays_a_path(target: str):
    assert hosts.safe_redirect(target, hosts="e.com") == target
