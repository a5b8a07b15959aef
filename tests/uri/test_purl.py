"""Package URLs, by the examples of their standard."""

from typing import Any

import pytest

import superuri
from superuri import URI, purl
from superuri.errors import ParseError

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
# Arguments and options, and the package URL that is built.
BUILT: list[tuple[tuple[str, str], dict[str, Any], str]] = [
    (
        ("PyPI", "/Zope.Interface_X/"),
        {
            "version": "1 0+a",
            "qualifiers": {"B": "x y", "a_": "1/2", "c": "", "z": "ü"},
            "subpath": "/a//./b c/../d_E/",
        },
        "pkg:pypi/zope.interface-x@1%200%2Ba?a_=1%2F2&b=x%20y&z=%C3%BC#a/b%20c/d_E",
    ),
    (("github", "Na_Me"), {"namespace": "/Own//Er/"}, "pkg:github/own/er/na_me"),
    (
        ("maven", "Na_Me/x"),
        {"namespace": "A/B", "version": "V", "subpath": ".."},
        "pkg:maven/A/B/Na_Me%2Fx@V",
    ),
    (("a.b+c-1", "n"), {"qualifiers": {"-_a": "b", "x.y": "z"}}, "pkg:a.b+c-1/n?-_a=b&x.y=z"),
    (("maven", "X"), {"namespace": "/X/"}, "pkg:maven/X/X"),
    (("x", "a/b@c"), {"version": "1@2+3"}, "pkg:x/a%2Fb%40c@1%402%2B3"),
]
# Other spellings, and their results.
READ = [
    (
        "PKG://NPM/%40angular//a%20b/an%20im@1%2B0?B=x%20y&a=&c&d=e=f#/a/./%2e%2e/b%20c//",
        ("npm", "@angular/a b", "an im", "1+0", {"b": "x y", "d": "e=f"}, "a/b c"),
    ),
    (
        "PKG://Docker//Customer/x@1?B=2&a=%2f&c=#/./p/../q/",
        ("docker", "Customer", "x", "1", {"b": "2", "a": "/"}, "p/q"),
    ),
    ("pkg:npm/n", ("npm", None, "n", None, {}, None)),
    ("pkg:npm/@scope/n", ("npm", "@scope", "n", None, {}, None)),
    ("pkg:npm/@scope/n@1@2", ("npm", "@scope", "n@1", "2", {}, None)),
    ("pkg:maven/X/X", ("maven", "X", "X", None, {}, None)),
    ("pkg:npm/n@", ("npm", None, "n", None, {}, None)),
    ("pkg:npm/n#..", ("npm", None, "n", None, {}, None)),
    ("pkg:npm/n@1?A=b?c", ("npm", None, "n", "1", {"a": "b?c"}, None)),
    ("pkg:x/a%2Fb%40c@1%402%2B3", ("x", None, "a/b@c", "1@2+3", {}, None)),
    ("pkg:deb/debian/g%2B%2B@1.0+x%2By", ("deb", "debian", "g++", "1.0+x+y", {}, None)),
]


@pytest.mark.parametrize("text", PURLS)
def test_package_urls(text: str) -> None:
    kind, namespace, name, version, qualifiers, subpath = purl.parse(text)
    made = purl.build(
        *(kind, name), namespace=namespace, version=version, qualifiers=qualifiers, subpath=subpath
    )
    assert str(made) == text
    assert purl.parse(URI(text)) == purl.parse(text)


@pytest.mark.parametrize(("arguments", "options", "uri"), BUILT)
def test_package_urls_are_canonical(arguments, options, uri):
    assert purl.build(*arguments, **options) == URI(uri)


@pytest.mark.parametrize(("text", "parts"), READ)
def test_other_spellings_are_read(text: str, parts: tuple[Any, ...]) -> None:
    assert purl.parse(text) == parts


def test_what_is_not_a_package_url() -> None:
    for wrong in ("pypi/a", "pkg:", "pkg:x", "pkg:x/", "pkg:1/a", "pkg:x/@1", "pkg:x/a?b c=d"):
        with pytest.raises(ParseError) as caught:
            purl.parse(wrong)
        assert caught.value.code == "bad-purl"
    for arguments in (("", "a"), ("x", "/")):
        with pytest.raises(ParseError):
            purl.build(*arguments)
    with pytest.raises(ParseError):
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
