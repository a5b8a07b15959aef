"""Pretty URIs: the exact text, where a rule decides one character."""

from typing import Any

import pytest

import superuri
from superuri import profiles

LOSSLESS, SUPER_URI, ADVANCED = profiles.displays
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


@pytest.mark.parametrize(
    ("uri", "display", "changes", "text"),
    [pytest.param(*row, id=f"{what}: {row[0]}") for what, rows in ROWS.items() for row in rows],
)
def test_the_text_is(
    uri: str, display: superuri.Display, changes: dict[str, Any], text: str
) -> None:
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
def test_the_spans_are(
    uri: str, changes: dict[str, Any], text: str, spans: list[tuple[int, int, int, int, str]]
) -> None:
    shown, found = superuri.shown(uri, LOSSLESS.replace(**changes))
    assert shown == text
    assert [span[:5] for span in found] == spans
