"""Errors that several modules share: their messages, places and help, each exactly."""

from collections.abc import Callable

import pytest

from kit.raising import raised
from superuri import data_uri, hosts, mailto, rfc1738, rfc6570
from superuri.errors import URIError

DOTS = "all names below one are meant by a dot, as in .example.com"
ALONE = (
    "a name alone is meant, as in example.com: no scheme, no path, and no port, which ports= allows"
)
NAMES = [
    ("*.example.com", "*.example.com", DOTS),
    ("", "", "it has no labels"),
    (".", ".", "it has no labels"),
    ("[", "[", ALONE),
    (".a b", ".a b", ALONE),
    ("e.com:80", "e.com:80", ALONE),
    ("https://u:pw@e.com", "https://u:…@e.com", ALONE),
]


@pytest.mark.parametrize(("name", "shown", "hint"), NAMES)
def test_what_is_not_the_name_of_a_host_is_refused_with_a_hint(name, shown, hint):
    with pytest.raises(ValueError, match=r"hosts: ") as caught:
        hosts.safe_redirect("/", hosts=["good.com", name])
    assert str(caught.value) == f'hosts: "{shown}" is not the name of a host; {hint}'
    assert type(caught.value) is ValueError


def test_one_name_is_a_list_of_one() -> None:
    for names in ("Good.com", ["good.com"], ("bad.com", "good.com")):
        assert hosts.safe_redirect("//good.com/", hosts=names) == "//good.com/"


BASE64 = "base64 is A-Z a-z 0-9 + / and up to two = at its end"
NO_IPV6 = "name the host alone, without a port"
SEE = "see RFC 6570 section 2"
A_NAME = "names are letters, digits, _, dots between them, and percent-encoded octets"
MAILTO = "write mailto:address?header=value&header=value, %3F for ?, %0D%0A for a line's end"
VARIABLES = {"l": ["x"]}


def expand(template: str) -> str:
    return rfc6570.expand(template, VARIABLES)


# A call, its text, the message, the code, the place, and the help.
REFUSED: list[tuple[Callable[[str], object], str, str, str, int, int, str]] = [
    (
        *(hosts.kind, "e.com/x", '"/" at 5 may not appear in a host', "bad-host", 5, 6),
        "name the host alone: no scheme, port or path",
    ),
    (hosts.kind, "[::1", '"[::1" at 0..4 is not an IPv6 address', "bad-ip-literal", 0, 4, NO_IPV6),
    (
        *(hosts.kind, "256.1.1.1", '"256.1.1.1" at 0..9 is not an IPv4 address', "bad-host", 0, 9),
        "an address is four numbers up to 255",
    ),
    (
        *(hosts.kind, "a..b", '"a..b" at 0..4 is not the name of a host', "bad-host", 0, 4),
        "its labels are letters, digits and -",
    ),
    (
        *(data_uri.parse, "data:;base64,aG*k", '"*" at 15 is not a base64 character'),
        *("bad-base64", 15, 16, BASE64),
    ),
    (
        *(data_uri.parse, " data:;base64,%20a\tG%2A", '"%2A" at 20..23 is not a base64 character'),
        *("bad-base64", 20, 23, BASE64),
    ),
    (
        *(data_uri.parse, 'data:;base64,aG"', '"\\"" at 15 is not a base64 character'),
        *("bad-base64", 15, 16, BASE64),
    ),
    (
        *(data_uri.parse, "data:;base64,aX\rk*", '"*" at 17 is not a base64 character'),
        *("bad-base64", 17, 18, BASE64),
    ),
    (expand, "a{b", '"{" at 1 begins an expression that never ends', "stray-brace", 1, 2, SEE),
    (expand, "{a{b}}", '"{" at 0 begins an expression that never ends', "stray-brace", 0, 1, SEE),
    (expand, "a}b", '"}" at 1 ends no expression', "stray-brace", 1, 2, "write it percent-encoded"),
    (
        *(expand, "{l}a b", '" " at 4 is not allowed in a template'),
        *("bad-literal", 4, 5, "write it percent-encoded"),
    ),
    (
        *(expand, "{=a}", '"=" at 1 is not an operator: it is kept for later'),
        *("bad-operator", 1, 2, SEE),
    ),
    (expand, "x{}", '"{}" at 1..3 names no variable', "bad-variable", 1, 3, SEE),
    (expand, "{a,,b}", '",," at 2..4 names no variable', "bad-variable", 2, 4, SEE),
    (
        *(expand, "{+a b}", '" " at 3 is not allowed in a variable\'s name'),
        *("bad-variable", 3, 4, A_NAME),
    ),
    (
        *(expand, "{a:0}", '":0" at 2..4 is not a length of a prefix'),
        *("bad-modifier", 2, 4, "a prefix is a number from 1 to 9999"),
    ),
    (expand, "{a**}", '"*" at 3 follows a modifier', "bad-modifier", 3, 4, SEE),
    (
        *(expand, "{n,l:1}", "l is a list, and has no prefix at 3..6"),
        *("prefix-on-list", 3, 6, "take the prefix away, or give a text"),
    ),
    (
        *(mailto.parse, "http://bob:s3cret@e.com/"),
        '"http://bob:…@e.com/" at 0..24 does not begin with "mailto:"',
        *("bad-mailto", 0, 24, MAILTO),
    ),
    (
        *(mailto.parse, 'm"\\\x1bé\u202e' + "a" * 60),
        f'"m\\"\\\\\\x1bé\\u202e{"a" * 34}…" at 0..66 does not begin with "mailto:"',
        *("bad-mailto", 0, 66, MAILTO),
    ),
    (
        *(mailto.parse, "a" * 40, f'"{"a" * 40}" at 0..40 does not begin with "mailto:"'),
        *("bad-mailto", 0, 40, MAILTO),
    ),
    (
        *(rfc1738.clean, "nntp://h/not a group"),
        '"//h/not a group" at 5..20 is not the rest of a URL of nntp',
        *("bad-url", 5, 20, "write nntp://<host>:<port>/<newsgroup-name>/<article-number>"),
    ),
]


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: f"{row[0].__name__} {row[1][:20]!a}")
def test_an_error_has_all_its_parts(row):
    verb, text, *parts = row
    error = raised(URIError, verb, text)
    assert [str(error), error.code, error.start, error.end, error.help] == parts
    assert error.text == text


# A text, the faulty part, the width, and the two lines that are drawn.
DRAWN = [
    ("abc", 1, 2, 80, ["abc", " ^"]),
    ("abc", 3, 3, 80, ["abc", "   ^"]),
    ("ab ", 1, 3, 80, ["ab", " ^^"]),
    ("a\x1bb\u2028\u202e c", 1, 2, 80, [r"a\x1bb\u2028\u202e c", " ^^^^"]),
    (b"caf\xe9", 3, 4, 80, ["café", "   ^"]),
    ("0123456789abcdefghijklmnop", 0, 1, 30, ["0123456789abcdefghijklmnop", "^"]),
    ("0123456789abcdefghijklmnopq", 0, 1, 30, ["0123456789abcdefghijklmnop…", "^"]),
    ("0123456789" * 5, 25, 27, 20, ["…8901234567890123…", "        ^^"]),
    ("0123456789" * 5, 10, 40, 20, ["…0123456789012345…", " ^^^^^^^^^^^^^^^^"]),
    ("日本語日本語日本語", 4, 5, 16, ["…本語日本語日…", "       ^^"]),
    ("e\u0301e\u0301x", 4, 5, 80, ["e\u0301e\u0301x", "  ^"]),
    ("http://bob:secret@h/ x", 20, 21, 80, ["http://bob:••••••@h/ x", " " * 20 + "^"]),
    ("http%3A//b:pw%40h/ x", 18, 19, 80, ["http%3A//b:••%40h/ x", " " * 18 + "^"]),
    ("a" * 5000, 2500, 2501, 16, ["…aaaaaaaaaaaa…", "       ^"]),
    ("a" * 4000 + "b", 1999, 4000, 12, ["…aaaaaaaa…", " ^^^^^^^^"]),
]


@pytest.mark.parametrize(("text", "start", "end", "width", "lines"), DRAWN)
def test_an_error_is_drawn_with_a_caret(text, start, end, width, lines):
    drawn = URIError("wrong", text, start, end, "", "write another").pretty(width=width)
    assert drawn.split("\n") == ["wrong", *(f"  {line}" for line in lines), "help: write another"]


def test_an_error_without_a_text_is_drawn_without_one() -> None:
    assert URIError("wrong").pretty() == "wrong"


@pytest.mark.parametrize("value", [5, None, b"mailto:a@b"])
def test_what_is_no_text_is_named_by_its_type(value: object) -> None:
    caught = raised(TypeError, mailto.parse, value)
    kind = type(value).__name__
    assert str(caught) == f"a text is a str or a URI here, not {kind}"
