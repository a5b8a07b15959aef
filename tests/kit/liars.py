"""Liars: objects that claim a length beyond any memory, passed to every function.

    PYTHONPATH=tests python -m kit.liars

Prints each call that raises what `except Exception` does not catch. If the process crashes, it
prints the call.
"""

import faulthandler
import inspect
import sys

from kit import entry_points
from kit.entry_points import ARGUMENTS, EXAMPLES, core

LENGTHS = (1 << 62, 1 << 40, -1)
KINDS = ("list", "tuple", "dict", "str", "bytes", "iterable", "sequence", "buffer-like")


def liar(kind, length):
    """Return an object of this kind that claims this length; it has one item."""
    methods = {"__len__": lambda _: length, "__length_hint__": lambda _: length}
    bases = {"list": list, "tuple": tuple, "dict": dict, "str": str, "bytes": bytes}
    if kind == "iterable":
        methods["__iter__"] = lambda _: iter([("a", "b")])
    elif kind == "sequence":
        methods["__getitem__"] = lambda _, n: ("a", "b")[n]
    elif kind == "buffer-like":
        methods["__bytes__"] = lambda _: b"a"
    made = type("Liar", (bases.get(kind, object),), methods)
    whats = {"list": ["a"], "tuple": ("a",), "dict": {"a": "b"}, "str": "a", "bytes": b"a"}
    return made(whats[kind]) if kind in whats else made()


def callables():
    """Yield every function, constructor and method with a readable signature, and its name."""
    for name, thing in sorted(vars(core).items()):
        if not isinstance(thing, type):
            if callable(thing):
                yield name, thing
        elif not issubclass(thing, BaseException):
            yield name, thing
    for example in EXAMPLES:
        for name in sorted(dir(type(example))):
            member = getattr(example, name)
            if callable(member) and not name.startswith("__"):
                yield f"{type(example).__name__}.{name}", member


def main():
    """Pass a liar of each kind as each parameter of each function, with valid other arguments."""
    calls = 0
    for name, thing in callables():
        try:
            parameters = list(inspect.signature(thing).parameters.values())
        except (TypeError, ValueError):
            continue
        needed = entry_points.arguments(thing) or []
        named = [p.name for p in parameters if p.name != "self"]
        for kind in KINDS:
            for length in LENGTHS:
                for n, parameter in enumerate(named):
                    given = [*needed[:n], liar(kind, length), *needed[n + 1 :]]
                    given += [ARGUMENTS.get(p, "a") for p in named[len(given) : n]]
                    calls += 1
                    try:
                        thing(*given[: n + 1], *needed[n + 1 :])
                    except Exception:  # noqa: BLE001, S110 - any of them is an answer
                        pass
                    except BaseException as error:  # noqa: BLE001 - PanicException is none but that
                        print(f"{name}({parameter}={kind} of {length}): {type(error).__name__}")
    print(calls, "calls")


if __name__ == "__main__":
    faulthandler.enable(sys.stderr)
    main()
