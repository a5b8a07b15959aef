"""Entry points of superuri._core, listed from the module itself and called with plausible
arguments.

    SUPERURI_INJECT_PANIC=text python tests/kit/entry_points.py  # after `make quick`

Prints how many raised InternalError while the guard injects panics, and each other outcome.
"""

import importlib.util
import inspect
import os
import sys
import types

import superuri
import superuri._core as core
from superuri import whatwg
from superuri.errors import InternalError

URI = superuri.URI("http://u:p@e.com:80/a?b=c#d")
COLUMN = core.apply_column(["a"], "encode", "raise", False, 1, None)
STREAM = COLUMN.__arrow_c_stream__()
OPTIONS = {
    "verb": "encode", "given": {}, "nul": False, "json": False, "on_error": "keep",
    "distinct": None, "max_line": 99, "threads": 1,
}  # fmt: skip
ASKED = (None, None, None)
# An argument for each parameter name; a new name needs one here.
ARGUMENTS = {
    "a": "a", "ascii": "a", "extra": "(",
    "rules": ASKED, "b": "b", "bits": 1, "block": b"a", "bs": b"a", "character": "a",
    "column": ["a"], "compare": URI, "data": b"a", "encoded": "a", "errors": "strict",
    "excluded": None, "family": "rfc3986", "folder": ".",
    "format": "apache", "fragment": "a", "guessing": False, "handler": None,
    "host": "safe", "label": "utf-8", "least": "info", "length": None, "most": 1, "name": "a",
    "non_ascii": "encoded", "nul": False, "on_error": "raise", "options": OPTIONS, "other": URI,
    "pairs": {}, "parts": ["a", None, "b", None, None], "password": "a", "percents": True,
    "patterns": [], "path": "a", "port": 1,
    "protected": [], "qs": "a", "query": "a", "query_encoding": None, "reference": "a",
    "rejects": None, "scheme": "a", "segment": "a", "segments": ["a"], "sink": "text",
    "source": None, "sources": [], "spec": "", "string": "a", "target": ("a", "a"),
    "template": "{a}", "text": "a", "texts": [b"a"], "text_encoding": None, "threads": 1,
    "uri": "a", "url": "a", "user": "a", "userinfo": "shown", "value": "a", "verb": "encode",
    "with_errors": False,
    "requested_schema": None, "format_spec": "", "variables": {}, "more": {}, "longest": 1,
}  # fmt: skip
# The functions that take bytes.
OF_BYTES = {"found_urls", "has_conversion", "has_placeholder"}
# Methods that the interpreter calls, with their arguments; others take an object of the class.
SPECIAL = {
    "__contains__": ("a",), "__format__": ("",), "__hash__": (), "__iter__": (), "__len__": (),
    "__next__": (), "__reduce__": (), "__repr__": (), "__str__": (),
}  # fmt: skip
EXAMPLES = [
    URI, URI.raw, whatwg.URL("http://e.com/"), superuri.Template("{a}"), core.all_sets()[0],
    core.all_profiles()[0], core.all_displays()[0], COLUMN, core.split("a"),
    core.Unpacked(core.__file__), core.Excluded(".", []), core.Walk("tests"),
    core.Expander([]), core.Tracking(["a"]),
]  # fmt: skip
NO_ANSWER = {"__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__"}


def arguments(function):
    """Return arguments for the signature; None if it has no readable signature."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = [p for p in parameters if p.kind in kinds and p.default is inspect.Parameter.empty]
    return [ARGUMENTS.get(p.name, "a") for p in needed if p.name != "self"]


def named(function):
    """Return the arguments that can only be given by name, and have to be."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return {}
    only = inspect.Parameter.KEYWORD_ONLY
    needed = [p for p in parameters if p.kind is only and p.default is inspect.Parameter.empty]
    return {p.name: ARGUMENTS[p.name] for p in needed}


def entry_points():
    """Yield the name of each entry point, and a call of it."""
    examples = {type(example): example for example in EXAMPLES}
    for name, thing in sorted(vars(core).items()):
        if isinstance(thing, type):
            if issubclass(thing, BaseException):
                continue
            yield from of_class(thing, examples[thing])
        elif callable(thing):
            given = [b"a"] if name in OF_BYTES else []
            given += (arguments(thing) or [])[len(given) :]
            yield name, lambda thing=thing, given=given: thing(*given)


def of_class(kind, example):
    """Yield the entry points of a class: its constructor, properties and methods."""
    for name, member in sorted(vars(kind).items()):
        full = f"{kind.__name__}.{name}"
        if name in {"__doc__", "__match_args__", "__module__"}:
            continue
        if name == "__new__":
            given = arguments(kind) or ["a"]
            yield full, lambda given=given: kind(*given)
            yield f"{full} of keywords", lambda given=given: kind.__new__(kind, *given)
        elif isinstance(member, types.GetSetDescriptorType):
            yield full, lambda name=name: getattr(example, name)
        else:
            bound = getattr(example, name)
            given = SPECIAL.get(name)
            if given is None:
                is_special = isinstance(member, types.WrapperDescriptorType)
                given = [example] if is_special else arguments(bound) or []
            by_name = named(bound)
            yield full, lambda bound=bound, given=given, by_name=by_name: bound(*given, **by_name)


def of_arrow():
    """Yield the callbacks of a stream, which a consumer of Arrow data calls."""
    if importlib.util.find_spec("pyarrow") is None:
        return
    import pyarrow as pa  # noqa: PLC0415 - only some environments have it

    class Exporter:
        def __arrow_c_stream__(self, _schema=None):
            return STREAM

    try:
        pa.chunked_array(Exporter())
    except OSError:
        return
    print("Column.__arrow_c_stream__: the callbacks of the stream are not guarded")


def main():
    """Call each entry point, while the guard injects panics."""
    calls = list(entry_points())
    os.environ["SUPERURI_INJECT_PANIC"] = "all"
    sys.unraisablehook = print
    raised = 0
    for name, call in calls:
        try:
            answer = call()
        except InternalError:
            raised += 1
        except BaseException as error:  # noqa: BLE001 - PanicException is none but that
            print(f"{name}: {type(error).__name__}: {error}")
        else:
            if answer is not NotImplemented or name.partition(".")[2] not in NO_ANSWER:
                print(f"{name}: {answer!r:.60}")
    of_arrow()
    os.environ["SUPERURI_INJECT_PANIC"] = "text"
    print(raised, "of", len(calls), "raised InternalError;", superuri.encode("a b"))


if __name__ == "__main__":
    main()
