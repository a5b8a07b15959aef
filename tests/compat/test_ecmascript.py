"""JavaScript's functions: the same as Node's, on every code point and on random strings."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import superuri
from kit import chance, oracle
from kit.amount import POINTS, STEP, part
from superuri.compat import ecmascript

NAMES = [
    *("escape", "unescape", "encodeURI", "encodeURIComponent", "decodeURI"),
    *("decodeURIComponent", "fixedEncodeURI", "fixedDecodeURI"),
    "fixedEncodeURIComponent",
]
FUNCTIONS = [getattr(ecmascript, name) for name in NAMES]
RANDOM_STRINGS = part(20_000)
Report = Callable[[str], None]


def answer(function: Callable[[str], str], text: str | None) -> str | None:
    """The function's result for the text; None if it raises, as in the programs for Node."""
    try:
        return None if text is None else function(text)
    except superuri.errors.URIError as error:
        assert 0 <= error.start < error.end <= len(text or "")
        return None


def differing(texts: list[str | None], theirs: bytes) -> list[tuple[str, str | None]]:
    """The functions and texts for which Node gives other results."""
    found = []
    for line, function in zip(theirs.splitlines(), FUNCTIONS, strict=True):
        answers = json.loads(line)
        for text, want in zip(texts, answers, strict=True):
            if answer(function, text) != want:
                found.append((function.__name__, text))
    return found


def test_every_code_point(report: Report) -> None:
    what = f"{len(POINTS):,} code points × {len(NAMES)} functions of ECMAScript"
    with oracle.asked("node", [_program(), str(STEP)], b"", report, what) as theirs:
        points = list(map(chr, POINTS))
        for line, function in zip(theirs.splitlines(), FUNCTIONS, strict=True):
            name = function.__name__
            encode = ecmascript.escape if name == "unescape" else ecmascript.encodeURIComponent
            decodes = "decode" in name.lower() or name == "unescape"
            wrong = [
                hex(ord(point))
                for point, want in zip(points, json.loads(line), strict=True)
                if answer(function, answer(encode, point) if decodes else point) != want
            ]
            assert not wrong, name


def test_random_strings(report: Report) -> None:
    made = chance.seeded("ecmascript")
    pieces = [
        *("%", "%2", "%41", "%25", "%5B", "%5d", "%2f", "%23", "%u", "%u0107", "%uD83D%uDE00"),
        *("%U0041", "%C3%A9", "%c3%a9", "%E2%98%83", "%F0%9F%98%80", "%C0%AF", "%ED%A0%80"),
        *("%E2%98", "%F4%90%80%80", "%FF", "%80", "a", "B", " ", "+", "~", "/", "[", "]", "é"),
        *("ć", "☃", "\ud83d", "\ude00", "😀", "\x00", "\x7f", "5B", "zz", "\uffff", "𐀀"),
    ]
    texts: list[str | None] = [
        "".join(made.choices(pieces, k=made.randrange(8))) for _ in range(RANDOM_STRINGS)
    ]
    what = f"{RANDOM_STRINGS:,} random strings × {len(NAMES)} functions of ECMAScript"
    with oracle.asked("node", [_program()], json.dumps(texts).encode(), report, what) as theirs:
        assert not differing(texts, theirs)[:5]


def _program() -> str:
    return str(oracle.PROGRAMS / "ecmascript.js")


@pytest.mark.parametrize("function", FUNCTIONS, ids=NAMES)
def test_nothing_to_do_is_the_same_object(function: Callable[[str], str]) -> None:
    for text in ("", "abc", "a" * 1000):
        assert function(text) is text


@pytest.mark.parametrize("function", FUNCTIONS, ids=NAMES)
def test_a_string_there_is_a_str_here(function: Callable[[str], str]) -> None:
    for wrong in (b"abc", None, 1):
        with pytest.raises(TypeError):
            function(wrong)  # type: ignore[arg-type]

    class Own(str):
        __slots__ = ()

    assert type(function(Own("abc"))) is str


ROWS = [
    # function, text, what comes back
    ("escape", "a/b é~ć", "a/b%20%E9%7E%u0107"),
    ("unescape", "%u0107%uD83D%uDE00", "ć😀"),
    ("unescape", "😀%uD83D", "😀\ud83d"),  # by 16-bit units, as there: one stays alone
    ("unescape", "😀\ud83d%uDE00", "😀😀"),
    ("encodeURIComponent", "!'()*~", "!'()*~"),
    ("encodeURI", "\ud83d\ude00", "%F0%9F%98%80"),
    ("fixedEncodeURIComponent", "!'()*~", "%21%27%28%29%2A~"),
    ("fixedEncodeURI", "http://[::1]/%5B %41", "http://[::1]/[%20%41"),
    ("fixedDecodeURI", "%5b%25%2F%41", "%5B%25%2FA"),
]


@pytest.mark.parametrize(("name", "text", "want"), ROWS)
def test_rows(name: str, text: str, want: str) -> None:
    assert getattr(ecmascript, name)(text) == want


ERRORS = [
    # function, text, error, code, span
    ("encodeURI", "é😀\ud83d", "EncodeError", "lone-surrogate", (2, 3)),
    ("encodeURIComponent", "\ude00\ud83d", "EncodeError", "lone-surrogate", (0, 1)),
    ("encodeURI", "\ud83d\ude00\ude00", "EncodeError", "lone-surrogate", (2, 3)),
    ("decodeURI", "é😀%", "DecodeError", "truncated-escape", (2, 3)),
    ("decodeURIComponent", "😀%u0107", "DecodeError", "percent-u", (1, 7)),
    ("decodeURIComponent", "ć%zz", "DecodeError", "bad-hex", (1, 4)),
    ("fixedDecodeURI", "%25%E2%98", "DecodeError", "truncated-utf8", (3, 9)),
]


@pytest.mark.parametrize(("name", "text", "error", "code", "span"), ERRORS)
def test_errors_say_where(name, text, error, code, span):
    with pytest.raises(getattr(superuri.errors, error)) as caught:
        getattr(ecmascript, name)(text)
    assert (caught.value.code, (caught.value.start, caught.value.end)) == (code, span)
    assert caught.value.text == text


@given(st.text(st.characters(exclude_categories=()), max_size=40))
def test_unescape_undoes_escape(text: str) -> None:
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    assert ecmascript.unescape(ecmascript.escape(text)) == joined


@given(st.text(max_size=40))
def test_decoding_undoes_encoding(text: str) -> None:
    assert ecmascript.decodeURIComponent(ecmascript.encodeURIComponent(text)) == text
    if "%" not in text:
        assert ecmascript.decodeURI(ecmascript.encodeURI(text)) == text


@given(st.text(max_size=40))
def test_the_functions_are_their_sets(text: str) -> None:
    sets = superuri.sets.ecmascript
    assert ecmascript.encodeURI(text) == superuri.encode(text, sets.URI)
    assert ecmascript.encodeURIComponent(text) == superuri.encode(text, sets.COMPONENT)
