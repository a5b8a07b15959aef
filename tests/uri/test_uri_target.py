"""URIs in HTTP: the origin (as the URL standard's), the port, the request target."""

from random import Random

import pytest

from kit.strategies import for_all
from superuri import URI
from superuri.errors import ParseError
from superuri.whatwg import URL


def web_uris(rng: Random) -> str:
    """A URI of the web, scheme and host in any case, perhaps with the default port."""
    scheme = rng.choice(["http", "HTTPS", "ws", "Wss", "ftp"])
    host = rng.choice(["e.com", "E.COM", "[::1]", "127.0.0.1", "xn--bcher-kva.de"])
    port = rng.choice(["", ":", ":80", ":443", ":0443", ":21", ":8080", ":0"])
    user = rng.choice(["", "bob@", "bob:x@"])
    return f"{scheme}://{user}{host}{port}" + rng.choice(["", "/", "/a%2Fb?q=%7e#f", "?q"])


@for_all(web_uris)
def an_origin_is_the_url_standards(text: str) -> None:
    uri, url = URI(text), URL(text)
    assert uri.origin == url.origin
    default = {"http:": 80, "https:": 443, "ws:": 80, "wss:": 443, "ftp:": 21}[url.protocol]
    assert uri.effective_port == (int(url.port) if url.port else default)
    assert uri.is_absolute


@for_all(web_uris)
def a_target_is_a_part_of_the_uri(text: str) -> None:
    uri = URI(text)
    target = uri.request_target()
    assert target.startswith("/")
    assert target.removeprefix("/") == uri.path_and_query.removeprefix("/")
    absolute = URI(uri.request_target("absolute"))
    assert absolute.path_and_query == uri.path_and_query
    assert absolute.fragment is None
    assert (absolute.host, absolute.port, absolute.raw.scheme) == (
        uri.host,
        uri.port,
        uri.raw.scheme,
    )
    assert (absolute.userinfo is None) == (uri.userinfo is None or uri.scheme in ("http", "https"))
    assert uri.request_target("authority") == f"{uri.raw.host}:{uri.effective_port}"


@pytest.mark.parametrize("text", ["/a", "//e.com/", "mailto:a@b", "file:///a", ""])
def test_without_scheme_or_host_there_is_no_origin(text: str) -> None:
    assert URI(text).origin is None


def test_a_scheme_that_is_not_known_has_no_port() -> None:
    uri = URI("x://E.com/a")
    assert (uri.origin, uri.port, uri.effective_port) == ("x://e.com", None, None)
    assert URI("x://e.com:5").origin == "x://e.com:5"
    with pytest.raises(ParseError):
        _ = URI("http://e.com:65536/").origin


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("a/b", "origin"),
        ("?a", "origin"),
        ("mailto:a@b", "origin"),
        ("/a", "absolute"),
        ("//e.com/", "absolute"),
        ("x://e.com", "authority"),
        ("http://e.com/", "asterisk"),
    ],
)
def test_a_uri_without_a_target_of_the_form_is_refused(text: str, form: str) -> None:
    with pytest.raises(ParseError) as caught:
        URI(text).request_target(form)  # type: ignore[arg-type]
    assert caught.value.code == "no-target"
    assert caught.value.help


def test_a_form_that_is_none_is_refused_with_the_nearest() -> None:
    assert URI("http://e.com").request_target("asterisk") == "*"
    with pytest.raises(ValueError, match="asterisk"):
        URI("http://e.com").request_target("asterix")  # type: ignore[arg-type]


def test_a_uri_is_matched_by_position_and_by_name() -> None:
    match URI("http://e.com:80/a?q=1#f"):
        case URI("http", host, port, path, query, fragment=fragment):
            assert (host, port, path) == ("e.com", 80, "/a")
            assert (query, fragment) == ((("q", "1"),), "f")
        case _:
            pytest.fail("it matches")
