"""Mutants: the code with one change each, and whether the tests of its module fail.

    make mutants
    make mutants EACH=20 ROOMS="codec clean"

cargo-mutants lists the changes (`cargo install cargo-mutants`). Of each module, this many are drawn
by the seed of the tests, or by SUPERURI_SEED; each is applied to a copy of the sources in
target/mutants, built, and judged by the quick tests: those of the module in Rust and the folder of
tests/ of the same name. A mutant is killed if one of them fails or does not end. One that does not
compile counts as neither, nor does one of equivalent.toml. Verdicts are kept in
target/mutants/verdicts.jsonl, so that the next run continues where this one ended; a file that was
changed since is judged again, and so is a survivor.

Of each module, the share that was killed is printed with its confidence interval (95 %, Wilson),
and each survivor.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kit import DATA, ROOT, chance

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HOME = ROOT / "target" / "mutants"
TREE = HOME / "tree"
VERDICTS = HOME / "verdicts.jsonl"
#: The tests of each module: of its crate in Rust, and in Python, besides the rows of all.
ROOMS = {
    "kernels": ("superuri-kernels", "codec"),
    "base": ("superuri", "codec"),
    "codec": ("superuri", "codec"),
    "syntax": ("superuri", "syntax"),
    "clean": ("superuri", "clean"),
    "uri": ("superuri", "uri"),
    "normal": ("superuri", "normal"),
    "show": ("superuri", "show"),
    "lint": ("superuri", "lint"),
    "bulk": ("superuri", "bulk"),
}
ROWS = ("tests/python/test_tables.py", "tests/python/test_frozen.py")
#: Mutants with the same results, without their lines, and why.
EQUIVALENT = {
    row["name"]: row["why"]
    for row in tomllib.loads(
        Path(__file__).with_name("equivalent.toml").read_text(encoding="utf-8")
    )["mutant"]
}
#: What is not compiled for this machine, and what is compiled for tests only.
LEFT_OUT = ("crates/kernels/src/neon/**", "**/tests.rs")
#: How many times longer than without a mutant a step may take, and seconds besides.
PATIENCE, GRACE = 5, 60
#: Standard deviations of a confidence interval of 95 %.
DEVIATIONS = 1.96


class Step(NamedTuple):
    """A step of the judgement: a build or tests."""

    name: str
    command: list[str]


def copied() -> None:
    """Copy what differs, so that cargo sees as changed only what is."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True,
        cwd=ROOT,
        capture_output=True,
    ).stdout.decode()
    names = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    for name in names:
        to, octets = TREE / name, (ROOT / name).read_bytes()
        if not to.is_file() or to.read_bytes() != octets:
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(octets)
    for folder in ("crates", "python", "tests"):
        for path in list((TREE / folder).rglob("*.*")):
            relative = path.relative_to(TREE).as_posix()
            if path.suffix in {".rs", ".py", ".toml"} and relative not in names:
                path.unlink()


def listed() -> dict[str, list[dict[str, Any]]]:
    """Return the mutants of each module."""
    options = [word for pattern in LEFT_OUT for word in ("--exclude", pattern)]
    command = ["cargo", "mutants", "--list", "--json", "--diff", "--workspace", *options]
    found = subprocess.run(command, check=True, cwd=TREE, capture_output=True, text=True).stdout
    rooms: dict[str, list[dict[str, Any]]] = {room: [] for room in ROOMS}
    for mutant in json.loads(found):
        crate, _, rest = mutant["file"].removeprefix("crates/").partition("/src/")
        room = crate if crate == "kernels" else rest.partition("/")[0]
        if crate in {"kernels", "engine"} and room in rooms:
            rooms[room].append(mutant)
    return rooms


def steps(room: str) -> list[Step]:
    """Return what judges a mutant of this module, what ends soonest first."""
    crate, folder = ROOMS[room]
    cargo = ["--quiet", "--profile", "quick", "--package"]
    built = ["cargo", "build", *cargo, "superuri-python", "--lib"]
    pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    python = [
        Step("build", built),
        Step("rows", [*pytest, *ROWS]),
        Step(f"tests/{folder}", [*pytest, f"tests/{folder}"]),
    ]
    rust = [Step("cargo test", ["cargo", "test", *cargo, crate, "--lib", "--tests"])]
    return rust + python if room == "kernels" else python + rust


def run(step: Step, limit: float | None) -> tuple[str, str]:
    """Run a step; return "passed", "failed" or "endless", and what it printed."""
    environment = {
        **os.environ,
        "CARGO_TARGET_DIR": str(HOME / "built"),
        "PYO3_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join((str(TREE / "python"), str(TREE / "tests"))),
        "SUPERURI_DATA": str(DATA.resolve()),
    }
    with subprocess.Popen(
        step.command,
        cwd=TREE,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output = process.communicate(timeout=limit)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return "endless", ""
    if process.returncode == 0 and step.name == "build":
        module = HOME / "built" / "quick" / "libsuperuri_python.so"
        to = TREE / "python" / "superuri" / "_core.so"
        # A module that is loaded must not change.
        to.unlink(missing_ok=True)
        shutil.copy(module, to)
    return ("failed" if process.returncode else "passed"), output


@contextmanager
def applied(mutant: dict[str, Any]) -> Iterator[None]:
    """Apply a mutant to the copy, and take it back."""
    path = TREE / mutant["file"]
    before = path.read_bytes()
    command = ["patch", "--quiet", "--no-backup-if-mismatch", str(path)]
    try:
        subprocess.run(command, check=True, input=mutant["diff"], text=True)
        yield
    finally:
        path.write_bytes(before)


def is_equivalent(mutant: dict[str, Any]) -> bool:
    """Return whether the results of this mutant are those of the code."""
    return re.sub(r":\d+:\d+:", ":", mutant["name"], count=1) in EQUIVALENT


def judged(mutant: dict[str, Any], room: str, limits: dict[str, float]) -> str:
    """Return "killed by …", "does not compile" or "survived"."""
    with applied(mutant):
        for step in steps(room):
            verdict, output = run(step, limits.get(step.name))
            if verdict == "failed" and "error: could not compile" in output:
                return "does not compile"
            if verdict != "passed":
                return f"killed by {step.name}" + (", endless" if verdict == "endless" else "")
    return "survived"


def limits(room: str) -> dict[str, float]:
    """Return how long each step may take; exit if one fails without a mutant."""
    found = {}
    for step in steps(room):
        began = time.monotonic()
        verdict, output = run(step, None)
        if verdict != "passed":
            sys.exit(f"{output}\n{room}: {step.name} fails without a mutant")
        found[step.name] = (time.monotonic() - began) * PATIENCE + GRACE
    return found


def key(mutant: dict[str, Any]) -> str:
    """Return what names a mutant of a file with this text."""
    text = (TREE / mutant["file"]).read_bytes()
    return f"{hashlib.sha256(text).hexdigest()[:16]} {mutant['name']}"


def interval(killed: int, count: int) -> tuple[float, float]:
    """Return the confidence interval of a share, after Wilson.

    >>> [round(bound, 3) for bound in interval(19, 20)]
    [0.764, 0.991]
    """
    square = DEVIATIONS**2
    middle = (killed + square / 2) / (count + square)
    root = math.sqrt(killed * (count - killed) / count + square / 4)
    half = DEVIATIONS * root / (count + square)
    return middle - half, middle + half


def report(room: str, verdicts: Iterable[str], total: int) -> None:
    """Print the share that was killed."""
    known = [verdict for verdict in verdicts if verdict != "does not compile"]
    killed = sum(verdict != "survived" for verdict in known)
    if known:
        low, high = interval(killed, len(known))
        share = f"{killed / len(known):.1%} killed ({low:.1%} to {high:.1%})"
        print(f"{len(known):>6,} judged of {total:,}  {room}: {share}", flush=True)


def main() -> int:
    """Judge the mutants that are drawn; return 0 whether they survive or not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--each", type=int, default=5, help="mutants of each module (5)")
    parser.add_argument("rooms", nargs="*", help=f"of {', '.join(ROOMS)}; all by default")
    options = parser.parse_args()
    if unknown := set(options.rooms) - set(ROOMS):
        parser.error(f"no module is called {', '.join(sorted(unknown))}")
    print(f"SUPERURI_SEED={chance.SEED}", flush=True)
    copied()
    kept: dict[str, str] = {}
    if VERDICTS.exists():
        kept = dict(map(json.loads, VERDICTS.read_text(encoding="utf-8").splitlines()))
    for room, mutants in listed().items():
        if options.rooms and room not in options.rooms:
            continue
        chance.dice(f"mutants of {room}").shuffle(mutants)
        # The first of them, so that a longer run begins with those of a shorter one.
        drawn = [each for each in mutants[: options.each] if not is_equivalent(each)]
        # A test may have been added for a survivor.
        todo = [each for each in drawn if kept.get(key(each), "survived") == "survived"]
        allowed = limits(room) if todo else {}
        for mutant in todo:
            name, verdict = key(mutant), judged(mutant, room, allowed)
            kept[name] = verdict
            with VERDICTS.open("a", encoding="utf-8") as file:
                file.write(json.dumps([name, verdict]) + "\n")
        for mutant in drawn:
            if kept[key(mutant)] == "survived":
                print(f"{'':>6} survived: {mutant['name']}")
        report(room, [kept[key(mutant)] for mutant in drawn], len(mutants))
    return 0


if __name__ == "__main__":
    sys.exit(main())
