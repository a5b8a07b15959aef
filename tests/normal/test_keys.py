"""Keys: they never change, and distinguish different URIs.

The rows are in keys/; test_keys_neighbours.py compares with the original programs.
"""

import hashlib
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import superuri
from kit import toml
from kit.amount import length
from kit.clock import linearly
from kit.raising import raised
from kit.strategies import for_all
from superuri import URI, hosts, keys
from superuri._values import generate
from superuri.errors import DecodeError, EncodeError, ParseError, URIError

FOLDER = Path(__file__).parent / "keys"
ALSO = ("sort-query", "drop-fragment", "drop-tracking", "reserved")


def table(name: str) -> dict[str, list[dict[str, Any]]]:
    return toml.read(FOLDER / f"{name}.toml")


FROZEN = table("key")["case"]
SURT = table("surt")["case"]
SAFE_BROWSING = table("safe_browsing")


def by_why(row: dict[str, Any]) -> str:
    return row["why"]


def subject(row: dict[str, Any]) -> str | bytes:
    return bytes.fromhex(row["hex"]) if "hex" in row else row["text"]


@pytest.mark.parametrize("row", FROZEN, ids=by_why)
def test_a_key_never_changes_under_its_name(row: dict[str, Any]) -> None:
    for text in row["texts"]:
        assert keys.key(text, row["tables"]).hex() == row["key"], text
        assert keys.key(text.encode(), row["tables"]).hex() == row["key"], text


def test_each_row_has_a_key_of_its_own() -> None:
    assert len({row["key"] for row in FROZEN}) == len(FROZEN)


#: The newest tables, whose tracking parameters are those of `normalize`.
NEWEST = "2026.2"


def by_hashlib(uri: str, **more: Any) -> bytes:
    """The key by its documented definition."""
    normal = superuri.normalize(uri, also=ALSO, **more)
    rows = sorted(set(more.get("tracking", ())))
    own = hashlib.blake2b("\n".join(rows).encode(), digest_size=16).hexdigest()
    name = f"superuri.key {NEWEST} {own}" if more else f"superuri.key {NEWEST}"
    return hashlib.blake2b(f"{name}\n{normal}".encode(), digest_size=16).digest()


@for_all(generate.wild)
def a_key_is_the_hash_that_is_documented(text: str) -> None:
    try:
        wanted = by_hashlib(text)
    except URIError as error:
        caught = raised(type(error), keys.key, text, NEWEST)
        assert (caught.code, caught.start) == (error.code, error.start)
    else:
        assert keys.key(text, NEWEST) == wanted
        assert keys.key(superuri.normalize(text, also=ALSO), NEWEST) == wanted


def test_every_length_is_hashed_right() -> None:
    for number in range(600):
        assert keys.key("/" + "a" * number, NEWEST) == by_hashlib("/" + "a" * number)


def test_a_key_with_a_table_of_ones_own_is_the_hash_that_is_documented() -> None:
    rows = ("utm_*", "ref e.com", "a")
    for text in ("http://e.com/?ref=1&b&utm_id", "http://f.com/?ref=1&b", "/?a"):
        got = keys.key(text, NEWEST, tracking=rows)
        assert got == keys.key(text, NEWEST, tracking=keys.Tracking(rows[::-1]))
        assert got == by_hashlib(text, tracking=rows) != keys.key(text, NEWEST)


def alike(rng: Random) -> str:
    """A URL that often has the key of another one."""
    start = rng.choice(["http://e", "HTTP://E", "http://e:80", "http://%65", "https://e"])
    path = rng.choice(["", "/", "/.", "/a/..", "/a", "/%61", "/@", "/%40", "/%2F"])
    query = rng.choice(["", "?", "?a&b", "?b&a", "?a&utm_x&b", "?utm_x", "?a=1&a=2", "?a=2&a=1"])
    return start + path + query + rng.choice(["", "#", "#x"])


@for_all(alike, alike)
def one_normal_form_is_one_key(a: str, b: str) -> None:
    same = superuri.normalize(a, also=ALSO) == superuri.normalize(b, also=ALSO)
    assert (keys.key(a) == keys.key(b)) == same
    if superuri.equivalent(a, b):
        assert keys.key(a) == keys.key(b)


def test_the_tables_of_a_name_are_listed() -> None:
    tables = keys.tables("2026.1")
    assert tables == keys.tables()
    assert tables["public_suffixes"] == hosts.LIST
    assert list(tables) == ["unicode", "uts46", "tracking_parameters", "schemes", "public_suffixes"]


@pytest.mark.parametrize("ask", [lambda name: keys.key("/", name), keys.tables])
def test_unknown_tables_are_reported_with_the_known_ones(ask: Callable[[str], object]) -> None:
    message = r"^tables=\"2025.9\": it is one of 2026.1, 2026.2; did you mean '2026.2'\?$"
    with pytest.raises(ValueError, match=message):
        ask("2025.9")


def test_the_name_of_an_archive_is_text() -> None:
    assert keys.surt(b"filedesc:\xc3\xa9.warc") == "filedesc:é.warc"
    with pytest.raises(DecodeError, match="the byte FF at 9 is not valid UTF-8"):
        keys.surt(b"filedesc:\xff")


@pytest.mark.parametrize("row", SURT, ids=by_why)
def test_a_surt(row: dict[str, Any]) -> None:
    text = row["text"]
    if "code" in row:
        error = raised(ParseError, keys.surt, text)
        assert (error.code, [error.start, error.end]) == (row["code"], row["at"])
        return
    wanted = row.get("want", row.get("ours"))
    assert keys.surt(text) == keys.surt(text.encode()) == keys.surt(text, "cdxj") == wanted
    assert keys.surt(text, www=True) == row.get("www", wanted)
    if "ia-scheme" in row:
        assert keys.surt(text, "ia-scheme") == row["ia-scheme"]


@pytest.mark.parametrize("row", SAFE_BROWSING["canonical"], ids=by_why)
def test_a_url_is_canonical_for_safe_browsing(row: dict[str, Any]) -> None:
    assert keys.safe_browsing(subject(row)) == row["want"]


@pytest.mark.parametrize("row", SAFE_BROWSING["expressions"], ids=by_why)
def test_what_safe_browsing_looks_up(row: dict[str, Any]) -> None:
    assert list(keys.safe_browsing_expressions(row["text"])) == row["want"]


def test_a_hash_of_safe_browsing_is_sha_256() -> None:
    url = "http://a.b.c/1/2.html?param=1"
    whole = keys.safe_browsing_hashes(url)
    wanted = [hashlib.sha256(text.encode()) for text in keys.safe_browsing_expressions(url)]
    assert list(whole) == [digest.digest() for digest in wanted]
    assert keys.safe_browsing_hashes(url, size=4) == tuple(digest[:4] for digest in whole)
    # The prefix under which a public list has this page.
    assert keys.safe_browsing_hashes("http://example.com/", size=4)[0].hex() == "73d986e0"
    for size in (3, 33):
        with pytest.raises(ValueError, match="it is 4 to 32 bytes"):
            keys.safe_browsing_hashes(url, size=size)


@for_all(generate.wild)
def safe_browsing_is_stable(text: str) -> None:
    try:
        canonical = keys.safe_browsing(text)
    except ParseError as error:
        assert error.code == "no-url"
        return
    assert canonical.isascii()
    assert canonical.isprintable()
    assert " " not in canonical
    expressions = keys.safe_browsing_expressions(text)
    assert len(set(expressions)) == len(expressions) <= 30


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("http://é.com:99999/", "bad-port", (13, 18)),
        ("http://[::1]x/", "bad-host", (7, 13)),
        ("http://e.com]/", "bad-host", (7, 13)),
        ("http://[1.2.3.4]/", "bad-host", (8, 15)),
        ("http://a\uff0fb/", "bad-host", (7, 10)),
        ("/a", "relative-url", (0, 2)),
    ],
)
def test_what_has_no_fingerprint(text: str, code: str, at: tuple[int, int]) -> None:
    error = raised(ParseError, keys.scrapy, text)
    assert (error.code, (error.start, error.end), error.text) == (code, at, text)
    caught = raised(ParseError, keys.scrapy, text.encode())
    assert caught.text == text.encode()
    part = caught.text[caught.start : caught.end]
    assert part == text[at[0] : at[1]].encode()


def test_bytes_that_are_not_text_are_escaped_for_a_fingerprint() -> None:
    assert keys.scrapy(b"http://e.com/\xff") == keys.scrapy("http://e.com/%FF")


MAKERS = [
    *(keys.key, keys.surt, keys.safe_browsing),
    *(keys.safe_browsing_expressions, keys.safe_browsing_hashes, keys.scrapy),
]


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_a_key_is_made_of_what_verbs_take(make: Callable[..., Any]) -> None:
    text = "http://www.e.com/a?b"
    assert make(text) == make(text.encode()) == make(URI(text)) == make(bytearray(text.encode()))
    for wrong in (None, 1, ["http://e.com/"]):
        with pytest.raises(TypeError):
            make(wrong)
    caught = raised(EncodeError, make, "http://e.com/\ud800")
    assert (caught.code, caught.start) == ("lone-surrogate", 13)
    assert str(pickle.loads(pickle.dumps(caught))) == str(caught)  # noqa: S301  because it is ours


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_time_grows_with_the_text(make: Callable[..., Any]) -> None:
    # Quadratic code takes minutes for each.
    many = length(300_000)
    hostile = [
        "http://e.com/%" + "25" * many,
        "http://e.com/?" + "%25" * many,
        "http://e.com" + "/a" * many + "/.." * many,
        "http://e.com/" + "(0123456789abcdefghijklmn)/" * (many // 10),
        "http://e.com/" + "(" + "a(0123456789abcdefghijklmn)" * (many // 10),
        "http://e.com/?" + "cfid=" * many,
        "http://e.com/?" + "&sid=" * many + "cfid=1&cftoken=",
        "http://e.com/?" + "b&a&" * many,
        "http://" + "9" * many,
        "http://" + "a." * many,
        "http://" + "http://" * many,
        "http://" + "ü" * many + "/",
        "http://" + "\u0315\u0300" * many + "/",
        "http://" + "[" * many,
        "http://e" + ":" * many,
        "\t" * many,
        "@" * many + ":",
    ]
    for text in hostile:
        with linearly():
            try:
                make(text)
            except URIError as error:
                assert error.code in {
                    *("bad-port", "bad-host", "no-url", "ambiguous-authority", "surrounding-space"),
                    "relative-url",
                }


@for_all(generate.octets)
def any_bytes_have_keys_or_a_clear_error(octets: bytes) -> None:
    for make in MAKERS:
        try:
            make(octets)
        except URIError as error:
            assert error.code
            assert error.text == octets
