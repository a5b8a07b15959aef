"""Readings of the CVEs' strings by superuri, the URL standard, urllib and yarl.

The rows are in tests/syntax/cves.toml; docs/hosts.md shows them.
"""

import platform
from collections.abc import Callable
from importlib import metadata
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

import superuri
from kit import toml
from kit.raising import raised
from kit.strategies import for_all
from superuri import hosts
from superuri._values import generate
from superuri.errors import ParseError, URIError
from superuri.whatwg import URL

Report = Callable[[str], None]
CASES = toml.read("syntax/cves.toml")["case"]
BASE = "http://base.invalid/"


def message(read: Callable[[str], Any], text: str) -> str:
    """The result, or the code of our error."""
    try:
        return read(text) or ""
    except URIError as error:
        return error.code
    except ValueError:
        return "refused"


def standard(text: str) -> str:
    try:
        host = URL(text, BASE).hostname
    except ParseError:
        return "refused"
    return "" if host == "base.invalid" else host


def named(case: dict[str, str]) -> str:
    return f"{case['name']} {case['why']}"


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_disputed_string(case: dict[str, str]) -> None:
    text = case["text"]
    assert message(superuri.agreed_host, text) == case["host"]
    assert message(superuri.clean, text) == case["clean"]
    assert standard(text) == case["standard"]
    if platform.python_version() == "3.11.7":
        assert message(lambda text: urlsplit(text).hostname, text) == case["urllib"]
    # Where the known parsers differ, no host may come back.
    if len({case["urllib"], case["standard"]}) > 1:
        assert case["host"] == "ambiguous-authority"


@pytest.mark.parametrize("case", CASES, ids=named)
def test_no_disputed_string_redirects_elsewhere(case: dict[str, str]) -> None:
    try:
        target = hosts.safe_redirect(case["text"], hosts=["good.com", ".good.example"])
    except ParseError:
        return
    assert standard(target) in {"", "good.com"}
    assert target.isascii()
    assert target.isprintable()


def test_yarl_returns_what_the_rows_list(report: Report) -> None:
    yarl = pytest.importorskip("yarl", reason="yarl is not installed")
    if metadata.version("yarl") != "1.25.1":
        report("not run: the rows of hosts/cves.toml are yarl 1.25.1's")
        pytest.skip("another yarl")
    for case in CASES:
        assert message(lambda text: yarl.URL(text).host, case["text"]) == case["yarl"], case
    report(f"hosts/cves.toml: {len(CASES)} strings, as yarl 1.25.1 reads them")


def test_positions_in_invalid_text_count_bytes() -> None:
    error = raised(ParseError, superuri.agreed_host, b"http://\xff\xff@a\\b/c")
    assert error.text[error.start : error.end] == b"\xff\xff@a\\b"


@for_all(generate.wild)
def an_agreed_host_is_everybodys(text: str) -> None:
    try:
        host = superuri.agreed_host(text)
    except ParseError as error:
        assert error.code in {"ambiguous-authority", "no-scheme"}
        return
    assert standard(text).lower() == (host or "")
    if host is None:
        return
    assert host.isascii()
    assert host == host.lower()
    try:
        clean = superuri.clean(text)
    except URIError:
        return
    assert superuri.agreed_host(clean) == host


def targets(rng: Random) -> str:
    """Values of ?next= that an attacker may send."""
    starts = ["/", "//", "\\", "http:", "https://", "//good.com", "https://good.com", "\t", " "]
    middle = ["@", "evil.com", ".evil.com", "/", "\\", "%2F", "%5C", "%09", "?", "#", ":80", "。"]
    return generate.several(rng, starts, 2) + generate.several(rng, [*middle, *generate.DIRT], 5)


@for_all(targets)
def a_safe_redirect_stays_at_home(url: str) -> None:
    try:
        target = hosts.safe_redirect(url, hosts=["good.com"])
    except ParseError:
        return
    for base in ("https://good.com/a/b", "http://good.com/"):
        assert URL(target, base).hostname == "good.com", url
        assert URL(url, base).hostname == "good.com", url


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("https://evil.com/", "foreign-host"),
        ("//evil.com/", "foreign-host"),
        ("https://example.com.evil.com/", "foreign-host"),
        ("javascript:alert(1)", "foreign-scheme"),
        ("data:text/html,x", "foreign-scheme"),
        ("ftp://example.com/", "foreign-scheme"),
        ("/\\evil.com", "ambiguous-authority"),
        (" https://example.com/", "surrounding-space"),
    ],
)
def test_what_is_not_a_safe_redirect(url: str, code: str) -> None:
    caught = raised(ParseError, hosts.safe_redirect, url, hosts=["example.com", ".example.org"])
    assert caught.code == code
    assert caught.text == url


def test_what_is_a_safe_redirect() -> None:
    allowed = ["Example.com", ".example.org"]
    for url in ("https://example.com/a", "//a.b.example.org/", "/a?b=//c", "a/b", "?q", "", "#x"):
        assert hosts.safe_redirect(url, hosts=allowed) is url
    with pytest.raises(ParseError):
        hosts.safe_redirect("https://example.org/", hosts=allowed)
    with pytest.raises(TypeError):
        hosts.safe_redirect("/", hosts=5)


@pytest.mark.parametrize(
    ("uri", "every", "icann"),
    [
        ("https://www.example.co.uk/a", "example.co.uk", "example.co.uk"),
        ("https://a.b.user.github.io/", "user.github.io", "github.io"),
        ("https://www.пример.рф/", "xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"),
        ("https://127.0.0.1/", None, None),
        ("https://[::1]/", None, None),
        ("https://localhost/", None, None),
        ("mailto:a", None, None),
        (b"https://www.example.com/", "example.com", "example.com"),
    ],
)
def test_the_registrable_domain(uri: str | bytes, every: str | None, icann: str | None) -> None:
    assert superuri.domain(uri) == every
    assert superuri.domain(uri, rules="icann") == icann
    suffix = hosts.public_suffix(uri)
    assert suffix is None or every is None or every.endswith("." + suffix)


def test_a_uri_is_read_as_its_text() -> None:
    uri = superuri.URI("https://www.example.co.uk/a")
    assert superuri.agreed_host(uri) == "www.example.co.uk"
    assert superuri.domain(uri) == "example.co.uk"
    assert hosts.public_suffix(uri) == "co.uk"


def test_other_rules_are_a_value_error() -> None:
    with pytest.raises(ValueError, match="all, icann"):
        superuri.domain("https://a.b/", rules="private")


@pytest.mark.parametrize(
    ("host", "want"),
    [
        *((host, "127.0.0.1") for host in ("127.0.0.1", "127.1", "0x7f.1", "0177.0.0.01")),
        *((host, "127.0.0.1") for host in ("2130706433", "0x7F000001", "017700000001")),
        *((host, None) for host in ("256.1.1.1", "1.2.3.4.5", "08.0.0.1", "a.b", "", "1/2", "1@2")),
    ],
)
def test_the_spellings_of_an_ipv4_address(host: str, want: str | None) -> None:
    assert hosts.ipv4(host) == want
