"""JSON Pointers, text directives and package URLs, by the examples of their standards."""

import pytest

import superuri
from superuri import URI, fragments, purl

# RFC 6901 section 6: the fragment, and the tokens of section 5.
POINTERS = [
    ("", ()),
    ("/foo", ("foo",)),
    ("/foo/0", ("foo", "0")),
    ("/", ("",)),
    ("/a~1b", ("a/b",)),
    ("/c%25d", ("c%d",)),
    ("/e%5Ef", ("e^f",)),
    ("/g%7Ch", ("g|h",)),
    ("/i%5Cj", ("i\\j",)),
    ("/k%22l", ('k"l',)),
    ("/%20", (" ",)),
    ("/m~0n", ("m~n",)),
]
# The directives of the specification's section on syntax, and what may not be bare.
DIRECTIVES = [
    ("text=an%20example,text%20fragment", ("an example", "text fragment", None, None)),
    ("text=this%20is-,an%20example,-text", ("an example", None, "this is", "text")),
    ("text=This%20domain,examples", ("This domain", "examples", None, None)),
    ("text=a%2Db%2Cc%26d", ("a-b,c&d", None, None, None)),
    ("text=%E2%98%83", ("☃", None, None, None)),
]
# The examples of the package-URL specification, in their canonical form.
PURLS = [
    "pkg:bitbucket/birkenfeld/pygments-main@244fd47e07d1014f0aed9c",
    "pkg:deb/debian/curl@7.50.3-1?arch=i386&distro=jessie",
    "pkg:docker/cassandra@sha256:244fd47e07d1004f0aed9c",
    "pkg:docker/customer/dockerimage@sha256:244fd47e07d1004f0aed9c?repository_url=gcr.io",
    "pkg:gem/jruby-launcher@1.1.2?platform=java",
    "pkg:gem/ruby-advisory-db-check@0.12.4",
    "pkg:github/package-url/purl-spec@244fd47e07d1004f0aed9c",
    "pkg:golang/google.golang.org/genproto#googleapis/api/annotations",
    "pkg:maven/org.apache.xmlgraphics/batik-anim@1.9.1?packaging=sources",
    "pkg:maven/org.apache.xmlgraphics/batik-anim@1.9.1?repository_url=repo.spring.io%2Frelease",
    "pkg:npm/%40angular/animation@12.3.1",
    "pkg:npm/foobar@12.3.1",
    "pkg:nuget/EnterpriseLibrary.Common@6.0.1304",
    "pkg:pypi/django@1.11.1",
    "pkg:rpm/fedora/curl@7.50.3-1.fc25?arch=i386&distro=fedora-25",
    "pkg:rpm/opensuse/curl@7.56.1-1.1.?arch=i386&distro=opensuse-tumbleweed",
]


@pytest.mark.parametrize(("fragment", "tokens"), POINTERS)
def test_pointers(fragment: str, tokens: tuple[str, ...]) -> None:
    assert fragments.parse_json_pointer(fragment) == tokens
    assert fragments.json_pointer(tokens) == fragment
    assert superuri.is_uri(f"#{fragment}")


def test_a_pointer_is_read_back() -> None:
    tokens = ("~1", "/~", "é#?", "%2F", "")
    assert fragments.parse_json_pointer(fragments.json_pointer(tokens)) == tokens
    assert fragments.json_pointer(["a", 0]) == "/a/0"
    for wrong in ("a", "/a~", "/a~2", "/~%32"):
        with pytest.raises(superuri.errors.ParseError) as caught:
            fragments.parse_json_pointer(wrong)
        assert caught.value.code == "bad-pointer"
    with pytest.raises(TypeError, match="not one str"):
        fragments.json_pointer("/a")


@pytest.mark.parametrize(("directive", "read"), DIRECTIVES)
def test_directives(directive: str, read: tuple[str | None, ...]) -> None:
    start, end, prefix, suffix = read
    assert start is not None
    assert fragments.text_directive(start, end, prefix=prefix, suffix=suffix) == f":~:{directive}"
    assert fragments.parse_text_directives(f"top:~:x&{directive}&{directive}") == [read, read]
    assert superuri.is_uri(f"#:~:{directive}")


@pytest.mark.parametrize(
    "wrong", ["text=", "text=a,b,c", "text=-,a", "text=a-b", "x=a", "text=a-,"]
)
def test_what_no_browser_scrolls_to(wrong: str) -> None:
    assert fragments.parse_text_directives(f":~:{wrong}") == []
    assert fragments.parse_text_directives(wrong) == []


@pytest.mark.parametrize("text", PURLS)
def test_package_urls(text: str) -> None:
    kind, namespace, name, version, qualifiers, subpath = purl.parse(text)
    made = purl.build(
        *(kind, name), namespace=namespace, version=version, qualifiers=qualifiers, subpath=subpath
    )
    assert str(made) == text
    assert purl.parse(URI(text)) == purl.parse(text)


def test_package_urls_are_canonical() -> None:
    odd = "PKG://Docker//Customer/x@1?B=2&a=%2f&c=#/./p/../q/"
    assert purl.parse(odd) == ("docker", "Customer", "x", "1", {"b": "2", "a": "/"}, "p/q")
    assert str(purl.build("PyPI", "A_b", qualifiers={"Z": "1", "a": "", "b": "ü"})) == (
        "pkg:pypi/a-b?b=%C3%BC&z=1"
    )
    assert str(purl.build("x", "a/b@c", version="1@2+3")) == "pkg:x/a%2Fb%40c@1%402%2B3"
    assert purl.parse("pkg:x/a%2Fb%40c@1%402%2B3").name == "a/b@c"
    for wrong in ("pypi/a", "pkg:", "pkg:x", "pkg:x/", "pkg:1/a", "pkg:x/@1"):
        with pytest.raises(superuri.errors.ParseError) as caught:
            purl.parse(wrong)
        assert caught.value.code == "bad-purl"
    for arguments in (("", "a"), ("x", "/")):
        with pytest.raises(superuri.errors.ParseError):
            purl.build(*arguments)
    with pytest.raises(superuri.errors.ParseError):
        purl.build("x", "a", qualifiers={"a b": "c"})


@pytest.mark.parametrize("text", [*PURLS, "pkg:pypi/A_b@1 +2?x=%2f", "pkg:npm/a%2Fb@1%402"])
def test_another_library_reads_the_same(text: str) -> None:
    peer = pytest.importorskip("packageurl", reason="no packageurl-python").PackageURL
    theirs = peer.from_string(text)
    ours = purl.parse(text)
    made = purl.build(
        *(ours.type, ours.name),
        namespace=ours.namespace,
        version=ours.version,
        qualifiers=ours.qualifiers,
        subpath=ours.subpath,
    )
    assert (ours.type, ours.namespace, ours.version) == (
        *(theirs.type, theirs.namespace, theirs.version),
    )
    assert (dict(ours.qualifiers), ours.subpath) == (theirs.qualifiers, theirs.subpath)
    # It leaves a slash bare in names and values, so the spellings differ.
    assert superuri.decode(str(made)) == superuri.decode(theirs.to_string())
