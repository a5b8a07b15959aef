"""Every public function with values of many kinds: it reads what a value is, or refuses it.

What a function gives for a value is what it gives for the value's text by ``superuri.build``. An
object without such a text is a TypeError or ValueError with a hint; no function formats it.
"""

import datetime as dt
import decimal
import enum
import fractions
import importlib
import inspect
import math
import pathlib
import pkgutil
import re
import uuid
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

import superuri
import superuri.compat
from kit.value_places import OTHER_MODULES, OTHERS, OWN, PLACES, Place
from superuri import baggage, form, fragments, headers, links, mailto, openapi


class Shown(str):
    """A str that shows something else than its characters."""

    __slots__ = ()

    def __str__(self) -> str:
        return "SHOWN"

    def __format__(self, spec: str, /) -> str:
        return "SHOWN"

    __repr__ = __str__


class Word(str, enum.Enum):
    """An enum as generators of OpenAPI write it."""

    VALUE = "a b"


class Plain(enum.Enum):
    VALUE = "a b"


class Number(int):
    def __str__(self) -> str:
        return "SHOWN"

    __repr__ = __str__


class Thing:
    pass


NOW = dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.timezone.utc)
KINDS: dict[str, Callable[[], Any]] = {
    "str": lambda: "a b",
    "str subclass": lambda: Shown("a b"),
    "(str, Enum)": lambda: Word.VALUE,
    "Enum": lambda: Plain.VALUE,
    "bytes": lambda: b"a b",
    "bytearray": lambda: bytearray(b"a b"),
    "memoryview": lambda: memoryview(b"a b"),
    "None": lambda: None,
    "nan": lambda: math.nan,
    "inf": lambda: -math.inf,
    "True": lambda: True,
    "int": lambda: 7,
    "int subclass": lambda: Number(7),
    "float": lambda: 1.5,
    "Decimal": lambda: decimal.Decimal("1.5"),
    "Fraction": lambda: fractions.Fraction(1, 3),
    "datetime": lambda: NOW,
    "date": NOW.date,
    "UUID": lambda: uuid.UUID(int=1),
    "Path": lambda: pathlib.PurePosixPath("a b"),
    "list": lambda: [["a"], [1]],
    "dict": lambda: {"a": {"b": 1}},
    "set": lambda: {"a"},
    "generator": lambda: (part for part in "ab"),
    "object": Thing,
}
#: The text of a value, by the rules of `build`.
TEXTS = {
    **dict.fromkeys(
        ["str", "str subclass", "(str, Enum)", "bytes", "bytearray", "memoryview"], "a b"
    ),
    "True": "true",
    "int": "7",
    "int subclass": "7",
    "float": "1.5",
}
#: A message of Python's own, about the code and not about the value.
UNHELPFUL = re.compile(
    "has no attribute|expected string or bytes|bytes-like object is required|unsupported operand"
    "|cannot unpack|is not iterable|is not subscriptable"
)


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the name of each public function, without the package's, and the function."""
    packages = [superuri, superuri.compat]
    modules = [superuri]
    for package in packages:
        for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            is_public = "._" not in found.name and not found.name.endswith("__main__")
            modules += [importlib.import_module(found.name)] if is_public else []
    for module in modules:
        prefix = module.__name__.removeprefix("superuri").removeprefix(".")
        if prefix in {*OTHER_MODULES, "cli"}:
            continue
        for name in getattr(module, "__all__", ()):
            thing = getattr(module, name)
            if callable(thing) and not inspect.isclass(thing):
                yield f"{prefix}.{name}".removeprefix("."), thing


FUNCTIONS = dict(public_functions())


def test_every_public_function_is_here_or_reads_one_text() -> None:
    unknown = (set(PLACES) | set(OTHERS)) - set(FUNCTIONS) - {"URI"}
    assert not unknown
    for name, function in FUNCTIONS.items():
        if name in PLACES or name in OTHERS:
            continue
        needed = [
            parameter
            for parameter in inspect.signature(function).parameters.values()
            if parameter.default is inspect.Parameter.empty and parameter.kind < 2
        ]
        assert len(needed) == 1, f"{name} takes more than a text: add a row to PLACES"


READ = {name: [thing] for name, thing in FUNCTIONS.items() if name not in {*PLACES, *OTHERS}}


def answer(place: Place, value: Any) -> Any:
    """Return what the function gives, as a text, or the exception."""
    try:
        return repr(place(value))
    except (TypeError, ValueError, LookupError) as error:
        return error


@pytest.mark.parametrize("name", [*PLACES, *READ])
def test_a_function_reads_what_a_value_is(name: str) -> None:
    for kind, (number, place) in product(KINDS, enumerate({**PLACES, **READ}[name])):
        got = answer(place, KINDS[kind]())
        if isinstance(got, Exception):
            text = str(got)
            assert "SHOWN" not in text, (kind, number, text)
            if "unhashable" not in text:
                assert not UNHELPFUL.search(text), (kind, number, text)
            continue
        shown = "SHOWN|Word\\.|Plain\\.| object at |%20at%200x|Number"
        assert not re.search(shown, got), (kind, number, got)
        if (kind, name) in OWN:
            continue
        assert kind in TEXTS, f"place {number} formats a {kind}: {got}"
        want = answer(place, TEXTS[kind])
        assert not isinstance(want, Exception), (kind, number, got, want)
        assert got == want, (kind, number)


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (NOW, ".isoformat()"),
        (NOW.date(), ".isoformat()"),
        (Plain.VALUE, ".value"),
        (decimal.Decimal(1), "str() of it"),
        (uuid.UUID(int=1), "str() of it"),
        (Thing(), "str() of it"),
    ],
)
def test_the_message_says_what_to_pass(value: Any, hint: str) -> None:
    calls: list[Place] = [
        lambda v: superuri.build(query={"q": v}),
        lambda v: openapi.serialize("q", v),
        lambda v: form.serialize({"q": v}),
        lambda v: links.build("/", "next", title=v),
        lambda v: mailto.build(subject=v),
        lambda v: baggage.build({"a": v}),
        lambda v: fragments.json_pointer([v]),
        headers.content_disposition,
    ]
    for call in calls:
        with pytest.raises(TypeError) as caught:
            call(value)
        assert hint in str(caught.value)
