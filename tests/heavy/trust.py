"""Trust: every harness in a shortened form, and what each counted.

    make trust
    make trust PARTS="fuzz properties" SCALE=--scale

Runs the parts of trust.toml one after the other, prints what each counted, and fails if one of them
fails. `--scale` runs what a part names as its `scale` in place of its shortened form.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from heavy import nightly
from kit import ROOT, toml
from kit.chance import fresh

HERE = Path(__file__).parent
#: How many lines of a part that fails are shown.
SHOWN = 40


@dataclass(frozen=True)
class Part:
    """A part of trust.toml."""

    name: str
    tries: str
    unit: str
    short: str
    counts: str
    notes: str = ""
    scale: str = ""
    needs: str = ""
    components: str = ""
    environment: dict[str, str] = field(default_factory=dict)

    def missing(self) -> str:
        """Return the programs and the components of nightly Rust that are needed and missing."""
        programs = [name for name in self.needs.split() if shutil.which(name) is None]
        return ", ".join([*programs, *nightly.missing(self.components.split())])

    def counted(self, output: str) -> int:
        """Return the sum of the numbers that the part prints."""
        return sum(int(number.replace(",", "")) for number in re.findall(self.counts, output))


PARTS = [Part(**row) for row in toml.read(HERE / "trust.toml")["part"]]


@dataclass(frozen=True)
class Run:
    """A run of a part: what it counted, and what failed."""

    part: Part
    count: int
    seconds: float
    notes: list[str]
    broke: str

    def line(self) -> str:
        state = "BROKEN" if self.broke else "holds "
        counted = f"{self.count:>13,} {self.part.unit:<8}"
        line = f"{counted}  {state}  {self.part.name}, {self.seconds:.0f} s"
        return "\n".join([line, *(f"{'':>31} {note}" for note in self.notes)])


def run(part: Part, seed: int, *, at_scale: bool) -> Run:
    """Run a part, and print its last lines if it failed or counted nothing."""
    larger = part.scale if at_scale else ""
    command = larger or part.short.replace("{seed}", str(seed))
    # SEED is the name that the tests of Rust read.
    own = {"PYTHONPATH": "tests", "SUPERURI_SEED": str(seed), "SEED": str(seed)}
    words = [sys.executable if word == "python" else word for word in command.split()]
    began = time.monotonic()
    done = subprocess.run(
        words,
        check=False,
        cwd=ROOT,
        env={**os.environ, **own, **({} if larger else part.environment)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    seconds, count = time.monotonic() - began, part.counted(done.stdout)
    lines = done.stdout.rstrip().splitlines()
    broke = ""
    if done.returncode or not count:
        print("\n".join(lines[-SHOWN:]), flush=True)
        broke = f"exit code {done.returncode}: {lines[-1] if lines else 'no output'}"
    notes = re.findall(part.notes, done.stdout) if part.notes else []
    return Run(part, count, seconds, notes, broke)


def main() -> int:
    """Run the parts; return 1 if one of them failed."""
    names = [part.name for part in PARTS]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(names)}; all by default")
    parser.add_argument("--scale", action="store_true", help="run more of each")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(names):
        parser.error(f"no part is called {', '.join(sorted(unknown))}")
    seed = fresh()
    runs = []
    for part in PARTS:
        if options.parts and part.name not in options.parts:
            continue
        if missing := part.missing():
            print(f"{'':>13} {'':<8}  not run {part.name}: {missing} is not installed", flush=True)
            continue
        runs.append(run(part, seed, at_scale=options.scale))
        print(runs[-1].line(), flush=True)
    broken = [each.part.name for each in runs if each.broke]
    seconds = sum(each.seconds for each in runs)
    print(f"{len(runs)} of {len(PARTS)} parts, {len(broken)} broken, {seconds:.0f} s")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
