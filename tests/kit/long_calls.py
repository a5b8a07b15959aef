"""Calls with one long text, of every function, constructor and method that accepts a text.

They are listed from the modules themselves: each parameter of each public callable gets a short
text in each shape and, if that raises no TypeError, the long one.
"""

import contextlib
import importlib
import inspect
import itertools
import pkgutil
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import superuri
from superuri import data_uri as data
from superuri import form, logs, mailto, rfc6570, urn, whatwg
from superuri.explanation import explain

from .entry_points import ARGUMENTS, SPECIAL

#: Modules that run programs, read files, need other packages, or draw results of explain.
ELSEWHERE = {
    "__main__", "cli", "columns", "disagree", "explanation", "pydantic", "render", "who",
    "tables", "testing", "web", "wire",
}  # fmt: skip
#: Functions of other modules that read files: a text is the file's name, which errors show.
OF_FILES = {"superuri.keys.read_tracking"}
#: Arguments for the package's own parameters; those of the native module are in ARGUMENTS.
MORE = {
    "action": "http://e.com/", "base": "http://e.com/",
    "body": "a", "components": ("a", "b", "c", "d", "e", "f"), "dialect": "curl", "end": 1,
    "filename": "a", "flavour": "posix", "form": "percent", "headers": [], "hosts": ["e.com"],
    "iri": "a", "key": "a", "language": "en", "line": "a", "media_type": "text/plain",
    "method": "get", "names": ["e.com"], "nid": "isbn", "nss": "a", "parameters": [],
    "rows": [["a"]], "s": "a", "search_params": {}, "set": superuri.sets.rfc3986.COMPONENT,
    "start": 0, "to": ["a@e.com"], "variables": {}, "width": 80, "words": ["a"],
}  # fmt: skip
EXAMPLES = {**ARGUMENTS, **MORE}
#: Values of options, each of which leads a text through other code.
OPTIONS: dict[str, tuple[Any, ...]] = {
    "encoding": ("latin-1", "shift_jis", "utf-16", "cp1006", ("utf-8", "windows-1252")),
    "errors": ("strict", "replace", "ignore", "keep", "xmlcharrefreplace", "surrogateescape"),
    "repertoire": ("latin-1", "0aé"), "level": ("case", "percent", "path"),
    "also": ("sort-query", "drop-tracking", "drop-fragment", "reserved"),
    "profile": tuple(p for name, p in vars(superuri.profiles).items() if name.isupper()),
    "separators": ("&;", ";"), "separator": (";",), "flavour": ("windows", "posix"),
    "host": (True, "safe", "keep"), "has_base": (True,), "unsafe": (True,), "select": ("ALL",),
    "depth": (64,), "slash": ("refuse",), "newlines": ("crlf", "lf"), "variant": ("cdxj",),
    "form": ("percent", "base64", "absolute"), "enctype": ("multipart/form-data", "text/plain"),
    "set": (superuri.sets.whatwg.COMPONENT, superuri.sets.rfc3986.PATH), "s3": (True,),
    "missing": (None,), "rules": ("icann",), "keep_blank_values": (True,), "format": ("iis",),
    "nested": ("rails", "php", "dots"), "style": ("spaceDelimited", "deepObject"),
}  # fmt: skip
#: Texts that are accepted, and texts that are refused.
TEXTS = (
    "http://u:p@É.example:8080/a%20b/../ü?q=1&q=%C3%A9+x#f",
    "a b%zz\ud800%E9",
    "{a}/{+b}?x={c}",
    "data:text/plain;base64,aGk=",
)
#: Errors that a call may raise: about the text or an option, never about the interpreter.
ALLOWED = (ValueError, LookupError, TypeError, OverflowError)
Make = Callable[[Any], Any]

#: The shapes in which a text is given.
SHAPES: dict[str, Make] = {
    "str": lambda text: text,
    "bytes": lambda text: text.encode("utf-8", "surrogatepass"),
    "list": lambda text: [text],
    "pair": lambda text: [("a", text)],
    "name": lambda text: {text: "a"},
    "value": lambda text: {"a": text},
    "many": lambda text: [text[:8]] * (len(text) // 8),
    "pairs": lambda text: [(text[:8], "a")] * (len(text) // 8),
}  # fmt: skip

#: Classes that hold a long text, whose properties and methods are entry points, too.
HOLDERS: dict[type, Make] = {
    superuri.URI: lambda text: superuri.URI.clean("http://e.com/" + text),
    type(superuri.URI("").raw): lambda text: superuri.URI.clean("http://e.com/" + text).raw,
    superuri.Parts: superuri.split,
    superuri.Template: superuri.Template,
    superuri.Display: lambda text: superuri.profiles.LOSSLESS.replace(protected=[text]),
    whatwg.URL: lambda text: whatwg.URL("http://e.com/" + text),
    rfc6570.URITemplate: rfc6570.URITemplate,
    data.DataURI: lambda text: data.parse("data:," + text),
    mailto.Mailto: lambda text: mailto.parse("mailto:a@e.com?subject=" + text),
    urn.URN: lambda text: urn.parse("urn:isbn:" + text),
    form.Submission: lambda text: form.submit("http://e.com/", {"a": text}),
    type(explain("a")): explain,
    superuri.Finding: lambda text: superuri.lint("http://e.com/\t" + text)[0],
    logs.Format: lambda _: logs.formats["apache"],
}


class Call(NamedTuple):
    """One call: its name, and a function of a text that `prepare` has put into its shape."""

    name: str
    prepare: Make
    call: Make


def modules() -> Iterator[types.ModuleType]:
    """Every public module, the native one first."""
    yield superuri
    for found in pkgutil.walk_packages(superuri.__path__, "superuri."):
        parts = found.name.split(".")[1:]
        if parts[0] not in ELSEWHERE and not any(part.startswith("_") for part in parts):
            yield importlib.import_module(found.name)


def members(module: types.ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the public names of a module that belong to the package."""
    names = getattr(module, "__all__", None)
    for name in names or [name for name in vars(module) if not name.startswith("_")]:
        member = getattr(module, name)
        owner = getattr(member, "__module__", None) or "superuri"
        full = f"{module.__name__}.{name}"
        is_ours = owner.startswith(("superuri", "urllib.parse"))
        if callable(member) and is_ours and full not in OF_FILES:
            yield full, member


def given(parameters: list[inspect.Parameter]) -> tuple[list[Any], dict[str, Any]]:
    """Return arguments for the required parameters."""
    positional, named = [], {}
    for parameter in parameters:
        if parameter.default is parameter.empty:
            example = EXAMPLES.get(parameter.name, "a")
            if parameter.kind in {parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD}:
                positional.append(example)
            elif parameter.kind is parameter.KEYWORD_ONLY:
                named[parameter.name] = example
    return positional, named


def of_callable(name: str, function: Callable[..., Any]) -> Iterator[Call]:
    """Yield a call for each parameter and each shape that it accepts."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return
    positional, named = given(parameters)
    for n, parameter in enumerate(parameters):
        is_text = not isinstance(EXAMPLES.get(parameter.name), (list, dict, tuple))
        for shape, prepare in SHAPES.items():

            def call(text: Any, n: int = n, parameter: inspect.Parameter = parameter) -> Any:
                if n < len(positional):
                    return function(*positional[:n], text, *positional[n + 1 :], **named)
                if parameter.kind is parameter.VAR_POSITIONAL:
                    return function(*positional, text, **named)
                key = "a" if parameter.kind is parameter.VAR_KEYWORD else parameter.name
                return function(*positional, **{**named, key: text})

            if takes(call, prepare("a" * 8)):
                yield Call(f"{name}({parameter.name}: {shape})", prepare, call)
                if shape == "bytes" and is_text:
                    break


def of_options(name: str, function: Callable[..., Any]) -> Iterator[Call]:
    """Yield calls with a long text and each value of an option, and of an encoding and errors."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return
    positional, named = given(list(parameters.values()))
    if not positional:
        return
    options = [{key: value} for key in parameters for value in OPTIONS.get(key, ())]
    if {"encoding", "errors"} <= parameters.keys():
        both = itertools.product(OPTIONS["encoding"], OPTIONS["errors"])
        options += [{"encoding": encoding, "errors": errors} for encoding, errors in both]
    for given_options in options:

        def call(text: Any, options: dict[str, Any] = given_options) -> Any:
            return function(text, *positional[1:], **{**named, **options})

        words = ", ".join(f"{key}={value!r}" for key, value in given_options.items())
        # A value that this function does not take is left out.
        with contextlib.suppress(Exception):
            call("a" * 8)
            yield Call(f"{name}(str, {words})", SHAPES["str"], call)


def takes(call: Make, text: Any) -> bool:
    """Return whether the call accepts a text of this shape."""
    try:
        call(text)
    except (TypeError, AttributeError):
        return False
    except Exception:  # noqa: BLE001 - it was read at least
        return True
    return True


def of_class(name: str, kind: type) -> Iterator[Call]:
    """Yield the constructor, the methods, and the calls of an object that holds the text."""
    if not issubclass(kind, tuple):
        # A named tuple parses nothing.
        yield from of_callable(name, kind)
    make = HOLDERS.get(kind)
    if make is None:
        return
    example = make("a")
    own = [vars(base) for base in kind.__mro__ if base.__module__.startswith("superuri")]
    # Names of other libraries only raise, and `dir` has none of them.
    for key in sorted(set(dir(kind)).intersection(set().union(*own))):
        if key.startswith("_") and key not in {*SPECIAL, "__reduce__"}:
            continue
        if not callable(getattr(example, key)):
            yield Call(f"{name}.{key} of it", make, lambda it, key=key: getattr(it, key))
        elif key in SPECIAL:
            arguments = SPECIAL[key]
            yield Call(
                f"{name}.{key} of it", make,
                lambda it, key=key, arguments=arguments: getattr(it, key)(*arguments),
            )  # fmt: skip
        else:
            yield from of_callable(f"{name}.{key}", getattr(example, key))
            yield from of_holder(f"{name}.{key} of it", make, key, getattr(example, key))
    yield Call(f"{name} == it", lambda text: (make(text), make(text)), lambda two: two[0] == two[1])
    yield Call(f"{name} < it", lambda text: (make(text), make(text)), lambda two: two[0] < two[1])


def of_holder(name: str, make: Make, key: str, method: Callable[..., Any]) -> Iterator[Call]:
    """Yield a method of an object that holds the text, with simple arguments."""
    try:
        positional, named = given(list(inspect.signature(method).parameters.values()))
    except (TypeError, ValueError):
        return
    yield Call(name, make, lambda it: getattr(it, key)(*positional, **named))


def calls_with_options() -> list[Call]:
    """Return the calls of functions with a long text and one or two options."""
    return [
        call
        for module in modules()
        for name, member in members(module)
        if not isinstance(member, type)
        for call in of_options(name, member)
    ]


def calls() -> list[Call]:
    """Return all calls, without options."""
    found: dict[str, Call] = {}
    seen: set[int] = set()
    for module in modules():
        for name, member in members(module):
            if id(member) in seen or (isinstance(member, type) and issubclass(member, Warning)):
                continue
            seen.add(id(member))
            of = of_class if isinstance(member, type) else of_callable
            found |= {call.name: call for call in of(name, member)}
    raw = type(superuri.URI("").raw)
    found |= {call.name: call for call in of_class("Raw", raw)}
    return list(found.values())


if __name__ == "__main__":
    for each in calls():
        print(each.name)
