"""Keys beside neighbours: the same as those of the surt package and of Scrapy."""

import socket
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from kit import chance
from kit.amount import FULL, part
from normal.test_keys import SURT, by_why
from superuri import keys
from superuri._values import generate
from superuri.errors import URIError

Data = Callable[[str], Path]
Report = Callable[[str], None]

FILES = ("urls/kasztp.txt", "urls/node_files.txt")
HOSTILE = ("crlf", "dotdotpwn", "open-redirect", "traversal-exotic")
MANY = part(3_000)
#: The variants of `surt`, with the options of the package.
VARIANTS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {}),
    ({"www": True}, {"host_massage": False}),
    ({"variant": "ia-scheme"}, {"with_scheme": True, "trailing_comma": True}),
]
ATOMS = [
    *(
        *("http://", "https://", "HTTP:", "ftp://"),
        *("file:///", "dns:", "mailto:", "urn:x:", "filedesc"),
    ),
    *("data:", "about:", "sip:", ":", "/", "//", "\\", "?", "&", "=", "#", "@", "[", "]", ";", "+"),
    *("a", "B", "www.", "www2.", "e.com", "e.com/", "..", ".", "%2e", "%2E%2e", "|", "'", "xn--"),
    *("%", "25", "%25", "%41", "%2f", "%3b", "%3F", "%0a", "%ff", "%C3%BC", "\x00", "\x7f", "\x0b"),
    *(
        *(" ", "\t", "\n", "\r", "ü", "é.", "\u3002", "\xad"),
        *("ß", "／", "℀", "💩", "[::1]", "[::0:1%é]"),
    ),
    *("1.2", "010", "0x7f", "8", "123456789012", ":80", ":443", ":0", ":00080", ":99999", "[v1.a]"),
    *("jsessionid=", "sid=" + "a" * 32, "phpsessid=" + "1" * 32, "cfid=1", "&cftoken=2", ".aspx"),
    *("aspsessionidabcdefgh=" + "x" * 24, "(" + "a1" * 12 + ")/", "(A(" + "b2" * 12 + "))/"),
]


def texts(data: Data, every: int) -> Iterator[str | bytes]:
    """Real ones, hostile ones, and random ones, whose seed is reported."""
    for name in FILES:
        yield from data(name).read_bytes().splitlines()[:: every if FULL else 10 * every]
    for name in HOSTILE:
        yield from data(f"hostile/{name}.txt").read_bytes().splitlines()[:: 1 if FULL else 10]
    rng = chance.seeded("keys")
    for _ in range(MANY):
        several = generate.several(rng, ATOMS, 9)
        yield from (several, "http://" + several, "http://e.com/" + several)
        yield from (generate.wild(rng), generate.dirty_url(rng), generate.legal_uri(rng))
        yield generate.octets(rng)


def numeric(host: bytes | str) -> tuple[str, list[str], list[str]]:
    """The resolver's answer for a host of numbers, without the network."""
    name = host.decode() if isinstance(host, bytes) else host
    try:
        # The C library's own parser allows white space at the end; its resolver does not.
        address = socket.inet_aton(name if name.strip() == name else "no address")
    except OSError as error:
        raise socket.gaierror(str(error)) from None
    return name, [], [socket.inet_ntoa(address)]


@pytest.fixture
def surt(monkeypatch: pytest.MonkeyPatch, report: Report) -> Callable[..., str]:
    try:
        from surt import surt  # noqa: PLC0415  because it may not be here
    except ImportError:
        report("SKIPPED: the surt package is not installed (requirements-peers.txt)")
        pytest.skip("no surt")
    monkeypatch.setattr(socket, "gethostbyname_ex", numeric)

    def ask(text: str | bytes, **options: Any) -> str:
        answer = surt(text, **options)
        return answer.decode() if isinstance(answer, bytes) else answer

    return ask


def answer(make: Callable[..., Any], text: str | bytes, **options: Any) -> Any:
    """The result, or the code of an error, or its name in parentheses."""
    try:
        return make(text, **options)
    except URIError as error:
        return f"({error.code})"
    except Exception as error:  # noqa: BLE001  because a neighbour raises anything
        return f"({type(error).__name__})"


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
@pytest.mark.parametrize("row", SURT, ids=by_why)
def test_the_rows_are_what_surt_returns(row: dict[str, Any], surt: Callable[..., str]) -> None:
    text = row["text"]
    if "crash" in row:
        assert answer(surt, text) == f"({row['crash']})", "it crashes no more: take it out"
        return
    assert surt(text) == row["want"]
    assert surt(text, host_massage=False) == row.get("www", row["want"])
    if "ia-scheme" in row:
        assert surt(text, with_scheme=True, trailing_comma=True) == row["ia-scheme"]


#: Texts on which surt crashes, and our results.
CRASHES = {("(bad-port)", "(ValueError)"), ("-", "(AttributeError)")}


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
def test_a_surt_is_the_packages(surt: Callable[..., str], data: Data, report: Report) -> None:
    crashes: Counter[str] = Counter()
    same = 0
    for text in texts(data, every=10):
        for ours, theirs in VARIANTS:
            key, wanted = answer(keys.surt, text, **ours), answer(surt, text, **theirs)
            if key == wanted:
                same += 1
            else:
                assert (key, wanted) in CRASHES, (text, ours, key, wanted)
                crashes[wanted] += 1
    printed = ", ".join(f"{count:,} times {name}" for name, count in crashes.items())
    report(f"keys.surt: {same:,} keys as the surt package's; it crashes {printed}")


def test_no_number_is_too_long(surt: Callable[..., str]) -> None:
    text = "http://" + "9" * 5000
    assert keys.surt(text) == "255,255,255,255)/"
    # Where Python limits the digits of a number, surt crashes.
    assert answer(surt, text) in {"(ValueError)", "255,255,255,255)/"}


def test_pywb_makes_the_same_key(surt: Callable[..., str], report: Report) -> None:
    try:
        from pywb.utils.canonicalize import canonicalize  # noqa: PLC0415  because it may not be here
    except ImportError:
        report("SKIPPED: pywb is not installed; its key is that of the surt package, which runs")
        pytest.skip("no pywb")
    for row in SURT:
        if "crash" not in row:
            assert canonicalize(row["text"]) == keys.surt(row["text"], "cdxj") == surt(row["text"])


@pytest.fixture
def scrapy(report: Report) -> Callable[..., bytes]:
    try:
        from scrapy import Request  # noqa: PLC0415  because it may not be here
        from scrapy.utils.request import fingerprint  # noqa: PLC0415
    except ImportError:
        report("SKIPPED: Scrapy is not installed (requirements-peers.txt)")
        pytest.skip("no Scrapy")
    if [metadata.version(name) for name in ("Scrapy", "w3lib")] != ["2.19.0", "2.5.0"]:
        report("SKIPPED: keys.scrapy is Scrapy 2.19.0's with w3lib 2.5.0; these are others")
        pytest.skip("another Scrapy")

    def ask(
        text: str, *, headers: Any = None, keep_fragments: bool = False, **options: Any
    ) -> bytes:
        request = Request(text, headers=headers, **options)
        return fingerprint(request, include_headers=headers, keep_fragments=keep_fragments)

    return ask


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"method": "post", "body": b"\xff"},
        {"body": "ü"},
        {"keep_fragments": True},
        {"headers": {"Accept-Language": "de", "x-a": ["1", b"2"]}},
        {"headers": {}},
    ],
)
def test_a_fingerprint_has_scrapys_options(options, scrapy):
    for text in ("http://e.com/?b&a#x", "https://u:p@E.com:443/a;b?q=ü#", "ftp://e.com/../a b"):
        assert keys.scrapy(text, **options) == scrapy(text, **options)


def test_a_fingerprint_is_scrapys(scrapy: Callable[..., bytes], data: Data, report: Report) -> None:
    outcomes: Counter[str] = Counter()
    for text in texts(data, every=20):
        message = text if isinstance(text, str) else text.decode("utf-8", "replace")
        ours, theirs = answer(keys.scrapy, message), answer(scrapy, message)
        if isinstance(ours, bytes):
            assert ours == theirs, message
            outcomes["the same"] += 1
        else:
            # Errors that it raises by accident.
            assert theirs in {"(ValueError)", "(UnicodeEncodeError)", "(UnicodeError)"}, (
                message,
                ours,
            )
            outcomes[f"refused by both: {ours}"] += 1
    report("keys.scrapy: " + ", ".join(f"{n:,} {outcome}" for outcome, n in outcomes.items()))
