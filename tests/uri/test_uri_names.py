"""The name, the suffix and the parent of a URI, beside pathlib's; edits keep every other byte."""

from pathlib import PurePosixPath
from random import Random
from urllib.parse import urljoin

import pytest

import superuri
from kit.strategies import for_all
from superuri import URI
from superuri._values.generate import legal_uri, several
from superuri.errors import ParseError


def paths(rng: Random) -> str:
    """A path from the root of names with dots; pathlib drops slashes and dot segments."""
    names = [several(rng, ["a", ".", "b", "gz", "-"], 6) for _ in range(rng.randint(1, 4))]
    return "/" + "/".join(name if name.strip(".") else "a" for name in names)


@for_all(paths)
def names_are_those_of_pathlib(path: str) -> None:
    uri, peer = URI(f"http://e.com{path}?q.x#f.y"), PurePosixPath(path)
    assert uri.name == peer.name
    # Python 3.14 gives "a." the suffix ".".
    assert uri.suffix == (peer.suffix if not peer.name.endswith(".") else "")
    assert str(uri.parent) == f"http://e.com{peer.parent}"
    assert str(uri.with_name("n")) == f"http://e.com{peer.with_name('n')}?q.x#f.y"
    if not peer.name.endswith("."):
        assert str(uri.with_suffix(".n")) == f"http://e.com{peer.with_suffix('.n')}?q.x#f.y"


@for_all(legal_uri)
def a_name_and_a_parent_make_the_path(text: str) -> None:
    uri = URI(text)
    raw = uri.raw
    assert raw.path.endswith(raw.segments[-1] if raw.segments else "")
    parent = uri.parent
    assert raw.path.startswith(parent.raw.path)
    assert (parent.raw.query, parent.raw.fragment) == (None, None)
    assert parent.raw.authority == raw.authority
    assert uri.path_and_query == raw.path + ("" if raw.query is None else f"?{raw.query}")
    renamed = uri.with_name("%/?#é") if "/" in raw.path or raw.authority else None
    if renamed is not None:
        assert renamed.name == "%/?#é"
        assert renamed.raw.query == raw.query
        assert renamed.raw.fragment == raw.fragment
        assert renamed.raw.segments[:-1] == raw.segments[:-1]


def test_a_parent_is_where_a_dot_leads_but_for_its_slash() -> None:
    for path in ("/a/b", "/a", "/a%2Fb/c", "/a/b/c?q#f"):
        uri = URI(f"http://e.com{path}")
        assert str(uri.parent).rstrip("/") == urljoin(str(uri), ".").rstrip("/")
        assert str(uri.parent / "x") == urljoin(str(uri), "x")


def test_an_escaped_dot_is_a_dot() -> None:
    uri = URI("/%7ea%2Etar%2egz?q")
    assert (uri.name, uri.suffix) == ("~a.tar.gz", ".gz")
    assert str(uri.with_suffix(".zst")) == "/%7ea%2Etar.zst?q"
    assert str(uri.with_suffix("")) == "/%7ea%2Etar?q"


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_what_is_not_a_name_is_refused(name: str) -> None:
    with pytest.raises(ParseError):
        URI("http://e.com/a").with_name(name)


@pytest.mark.parametrize("suffix", ["gz", ".", ".a.", "./a", "/"])
def test_what_is_not_a_suffix_is_refused(suffix: str) -> None:
    with pytest.raises(ParseError, match="is not a suffix") as caught:
        URI("/a").with_suffix(suffix)
    assert caught.value.code == "bad-suffix"


@pytest.mark.parametrize("text", ["", "/", "http://e.com", "http://e.com/a/", "?a.b"])
def test_a_path_without_a_name_gets_no_suffix(text: str) -> None:
    assert (URI(text).name, URI(text).suffix) == ("", "")
    with pytest.raises(ParseError, match="is empty") as caught:
        URI(text).with_suffix(".gz")
    assert caught.value.code == "no-name"


def test_a_name_that_is_not_text_raises() -> None:
    with pytest.raises(superuri.errors.DecodeError):
        _ = URI("/%FF").name
    assert str(URI("/%FF.a").with_suffix(".b")) == "/%FF.b"
