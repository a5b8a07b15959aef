"""Mutants of the package that is written in Python, judged as those of Rust.

    make mutants-python
    make mutants-python EACH=20 ROOMS="cli web"

mutmut makes the changes (`pip install mutmut`): it writes all of a function's changed forms below
it, in a copy of the package in target/mutants/package, of which one is on at a time
(`superuri_switch.py`). Functions with decorators, other than of static and class methods, and
statements outside functions have none; those that equivalent-python.toml names do not count, and
neither do those of modules that need Spark, which `make spark` tests.
Each mutant is judged by the tests that reach its function, those first that reach the least. If
none fails and modules call the function when they are imported, the tests beside its folder run
once more, in a process in which it is on from the start. Verdicts, shares and options are as in
`__main__.py`.
"""

from __future__ import annotations

import argparse
import compileall
import difflib
import json
import os
import pickle
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import metadata
from itertools import filterfalse, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mutmut.mutation.file_mutation import MutatedFile, mutate_file_contents

from heavy.mutants.tests import WORKERS, name_of
from heavy.mutants.tree import files, write
from heavy.mutants.verdicts import (
    EVERYWHERE,
    HOME,
    OF_PYTHON,
    VERDICTS,
    drawn,
    key,
    note,
    report,
    verdicts,
)
from kit import DATA, ROOT, chance

if TYPE_CHECKING:
    from collections.abc import Iterable

COPY = HOME / "package"
SWITCH = Path(__file__).with_name("superuri_switch.py")
#: The folders of tests that judge.
FOLDERS = (
    *("python", "cli", "tables", "web", "compat", "bulk", "lint", "codec", "syntax", "clean"),
    *("uri", "normal", "show", "articles"),
)
#: The folders of tests beside a folder of the package, where they have another name than it.
BESIDE = {
    "columns": ("bulk",),
    "disagree": ("compat",),
    "explanation": ("show",),
    "keys": ("normal",),
    "modules": ("uri", "compat", "python"),
    "values": ("show", "python"),
    "who": ("compat",),
    "wire": ("compat",),
}
#: The modules that need Spark.
SPARK = re.compile(r"/spark\.py$")
#: How the verdict on a mutant ends that ran before the tests did.
EARLY = "before the tests"
#: What mutmut imports into each file.
ITS_IMPORT, OURS = "from mutmut.mutation.trampoline import", "from superuri_switch import"


class Change(NamedTuple):
    """A mutant: its file, the function that it changes and its name."""

    file: str
    place: str
    name: str

    @property
    def module(self) -> str:
        """The name of the module."""
        path = Path(self.file).relative_to("python").with_suffix("")
        return ".".join(part for part in path.parts if part != "__init__")

    @property
    def room(self) -> str:
        """The folder of the package that it is in; "modules" for the files beside the folders."""
        folders = Path(self.file).parts[2:-1]
        return folders[0].strip("_") if folders else "modules"

    @property
    def key(self) -> str:
        """What names it, in a file with this text."""
        return key({"file": self.file, "name": f"{self.file}: {self.name}"})


@cache
def mutated(file: str) -> MutatedFile:
    """Return a file of the package with all its mutants; it is kept for the next run."""
    octets = (ROOT / file).read_bytes()
    kept = HOME / "mutated" / name_of([octets, metadata.version("mutmut").encode()])
    if kept.exists():
        found: MutatedFile = pickle.loads(kept.read_bytes())  # noqa: S301  it was written below
        return found
    made = mutate_file_contents(file, octets.decode())
    write(kept, pickle.dumps(made))
    return made


def qualified(name: str) -> str:
    """Return the name of the function that a mutant changes: `x_f__mutmut_1` changes `f`."""
    return name.rpartition("__mutmut_")[0].removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")


def shown(change: Change) -> str:
    """Return the lines that a mutant changes, in one line."""
    file = mutated(change.file)
    lines = file.code.splitlines()

    def text(name: str) -> list[str]:
        span = file.line_span_by_function_name[name]
        return [line.strip() for line in lines[span.start - 1 : span.end]]

    original = text(change.name.rpartition("__mutmut_")[0] + "__mutmut_orig")
    rows = difflib.unified_diff(original, text(change.name), n=0, lineterm="")
    found = [row for row in rows if row[0] in "+-" and row[:3] not in {"+++", "---"}]
    return "  ".join(row for row in found if "__mutmut_" not in row)


def is_left_out(change: Change) -> bool:
    """Return whether a mutant is of a module that needs Spark, or its results are the code's."""
    if SPARK.search(change.file):
        return True
    text = shown(change)
    was, _, becomes = text.partition("  +")
    return (change.file, change.place, text) in OF_PYTHON or any(
        old.sub("", was[1:]) == new.sub("", becomes) for old, new in EVERYWHERE if old.search(was)
    )


def copied() -> list[Change]:
    """Make the copy, with all mutants; return them."""
    found = []
    for name in files():
        octets = (ROOT / name).read_bytes()
        if name.startswith("python/superuri/") and name.endswith(".py"):
            file = mutated(name)
            if file.mutant_names:
                octets = file.code.replace(ITS_IMPORT, OURS).encode()
            found += [Change(name, qualified(mutant), mutant) for mutant in file.mutant_names]
        write(COPY / name, octets)
    write(COPY / "python" / SWITCH.name, SWITCH.read_bytes())
    for built in (ROOT / "python" / "superuri").glob("_core.*"):
        write(COPY / "python" / "superuri" / built.name, built.read_bytes())
    # Commands of the tests would compile all of it at each start.
    compileall.compile_dir(COPY / "python", quiet=1)
    return found


def tested(folders: Iterable[str], mutant: str, log: Path, *words: str, **more: str) -> int:
    """Run the tests of these folders with a mutant; return the exit code."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(COPY / "python"), str(COPY / "tests"))),
        "SUPERURI_DATA": str(DATA.resolve()),
        "SUPERURI_EXAMPLES": "20",
        "SUPERURI_MUTANT": mutant,
        **more,
    }
    options = ["-q", "-p", "no:cacheprovider", "-m", "not memory", *words]
    command = [sys.executable, "-m", "pytest", *options, *(f"tests/{name}" for name in folders)]
    with log.open("wb") as file:
        done = subprocess.run(
            command, check=False, cwd=COPY, env=environment, stdout=file, stderr=file
        )
    return done.returncode


def judge(changes: list[Change], folders: list[str]) -> None:
    """Judge these mutants, and note the verdicts."""
    jobs = HOME / "package.json"
    numbers = {it.key: (f"{it.module}.{it.name}", f"{it.module}.{it.place}") for it in changes}
    jobs.write_text(json.dumps(numbers), encoding="utf-8")
    own = {"SUPERURI_JOBS": str(jobs), "SUPERURI_VERDICTS": str(VERDICTS)}
    own["SUPERURI_SWITCH"] = "Package"
    log = HOME / "package.log"
    if tested(folders, "record", log, "-p", "heavy.mutants.plugin", **own):
        sys.exit(f"the tests cannot judge: {log}")
    known = verdicts()
    judge_anew([change for change in changes if known[change.key].endswith(EARLY)])


def judge_anew(changes: list[Change]) -> None:
    """Judge these mutants again, each on from the start, and note the verdicts."""
    folder = HOME / "anew"
    folder.mkdir(exist_ok=True)

    @cache
    def passes(room: str) -> bool:
        return not tested(BESIDE.get(room, (room,)), "", folder / room)

    def fails(change: Change) -> bool:
        mutant = f"{change.module}.{change.name}"
        return bool(tested(BESIDE.get(change.room, (change.room,)), mutant, folder / mutant, "-x"))

    changes = [change for change in changes if passes(change.room)]
    with ThreadPoolExecutor(WORKERS) as pool:
        for change, killed in zip(changes, pool.map(fails, changes), strict=True):
            verdict = "killed by pytest" if killed else "survived, judged anew"
            note({"file": change.file, "name": f"{change.file}: {change.name}"}, verdict)


def main() -> int:
    """Judge the mutants that are drawn; return 0 whether they survive or not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--each", type=int, help="mutants of each folder (all)")
    parser.add_argument(
        "--tests", default=",".join(FOLDERS), help="the folders of tests/ that judge"
    )
    parser.add_argument("rooms", nargs="*", help="folders of the package, and modules; all")
    options = parser.parse_args()
    print(f"SUPERURI_SEED={chance.SEED}", flush=True)
    HOME.mkdir(parents=True, exist_ok=True)
    every = copied()
    rooms = sorted({change.room for change in every})
    of_rooms = {room: [change for change in every if change.room == room] for room in rooms}
    if unknown := set(options.rooms) - set(rooms):
        parser.error(f"no folder is called {', '.join(sorted(unknown))}; there are {rooms}")
    chosen = {
        room: list(islice(filterfalse(is_left_out, drawn(room, own, None)), options.each))
        for room, own in of_rooms.items()
        if room in (options.rooms or rooms)
    }
    known = verdicts()
    changes = (change for own in chosen.values() for change in own)
    todo = [change for change in changes if not known.get(change.key, "").startswith("killed")]
    if todo:
        judge(todo, options.tests.split(","))
    known = verdicts()
    for room, own in chosen.items():
        for change in own:
            if not known[change.key].startswith("killed"):
                print(f"{'':>6} {known[change.key]}: {change.file} {change.name}: {shown(change)}")
        report(room, [known[change.key] for change in own], len(of_rooms[room]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
