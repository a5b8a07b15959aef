"""Processes that are forked off to run tests that were collected once, and their limits."""

from __future__ import annotations

import os
import resource
import signal
import time
from typing import TYPE_CHECKING

from heavy.mutants.tests import GRACE, IDLE, MEMORY, PATIENCE, WORKERS, ticks_used

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import pytest

#: How many seconds a process may take by the clock, whatever its tests take.
LONGEST = 200

#: The tests that failed in this process.
failed: list[str] = []


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
