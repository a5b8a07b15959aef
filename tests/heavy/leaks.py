"""Leaks: every public function, called again and again, keeps neither memory nor references.

    python -m heavy leaks
    python -m heavy leaks 1000000
    PYTHONPATH=tests python -m heavy.leaks [--once] [CALLS [WORD …]]

With words, only functions whose names have one of them are called; with `--once`, each function
with the first of its arguments that it accepts, and not with all of them. The functions are those
of `kit.long_calls`, with texts that are accepted and texts that are refused. After a round of calls
that fills the caches, two equal rounds follow. In both, three numbers must stay the same, except
for noise: the blocks of the interpreter's allocator, the octets of the C library's, which is also
Rust's, and the references: in a debug build of Python all that there are, as
`python -m heavy refcounts` has it, else those to the constants and the argument. First, calls that
leak each of the three must be found.
"""

import argparse
import ctypes
import gc
import re
import sys
from collections.abc import Callable, Iterator
from itertools import product, repeat
from typing import Any, NamedTuple

from kit.long_calls import ALLOWED, TEXTS, Call, calls

#: One leak in this many calls is found.
RARITY = 4
#: Fewer than this many are noise: a table that grows, a cache of the interpreter.
NOISE = 16
#: The least octets that a block of the C library takes: fewer than one each time are noise too,
#: because what it keeps to give out again counts as in use.
LEAST_BLOCK = 24
#: Objects to which native code returns references.
CONSTANTS = (None, True, False, NotImplemented, "", b"", (), 0, 1, str, bytes, tuple, ValueError)


class Mallinfo(ctypes.Structure):
    """The answer of mallinfo2(3)."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks"),
            *("uordblks", "fordblks", "keepcost"),
        )
    ]


class Held(NamedTuple):
    """The memory and references that the process holds."""

    blocks: int
    octets: int
    references: int


def held(argument: Any, mallinfo: Callable[[], Any]) -> Held:
    gc.collect()
    heap = mallinfo()
    return Held(sys.getallocatedblocks(), heap.uordblks + heap.hblkhd, references(argument))


def references(argument: Any) -> int:
    """Return how many references there are: all, or those to the constants and the argument."""
    total: Callable[[], int] | None = getattr(sys, "gettotalrefcount", None)
    return total() if total else sum(map(sys.getrefcount, (*CONSTANTS, argument)))


def repeated(call: Callable[[Any], Any], argument: Any, times: int) -> None:
    """Make a call this many times; an iterator is read to its end."""
    for _ in repeat(None, times):
        try:
            answer = call(argument)
            if isinstance(answer, Iterator):
                for _each in answer:
                    pass
        except ALLOWED:
            pass


def leaks(
    call: Callable[[Any], Any], argument: Any, times: int, mallinfo: Callable[[], Any]
) -> list[str]:
    """Return what grows with the number of calls."""
    repeated(call, argument, max(100, times // 10))
    before = held(argument, mallinfo)
    repeated(call, argument, times)
    between = held(argument, mallinfo)
    repeated(call, argument, times)
    after = held(argument, mallinfo)
    least = max(NOISE, times // RARITY)
    leasts = Held(blocks=least, octets=least * LEAST_BLOCK, references=least)
    return [
        f"{name} +{second - first:,} +{third - second:,}"
        for name, first, second, third, enough in zip(
            Held._fields, before, between, after, leasts, strict=True
        )
        if min(second - first, third - second) >= enough
    ]


def canaries() -> dict[str, Callable[[Any], Any]]:
    """Return calls that leak one of what is measured each."""
    kept: list[Any] = []
    malloc, increment = ctypes.CDLL(None).malloc, ctypes.pythonapi.Py_IncRef
    malloc.restype = ctypes.c_void_p
    increment.argtypes = [ctypes.py_object]
    increment.restype = None
    return {
        "blocks": lambda _: kept.append(object()),
        "octets": lambda _: malloc(100) and None,
        "references": increment,
    }


def function(one: Call) -> str:
    """Return the name of the function without its arguments."""
    return re.split(r"[( ]", one.name)[0]


def arguments(
    all_calls: list[Call], options: argparse.Namespace
) -> Iterator[tuple[Call, str, Any]]:
    """Yield the calls that the options ask for, each with a text and its argument."""
    called: set[str] = set()
    for one, text in product(all_calls, TEXTS):
        if options.words and not any(word in one.name for word in options.words):
            continue
        try:
            argument = one.prepare(text)
            if options.once and function(one) not in called:
                one.call(argument)
            elif options.once:
                continue
        except ALLOWED:
            continue
        called.add(function(one))
        yield one, text, argument


def main() -> int:
    """Return 1 if anything leaks, or a leak would not be found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("calls", type=int, nargs="?", default=100_000, help="of each (100,000)")
    parser.add_argument("words", nargs="*", help="of the names of functions; all by default")
    parser.add_argument("--once", action="store_true", help="one argument for each function")
    options = parser.parse_args()
    times = options.calls
    try:
        mallinfo = ctypes.CDLL(None).mallinfo2
    except AttributeError:
        sys.exit("the C library has no mallinfo2: glibc 2.33 or newer is needed")
    mallinfo.restype = Mallinfo
    for name, leak in canaries().items():
        found = leaks(leak, "a text", max(1_000, NOISE * RARITY), mallinfo)
        if not any(line.startswith(name) for line in found):
            print(f"a leak of {name} was not found: {found}")
            return 1
    made, broken, all_calls = 0, 0, calls()
    functions: set[str] = set()
    gc.collect()
    gc.freeze()  # each collection is then of what came since
    for one, text, argument in arguments(all_calls, options):
        found = leaks(one.call, argument, times, mallinfo)
        if found:  # what leaks does so again, and ten times as much in ten times the calls
            found = leaks(one.call, argument, 10 * times, mallinfo)
        made += 2 * times
        functions.add(function(one))
        if found:
            broken += 1
            print(f"{one.name} of {text!a}: {', '.join(found)}", flush=True)
    print(f"{made:,} calls of {len(functions)} functions, {broken} leaks")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
