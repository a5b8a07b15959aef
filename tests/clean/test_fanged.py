"""Refang and defang: the way there and back, the table, and other packages."""

import itertools
import os
import re

import pytest

import superuri
from kit import chance
from kit.command import run
from kit.strategies import for_all
from superuri import _core, profiles
from superuri._values.generate import legal_uri, legal_url, wild
from superuri.errors import ParseError

COUNT = int(os.environ.get("SUPERURI_FANGED", "10000"))
#: Marks that are legal in an authority, and schemes: `defang` refuses a URI that has them.
MARKED = re.compile(r"[(](?:[.:@]|dot|at)[)]", re.IGNORECASE)
SCHEMES = {written for written, _, part, _, _ in _core.DEFANGED if part == "scheme"}


def is_marked(uri):
    parts = superuri.split(uri)
    first = re.split("[/?#]", uri)[0] if parts.authority is None else parts.authority
    scheme = (parts.scheme or "").lower()
    is_spelling = scheme in SCHEMES and parts.authority is not None
    return is_spelling or bool(MARKED.search(first))


@for_all(legal_uri)
def defanging_can_be_undone(uri: str) -> None:
    try:
        defanged = superuri.defang(uri)
    except ParseError as error:
        assert error.code == "defanged"
        assert is_marked(uri), uri
    else:
        assert superuri.refang(defanged) == uri


@for_all(legal_url)
def a_defanged_url_is_not_one(url: str) -> None:
    defanged = superuri.defang(url)
    assert defanged.startswith(("hxxp://", "hxxps://"))
    assert "." not in defanged.split("/")[2].replace("[.]", "")
    assert superuri.refang(defanged) == url
    assert superuri.refang(url) is url


@for_all(wild)
def restoring_twice_is_restoring_once(text: str) -> None:
    restored = superuri.refang(text)
    assert superuri.refang(restored) is restored


def test_ten_thousand_urls_come_back():
    rng = chance.seeded("fanged")
    for number in range(COUNT):
        (defanging_can_be_undone if number % 2 else a_defanged_url_is_not_one)(
            (legal_uri if number % 2 else legal_url)(rng)
        )


def lines():
    """200 defanged lines, and what they mean: each spelling in each place."""
    kinds = {"scheme": [], "slashes": [], "dot": [], "at": [], "colon": []}
    for written, meaning, part, _, _ in _core.DEFANGED:
        kinds[part].append((written, meaning))
    schemes = [("http", "http"), *kinds["scheme"]]
    slashes = [("://", "://"), *kinds["slashes"]]
    made = itertools.product(schemes, slashes, kinds["dot"], kinds["at"], kinds["colon"])
    every = list(made)
    # More than 200, as some are left out.
    for number in range(0, len(every), len(every) // 220):
        scheme, slash, dot, at, colon = every[number][:5]
        if slash[0].endswith("\\") and scheme[1] not in {"http", "https", "ftp"}:
            continue
        written, meant = (
            f"{scheme[n]}{slash[n]}u{at[n]}a{dot[n]}e{dot[n]}com{colon[n]}80/b{end}"
            for n, end in ((0, "[.]c?d=[@]"), (1, ".c?d=@"))
        )
        yield written, meant


def test_each_shape_of_a_list_is_restored(tmp_path):
    rows = list(lines())[:200]
    assert len(rows) == 200
    file = tmp_path / "list.txt"
    file.write_text("".join(f"{written}\n" for written, _ in rows), encoding="utf-8")
    done = run(["refang", "-i", str(file)], b"")
    assert done.returncode == 0
    assert done.stdout.decode().splitlines() == [meant for _, meant in rows]


def test_a_report_has_the_edits():
    text = "hxxps[:]//e[dot]com/a"
    line = run(["refang", "--json", text], b"").stdout
    assert b'"output": "https://e.com/a"' in line
    assert line.count(b'"why": "defanged"') == 3


def test_salvage_repairs_schemes_and_dots_of_authorities():
    for text, want in [
        ("hxxps://e[.]com/a b", "https://e.com/a%20b"),
        ("h**p://e[dot]com", "http://e.com"),
        (" <meow://a[.]e[.]com:80/> ", "http://a.e.com:80/"),
        ("http://e(.)com/[.]", "http://e(.)com/%5B.%5D"),
        ("http://[::1]/", "http://[::1]/"),
    ]:
        assert superuri.clean(text, profiles.SALVAGE) == want
    with pytest.raises(ParseError):
        superuri.clean("http://e[.com/", profiles.SALVAGE)


#: Texts that a package restores in another way than `refang`, and why.
OTHERWISE = {
    "ioc_fanger": {
        "fxp://e[.]com": "it does not know the scheme",
        "h**p://e.com": "it does not know stars",
        "meow://e.com": "it does not know meow",
        "hxxp://e[.]com/a(dot)b": "it restores words in a path, where they are data",
        "http://e.com/a[.]html": "it restores a path whose authority is not defanged",
    },
    "defang": {
        "hxxp://e[.]com/a(dot)b": "it restores words in a path, where they are data",
        "http://e.com/a[.]html": "it restores a path whose authority is not defanged",
        "user[@]e[.]com": "it does not know at signs",
        "h**p://e.com": "it does not know stars",
        "meow://e.com": "it does not know meow",
        "hxxp[://]e.com": "it does not know slashes in brackets",
        "e{.}com": "it does not know curly brackets",
        "hxxps://e[.]com[:]80/": "it does not know the colon of a port",
    },
}
#: Texts that are restored by all.
COMMON = ["hxxps://e[.]com/", "hxxp[:]//e[.]com", "e(.)com", "e[dot]com/a", "fxp://e[.]com"]


@pytest.mark.parametrize("package", OTHERWISE)
def test_other_packages_restore_the_same(package):
    module = pytest.importorskip(package, reason="it is optional")
    other = module.fang if package == "ioc_fanger" else module.refang
    texts = {*COMMON, *itertools.chain(*OTHERWISE.values())}
    unlike = {text for text in texts if other(text) != superuri.refang(text)}
    assert unlike == set(OTHERWISE[package])


@pytest.mark.parametrize("verb", [superuri.refang, superuri.defang, superuri.unwrap])
def test_octets_are_text(verb):
    assert verb(b"urn:a") == "urn:a"
    with pytest.raises(superuri.errors.DecodeError):
        verb(b"hxxp:\xff")
