"""The tests that judge mutants: which places each reaches, and how long it takes."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

#: Memory of a process with a mutant, in bytes.
MEMORY = 6 << 30
#: How many times longer than without a mutant a test may take, and seconds besides.
PATIENCE, GRACE = 5, 3
#: Seconds after which processes that have done nothing wait for each other without end.
IDLE = 20
#: Seconds of tests that judge a mutant, at most, in each language.
ENOUGH = float(os.environ.get("SUPERURI_ENOUGH", "5"))
WORKERS = os.cpu_count() or 1
#: How cargo builds, and the crates that have mutants.
QUICK = ("--quiet", "--profile", "quick")
CRATES = ("-p", "superuri-kernels", "-p", "superuri")


#: A place that has mutants: a number in Rust, the name of a function in Python.
Place = int | str


class Test(NamedTuple):
    """A test: where it is, what it is called, how long it takes and the places it reaches."""

    program: str
    name: str
    seconds: float
    reached: tuple[Place, ...]

    @property
    def rank(self) -> float:
        """Return what is small for tests that are short and reach little else."""
        return max(self.seconds, 0.002) * len(self.reached)


def ticks_used(session: int) -> int:
    """Return the clock ticks that the processes of a session have used so far."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # It has ended since.
        if int(fields[3]) == session:
            ticks += int(fields[11]) + int(fields[12])
    return ticks


def places(octets: bytes) -> tuple[int, ...]:
    """Return the numbers of the places that a run noted."""
    return tuple(found.start() for found in re.finditer(rb"\x01", octets))


def by_place(tests: Iterable[Test]) -> dict[Place, list[Test]]:
    """Return for each place the tests that reach it, best first, and no more than is enough."""
    found: dict[Place, list[Test]] = {}
    for test in sorted(tests, key=lambda test: test.rank):
        for place in test.reached:
            found.setdefault(place, []).append(test)
    return {place: list(enough(own)) for place, own in found.items()}


def enough(tests: Iterable[Test]) -> Iterable[Test]:
    """Yield the first tests, until they take longer than what is enough."""
    spent = 0.0
    for test in tests:
        yield test
        spent += test.seconds
        if spent > ENOUGH:
            return


def name_of(octets: Iterable[bytes]) -> str:
    """Return a short name for these octets."""
    return hashlib.sha256(b"\0".join(octets)).hexdigest()[:16]


def kept(path: Path, name: str, make: Callable[[], list[Test]]) -> list[Test]:
    """Return the tests that the file has, if it has the same name; else make them."""
    if path.exists():
        of_file, rows = json.loads(path.read_text(encoding="utf-8"))
        if of_file == name:
            return [Test(*row) for row in rows]
    tests = make()
    path.write_text(json.dumps([name, tests]), encoding="utf-8")
    return tests
