"""Does URI agree with rfc3986 and uritools where these agree with each other?"""

from random import Random

import pytest

import superuri
from superuri import URI
from superuri._generate import legal_uri

rfc3986 = pytest.importorskip("rfc3986", reason="make peers installs it")
uritools = pytest.importorskip("uritools", reason="make peers installs it")

COUNT = 5_000


def texts() -> list[str]:
    rng = Random(11)
    return [legal_uri(rng) for _ in range(COUNT)]


def test_components_agree(report) -> None:
    compared = 0
    for text in texts():
        theirs = uritools.urisplit(text)
        other = rfc3986.uri_reference(text)
        ours = superuri.split(text)
        for name in ("scheme", "authority", "path", "query", "fragment"):
            one, two = getattr(theirs, name), getattr(other, name)
            if one == two or (not one and not two and name == "path"):
                assert getattr(ours, name) == one, (text, name)
                compared += 1
    report(f"components that rfc3986 and uritools agree on: {compared:,}, and so does superuri")
    assert compared > 4 * COUNT


@pytest.mark.filterwarnings("ignore:Please use rfc3986:DeprecationWarning")
def test_resolving_agrees(report) -> None:
    rng = Random(12)
    compared = 0
    for text in texts():
        base = "http://e.com" + rng.choice(["/", "/a/b;c/d?q", "/a//b/../c", ""])
        one = uritools.urijoin(base, text, strict=True)
        two = rfc3986.uri_reference(text).resolve_with(base, strict=True).unsplit()
        if one == two:
            compared += 1
            assert str(URI(base).resolve(text)) == one, (base, text)
    report(f"targets that rfc3986 and uritools agree on: {compared:,}, and so does superuri")
    assert compared > COUNT // 2
