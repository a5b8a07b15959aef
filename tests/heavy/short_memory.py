"""Short memory: calls with long texts in processes whose address space is limited.

    PYTHONPATH=tests python -m heavy.short_memory [--size MIB] [--part N/M] [WORD …]

Prints each call that ended its process, raised what it must not, or took too long. With words, only
calls whose names have one of them are made.
"""

import argparse
import faulthandler
import os
import resource
import signal
import struct
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kit.long_calls import Call, calls, calls_with_options

MIB = 1 << 20
#: The memory limits above the current use, as multiples of the text's size.
FACTORS = (1, 3, 6, 10, 16, 30, 60, 120)
#: The limit of processor seconds for a call.
LONGEST = 120
#: In place of a factor: the call went wrong.
WRONG = -1.0
#: The texts, by their repeated piece.
TEXTS = {
    "letters": "a", "percents": "%", "escapes": "%C3%A9", "query": "a=b&", "slashes": "/",
    "question": "?a=b&c", "accents": "é", "wide": "\U0001f600", "surrogates": "\ud800",
    "spaces": " ",
    "slots": "{a}", "labels": "ab.", "dots": "../", "url": "http://é.com/?", "tabs": "\t",
    "units": "%u00e9",
}  # fmt: skip
#: The errors that a call may raise: about the text or an option, or MemoryError.
ALLOWED = (ValueError, LookupError, TypeError, OverflowError)


def text(kind: str, size: int) -> str:
    """The text of this kind, of about this many characters."""
    unit = TEXTS[kind]
    return ("?" if kind == "query" else "") + unit * (size // len(unit))


def in_use() -> int:
    """The bytes of this process' address space."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def attempt(call: Call, argument: Any, more: int) -> str:
    """Call with this much more memory; return what is wrong with the answer, or ""."""
    spent = sum(os.times()[:2])
    resource.setrlimit(resource.RLIMIT_CPU, (int(spent) + LONGEST, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_AS, (in_use() + more, resource.RLIM_INFINITY))
    answer = wrong = None
    try:
        try:
            answer = call.call(argument)
            if isinstance(answer, Iterator):
                for _ in answer:
                    pass
        except ALLOWED as error:
            str(error)
    except BaseException as error:  # noqa: BLE001 - PanicException is none but that
        wrong = error
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    if isinstance(wrong, MemoryError):
        return "MemoryError"
    return f"{type(wrong).__name__}: {wrong!s:.200}" if wrong else ""


def child(todo: list[Call], first: int, long: str, factors: list[float], pipe: int) -> None:
    """Make the calls from this one on; write the current one, and each error."""
    for n in range(first, len(todo)):
        try:
            argument = todo[n].prepare(long)
        except (ValueError, LookupError, TypeError):
            continue
        for factor in factors:
            os.write(pipe, struct.pack("if", n, factor))
            was = sum(os.times()[:2])
            wrong = attempt(todo[n], argument, int(factor * len(long)))
            took = sum(os.times()[:2]) - was
            if took > 5:
                print(f"  SLOW {took:.1f} s: {todo[n].name} {factor}", flush=True)
            if wrong != "MemoryError":
                if wrong:
                    os.write(pipe, struct.pack("if", n, WRONG))
                    print(f"{todo[n].name}, {factor} times: {wrong}", flush=True)
                break
    os.write(pipe, struct.pack("if", len(todo), 0))


def run(todo: list[Call], kind: str, long: str, factors: list[float]) -> int:
    """Make the calls, in processes that may be killed; return how many went wrong."""
    first = wrong = 0
    while first < len(todo):
        sys.stdout.flush()
        out, pipe = os.pipe()
        with tempfile.TemporaryFile() as message:
            pid = os.fork()
            if pid == 0:
                os.close(out)
                faulthandler.register(signal.SIGUSR1)
                # A backtrace of a failed allocation needs memory itself, and may wait for ever.
                os.environ["RUST_BACKTRACE"] = "0"
                os.dup2(message.fileno(), 2)
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                try:
                    child(todo, first, long, factors, pipe)
                except BaseException as error:  # noqa: BLE001
                    print(repr(error), file=sys.stderr)
                finally:
                    sys.stdout.flush()
                    os._exit(0)
            os.close(pipe)
            last = b""
            with os.fdopen(out, "rb") as reading:
                while block := reading.read(8):
                    if struct.unpack("if", block)[1] == WRONG:
                        wrong += 1
                    else:
                        last = block
            _, status = os.waitpid(pid, 0)
            at, factor = struct.unpack("if", last) if last else (first, 0)
            if at < len(todo):
                message.seek(0)
                lines = message.read().decode(errors="replace").splitlines()
                code = os.waitstatus_to_exitcode(status)
                wrong += 1
                what = f"{todo[at].name} of {kind}, {factor:.1f} times"
                print(f"{what}: ended by {code}: {lines[:1]}", flush=True)
                frames = [line for line in lines if "superuri" in line and " at " not in line]
                print("      ", *[f.strip() for f in frames[:6]], sep="\n      ", flush=True)
            first = at + 1
    return wrong


def main() -> int:
    """Make the chosen calls; return 1 if any went wrong."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--texts", default="")
    parser.add_argument("--factors", default="")
    parser.add_argument("--time", action="store_true")
    parser.add_argument("words", nargs="*")
    requested = parser.parse_args()
    found = {call.name: call for call in [*calls(), *calls_with_options()]}
    words = requested.words
    found = [c for c in found.values() if not words or any(w in c.name for w in words)]
    nth, of = map(int, requested.part.split("/"))
    texts = requested.texts.split(",") if requested.texts else list(TEXTS)
    factors = (
        [float(f) for f in requested.factors.split(",")] if requested.factors else list(FACTORS)
    )
    todo, wrong = found[nth::of], 0
    for kind in texts:
        began = sum(os.times()[:4])
        wrong += run(todo, kind, text(kind, requested.size * MIB), factors)
        print(len(todo), "calls of", kind, int(sum(os.times()[:4]) - began), "s", flush=True)
    print(f"{wrong} went wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
