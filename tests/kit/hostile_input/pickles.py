"""Pickles of every public class, changed: refused, or an object that the class could have made."""

import copyreg
import io
import pickle
import resource
from collections.abc import Callable
from random import Random
from typing import Any

import superuri
from kit import chance
from kit.hostile_input import changed, plain
from kit.long_calls import HOLDERS
from superuri import errors, profiles, sets, whatwg

#: The errors that may be raised: never InternalError, SystemError or a panic.
ALLOWED = (
    ValueError, TypeError, LookupError, AttributeError, OverflowError, EOFError, ImportError,
    MemoryError, RecursionError, pickle.UnpicklingError, errors.URIError,
)  # fmt: skip
#: Modules and names that pickles may find.
MODULES = ("superuri", "collections", "copyreg")
BUILTINS = frozenset({"set", "frozenset", "bytearray", "getattr", "complex", "object", "tuple"})
#: If such a one ends early, Python itself prints an error: it is not ours.
BYTEARRAY = b"\x96"
#: A changed pickle may ask for any amount of memory for its table of references.
MEMORY = 1 << 30


class Loader(pickle.Unpickler):
    """A parser of pickles that finds nothing beyond the package."""

    def find_class(self, module: str, name: str) -> Any:
        own = module.partition(".")[0] in MODULES and "cli" not in module
        if own or (module in {"builtins", "__builtin__"} and name in BUILTINS):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is not there")


def loaded(data: bytes) -> Any:
    return Loader(io.BytesIO(data)).load()


def failed(function: Callable[[], object]) -> Exception:
    """Return the error that a call raises."""
    try:
        function()
    except errors.URIError as error:
        return error
    raise AssertionError("it did not fail")


def values() -> list[Any]:
    """Return values of all classes that can be pickled."""
    text = "a/b%20c"
    found = [make(text) for make in HOLDERS.values()]
    found += [superuri.Set("%é"[:1]), *list(sets.names.values())[:5], sets.rfc3986]
    found += [*profiles.names.values(), *profiles.displays]
    found += [failed(lambda: superuri.decode("%E9")), failed(lambda: superuri.URI("a b"))]
    found += [superuri.Template("{a}").fill, superuri.URI, superuri.lint("http://e.com/\t"), text]
    kept = []
    for value in found:
        try:
            pickle.dumps(value)
        except (TypeError, pickle.PicklingError):
            continue
        kept.append(value)
    return kept


#: How the public constructor makes an equal value.
AGAIN: dict[type, Callable[[Any], Any]] = {
    superuri.URI: lambda it: superuri.URI(str(it)),
    superuri.Template: lambda it: superuri.Template(str(it)),
    whatwg.URL: lambda it: whatwg.URL(str(it)),
    superuri.Parts: lambda it: superuri.split(superuri.unsplit(it)),
    superuri.Set: lambda it: pickle.loads(pickle.dumps(it)),  # noqa: S301  because it was made here
    superuri.Profile: lambda it: pickle.loads(pickle.dumps(it)),  # noqa: S301  as above
    superuri.Display: lambda it: pickle.loads(pickle.dumps(it)),  # noqa: S301  as above
}
#: Verbs that take a value of such a class.
USES: dict[type, Callable[[Any], Any]] = {
    superuri.Set: lambda it: superuri.encode("a é%~/", set=it),
    superuri.Profile: lambda it: superuri.clean("http://e.com/a é%~", profile=it),
    superuri.Display: lambda it: superuri.pretty("http://e.com/a%20%C3%A9", profile=it),
    superuri.URI: lambda it: (superuri.URI("http://e.com/").resolve(it), it.query, it.segments),
    superuri.Template: lambda it: it.fill(a="x"),
}


def quietly(function: Callable[..., Any], *given: Any) -> Any:
    """Return the result of a call, or None if it raises what it may raise."""
    try:
        return function(*given)
    except ALLOWED:
        return None


def seen(it: Any) -> str:
    """Look at everything of an object; return what is wrong with it."""
    for function in (repr, str, hash, bool, list, len, pickle.dumps, lambda it: it == it):  # noqa: PLR0124  because its method is called
        quietly(function, it)
    kind = type(it)
    if kind.__module__.partition(".")[0] != "superuri":
        return ""
    for name in dir(kind):
        if not name.startswith("_"):
            quietly(getattr, it, name)
    if kind in USES:
        quietly(USES[kind], it)
    if kind in AGAIN and AGAIN[kind](it) != it:
        return f"{it!r} is not what its constructor makes"
    return ""


def other(rng: Random, known: list[Any]) -> Any:
    """Return any value: plain, of bytes, of a class, or one of the package's."""
    more = (rng.randbytes(rng.randrange(9)), object(), int, {1, 2}, (), rng.choice(known), str)
    return rng.choice((plain(rng), plain(rng), rng.choice(more), tuple(plain(rng) or ())
                       if rng.randrange(2) else [rng.choice(known)]))  # fmt: skip


def altered(rng: Random, given: tuple[Any, ...], known: list[Any]) -> tuple[Any, ...]:
    """Return arguments of which one is another, one is missing, or one is added."""
    made = list(given)
    at = rng.randrange(len(made) + 1)
    made[at : at + rng.randrange(2)] = [quietly(other, rng, known)] * rng.choice((0, 1, 1, 1))
    return tuple(made)


def tries() -> Callable[[int], str]:
    """Return the function that tries a case."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    known = values()

    def one(n: int) -> str:
        rng = chance.seeded(f"pickles {n}")
        value, protocol = rng.choice(known), rng.randrange(pickle.HIGHEST_PROTOCOL + 1)
        try:
            if rng.randrange(2):
                data = changed(rng, pickle.dumps(value, protocol))
                return "" if BYTEARRAY in data else seen(loaded(data))
            if isinstance(value, (type, str, list, tuple)) and not hasattr(value, "_fields"):
                return seen(loaded(pickle.dumps(value, protocol)))
            reduced = value.__reduce_ex__(rng.choice((2, protocol)))
            function, given, *more = reduced
            it = function(*altered(rng, given, known))
            if more or rng.randrange(4) == 0:
                state = other(rng, known) if rng.randrange(2) else dict(plain(rng) or ())
                set_state(it, state)
            return seen(it)
        except ALLOWED:
            return ""
        except Exception as error:  # noqa: BLE001  because it is what is looked for
            return f"{value!r}: {type(error).__name__}: {error}"

    return one


def set_state(it: Any, state: Any) -> None:
    """Set the state of an object as pickle does."""
    setter = getattr(it, "__setstate__", None)
    if setter is not None:
        setter(state)
    else:
        it.__dict__.update(state)
    copyreg.__reduce_ex__(it, 1)  # type: ignore[attr-defined]
