"""Pairs: the fast path reads and writes them as the slow path does.

What is usual has a way of its own in the engine: Python's own types, `&`, UTF-8, no options. Beside
it is the way for all else, and beside both of them CPython's.
"""

import gc
import sys
import urllib.parse
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kit import chance
from kit.amount import part
from superuri import form
from superuri.compat import urllib as ours

Report = Callable[[str], None]
SIGNS = [*"abcABC012&&&===+%", "%41", "%2B", "%26", "%C3%A9", "%e2%98%83", "%F0%9F%98%80"]
FAULTS = ["%E9", "%e2%98", "%zz", "%", "%4", "é", "Ł", "起", "😀", "\x00", "\x80", "\ud800"]


class Text(str):
    """A string that is not of Python's own type."""

    __slots__ = ()

    def __str__(self) -> str:
        return "another"


def several(rng: Random, atoms: list[str], most: int) -> str:
    return "".join(rng.choices(atoms, k=rng.randint(0, most)))


def query(rng: Random) -> str:
    """A query of any size, about one in three of which has a fault."""
    atoms = SIGNS + (FAULTS if rng.random() < 0.3 else [])
    fields = [several(rng, atoms, rng.choice([4, 20, 90])) for _ in range(rng.choice([1, 5, 70]))]
    return rng.choice(["&", "&&", "=&"]).join(fields)


def value(rng: Random) -> Any:
    """A name or a value, mostly of the types that the fast path takes."""
    length = rng.choice([3, 12, 63, 64, 65, 200])
    draw = rng.random()
    if draw < 0.7:
        atoms = rng.choice(["abc", "abc d", "ab é", "aé起", "a 😀", "a &=%+~*'\x7f\x80\xff\0"])
        return "".join(rng.choices(atoms, k=rng.randint(0, length)))
    if draw < 0.9:
        return rng.choice([
            rng.randint(-9, 9), rng.randint(-(2**66), 2**66), 2**63 - 1, -(2**63), 2**63, 10**18,
        ])  # fmt: skip
    if draw < 0.96:
        return bytes(rng.choices(b"ab %\x00\x80\xff", k=rng.randint(0, length)))
    return rng.choice([None, True, 1.5, "\ud800", Text("x"), ["a", 1], (), bytearray(b"x")])


def pairs(rng: Random) -> Any:
    """A list, tuple or dict of pairs, nearly all of which are usual."""
    message = [(value(rng), value(rng)) for _ in range(rng.choice([0, 1, 3, 40]))]
    if rng.random() < 0.4:
        return {name: value for name, value in message if name.__hash__}
    odd = [("a",), ["a", "b"], ("a", "b", "c"), "ab", 5] if rng.random() < 0.1 else []
    return rng.choice([list, tuple])([*message, *odd])


def outcome(call: Callable[..., Any], *given: Any, **options: Any) -> Any:
    try:
        return call(*given, **options)
    except Exception as error:  # noqa: BLE001  because the types are compared
        return type(error), str(error)


def test_a_query_is_read_as_cpython_reads_it(report: Report) -> None:
    rng = chance.seeded("pairs")
    for _ in range(part(2000)):
        text = query(rng)
        assert outcome(ours.parse_qsl, text) == outcome(urllib.parse.parse_qsl, text)
        for options in ({"keep_blank_values": True}, {"errors": "replace", "separator": "&"}):
            for name in ("parse_qsl", "parse_qs"):
                want = outcome(getattr(urllib.parse, name), text, **options)
                assert outcome(getattr(ours, name), text, **options) == want
    report(f"{part(2000):,} queries are read as CPython reads them")


def test_a_form_is_read_alike_with_and_without_options() -> None:
    rng = chance.seeded("pairs")
    for _ in range(part(4000)):
        text = query(rng)
        want = outcome(form.parse, text, separators="&")
        assert outcome(form.parse, text) == want
        assert outcome(form.parse, text, max_pairs=10**6) == want
        limits = {"max_pairs": rng.randint(0, 80), "max_bytes": rng.randint(0, 3000)}
        assert outcome(form.parse, text, **limits) == outcome(
            form.parse, text, separators="&", **limits
        )


def test_pairs_are_written_as_cpython_writes_them(report: Report) -> None:
    rng = chance.seeded("pairs")
    for _ in range(part(4000)):
        message = pairs(rng)
        assert outcome(ours.urlencode, message) == outcome(urllib.parse.urlencode, message)
        options = rng.choice([
            {"doseq": True}, {"safe": "/é a"}, {"safe": "&=%+"}, {"encoding": "utf-8"},
            {"encoding": "latin-1"}, {"errors": "replace"}, {"quote_via": urllib.parse.quote},
        ])  # fmt: skip
        want = outcome(urllib.parse.urlencode, message, **options)
        assert outcome(ours.urlencode, message, **options) == want, options
    report(f"{part(4000):,} collections of pairs are written as CPython writes them")


def test_pairs_are_written_alike_from_a_list_and_one_by_one() -> None:
    rng = chance.seeded("pairs")
    for _ in range(part(4000)):
        message = pairs(rng)
        items = message
        if isinstance(message, dict):
            # None drops a pair of a mapping, and in a list it writes the name alone.
            items = [pair for pair in message.items() if pair[1] is not None]
        assert outcome(form.serialize, message) == outcome(form.serialize, iter(items))


def test_who_changes_the_pairs_meanwhile_gets_what_cpython_gives() -> None:
    class Greedy:
        """Empties its container when it is converted to text."""

        def __init__(self, home: Any) -> None:
            self.home = home

        def __str__(self) -> str:
            self.home.clear()
            return "x"

    for module in (ours, urllib.parse):
        home: list[Any] = [("a", "b" * 50)] * 90
        home[80] = ("greedy", Greedy(home))
        assert module.urlencode(home).endswith("&greedy=x")
        names: dict[str, Any] = {str(n): "b" for n in range(90)}
        names["80"] = Greedy(names)
        with pytest.raises(RuntimeError, match="changed size"):
            module.urlencode(names)


def test_the_collector_sees_no_half_made_list() -> None:
    """It may run at every tuple, and what it calls then looks at everything that there is."""
    seen = 0

    def look(phase: str, _: dict[str, int]) -> None:
        nonlocal seen
        if phase == "stop":
            lists = [thing for thing in gc.get_objects(0) if type(thing) in {list, tuple}]
            seen += len(repr(lists[-50:])) > 0

    text = "&".join(f"name{n}=value{n}" for n in range(300))
    want = urllib.parse.parse_qsl(text)
    before = gc.get_threshold()
    gc.callbacks.append(look)
    gc.set_threshold(1)
    try:
        got = [read(text) for read in (ours.parse_qsl, form.parse) for _ in range(3)]
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(look)
    assert got == [want] * 6
    assert seen


CALLS: list[tuple[Callable[[Any], object], Any]] = [
    (ours.parse_qsl, "name=Helen+%C3%98deg%C3%A5rd&lang=no&id=1"),
    (ours.parse_qsl, "a=%E9&" * 40),
    (form.parse, "name=Helen+%C3%98deg%C3%A5rd&lang=no&id=4711"),
    (ours.urlencode, [("name", "Łódź"), ("id", 4711), (b"x", "y" * 99)]),
    (form.serialize, {"name": "é", "n": -1}),
]
#: Reading and writing fail after some pairs, and start again on the slow path.
FAILING: list[tuple[Callable[[Any], object], Any]] = [
    (form.parse, "a=1&b=2&c=%E9"),
    (form.parse, "a=1&b=2&c=%zz"),
    (ours.urlencode, [("a", 1), ("b", "\ud800")]),
    (form.serialize, [("a", "b"), (1, 2)]),
]


@pytest.mark.parametrize(("call", "message"), CALLS + FAILING)
def test_nothing_is_left_behind(call: Callable[[Any], object], message: Any) -> None:
    def repeat(times: int) -> int:
        for _ in range(times):
            outcome(call, message)
        gc.collect()
        return sys.getallocatedblocks()

    before = repeat(100)
    references = sys.getrefcount(message)
    assert repeat(2000) - before < 200
    assert sys.getrefcount(message) == references


def test_one_character_is_the_one_that_there_is() -> None:
    [(name, value)] = form.parse("a=1")
    assert name is chr(97)
    assert value is chr(49)
