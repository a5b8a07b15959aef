"""A plugin for pytest: judge mutants by the tests that were collected, in processes forked off.

    SUPERURI_JOBS=jobs.json SUPERURI_SWITCH=Native pytest -p heavy.mutants.plugin tests/clean

The file has for the key of each mutant its name at the switch and that of its place. Each test is
run once, alone, to note the places that it reaches; then each mutant is turned on and judged by
those that reach its place. A line of JSON for each verdict goes to the file that SUPERURI_VERDICTS
names.
"""

from __future__ import annotations

import json
import os
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from heavy.mutants import forks, switches
from heavy.mutants.tests import Place, Test, by_place, kept, name_of

if TYPE_CHECKING:
    import pytest

    from heavy.mutants.switches import Switch


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what fails."""
    if report.failed:
        forks.failed.append(report.nodeid)


def noted(session: pytest.Session, folder: Path, switch: Switch) -> list[Test]:
    """Run each test alone, and return what each reaches."""
    folder.mkdir(parents=True, exist_ok=True)

    def work(number: int) -> int:
        path = folder / str(number)
        os.environ["SUPERURI_REACHED"] = f"{path}.children"
        switch.turn("record")
        began = time.monotonic()
        code = forks.run([(session.items[number], forks.LONGEST)])
        seconds = time.monotonic() - began
        path.write_text(json.dumps([seconds, *switch.reached()]), encoding="utf-8")
        return code

    tests = []
    works = ((str(n), partial(work, n)) for n in range(len(session.items)))
    for name, status in forks.spread(works):
        path, below = folder / name, folder / f"{name}.children"
        if not status and path.exists():
            seconds, *own = json.loads(path.read_text(encoding="utf-8"))
            more = below.read_bytes() if below.exists() else b""
            tests.append(Test("", name, seconds, tuple({*own, *switch.of_children(more)})))
        path.unlink(missing_ok=True)
        below.unlink(missing_ok=True)
    return tests


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Judge the mutants."""
    switch: Switch = getattr(switches, os.environ["SUPERURI_SWITCH"])()
    jobs = Path(os.environ["SUPERURI_JOBS"])
    mutants: dict[str, tuple[str, Place]] = json.loads(jobs.read_text(encoding="utf-8"))
    # What was reached before a test ran is not reached again in the processes forked off.
    early = switch.reached()
    switch.turn("")
    folders = ("tests", "python/superuri")
    below = (path for folder in folders for path in Path(folder).rglob("*.*"))
    octets = [path.read_bytes() for path in sorted(below) if path.suffix != ".pyc"]
    called = [item.nodeid.encode() for item in session.items]
    folder = jobs.parent / "reached"
    name = name_of([*octets, *called])
    file = jobs.parent / f"{os.environ['SUPERURI_SWITCH']}.json"
    tests = kept(file, name, lambda: noted(session, folder, switch))
    seconds = sum(test.seconds for test in tests)
    count = f"{len(tests)} of {len(session.items)} tests of Python"
    print(f"\n{count} pass without a mutant, {seconds:.0f} s", flush=True)
    of = by_place(tests)

    def work(mutant: str, place: Place) -> int:
        switch.turn(str(mutant))
        chosen = of.get(place, [])
        return forks.run((session.items[int(test.name)], test.seconds) for test in chosen)

    works = ((name, partial(work, *numbers)) for name, numbers in mutants.items())
    for name, status in forks.spread(works):
        verdict = "killed by pytest" + (", ended" if os.WIFSIGNALED(status) else "")
        if not status:
            place = mutants[name][1]
            why = "" if place in of else ", not reached"
            if place in early:
                why = f", {'' if place in of else 'only '}reached before the tests"
            verdict = f"survived{why}"
        with Path(os.environ["SUPERURI_VERDICTS"]).open("a", encoding="utf-8") as out:
            out.write(json.dumps([name, verdict]) + "\n")
    return True
