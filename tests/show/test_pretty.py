"""Pretty URIs: display profiles, the map, the outputs and the command."""

import copy
import html
import json
import pickle
import re
import timeit
from collections.abc import Callable
from typing import Any

import pytest

import superuri
from cli.test_cli import run
from kit import displayed
from superuri import profiles

LOSSLESS, SUPER_URI, ADVANCED = profiles.displays
POLICIES = LOSSLESS.replace(
    userinfo="redacted", host="safe", sink="html", length=60, protected=["paypal.com"]
)
#: URIs that do not look like URIs.
URIS = [uri for uri in displayed.urls(3_000) if uri and superuri.is_uri(uri)]


PASSWORD = "http://h/?u=http://user:" + "p" * 27 + "@x/" + "a" * 16

ROWS: dict[str, list[tuple[str, superuri.Display, dict[str, Any], str]]] = {
    "what has an authority or a root is read": [
        ("http://h?%C3%A9", LOSSLESS, {}, "http://h?é"),
        ("file:/%C3%A9", LOSSLESS, {}, "file:/é"),
        ("foo:%C3%A9", LOSSLESS, {}, "foo:%C3%A9"),
    ],
    "a label with an unreadable character stays": [
        ("http://xn--ab-10y.com/", LOSSLESS, {"host": "unicode"}, "http://xn--ab-10y.com/"),
        ("http://xn--ab-bja.com/", LOSSLESS, {"host": "unicode"}, "http://aéb.com/"),
    ],
    "numbers of two systems, or letters of two scripts": [
        ("http://xn--1-uud8v.in/", LOSSLESS, {"host": "safe"}, "http://xn--1-uud8v.in/"),
        ("http://xn--11b7n.in/", LOSSLESS, {"host": "safe"}, "http://१क.in/"),
        ("http://xn--ab-hlc.in/", LOSSLESS, {"host": "safe"}, "http://xn--ab-hlc.in/"),
    ],
    "what is hidden takes one character": [
        (PASSWORD, LOSSLESS, {"userinfo": "redacted", "length": length}, text)
        for length, text in [
            (39, "http://h/?u=http://…@x/" + "a" * 16),
            (30, "http://h/?u=http://…" + "a" * 10),
            (20, "http://h/?u=ht…aaaaa"),
        ]
    ],
    "the letter of a drive": [
        ("file:///%43:/%C3%A9", LOSSLESS, {}, "file:///%43:/é"),
        ("file:///%43.:/%C3%A9", LOSSLESS, {}, "file:///C.:/é"),
        ("http://h/%43:/%C3%A9", LOSSLESS, {}, "http://h/%43:/é"),
    ],
    "right-to-left text and numbers": [
        ("/%D7%901/a", LOSSLESS, {}, "/א1/a"),
        ("/%D7%901%2F/a", LOSSLESS, {}, "/%D7%901%2F/a"),
        ("/%D7%901#a", LOSSLESS, {}, "/%D7%901#a"),
        ("http://h/%D7%90", LOSSLESS, {"userinfo": "redacted"}, "http://h/א"),
        ("http://xn--4dbrk0ce:80/", LOSSLESS, {"host": "safe"}, "http://xn--4dbrk0ce:80/"),
        ("http://xn--4dbrk0ce:/a", LOSSLESS, {"host": "safe"}, "http://ישראל:/a"),
    ],
    "Katakana NO beside Japanese": [
        ("/a%E3%83%8Eb", LOSSLESS, {}, "/a%E3%83%8Eb"),
        ("/%C3%A9%E3%83%8E", LOSSLESS, {}, "/é%E3%83%8E"),
        ("/%E6%97%A5%E3%83%8E", LOSSLESS, {}, "/日ノ"),
    ],
    "a character that NFC replaces": [
        ("/%E2%84%AB", SUPER_URI, {}, "/\N{ANGSTROM SIGN}"),
        ("/%E2%84%AB", ADVANCED, {}, "/%E2%84%AB"),
    ],
    "the escapes of HTML": [
        ("/%3E", SUPER_URI, {"sink": "html"}, "<bdi>/&gt;</bdi>"),
        ("/%3C", SUPER_URI, {"sink": "html"}, "<bdi>/&lt;</bdi>"),
        ("/'", SUPER_URI, {"sink": "html"}, "<bdi>/&#39;</bdi>"),
        ("/a?b#c", LOSSLESS, {"sink": "html"}, "<bdi>/a</bdi>?<bdi>b</bdi>#<bdi>c</bdi>"),
    ],
}


def test_a_display_is_a_value() -> None:
    assert [row.name for row in profiles.displays] == ["LOSSLESS", "SUPER_URI", "ADVANCED"]
    for display in [*profiles.displays, POLICIES]:
        assert pickle.loads(pickle.dumps(display)) == display  # noqa: S301  because it is ours
        assert hash(copy.deepcopy(display)) == hash(display)
        assert eval(repr(display), {"profiles": profiles}) == display  # noqa: S307  because it is ours
        assert display.source
        assert display.checked
    assert LOSSLESS != profiles.SUPER_URI
    assert POLICIES.replace(sink="text").length == 60
    assert POLICIES.replace(length=None).length is None
    assert POLICIES.replace(length=None).protected == ("paypal.com",)
    with pytest.raises(AttributeError):
        LOSSLESS.sink = "html"  # type: ignore[misc]


def test_a_mistake_is_reported_with_the_known_names() -> None:
    with pytest.raises(ValueError, match="text, terminal, html, log, csv, markdown"):
        LOSSLESS.replace(sink="pdf")  # type: ignore[arg-type]
    for length in (-1, 1 << 70):
        with pytest.raises(ValueError, match=f"^length={length}: it is how many characters"):
            LOSSLESS.replace(length=length)
    with pytest.raises(TypeError):
        LOSSLESS.replace(length="1")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        LOSSLESS.replace(protected=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="ascii, safe, unicode"):
        LOSSLESS.replace(host="any")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"superuri\.Display"):
        superuri.pretty("/", profiles.RFC3986)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"superuri\.Profile"):
        superuri.clean("/", LOSSLESS)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="SUPER_URI"):
        _ = profiles.PRETTY


def test_nothing_to_show_is_the_same_object() -> None:
    for uri in ["http://h/a?b#c", "/a%2Fb", "é", "http://h/%E2%80%AE", "foo:%C3%A9", ""]:
        assert superuri.pretty(uri) is uri
    shown = superuri.pretty("http://h/%C3%A9")
    assert superuri.pretty(shown) is shown


@pytest.mark.parametrize("display", [LOSSLESS, profiles.SUPER_URI, POLICIES])
def test_the_map_shows_what_became_of_every_escape(display: superuri.Display) -> None:
    for uri in URIS:
        text, spans = superuri.shown(uri, display)
        assert text == superuri.pretty(uri, display)
        covered = [False] * len(text)
        for start, end, at, to, code, sentence in spans:
            assert 0 <= start < end <= len(uri)
            assert sentence
            covered[at:to] = [True] * (to - at)
            if code == "decoded":
                character = bytes.fromhex(uri[start:end].replace("%", "")).decode()
                assert html.unescape(text[at:to]) == character
            elif code not in {"redacted", "unicode", "cut"}:
                assert text[at:to] == uri[start:end]
        assert all(covered[i] for i, c in enumerate(text) if c == "%")


def test_offsets_are_those_of_what_was_passed() -> None:
    for uri, want in {
        "http://ü%@h/é b%": ["ü", "ü", "%", "é", " ", "%"],
        "http://[fe80::1%a%41]/é": ["%", "%41", "é"],
        "/\u202e%41": ["\u202e", "%41"],
    }.items():
        for given in (uri, uri.encode()):
            _, spans = superuri.shown(given)
            message = [given[start:end] for start, end, *_ in spans]
            assert message == (want if given is uri else [word.encode() for word in want])


def test_a_length_never_hides_the_host() -> None:
    for uri in ["http://u:p@very.long.example/%C3%A9/a?b#c", "//h", "/a/b", "mailto:a@b.example"]:
        for length in range(1, 60):
            text = superuri.pretty(uri, LOSSLESS.replace(length=length))
            whole = superuri.pretty(uri)
            head = re.match("(?:[a-z]+:)?(?://[^/]*/?)?", whole)[0]  # type: ignore[index]
            assert text.startswith(head)
            assert text == whole or len(text) <= max(length, len(head) + 1)
            assert text == whole or "…" in text


@pytest.mark.parametrize(
    ("uri", "display", "changes", "text"),
    [pytest.param(*row, id=f"{what}: {row[0]}") for what, rows in ROWS.items() for row in rows],
)
def test_the_text_is(uri, display, changes, text):
    display = display.replace(**changes) if changes else display
    assert superuri.pretty(uri, display) == text
    assert superuri.shown(uri, display)[0] == text


@pytest.mark.parametrize(
    ("uri", "changes", "text", "spans"),
    [
        (
            "=%20%C3%A9?a,%C3%A9",
            {"sink": "csv"},
            '"\'=%20é?a,é"',
            [(1, 4, 3, 6, "space"), (4, 10, 6, 7, "decoded"), (13, 19, 10, 11, "decoded")],
        ),
        ("/a%20b%20", {"sink": "log"}, "/a%20b%20", [(2, 5, 2, 5, "space"), (6, 9, 6, 9, "space")]),
        (
            "http://u@h/%C3%A9",
            {"userinfo": "dropped"},
            "http://h/é",
            [(7, 9, 7, 7, "redacted"), (11, 17, 9, 10, "decoded")],
        ),
        (
            "http://h/?u=http://a:b@x/%D7%90",
            {"userinfo": "redacted"},
            "http://h/?u=http://…@x/%D7%90",
            [(19, 22, 19, 20, "redacted"), (25, 31, 23, 29, "direction")],
        ),
    ],
)
def test_the_spans_are(uri, changes, text, spans):
    shown, found = superuri.shown(uri, LOSSLESS.replace(**changes))
    assert shown == text
    assert [span[:5] for span in found] == spans


def test_the_command_shows() -> None:
    lines = b"http://u@h/%C3%A9\nhttp://[/<b>\r\n\n/a%2F%20\n"
    for arguments, want in [
        ([], "http://u@h/é\nhttp://[/<b>\r\n\n/a%2F%20\n"),
        (["--userinfo=dropped", "--profile=super_uri"], "http://h/é\nhttp://[/<b>\r\n\n/a%2F%20\n"),
        (["--sink=log"], "http://u@h/%C3%A9\n\r\n\n/a%2F%20\n"),
        (["--length=12"], "http://u@h/é\nhttp://[/<b>\r\n\n/a%2F%20\n"),
    ]:
        done = run(["pretty", "-q", *arguments], lines)
        assert done.stdout.decode() == want, arguments
        assert done.returncode == 4
    done = run(["pretty", "--host=safe", "--protected=a.b,paypal.com", "http://xn--pypal-rqa.com/"])
    assert done.stdout == b"http://xn--pypal-rqa.com/\n"
    done = run(["pretty", "--trim", "--json"], b" /%C3%A9%2F \n")
    assert json.loads(done.stdout)["spans"] == [
        {"code": "decoded", "start": 2, "end": 8, "from": 1, "to": 2},
        {"code": "delimiter", "start": 8, "end": 11, "from": 2, "to": 5},
    ]
    assert run(["pretty", "--length=0", "/"]).returncode == 2


def nanoseconds(functions: list[Callable[[str], str]], uri: str) -> list[float]:
    """The shortest time of each; they alternate, so that noise affects all."""
    best = [float("inf")] * len(functions)
    for _ in range(25):
        for n, function in enumerate(functions):
            timer = timeit.Timer("f(u)", globals={"f": function, "u": uri})
            best[n] = min(best[n], timer.timeit(5_000) / 5_000 * 1e9)
    return best


@pytest.mark.parametrize(
    ("kind", "uri"),
    [
        ("nothing to decode, short", "http://example.com/"),
        (
            "nothing to decode, typical",
            "https://www.example.com/products/list.html?category=books&page=2&sort=price#top",
        ),
        ("escapes that stay", "https://e.com/a%2Fb?next=http%3A%2F%2Fe.com%2F%3Fq%3D1"),
        ("typical", "https://www.example.com/search%20me/caf%C3%A9?q=a%26b"),
        (
            "Japanese",
            "https://ja.wikipedia.org/wiki/%E3%83%A1%E3%82%A4%E3%83%B3%E3%83%9A%E3%83%BC%E3%82%B8",
        ),
    ],
)
def test_what_it_costs(kind: str, uri: str, report: Callable[[str], None]) -> None:
    clean, pretty = nanoseconds([superuri.clean, superuri.pretty], uri)
    same = superuri.pretty(uri) is uri
    assert same == (superuri.pretty(uri) == uri)
    report(
        f"{kind:27} {len(uri):3} characters: clean {clean:6.0f} ns, pretty {pretty:6.0f} ns "
        f"({pretty / clean:.2f}x), {'the same object' if same else 'a new one'}"
    )
