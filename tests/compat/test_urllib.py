"""Module compat.urllib: a drop-in for the running Python's urllib.parse."""

import inspect
import json
import pickle
import subprocess
import sys
import urllib.parse
import warnings
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kit import TESTS, chance
from kit.amount import part
from kit.strategies import for_all
from superuri.compat import urllib as ours

Report = Callable[[str], None]
NATIVE = (
    *("quote", "quote_plus", "quote_from_bytes", "unquote", "unquote_plus", "unquote_to_bytes"),
    *("urlencode", "parse_qs", "parse_qsl"),
)

#: CPython's tests that fail with this module, and why. One that passes is an error.
ABOUT_THE_MODULE = {
    "test.test_urlparse.UrlParseTestCase.test_all": "it asks where each function was defined",
    "test.test_urllib.QuotingTests.test_default_safe": "only functions in Python have __defaults__",
}


def test_cpythons_own_tests_pass(report: Report) -> None:
    script = TESTS / "kit" / "urllib_cpython.py"
    done = subprocess.run([sys.executable, script], capture_output=True, check=False, text=True)
    if done.returncode == 3:
        report("not run: this Python has been installed without its own tests of urllib")
        pytest.skip("no test package")
    assert done.returncode == 0, done.stderr
    wording = json.loads(done.stdout.splitlines()[-1])
    assert set(wording["failed"]) == set(ABOUT_THE_MODULE), done.stderr
    passed = wording["ran"] - len(wording["failed"])
    report(f"CPython's own tests of urllib.parse: {passed} of {wording['ran']} pass, as listed")


ATOMS = [
    *("a", "b", "%", "%41", "%C3%A9", "%E9", "%e2%98", "%zz", "%2B", "%00", "+", " ", "&", ";"),
    *("=", "/", "~", "é", "起", "😀", "\ud800", "\x00", "\x80"),
]
ENCODINGS = [
    *([None] * 6), *("utf-8", "UTF8", "latin-1", "utf-16", "ascii", "cp1252", "shift_jis", "nope"),
    *("rot13", 5, b"utf-8"),
]  # fmt: skip
ERRORS = [
    *([None] * 6), *("strict", "replace", "ignore", "surrogateescape", "surrogatepass"),
    *("backslashreplace", "xmlcharrefreplace", "nope", 7),
]  # fmt: skip
SAFE = [
    *("", "/", " ", "+", "é/", "~%", "\ud800=", "".join(map(chr, range(128))), b"/ ", b"\xff"),
    *([47, 300], [47], bytearray(b"/"), None, 5),
]
FLAGS = [False, True, 0, 1, None, "x", []]
LIMITS = [None, -1, 0, 1, 2, 3, 5, True, "x", 2.5]
SEPARATORS = ["&", ";", "&&", "+", "=", "%", "é", "", b"&", b"", None]
ODD = [None, 5, [], "", b"", (), 0, ["a"], 1.5, True, {1: 2}, type("Text", (str,), {})("a %41")]


def text(rng: Random) -> str:
    return "".join([rng.choice(ATOMS) for _ in range(rng.randint(0, 6))])


def octets(rng: Random) -> bytes:
    return text(rng).encode("utf-8", "surrogatepass")


def data(rng: Random) -> Any:
    draw = rng.random()
    if draw < 0.6:
        return text(rng)
    if draw < 0.75:
        return octets(rng)
    return bytearray(octets(rng)) if draw < 0.8 else rng.choice(ODD)


def value(rng: Random) -> Any:
    several = [text(rng) for _ in range(rng.randint(0, 2))]
    return rng.choice([
        *(text(rng), octets(rng), 1, None, True, 2.5, several, tuple(several), {"a": 1}),
        *(data(rng), [octets(rng), None], iter(several)),
    ])  # fmt: skip


def query(rng: Random) -> Any:
    pairs = [(data(rng), data(rng)) for _ in range(rng.randint(0, 3))]
    named = {text(rng): rng.choice([text(rng), 1, None, [text(rng)], b"x y"]) for _ in pairs}
    return rng.choice(
        [pairs, tuple(pairs), named, [*pairs, ("a",)], [*pairs, ["a", "b"]], data(rng)]
    )


def options(rng: Random, **choices: list[Any]) -> dict[str, Any]:
    return {name: rng.choice(wording) for name, wording in choices.items() if rng.random() < 0.3}


def call(rng: Random) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
    """A function's name and its arguments, valid or not."""
    name = rng.choice(NATIVE)
    coded = options(rng, encoding=ENCODINGS, errors=ERRORS)
    if name in {"quote", "quote_plus"}:
        return name, (data(rng),), {**options(rng, safe=SAFE), **coded}
    if name == "quote_from_bytes":
        return name, (data(rng),), options(rng, safe=SAFE)
    if name in {"unquote", "unquote_plus"}:
        return name, (data(rng),), coded
    if name == "unquote_to_bytes":
        return name, (data(rng),) * rng.choice([1, 1, 1, 0, 2]), {}
    if name == "urlencode":
        wording = options(rng, doseq=FLAGS, safe=SAFE, quote_via=[urllib.parse.quote, str.upper])
        return name, (query(rng),), {**wording, **coded}
    flags = options(rng, keep_blank_values=FLAGS, strict_parsing=FLAGS)
    limits = options(rng, max_num_fields=LIMITS, separator=SEPARATORS, unknown=[1] * 9)
    if rng.random() < 0.9:
        limits.pop("unknown", None)
    return name, (data(rng),), {**flags, **limits, **coded}


def outcome(module: Any, name: str, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Its result or error, and its warnings."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            got: Any = getattr(module, name)(*args, **options)
        except Exception as error:  # noqa: BLE001  because which one is the question
            details = error.args
            if isinstance(error, UnicodeError):
                parts = ("encoding", "object", "start", "end", "reason")
                details = tuple(getattr(error, part, None) for part in parts)
            got = type(error), repr(details)
    wording = [(warning.category, str(warning.message), warning.filename) for warning in warned]
    return type(got), got, wording


@for_all(call)
def a_call_is_what_python_makes_of_it(wording: tuple[str, tuple[Any, ...], dict[str, Any]]) -> None:
    name, args, given = wording
    assert outcome(ours, name, args, given) == outcome(urllib.parse, name, args, given)


def test_200_000_calls_are_what_python_makes_of_them(report: Report) -> None:
    rng = chance.seeded("calls")
    number = part(200_000)
    for _ in range(number):
        a_call_is_what_python_makes_of_it(call(rng))
    report(f"compat.urllib and urllib.parse agree in {number:,} calls, errors and warnings too")


@pytest.mark.parametrize("name", NATIVE)
def test_a_signature_is_pythons(name: str) -> None:
    got = inspect.signature(getattr(ours, name)).parameters
    want = inspect.signature(getattr(urllib.parse, name)).parameters
    public = [theirs for theirs in want.values() if not theirs.name.startswith("_")]
    for mine, theirs in zip(got.values(), public, strict=True):
        assert (mine.name, mine.kind) == (theirs.name, theirs.kind)
        # A native signature cannot have a function as a default.
        assert mine.default in {theirs.default, ...}
        assert (mine.default is ...) == (theirs.default is urllib.parse.quote_plus)


@pytest.mark.parametrize("same", ["", "hello", "a-b_c.~", "a/b"])
def test_what_does_not_change_is_the_same_object(same: str) -> None:
    text = "".join([*same, ""])
    assert ours.quote(text) is text
    assert ours.unquote(text) is text
    assert ours.unquote_plus(text) is text
    assert ours.quote_plus(text, safe="/") is text
    assert ours.unquote_to_bytes(octets := text.encode()) is octets


def test_the_other_names_are_pythons() -> None:
    for name in urllib.parse.__all__:
        assert hasattr(ours, name)
        assert name in ours.__all__
        if name not in NATIVE:
            assert getattr(ours, name) is getattr(urllib.parse, name)
    assert ours.unwrap is urllib.parse.unwrap
    with pytest.raises(AttributeError, match="nothing"):
        _ = ours.nothing


def test_a_warning_points_at_its_caller() -> None:
    with pytest.warns(DeprecationWarning, match="splithost") as warned:
        ours.splithost("//host/path")
    assert warned[0].filename == __file__


@pytest.mark.parametrize("name", NATIVE)
def test_a_function_pickles_by_its_name(name: str) -> None:
    function = getattr(ours, name)
    assert pickle.loads(pickle.dumps(function)) is function  # noqa: S301  because it is ours
    assert (function.__module__, function.__name__) == ("superuri.compat.urllib", name)


def test_put_in_place_of_pythons_own_it_goes_in_no_circle(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NATIVE:
        monkeypatch.setattr(urllib.parse, name, getattr(ours, name))
    assert urllib.parse.quote(bytearray(b"a b"), safe=[47]) == "a%20b"
    assert urllib.parse.urlencode({"a": ["b c"]}, True, quote_via=lambda *_: "x") == "x=x"
    with pytest.raises(TypeError):
        urllib.parse.quote(5)


def test_more_safe_sets_than_tables_are_kept() -> None:
    """Sixty-four tables are cached; each of the 9,000 sets still gets the right one."""
    signs = [chr(point) for point in range(0x80)]
    sample = "".join(signs)
    for first in signs:
        for second in signs[::16]:
            safe = first + second
            assert ours.quote(sample, safe) == urllib.parse.quote(sample, safe)
