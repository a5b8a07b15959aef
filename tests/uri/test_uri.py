"""URIs: parsed, joined, compared and resolved by RFC 3986."""

import copy
import pickle
from typing import TypeVar

import pytest

import superuri
from kit import chance
from kit.amount import part
from kit.legal import parts as parts_of
from kit.raising import raised
from superuri import URI, hosts, whatwg

T = TypeVar("T")


def again(value: T) -> T:
    """The value after pickling and unpickling."""
    loaded: T = pickle.loads(pickle.dumps(value))  # noqa: S301  because it was dumped here
    return loaded


BASE = "http://a/b/c/d;p?q"
# RFC 3986 section 5.4.1, then 5.4.2.
RESOLVED = """
g:h g:h | g http://a/b/c/g | ./g http://a/b/c/g | g/ http://a/b/c/g/ | /g http://a/g
//g http://g | ?y http://a/b/c/d;p?y | g?y http://a/b/c/g?y | #s http://a/b/c/d;p?q#s
g#s http://a/b/c/g#s | g?y#s http://a/b/c/g?y#s | ;x http://a/b/c/;x | g;x http://a/b/c/g;x
g;x?y#s http://a/b/c/g;x?y#s | . http://a/b/c/ | ./ http://a/b/c/ | .. http://a/b/
../ http://a/b/ | ../g http://a/b/g | ../.. http://a/ | ../../ http://a/ | ../../g http://a/g
../../../g http://a/g | ../../../../g http://a/g | /./g http://a/g | /../g http://a/g
g. http://a/b/c/g. | .g http://a/b/c/.g | g.. http://a/b/c/g.. | ..g http://a/b/c/..g
./../g http://a/b/g | ./g/. http://a/b/c/g/ | g/./h http://a/b/c/g/h | g/../h http://a/b/c/h
g;x=1/./y http://a/b/c/g;x=1/y | g;x=1/../y http://a/b/c/y | g?y/./x http://a/b/c/g?y/./x
g?y/../x http://a/b/c/g?y/../x | g#s/./x http://a/b/c/g#s/./x | g#s/../x http://a/b/c/g#s/../x
http:g http:g
"""
EXAMPLES = [tuple(row.split()) for line in RESOLVED.splitlines() for row in line.split("|") if row]


def test_every_example_of_resolving_is_there() -> None:
    # The empty reference is the 42nd.
    assert len(EXAMPLES) == 41


@pytest.mark.parametrize(("reference", "target"), [("", "http://a/b/c/d;p?q"), *EXAMPLES])
def test_references_resolve_as_in_the_rfc(reference: str, target: str) -> None:
    assert str(URI(BASE).resolve(reference)) == target


def test_a_loose_reference_has_the_scheme_of_its_base() -> None:
    assert str(URI(BASE).resolve("http:g", strict=False)) == "http://a/b/c/g"


# RFC 3986 section 1.1.2, 3 and 3.2.2; then what other libraries lose.
TEXTS = [
    "ftp://ftp.is.co.za/rfc/rfc1808.txt",
    *("ldap://[2001:db8::7]/c=GB?objectClass?one", "mailto:John.Doe@example.com"),
    *("news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212"),
    *("telnet://192.0.2.16:80/", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2"),
    "foo://example.com:8042/over/there?name=ferret#nose",
    *("http://www.ics.uci.edu/pub/ietf/uri/#Related", "", "?", "#", "//", "?#"),
    *("file:/x", "x://", "////x", "http://e.com/?", "a\ud800:b?", "起:/é#"),
]


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_what_is_split_joins_to_the_same(text: str) -> None:
    parts = superuri.split(text)
    assert superuri.unsplit(parts) == text
    assert tuple(parts) == tuple(parts_of(text).values())
    spans = [span and text[span[0] : span[1]] for span in parts.spans]
    assert spans == list(parts)
    assert again(parts) == parts
    assert hash(parts) == hash(superuri.split(text))


@pytest.mark.parametrize(
    ("parts", "culprit"),
    [
        ((None, None, "//x", None, None), "//x"),
        ((None, None, "a:b", None, None), "a:b"),
        ((None, "h", "x", None, None), "x"),
        ((None, "h/", "", None, None), "h/"),
        (("1", None, "", None, None), "1"),
        (("", None, "", None, None), ""),
        ((None, None, "a?", None, None), "a?"),
        ((None, None, "", "é#", None), "é#"),
    ],
)
def test_what_would_read_back_differently_is_not_joined(parts: object, culprit: str) -> None:
    error = raised(superuri.errors.ParseError, superuri.unsplit, parts)
    assert error.code == "misread"
    assert error.text[error.start : error.end] == culprit


def test_verbs_take_uris() -> None:
    uri = URI("HTTP://e.com/%7e")
    assert superuri.clean(uri) == str(uri)
    assert superuri.normalize(uri) == "http://e.com/~"
    assert superuri.equivalent(uri, URI("http://e.com/~"))
    assert superuri.decode(uri) == "HTTP://e.com/~"
    assert URI(uri) == uri


def test_every_object_that_holds_a_uri_is_accepted() -> None:
    text = "https://user@www.Example.co.uk/a?b=c"
    for message in (text, text.encode(), URI(text), whatwg.URL(text)):
        assert superuri.normalize(message) == "https://user@www.example.co.uk/a?b=c"
        assert superuri.equivalent(message, URI(text))
        assert superuri.agreed_host(message) == "www.example.co.uk"
        assert superuri.domain(message) == "example.co.uk"
        assert hosts.public_suffix(message) == "co.uk"
        assert hosts.safe_redirect(message, hosts=[".co.uk"], userinfo=True).lower() == text.lower()
        assert URI(message).resolve(message).get("b") == "c"
        with pytest.raises(superuri.errors.ParseError):
            hosts.safe_redirect(message, hosts=["e.com"])
    assert whatwg.URL(URI(text)) == whatwg.URL(text) == whatwg.URL(whatwg.URL(text))
    assert whatwg.URL("?x", URI(text)).search == "?x"
    assert URI("?a").with_pair("next", URI(text)).get("next") == text


def test_the_first_pair_of_a_name_is_got() -> None:
    uri = URI("//e/?q=a%26b&%71=2&r&=e&&s=1+1=#q=3")
    assert [uri.get(name) for name in ("q", "r", "s", "", "t")] == ["a&b", "", "1+1=", "e", None]
    assert uri.get("t", 0) == 0
    assert uri.get("é") is URI("").get("q") is URI("?").get("") is None
    with pytest.raises(superuri.errors.DecodeError):
        URI("?q=%FF").get("q")


def test_a_uri_is_a_value() -> None:
    uri = URI("http://e.com/b")
    assert uri != str(uri)
    assert uri == URI("http://e.com/b") == copy.deepcopy(uri) == again(uri)
    assert sorted([uri, URI("http://e.com/a")])[1] is uri
    assert {uri: 1}[URI(str(uri))] == 1
    assert f"{uri:>16}" == "  http://e.com/b"
    with pytest.raises(TypeError):
        sorted([uri, "a"])
    with pytest.raises(AttributeError):
        uri.scheme = "x"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("host", "want", "kind"),
    [
        ("e.com", "e.com", "name"),
        ("caf%C3%A9", "café", "name"),
        ("127.0.0.1", "127.0.0.1", "ipv4"),
        ("[::1]", "::1", "ipv6"),
        ("[fe80::1%25eth0]", "fe80::1", "ipv6"),
        ("[v7.a:b]", "v7.a:b", "ipvfuture"),
        ("", "", "name"),
    ],
)
def test_hosts_are_of_a_kind(host: str, want: str, kind: str) -> None:
    uri = URI(f"//u@{host}:8/")
    assert (uri.host, uri.host_kind, uri.port) == (want, kind, 8)
    assert uri.zone == ("eth0" if "%25" in host else None)


SIGNED = (
    "https://b.s3.amazonaws.com/k%20%2B.jpg?X-Amz-Credential=AK%2F20%2Fs3&x=1"
    "&X-Amz-Signature=a%2Bb%3D&oauth_signature=%7e'%3d"
)


def test_an_edit_leaves_a_signature_alone() -> None:
    assert str(URI(SIGNED).with_pair("x", "2 &")) == SIGNED.replace("x=1", "x=2%20%26")
    assert str(URI(SIGNED).without_pair("x")) == SIGNED.replace("&x=1", "")
    assert str(URI(SIGNED).with_fragment("f")) == SIGNED + "#f"
    assert str(URI(SIGNED).with_port(1)) == SIGNED.replace(".com", ".com:1")


def test_pairs_are_distinguished() -> None:
    uri = URI("?a&b=&=c&&d=1=2")
    assert uri.query == (("a", None), ("b", ""), ("", "c"), ("d", "1=2"))
    assert URI("?q=a+b").query == (("q", "a+b"),)
    assert URI("?q=a+b").form == (("q", "a b"),)
    written = URI("?").with_query([("é", "a b+"), ("n", None)])
    assert str(written) == "?%C3%A9=a%20b%2B&n"
    assert written.query == written.form == (("é", "a b+"), ("n", None))


EDITS = [
    (lambda u: u.with_user("evil.com/", "p@evil.com#"), "http://evil.com%2F:p%40evil.com%23@e/a"),
    (lambda u: u.with_userinfo("a:b%3A:c"), "http://a:b%3A:c@e/a"),
    (lambda u: u.with_userinfo("%7e:x").with_password("p@"), "http://%7e:p%40@e/a"),
    (lambda u: u.with_userinfo("%7e:x").with_password(None), "http://%7e@e/a"),
    (lambda u: u.with_password("p"), "http://:p@e/a"),
    (lambda u: u.with_userinfo("x").with_userinfo(None).with_password(None), "http://e/a"),
    (lambda u: u.with_path("/a%2Fb/../c"), "http://e/a%2Fb/../c"),
    (lambda u: u.with_path(""), "http://e"),
    (lambda u: u.with_host("bücher.de"), "http://xn--bcher-kva.de/a"),
    (lambda u: u.with_host("::1"), "http://[::1]/a"),
    (lambda u: u / "b/c", "http://e/a/b%2Fc"),
    (lambda u: u / "%2F", "http://e/a/%252F"),
    (lambda u: u.with_segments(["x/y", "?"]), "http://e/x%2Fy/%3F"),
    (lambda u: u.with_segments([]), "http://e"),
    (lambda u: u.with_fragment("a#b"), "http://e/a#a%23b"),
    (lambda u: u.with_scheme("ftp"), "ftp://e/a"),
    (lambda u: u.with_scheme(None), "//e/a"),
]


@pytest.mark.parametrize(("edit", "want"), EDITS, ids=[want for _, want in EDITS])
def test_an_edit_writes_data(edit: object, want: str) -> None:
    assert str(edit(URI("http://e/a"))) == want


@pytest.mark.parametrize(
    "edit",
    [
        lambda u: u / "..",
        lambda u: u.with_segments(["."]),
        lambda u: u.with_path("a"),
        lambda u: u.with_path("/a b"),
        lambda u: u.with_path("/a?b"),
        lambda u: u.with_userinfo("a@b"),
        lambda u: u.with_userinfo("a/b"),
        lambda u: u.with_userinfo("a b"),
        lambda u: u.with_scheme("a b"),
        lambda u: u.with_host("1:2"),
        lambda u: u.with_host("good.com/x"),
        lambda _: URI("a/b").with_segments(["", "x"]),
        lambda _: URI("x:1:b").with_scheme(None),
        lambda _: URI("a:b").with_host("h"),
        lambda _: URI("//e:65536").port,
        lambda _: URI("a b"),
        lambda _: URI("http://a\\b"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(edit: object) -> None:
    error = raised(superuri.errors.ParseError, edit, URI("http://e/a"))
    assert 0 <= error.start < error.end <= len(error.text)
    assert again(error).code == error.code


def test_structured_strings_join_to_themselves() -> None:
    rng = chance.seeded("structured")
    atoms = [
        *("a", ":", "/", "//", "?", "#", "@", "[", "]"),
        *(".", "%41", "é", "\ud800", "1", "http:", " "),
    ]
    for _ in range(part(200_000)):
        text = "".join(rng.choices(atoms, k=rng.randint(0, 10)))
        parts = superuri.split(text)
        assert superuri.unsplit(parts) == text
        assert superuri.split(superuri.unsplit(tuple(parts))) == parts
