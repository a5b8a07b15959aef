"""The switch of the package's copy: each function with mutants is called as the one that is on.

`package.py` puts this module into the copy. mutmut writes each changed function below the original
one, and wraps that in `wrap_in_trampoline`. SUPERURI_MUTANT names the mutant that is on, as
`superuri.hosts.x_kind__mutmut_3`; where it is `record`, the places that are reached are appended to
the file of SUPERURI_REACHED at the end.
"""

import functools
import os

MutantDict = dict
REACHED = set()
STARTED, AT_ONCE = os.getpid(), os._exit
#: `inspect.CO_COROUTINE`; the command starts faster without inspect.
COROUTINE = 0x80
on = ""


def turn(word):
    """Turn on the mutant of this name, "record" or, if it is empty, nothing."""
    global on  # noqa: PLW0603  because one is on in a process
    on = word


def wrap_in_trampoline(mutants, is_classmethod=False):  # noqa: FBT002  as mutmut calls it
    """Return a decorator of the function that has these mutants."""

    def decorated(function):
        module = function.__module__ + "."
        place = module + function.__qualname__

        def found(args):
            """Return the function that is on, and its arguments."""
            name = "_mutmut_orig"
            if on == "record":
                REACHED.add(place)
            elif on.startswith(module) and on[len(module) :] in mutants:
                name = on[len(module) :]
            it = mutants[name]
            return (getattr(args[0], it.__name__), args[1:]) if is_classmethod else (it, args)

        @functools.wraps(function)
        def chosen(*args, **kwargs):
            it, args = found(args)
            return it(*args, **kwargs)

        if function.__code__.co_flags & COROUTINE and function.__name__ == "__call__":
            # uvicorn calls an application without arguments, and expects that this raises at once.
            return marked(chosen)

        # Frameworks ask whether a function is a coroutine's.
        @functools.wraps(function)
        async def awaited(*args, **kwargs):
            it, args = found(args)
            return await it(*args, **kwargs)

        return awaited if function.__code__.co_flags & COROUTINE else chosen

    return decorated


def marked(function):
    """Return a function that returns coroutines, marked as one."""
    import asyncio  # noqa: PLC0415  because the command starts faster without them
    import inspect  # noqa: PLC0415

    if hasattr(inspect, "markcoroutinefunction"):
        return inspect.markcoroutinefunction(function)
    function._is_coroutine = asyncio.coroutines._is_coroutine  # noqa: SLF001  as before Python 3.12
    return function


def end(code):
    """End the process at once, as the command does; note before what was reached."""
    note()
    AT_ONCE(code)


def note():
    """Append what this process reached to the file."""
    path = os.environ.get("SUPERURI_REACHED")
    if path and REACHED and os.getpid() == STARTED:
        with open(path, "a", encoding="utf-8") as file:  # noqa: PTH123  as pathlib is slow to load
            file.write("".join(f"{place}\n" for place in REACHED))
        REACHED.clear()


turn(os.environ.get("SUPERURI_MUTANT", ""))
if on == "record":
    import atexit

    atexit.register(note)
    os._exit = end
