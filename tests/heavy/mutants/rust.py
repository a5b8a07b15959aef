"""The tests of Rust: their programs are started anew for each mutant."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from heavy.mutants.tests import (
    CRATES,
    GRACE,
    IDLE,
    MEMORY,
    PATIENCE,
    QUICK,
    WORKERS,
    Test,
    by_place,
    kept,
    name_of,
    places,
    ticks_used,
)

#: How many tests are run before it is asked whether one failed, and how many times more then.
FIRST, MORE = 1, 6


def ended(process: subprocess.Popen[bytes], seconds: float) -> int:
    """Return the exit code of a process, which is ended if it does nothing or lasts longer."""
    last, before = time.monotonic() + seconds, -1
    while True:
        try:
            return process.wait(timeout=IDLE)
        except subprocess.TimeoutExpired:
            now = ticks_used(process.pid)
            if now == before or time.monotonic() > last:
                os.killpg(process.pid, signal.SIGKILL)
            before = now


class Rust:
    """The tests of Rust."""

    def __init__(self, tree: Path, environment: dict[str, str]) -> None:
        """Build them, and note what each reaches."""
        self.tree, self.environment = tree, environment
        build = ["cargo", "test", "--no-run", *QUICK, *CRATES, "--lib", "--tests"]
        words = [*build, "--message-format=json"]
        done = subprocess.run(words, check=True, cwd=tree, env=environment, stdout=subprocess.PIPE)
        rows = map(json.loads, done.stdout.splitlines())
        programs = sorted(row["executable"] for row in rows if row.get("executable"))
        names = [(program, name) for program in programs for name in self.listed(program)]

        def noted() -> list[Test]:
            with ThreadPoolExecutor(WORKERS) as pool:
                return [test for test in pool.map(self.noted, names) if test]

        #: What names these tests, the engine included.
        self.name = name_of(Path(program).read_bytes() for program in programs)
        tests = kept(tree.parent / "rust.json", self.name, noted)
        print(
            f"{len(tests)} tests of Rust, {sum(test.seconds for test in tests):.0f} s", flush=True
        )
        self.tests = by_place(tests)

    def listed(self, program: str) -> list[str]:
        """Return the names of the tests of a program that are not ignored."""
        found = []
        for words in (["--list"], ["--list", "--ignored"]):
            run = [program, *words, "--format=terse"]
            done = subprocess.run(run, check=True, cwd=self.tree, capture_output=True, text=True)
            found.append(re.findall(r"^(.*): test$", done.stdout, re.MULTILINE))
        return [name for name in found[0] if name not in found[1]]

    def noted(self, name: tuple[str, str]) -> Test | None:
        """Run a test alone; return what it reaches, or nothing if it fails."""
        path = self.tree / f"reached.{abs(hash(name))}"
        own = {"SUPERURI_MUTANT": "record", "SUPERURI_REACHED": str(path)}
        began = time.monotonic()
        done = self.started(name[0], [name[1]], own)
        if done.wait():
            print(f"fails without a mutant: {name[1]}")
            return None
        seconds = time.monotonic() - began
        octets = path.read_bytes() if path.exists() else b""
        path.unlink(missing_ok=True)
        return Test(*name, seconds, places(octets))

    def started(
        self, program: str, names: list[str], own: dict[str, str], limit: float = 600
    ) -> subprocess.Popen[bytes]:
        """Start some tests of a program, with these variables and this limit of seconds."""
        process = subprocess.Popen(
            [program, "--exact", "--test-threads=1", *names],
            cwd=self.tree / "crates" / ("kernels" if "kernels" in program else "engine"),
            env={**self.environment, **own},
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for kind, most in (("CPU", int(limit) + 1), ("AS", MEMORY), ("CORE", 0)):
            resource.prlimit(process.pid, getattr(resource, f"RLIMIT_{kind}"), (most, most))
        return process

    def judged(self, mutant: int, place: int) -> str:
        """Return "killed by …", or nothing if no test fails."""
        tests, size = self.tests.get(place, []), FIRST
        while tests:
            chunk, tests = tests[:size], tests[size:]
            size *= MORE
            for program in {test.program for test in chunk}:
                own = [test for test in chunk if test.program == program]
                seconds = sum(test.seconds for test in own) * PATIENCE + GRACE
                process = self.started(
                    program,
                    [test.name for test in own],
                    {"SUPERURI_MUTANT": str(mutant)},
                    seconds,
                )
                if code := ended(process, 20 * seconds + 60):
                    is_endless = code in {-signal.SIGXCPU, -signal.SIGKILL}
                    name = own[0].name if len(own) == 1 else "cargo test"
                    return f"killed by {name}{', endless' if is_endless else ''}"
        return ""
