"""Every public function with values of many kinds: it reads what a value is, or refuses it.

What a function gives for a value is what it gives for the value's text by ``superuri.build``. An
object without such a text is a TypeError or ValueError with a hint; no function formats it.
"""

import datetime
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
from typing import Any

import pytest

import superuri
import superuri.compat
from superuri import (
    baggage, cookies, data_uri, file_uri, form, fragments, headers, hosts, iri, keys, links, mailto, odata,
    openapi, otpauth, percent_u, purl, render, rfc1738, rfc6570, sets, urn, wire,
)
from superuri.compat import browsers, dialects, ecmascript  # fmt: skip


class Shown(str):
    """A str that shows something else than its characters."""

    __slots__ = ()

    def __str__(self) -> str:
        return "SHOWN"

    def __format__(self, spec: str, /) -> str:
        return "SHOWN"

    __repr__ = __str__


class Word(str, enum.Enum):
    """What generators of OpenAPI make of an enum."""

    VALUE = "a b"


class Plain(enum.Enum):
    VALUE = "a b"


class Number(int):
    def __str__(self) -> str:
        return "SHOWN"

    __repr__ = __str__


class Thing:
    pass


NOW = datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
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
    "date": lambda: NOW.date(),
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
    **dict.fromkeys(["str", "str subclass", "(str, Enum)", "bytes", "bytearray", "memoryview"], "a b"),
    **{"True": "true", "int": "7", "int subclass": "7", "float": "1.5"},
}  # fmt: skip
#: A message of Python's own, about the code and not about the value.
UNHELPFUL = re.compile(
    "has no attribute|expected string or bytes|bytes-like object is required|unsupported operand"
    "|cannot unpack|is not iterable|is not subscriptable"
)

BASE = "http://e.com/"
URI = superuri.URI("http://e.com/a?b=c#d")
KEY = "JBSWY3DPEHPK3PXP"
COMPONENT = sets.rfc3986.COMPONENT

#: A function, and a call of it with the value in each place that takes one.
Place = Callable[[Any], Any]
PLACES: dict[str, list[Place]] = {
    "build": [
        *(lambda v: superuri.build(query={"q": v}), lambda v: superuri.build(query={v: "q"})),
        *(lambda v: superuri.build(query={"q": [v]}), lambda v: superuri.build(segments=[v])),
        *(lambda v: superuri.build(path=v), lambda v: superuri.build(fragment=v)),
        *(lambda v: superuri.build(host=v), lambda v: superuri.build(scheme=v)),
        lambda v: superuri.build(query={"q": {"a": v}}, nested="rails"),
        lambda v: superuri.build(host="e.com", user=v, password=v, port=v),
    ],
    "fill": [
        *(lambda v: superuri.fill("/{a}", a=v), lambda v: superuri.fill("/?a={a}", a=v)),
        *(lambda v: superuri.fill("/{*a}", a=[v]), lambda v: superuri.fill("/?{**a}", a={"b": v})),
        lambda v: superuri.fill(v),
    ],
    "form.serialize": [
        lambda v: form.serialize({"q": v}), lambda v: form.serialize([(v, "q")]),
    ],
    "form.serialize_keywords": [lambda v: form.serialize_keywords([v])],
    "form.submit": [lambda v: form.submit(BASE, {"q": v}), lambda v: form.submit(v, {"q": "a"})],
    "rfc6570.expand": [
        *(lambda v: rfc6570.expand("{?q}", {"q": v}), lambda v: rfc6570.expand("{q*}", q=[v])),
        *(lambda v: rfc6570.expand("{?q*}", q={"a": v}), lambda v: rfc6570.expand("{?q*}", q={v: "a"})),
        lambda v: rfc6570.expand(v, {}),
    ],
    "openapi.serialize": [
        lambda v: openapi.serialize(v, "a"),
        *(lambda v, s=s: openapi.serialize("q", v, s) for s in openapi.styles),
        *(lambda v, s=s: openapi.serialize("q", [v], s) for s in openapi.styles),
        *(lambda v, s=s: openapi.serialize("q", {"a": v}, s) for s in openapi.styles),
        *(lambda v, s=s: openapi.serialize("q", {v: "a"}, s) for s in openapi.styles),
        lambda v: openapi.serialize("q", v, reserved="keep"),
        lambda v: openapi.serialize("q", "a", v),
    ],
    "links.build": [
        *(lambda v: links.build(v, "next"), lambda v: links.build("/", v), lambda v: links.build("/", [v])),
        *(lambda v: links.build("/", "a", title=v), lambda v: links.build("/", "a", type=v)),
        *(lambda v: links.build("/", "a", title="é", language=v), lambda v: links.build("/", "a", anchor=v)),
    ],
    "baggage.build": [
        *(lambda v: baggage.build({"a": v}), lambda v: baggage.build({v: "a"}), lambda v: baggage.build([v])),
        lambda v: baggage.build([baggage.Member("a", "b", ((v, v),))]),
    ],
    "fragments.json_pointer": [lambda v: fragments.json_pointer([v]), lambda v: fragments.json_pointer(v)],
    "fragments.text_directive": [
        *(fragments.text_directive, lambda v: fragments.text_directive("a", v)),
        *(lambda v: fragments.text_directive("a", prefix=v), lambda v: fragments.text_directive("a", suffix=v)),
    ],
    "headers.ext_value": [headers.ext_value, lambda v: headers.ext_value("a", v)],
    "headers.content_disposition": [
        headers.content_disposition, lambda v: headers.content_disposition("a", v),
    ],
    "headers.grpc_message": [headers.grpc_message],
    "headers.baggage_value": [headers.baggage_value],
    "headers.file_name": [headers.file_name, lambda v: headers.file_name(BASE, v)],
    "headers.location": [lambda v: headers.location(v, BASE), lambda v: headers.location("/a", v)],
    "cookies.value": [cookies.value, *(coder.encode for coder in cookies.coders.values())],
    "mailto.build": [
        *(mailto.build, lambda v: mailto.build(subject=v), lambda v: mailto.build(body=v)),
        *(lambda v: mailto.build(headers=[(v, "a")]), lambda v: mailto.build(headers=[("a", v)])),
    ],
    "data_uri.build": [data_uri.build, lambda v: data_uri.build("a", v)],
    "odata.literal": [odata.literal],
    "odata.segment": [
        *(odata.segment, lambda v: odata.segment("A", v), lambda v: odata.segment("A", {"b": v})),
        lambda v: odata.segment("A", {v: "b", "c": 1}),
    ],
    "otpauth.build": [
        *(lambda v: otpauth.build(v, "a", KEY), lambda v: otpauth.build("totp", v, KEY)),
        *(lambda v: otpauth.build("totp", "a", v), lambda v: otpauth.build("totp", "a", KEY, issuer=v)),
        lambda v: otpauth.build("totp", "a", KEY, algorithm=v),
        lambda v: otpauth.build("totp", "a", KEY, digits=v),
        lambda v: otpauth.build("totp", "a", KEY, period=v),
        lambda v: otpauth.build("hotp", "a", KEY, counter=v),
    ],
    "purl.build": [
        *(lambda v: purl.build(v, "a"), lambda v: purl.build("npm", v)),
        *(lambda v: purl.build("npm", "a", namespace=v), lambda v: purl.build("npm", "a", version=v)),
        lambda v: purl.build("npm", "a", qualifiers={"q": v}),
        lambda v: purl.build("npm", "a", qualifiers={v: "q"}),
        lambda v: purl.build("npm", "a", subpath=v),
    ],
    "file_uri.from_path": [
        lambda v: file_uri.from_path(v, "posix"), lambda v: file_uri.from_path(v, "windows"),
    ],
    "form.multipart_name": [form.multipart_name],
    "form.parse_multipart_name": [form.parse_multipart_name],
    "render.table": [lambda v: render.table(["a"], [[v]]), lambda v: render.table([v], [])],
    "unsplit": [lambda v: superuri.unsplit([None, None, v, None, None])],
    "hosts.to_ascii": [hosts.to_ascii],
    "hosts.to_unicode": [hosts.to_unicode],
    "hosts.safe_redirect": [lambda v: hosts.safe_redirect(v, hosts=["e.com"])],
    "iri.to_uri": [iri.to_uri],
    "iri.to_iri": [iri.to_iri],
    "rfc1738.equivalent": [lambda v: rfc1738.equivalent(v, "a")],
    "urn.equivalent": [lambda v: urn.equivalent("urn:example:a", v)],
    "percent_u.encode": [percent_u.encode],
    "compat.dialects.encode": [lambda v: dialects.encode(v, COMPONENT)],
    "compat.dialects.decode": [lambda v: dialects.decode(v, COMPONENT)],
    "compat.browsers.send": [browsers.send],
    "compat.browsers.show": [browsers.show],
    **{f"compat.ecmascript.{name}": [getattr(ecmascript, name)] for name in ecmascript.__all__},
    "wire.target": [wire.target],
    "keys.tables": [keys.tables],
    "compare": [lambda v: superuri.compare("a", v)],
    "equivalent": [lambda v: superuri.equivalent(v, "a")],
}  # fmt: skip
#: Methods of a URI that take values.
PLACES["URI"] = [
    *(lambda v: URI.with_query({"a": v}), lambda v: URI.with_pair("a", v), lambda v: URI.add_pair(v, "a")),
    *(lambda v: URI.with_segments([v]), lambda v: URI.with_fragment(v), lambda v: URI / v),
    *(URI.with_name, URI.with_suffix, URI.resolve, superuri.URI),
]  # fmt: skip
#: Functions that are not tested here, each with the reason.
OTHERS = {
    "disagree.disagree": "it runs other programs",
    "disagree.survey": "it runs other programs",
    "disagree.versions": "it runs other programs",
    "wire.send": "it runs other programs",
    "who.decodes": "it runs other programs",
    "who.encodes": "it runs other programs",
    "who.marks": "it takes no text",
    "tables.tidy": "it takes files",
    "logs.decode": "it takes a log's format, too",
    "logs.read": "it takes a log's format, too",
    "logs.split": "it takes a log's format, too",
    "logs.target": "it takes a log's format, too",
    "logs.wire": "it takes a log's format, too",
    **dict.fromkeys(["pydantic.CleanURI", "pydantic.HttpURI", "pydantic.NormalURI"], "a type"),
}
#: Modules whose functions do what others do, or make strategies.
OTHER_MODULES = ("testing", "compat.urllib", "compat.python2")
#: Pairs of a kind and a function that has a rule of its own for it.
OWN = {
    ("None", "links.build"),  # an attribute without a value, or none
    ("None", "baggage.build"),  # a property without a value
    ("None", "fragments.text_directive"),  # left out
    ("None", "otpauth.build"),  # left out
    ("None", "purl.build"),  # left out
    ("None", "odata.segment"),  # the whole set
    ("None", "file_uri.from_path"),  # refused by os.fspath
    ("None", "openapi.serialize"),  # undefined
    ("None", "rfc6570.expand"),  # undefined
    ("None", "data_uri.build"),  # the default type
    ("None", "form.serialize"), ("None", "form.submit"), ("None", "form.serialize_keywords"),
    ("None", "build"), ("None", "fill"), ("None", "unsplit"), ("None", "URI"),
    ("None", "headers.file_name"),
    ("True", "odata.literal"), ("True", "odata.segment"),
    *((kind, name) for kind in ("int", "int subclass") for name in
      ("odata.literal", "odata.segment", "otpauth.build")),
    *((kind, name) for kind in ("bytes", "bytearray", "memoryview") for name in
      ("data_uri.build", "find", "fix", "explain", "explanation.explain")),
    ("Path", "file_uri.from_path"),
    ("bytes", "otpauth.build"),  # the octets of a key
    *((kind, name) for kind in ("list", "set", "dict", "generator") for name in
      ("links.build", "openapi.serialize", "baggage.build", "fragments.json_pointer")),
    *((kind, name) for kind in ("list", "dict") for name in
      ("build", "fill", "form.serialize", "form.submit", "rfc6570.expand", "URI")),
}  # fmt: skip


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the name of each public function, without the package's, and the function."""
    packages = [superuri, superuri.compat]
    modules = [superuri]
    for package in packages:
        for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            if "._" not in found.name and not found.name.endswith("__main__"):
                modules.append(importlib.import_module(found.name))
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
            parameter for parameter in inspect.signature(function).parameters.values()
            if parameter.default is inspect.Parameter.empty and parameter.kind < 2
        ]  # fmt: skip
        assert len(needed) == 1, f"{name} takes more than a text: add a row to PLACES"


READ = {name: [thing] for name, thing in FUNCTIONS.items() if name not in {*PLACES, *OTHERS}}


def answer(place: Place, value: Any) -> Any:
    """Return what the function gives, as a text, or the exception."""
    try:
        return repr(place(value))
    except (TypeError, ValueError, LookupError) as error:
        return error


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [*PLACES, *READ])
def test_a_function_reads_what_a_value_is(name: str, kind: str) -> None:
    for number, place in enumerate({**PLACES, **READ}[name]):
        got = answer(place, KINDS[kind]())
        if isinstance(got, Exception):
            text = str(got)
            assert "SHOWN" not in text, (number, text)
            if "unhashable" not in text:
                assert not UNHELPFUL.search(text), (number, text)
            continue
        assert not re.search("SHOWN|Word\\.|Plain\\.| object at |%20at%200x|Number", got), (number, got)
        if (kind, name) in OWN:
            continue
        assert kind in TEXTS, f"place {number} formats a {kind}: {got}"
        want = answer(place, TEXTS[kind])
        assert not isinstance(want, Exception), (number, got, want)
        assert got == want, number


@pytest.mark.parametrize(
    ("value", "hint"),
    [(NOW, ".isoformat()"), (NOW.date(), ".isoformat()"), (Plain.VALUE, ".value"),
     (decimal.Decimal(1), "str() of it"), (uuid.UUID(int=1), "str() of it"), (Thing(), "str() of it")],
)  # fmt: skip
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
