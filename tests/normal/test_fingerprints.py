"""Fingerprints: the URL that is part of Scrapy's, and every URL that is refused, exactly.

The rows are in keys/fingerprint.toml; they are compared with Scrapy, too, where it is installed.
"""

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from normal.test_keys import table
from normal.test_keys_neighbours import answer, scrapy  # noqa: F401  because it is a fixture
from superuri import URI, keys
from superuri.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS = table("fingerprint")
CANONICAL, REFUSED = ROWS["canonical"], ROWS["refused"]
HELP = "Scrapy refuses it, too: write the URL that is meant"


def by_text(row: dict[str, Any]) -> str:
    return ascii(row["text"])


def of(url: str, *, method: str = "GET", body: str = "", headers: str = "{}") -> bytes:
    """The fingerprint by Scrapy's definition: the SHA-1 of this JSON."""
    parts = f'"headers": {headers}, "method": "{method}", "url": {json.dumps(url)}'
    return hashlib.sha1(f'{{"body": "{body}", {parts}}}'.encode()).digest()  # noqa: S324  because it is Scrapy's


@pytest.mark.parametrize("row", CANONICAL, ids=by_text)
def test_a_fingerprint_is_that_of_the_canonical_url(row: dict[str, Any]) -> None:
    text, want = row["text"], row["want"]
    assert keys.scrapy(text) == keys.scrapy(text.encode()) == of(want)
    whole = f"{want}#{row['fragment']}" if "fragment" in row else want
    assert keys.scrapy(text, keep_fragments=True) == of(whole)


@pytest.mark.parametrize("row", CANONICAL, ids=by_text)
def test_scrapy_has_the_canonical_url(row: dict[str, Any], request: pytest.FixtureRequest) -> None:
    ask: Callable[..., bytes] = request.getfixturevalue("scrapy")
    assert ask(row["text"]) == of(row["want"])


@pytest.mark.parametrize("row", REFUSED, ids=by_text)
def test_scrapy_refuses_it_too(row: dict[str, Any], request: pytest.FixtureRequest) -> None:
    ask: Callable[..., bytes] = request.getfixturevalue("scrapy")
    assert answer(ask, row["text"]) in {"(ValueError)", "(UnicodeEncodeError)"}


def test_what_is_known_is_hashed() -> None:
    assert keys.scrapy("http://www.example.com/query?id=111&cat=222").hex() == (
        "8fcf173c15d0d14f77c0c9a61209caf224e90164"
    )
    url = "http://e.com/"
    posted = keys.scrapy(url, method="post", body=b"a=1")
    assert posted.hex() == "b2f069cf74e42b8ff87916b4688d75ae802529d2"
    assert posted == of(url, method="POST", body="613d31")
    assert keys.scrapy(url, body="ü") == of(url, body="c3bc")
    headers = {"X-A": ["1", b"\xff"], "b": "ü", "x-a": b"2"}
    assert keys.scrapy(url, headers=headers) == of(
        url, headers='{"62": ["c3bc"], "782d61": ["31", "ff", "32"]}'
    )
    assert keys.scrapy(url, headers={}) == keys.scrapy(url, headers=None) == of(url)


def test_bytes_that_are_not_utf_8_are_escapes_in_upper_case() -> None:
    assert keys.scrapy(b"http://e.com/?\xff\xc3\xbc\x80;") == of("http://e.com/?%FF%C3%BC%80%3B=")


def refusal(text: str | bytes | URI) -> ParseError:
    with pytest.raises(ParseError) as caught:
        keys.scrapy(text)
    return caught.value


def spelt(start: int, end: int) -> str:
    return f"{start}" if end == start + 1 else f"{start}..{end}"


def attributes(row: dict[str, Any], text: str | bytes, start: int, end: int) -> dict[str, Any]:
    return {"text": text, "start": start, "end": end, "code": row["code"], "help": HELP}


@pytest.mark.parametrize("row", REFUSED, ids=by_text)
def test_what_scrapy_refuses_is_reported_exactly(row: dict[str, Any]) -> None:
    text, (start, end) = row["text"], row["at"]
    error = refusal(text)
    assert vars(error) == attributes(row, text, start, end)
    assert str(error) == row["message"]
    octets = text.encode()
    error = refusal(octets)
    start, end = len(text[:start].encode()), len(text[:end].encode())
    assert vars(error) == attributes(row, octets, start, end)
    place = f" at {spelt(*row['at'])} "
    assert str(error) == row["message"].replace(place, f" at {spelt(start, end)} ")


def test_a_uri_is_refused_as_its_text() -> None:
    error = refusal(URI("http://e.com:65536/"))
    assert (error.text, error.start, error.end) == ("http://e.com:65536/", 13, 18)


def test_what_was_escaped_is_reported_as_the_whole_text() -> None:
    text = b"http://\xff[/"
    error = refusal(text)
    assert (error.text, error.start, error.end, error.code) == (text, 0, 10, "bad-host")
    assert str(error) == "the URL at 0..10 has a bracket without the other one"


def test_a_long_host_stays_and_a_longer_one_is_refused() -> None:
    longest = "http://" + "ü" * 1024
    assert keys.scrapy(longest) == of(longest + "/")
    error = refusal(longest + "ü")
    assert (error.start, error.end, error.code) == (7, 1032, "bad-host")
    assert str(error) == "the URL at 7..1032 has no host: no host is that long"
    assert error.help == (
        "a host has at most 253 characters (RFC 1035 section 2.3.4); Scrapy has no limit"
    )


def test_a_hash_of_safe_browsing_has_from_4_to_32_bytes() -> None:
    url = "http://example.com/"
    whole = hashlib.sha256(b"example.com/").digest()
    assert keys.safe_browsing_hashes(url) == keys.safe_browsing_hashes(url, size=32) == (whole,)
    assert keys.safe_browsing_hashes(url, size=4) == (whole[:4],)
    for size in (3, 33):
        with pytest.raises(ValueError, match=rf"^size={size}: it is 4 to 32 bytes$"):
            keys.safe_browsing_hashes(url, size=size)
