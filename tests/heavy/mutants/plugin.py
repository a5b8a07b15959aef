"""A plugin for pytest: judge mutants by the tests that were collected, in processes forked off.

    SUPERURI_JOBS=jobs.json pytest -p heavy.mutants.plugin tests/clean

The file has for the key of each mutant its number and that of its place. Each test is run once,
alone, to note the places that it reaches; then each mutant is turned on and judged by those that
reach its place. A line of JSON for each verdict goes to the file that SUPERURI_VERDICTS names.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from heavy.mutants.tests import (
    GRACE,
    IDLE,
    MEMORY,
    PATIENCE,
    WORKERS,
    Test,
    by_place,
    kept,
    name_of,
    places,
    ticks_used,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import pytest

import superuri._core as core

SWITCH = ctypes.CDLL(core.__file__)
SWITCH.superuri_reached.restype = ctypes.c_void_p
#: Of `switch.rs`.
RECORD, PLACES = (1 << 32) - 2, 1 << 15
#: How many seconds a process may take by the clock, whatever its tests take.
LONGEST = 200

failed: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what fails."""
    if report.failed:
        failed.append(report.nodeid)


def reached() -> bytes:
    """Return the places that this process has reached."""
    return ctypes.string_at(SWITCH.superuri_reached(), PLACES)


def forked(work: Callable[[], int]) -> int:
    """Do the work in a process of its own, whose exit code it returns; return its number."""
    if child := os.fork():
        return child
    os.setsid()
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    code = 1
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        code = work()
    finally:
        os._exit(code)


def spread(works: Iterable[tuple[str, Callable[[], int]]]) -> Iterator[tuple[str, int]]:
    """Do each work in a process of its own, several at once; yield its name and its status."""
    running: dict[int, tuple[str, float]] = {}
    used: dict[int, int] = {}
    waiting, looked = iter(works), time.monotonic()
    while True:
        while len(running) < WORKERS and (one := next(waiting, None)):
            running[forked(one[1])] = (one[0], time.monotonic())
        if not running:
            return
        child, status = os.waitpid(-1, os.WNOHANG)
        if child in running:
            yield running.pop(child)[0], status
        elif not child:
            now = time.monotonic()
            if now - looked > IDLE:
                before, used, looked = used, {it: ticks_used(it) for it in running}, now
                for slow, job in running.items():
                    if used[slow] == before.get(slow) or now - job[1] > LONGEST:
                        os.killpg(slow, signal.SIGKILL)
            time.sleep(0.002)


def allow(seconds: float) -> None:
    """Let this process take no more than so much longer."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime + PATIENCE * seconds + GRACE) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def run(items: Iterable[tuple[pytest.Item, float]]) -> int:
    """Run the tests until one fails; return 1 if one did."""
    for item, seconds in items:
        allow(seconds)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        if failed:
            return 1
    return 0


def noted(session: pytest.Session, folder: Path) -> list[Test]:
    """Run each test alone, and return what each reaches."""
    folder.mkdir(parents=True, exist_ok=True)

    def work(number: int) -> int:
        path = folder / str(number)
        os.environ |= {"SUPERURI_MUTANT": "record", "SUPERURI_REACHED": f"{path}.children"}
        SWITCH.superuri_switch(RECORD)
        began = time.monotonic()
        code = run([(session.items[number], LONGEST)])
        seconds = time.monotonic() - began
        path.write_bytes(seconds.hex().encode() + b"\n" + reached())
        return code

    tests = []
    works = ((str(n), partial(work, n)) for n in range(len(session.items)))
    for name, status in spread(works):
        path, below = folder / name, folder / f"{name}.children"
        if not status and path.exists():
            seconds, _, octets = path.read_bytes().partition(b"\n")
            more = below.read_bytes() if below.exists() else b""
            found = {*places(octets), *places(more)}
            tests.append(Test("", name, float.fromhex(seconds.decode()), tuple(found)))
        path.unlink(missing_ok=True)
        below.unlink(missing_ok=True)
    return tests


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Judge the mutants."""
    mutants = json.loads(Path(os.environ["SUPERURI_JOBS"]).read_text(encoding="utf-8"))
    # What was reached before a test ran is not reached again in the processes forked off.
    early = set(places(reached()))
    ctypes.memset(SWITCH.superuri_reached(), 0, PLACES)
    SWITCH.superuri_switch(0)
    home = Path(os.environ["SUPERURI_JOBS"]).parent
    below = sorted(path for path in Path("tests").rglob("*.*") if path.suffix != ".pyc")
    octets = [Path(core.__file__).read_bytes(), *(path.read_bytes() for path in below)]
    called = [item.nodeid.encode() for item in session.items]
    folder = home / "reached"
    name = name_of([*octets, *called])
    tests = kept(home / "python.json", name, lambda: noted(session, folder))
    seconds = sum(test.seconds for test in tests)
    count = f"{len(tests)} of {len(session.items)} tests of Python"
    print(f"\n{count} pass without a mutant, {seconds:.0f} s", flush=True)
    of = by_place(tests)

    def work(mutant: int, place: int) -> int:
        os.environ["SUPERURI_MUTANT"] = str(mutant)
        SWITCH.superuri_switch(mutant)
        chosen = of.get(place, [])
        return run((session.items[int(test.name)], test.seconds) for test in chosen)

    works = ((name, partial(work, *numbers)) for name, numbers in mutants.items())
    for name, status in spread(works):
        verdict = "killed by pytest" + (", ended" if os.WIFSIGNALED(status) else "")
        if not status:
            place = mutants[name][1]
            why = ", reached before the tests" if place in early else ""
            verdict = "survived" + (why if place in of else ", not reached")
        with Path(os.environ["SUPERURI_VERDICTS"]).open("a", encoding="utf-8") as file:
            file.write(json.dumps([name, verdict]) + "\n")
    return True
