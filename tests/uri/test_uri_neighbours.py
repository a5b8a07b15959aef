"""URIs compared with rfc3986 and uritools: the same results where these two agree."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

import superuri
from kit import chance
from kit.amount import part
from kit.legal import is_legal
from superuri import URI
from superuri._values.generate import legal_uri, several, wild

rfc3986 = pytest.importorskip("rfc3986", reason="make test installs it")
uritools = pytest.importorskip("uritools", reason="make test installs it")

Report = Callable[[str], None]
COUNT = part(100_000)
COMPONENTS = ("scheme", "authority", "path", "query", "fragment")


def structured(rng: Random) -> str:
    """A text of delimiters of components, legal or not."""
    atoms = [*":/?#@[].", "//", "a", "1", "%41", "http:", "é", " ", "::1", "e.com"]
    return several(rng, atoms, 10)


def texts(*generators: Callable[[Random], str]) -> Iterator[str]:
    """This many texts, of the generators in turn."""
    rng = chance.seeded("texts")
    turns = itertools.cycle(generators)
    return (next(turns)(rng) for _ in range(COUNT))


def decoded(raw: str | None) -> str | None:
    """The part by URI's views; a str that is never a part if it is not valid text."""
    try:
        return raw if raw is None else superuri.decode(raw)
    except superuri.errors.DecodeError:
        return "\0"


def view(uri: URI, name: str) -> object:
    """The result of URI, or the same str."""
    try:
        return getattr(uri, name)
    except superuri.errors.DecodeError:
        return "\0"


def test_components_agree(report: Report) -> None:
    compared = Counter[str]()
    legal = 0
    for text in texts(legal_uri, structured, wild):
        theirs = uritools.urisplit(text)
        other = rfc3986.uri_reference(text)
        ours = superuri.split(text)
        assert superuri.unsplit(ours) == text, text
        for name in COMPONENTS:
            one, two = getattr(theirs, name), getattr(other, name)
            # rfc3986 calls an empty path none.
            if one == two or (not one and not two and name == "path"):
                assert getattr(ours, name) == one, (text, name)
                compared[name] += 1
        if is_legal(text):
            legal += 1
            agree_on_authority(text, theirs, other, compared)
    counts = ", ".join(f"{name} {count:,}" for name, count in compared.items())
    report(f"of {COUNT:,} texts, {legal:,} of them legal, rfc3986 and uritools agree")
    report(f"on {counts}; so does superuri on all, and join(split(x)) is x")
    assert sum(compared.values()) > 4 * COUNT


def agree_on_authority(text: str, theirs: object, other: object, compared: Counter[str]) -> None:
    """URI's userinfo, host and port are those of both, if they agree."""
    uri = URI(text)
    assert str(uri) == text
    raw = superuri.split(text).authority
    if raw is None:
        assert uri.host is uri.port is uri.user is None
        return
    try:
        parts = {name: getattr(other, name) for name in ("userinfo", "host", "port")}
    except rfc3986.exceptions.RFC3986Exception:
        return
    both = {name: message for name, message in parts.items() if message == getattr(theirs, name)}
    if "host" in both:
        host = (both["host"] or "").removeprefix("[").removesuffix("]").partition("%25")[0]
        host = host if "[" in raw else both["host"] or ""
        assert view(uri, "host") == decoded(host), text
    if "port" in both and len(both["port"] or "") < 5:
        assert uri.port == (int(both["port"]) if both["port"] else None), text
    if "userinfo" in both:
        user = None if both["userinfo"] is None else both["userinfo"].partition(":")[0]
        assert view(uri, "user") == decoded(user), text
    compared.update(both.keys())


def without_dots(path: str) -> str:
    """RFC 3986 section 5.2.4, step by step."""
    out: list[str] = []
    while path:
        if path.startswith(("../", "./")):  # A
            path = path.partition("/")[2]
        elif path.startswith("/./") or path == "/.":  # B
            path = "/" + path[3:]
        elif path.startswith("/../") or path == "/..":  # C
            path = "/" + path[4:]
            del out[-1:]
        elif path in {".", ".."}:  # D
            path = ""
        else:  # E
            end = path.find("/", 1)
            segment = path if end < 0 else path[:end]
            out.append(segment)
            path = path[len(segment) :]
    return "".join(out)


def resolved(base: str, reference: str) -> str:
    """RFC 3986 section 5.2.2; and section 3.3: a path that begins with // behind no authority is
    guarded, as the URL standard guards it. The base has an authority, or a slash in its path.
    """
    b, r = superuri.split(base), superuri.split(reference)
    scheme, authority, path, query = b.scheme, b.authority, b.path, r.query
    if r.scheme is not None:
        scheme, authority, path = r.scheme, r.authority, without_dots(r.path)
    elif r.authority is not None:
        authority, path = r.authority, without_dots(r.path)
    elif not r.path:
        query = b.query if r.query is None else r.query
    elif r.path.startswith("/"):
        path = without_dots(r.path)
    else:
        merged = "/" if b.authority is not None and not b.path else b.path.rpartition("/")[0] + "/"
        path = without_dots(merged + r.path)
    if authority is None and path.startswith("//"):
        path = "/." + path
    return superuri.unsplit((scheme, authority, path, query, r.fragment))


@pytest.mark.filterwarnings("ignore:Please use rfc3986:DeprecationWarning")
def test_resolving_agrees(report: Report) -> None:
    rng = chance.seeded("bases")
    agreed = departures = 0
    for text in texts(legal_uri):
        base = "http://e.com" + rng.choice(["/", "/a/b;c/d?q", "/a//b/../c", ""])
        ours = str(URI(base).resolve(text))
        assert ours == resolved(base, text), (base, text)
        one = uritools.urijoin(base, text, strict=True)
        two = rfc3986.uri_reference(text).resolve_with(base, strict=True).unsplit()
        agreed += one == two
        if one == two != ours:
            # Both read "file:.///x" and "a:b/../c" in a way that the RFC's steps do not, and of
            # "a:/b/..//c" both make another authority.
            departures += 1
            parts = superuri.split(text)
            assert parts.scheme is not None, (base, text)
            assert not parts.path.startswith("/") or "/.//" in ours, (base, text)
    report(f"of {COUNT:,} targets rfc3986 and uritools agree on {agreed:,}; superuri")
    report(f"is the RFC's own steps on all, whose result differs from theirs on {departures}")
    assert agreed > COUNT // 2
    assert departures < COUNT // 1000
