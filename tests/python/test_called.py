"""Calls of our classes: the same result for every calling convention."""

import gc
import os
import subprocess
import sys
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import superuri
from superuri import URI, whatwg
from superuri.compat import ecmascript
from superuri.errors import RepertoireError, URIError

CLASSES: list[Callable[..., Any]] = [URI, whatwg.URL]


class Text(str):
    """Not exactly a str."""

    __slots__ = ()


@pytest.mark.parametrize("make", CLASSES)
@pytest.mark.parametrize("text", ["http://example.com/a", "http://example.com/\u00e9", "http://["])
def test_a_call_is_a_call(make: Callable[..., Any], text: str) -> None:
    def outcome(call: Callable[[], Any]) -> str:
        try:
            return str(call())
        except ValueError as error:
            return str(error)

    spread, none = (text,), dict[str, str]()
    message = {
        outcome(lambda: make(text)),
        outcome(lambda: make(*spread)),
        outcome(lambda: make(text, **none)),
        outcome(lambda: next(map(make, spread))),
        outcome(lambda: make(Text(text))),
        outcome(lambda: make.__new__(make, text)),
    }
    assert len(message) == 1


@pytest.mark.parametrize("make", CLASSES)
def test_what_is_not_text_is_a_type_error(make: Callable[..., Any]) -> None:
    calls: list[Callable[[], Any]] = [
        make,
        lambda: make(1),
        lambda: make(None),
        lambda: make("a:", "b:", "c"),
        lambda: make("a:", frobnicated=1),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


def test_the_base_is_passed_by_position_or_by_name() -> None:
    assert whatwg.URL("b", "http://e.com/a").href == "http://e.com/b"
    assert whatwg.URL("b", base="http://e.com/a").href == "http://e.com/b"
    assert whatwg.URL(text="b", base="http://e.com/a").href == "http://e.com/b"


@pytest.mark.parametrize("make", CLASSES)
def test_a_value_takes_its_text_and_gives_it_back(make: Callable[..., Any]) -> None:
    text = "http://example.com/" + "a" * 7
    assert str(make(text)) is text
    gc.collect()
    before = sys.getrefcount(text), sys.getrefcount(make)
    values = [make(text) for _ in range(100)]
    assert sys.getrefcount(text) == before[0] + len(values)
    del values
    for wrong in ("a b", 1):
        for _ in range(100):
            with pytest.raises((ValueError, TypeError)):
                make(wrong, *["x"] * 3)
    gc.collect()
    assert (sys.getrefcount(text), sys.getrefcount(make)) == before


@pytest.mark.parametrize("make", CLASSES)
def test_a_value_is_nothing_for_the_garbage_collector(make: Callable[..., Any]) -> None:
    for text in ("http://example.com/a", "http://[::1]:80/"):
        assert not gc.is_tracked(make(text))
    assert not gc.get_referents(make(text))


@pytest.mark.parametrize("make", CLASSES)
def test_a_value_is_laid_out_as_the_quick_call_expects(make: Callable[..., Any]) -> None:
    # Otherwise the engine leaves the class as PyO3 made it, which is slower.
    has_gc = 1 << 14
    assert not make.__flags__ & has_gc  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        weakref.ref(make("http://example.com/"))
    with pytest.raises(TypeError):
        type("Derived", (make,), {})  # type: ignore[arg-type]
    assert not hasattr(make("http://example.com/"), "__dict__")


class Liar(str):
    """A str whose length is beyond any memory, by its own account."""

    __slots__ = ()

    def __len__(self) -> int:
        return 1 << 62


@pytest.mark.parametrize("text", ["a b%41", "", "é", "☃\ud800", "😀"])
@pytest.mark.parametrize("name", ecmascript.__all__)
def test_javascripts_functions_read_the_text_of_a_str(name: str, text: str) -> None:
    def answer(text: str) -> str:
        try:
            return str(getattr(ecmascript, name)(text))
        except URIError as error:
            return str(error)

    assert answer(Liar(text)) == answer(text)


def test_an_error_has_the_place_in_the_text_of_a_str() -> None:
    with pytest.raises(RepertoireError) as caught:
        superuri.decode(Liar("%C3%A9"), encoding="windows-1252", repertoire="ascii")
    assert (caught.value.start, caught.value.end) == (0, 6)


def test_no_function_trusts_the_length_that_an_argument_reports() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kit.liars"], check=False, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    calls, _, words = done.stdout.strip().partition(" ")
    assert words == "calls", done.stdout
    assert int(calls) > 5000
