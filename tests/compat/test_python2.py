"""Python 2's functions: the same as those of Python 2.7, type for type."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from kit import chance, oracle
from kit.amount import POINTS, STEP, part
from superuri.compat import python2

Report = Callable[[str], None]
Row = tuple[str, Any, Any]
PROGRAM = str(oracle.PROGRAMS / "python2.py2")
ASCII = "".join(map(chr, range(0x80)))
OCTETS = bytes(range(256))
QUOTERS = ("quote", "quote_plus")
UNQUOTERS = ("unquote", "unquote_plus")


def message(value: Any) -> list[str] | None:
    """A value as the Python 2 program prints it."""
    if value is None:
        return None
    return ["b", value.decode("latin-1")] if isinstance(value, bytes) else ["u", value]


def answer(name: str, text: Any, safe: Any) -> list[str] | None:
    arguments = [text] if safe is None else [text, safe]
    try:
        return message(getattr(python2, name)(*arguments))
    except (KeyError, UnicodeDecodeError) as error:
        return ["e", type(error).__name__]


def compare(rows: list[Row], report: Report, what: str) -> None:
    given = json.dumps([[name, message(text), message(safe)] for name, text, safe in rows]).encode()
    with oracle.asked("python2.7", [PROGRAM], given, report, what) as answers:
        theirs = json.loads(answers)
        wrong = [row for row, want in zip(rows, theirs, strict=True) if answer(*row) != want]
        assert not wrong[:5], what


def test_every_octet_and_ascii_character(report: Report) -> None:
    texts = [bytes([octet]) for octet in OCTETS] + list(ASCII)
    rows: list[Row] = [(name, text, None) for name in (*QUOTERS, *UNQUOTERS) for text in texts]
    compare(rows, report, f"{len(rows):,} single octets and characters of Python 2")


def test_every_code_point(report: Report) -> None:
    what = f"{len(POINTS) - 0x80:,} code points × quote, quote_plus, unquote of Python 2"
    with oracle.asked("python2.7", [PROGRAM, str(STEP)], b"", report, what) as answers:
        odd = json.loads(answers)
        assert not odd
        for point in map(chr, POINTS[0x80:]):
            assert answer("quote", point, None) == answer("quote_plus", point, None)
            assert answer("quote", point, None) == ["e", "KeyError"]
            assert python2.unquote(point) is point


def test_every_single_safe(report: Report) -> None:
    rows: list[Row] = [
        (name, text, safe)
        for name in QUOTERS
        for octet in OCTETS
        for safe in (bytes([octet]), chr(octet))
        for text in (OCTETS, OCTETS[:0x80], ASCII, "a b", b"a b", chr(octet), bytes([octet]))
    ]
    compare(rows, report, f"{len(rows):,} single-character safes of Python 2")


def test_random_texts(report: Report) -> None:
    made = chance.seeded("python 2")
    pieces = ["%", "%4", "%41", "%e9", "%C3%A9", "%zz", "+", " ", "a", "~", "/", "é", "ć", "\x00"]
    rows: list[Row] = []
    for _ in range(part(20_000)):
        text = "".join(made.choices(pieces, k=made.randrange(8)))
        name = made.choice((*QUOTERS, *UNQUOTERS))
        rows.append((name, text if made.random() < 0.5 else text.encode(), None))
    compare(rows, report, f"{len(rows):,} random texts of Python 2")


ROWS = [
    # function, text, what comes back
    ("quote", b"a b/~", b"a%20b/%7E"),
    ("quote", "a b", b"a%20b"),
    ("quote", "ab", "ab"),
    ("quote_plus", b"a b/", b"a+b%2F"),
    ("unquote", b"%C3%A9", b"\xc3\xa9"),
    ("unquote", "%E9", "é"),
    ("unquote", "%C3%A9", "Ã©"),
    ("unquote", "ć%41%", "ćA%"),
    ("unquote_plus", "a+b%2B", "a b+"),
]


@pytest.mark.parametrize(("name", "text", "want"), ROWS)
def test_rows(name: str, text: Any, want: Any) -> None:
    got = getattr(python2, name)(text)
    assert (got, type(got)) == (want, type(want))


def test_what_is_not_quoted_is_the_same_object() -> None:
    for text in ("abc", b"abc", "", b""):
        assert python2.quote(text) is text
        assert python2.unquote(text) is text


def test_nothing_to_quote() -> None:
    with pytest.raises(TypeError):
        python2.quote(None)  # type: ignore[arg-type]
    for above in ("é", "ć", "😀"):
        with pytest.raises(KeyError) as caught:
            python2.quote("a" + above)
        assert caught.value.args == (above,)
