"""Coverage: the lines and branches of each folder that the tests reach, in Rust and in Python.

    python -m heavy coverage

Nightly Rust builds the tests and the module for Python so that they count (its component
llvm-tools reads the counts: `rustup toolchain install nightly --component llvm-tools`). Then the
tests of Rust run, and those of Python with that module, whose own lines coverage.py counts. A table
of the modules is printed, and what is left out; target/coverage/uncovered.txt lists the lines that
no test reached.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from heavy.asan import PROFILE, built
from heavy.nightly import NAME, found, host
from kit import ROOT

TARGET = ROOT / "target" / "coverage"
COUNTS = TARGET / "counts"
FLAGS = "-Cinstrument-coverage -Zcoverage-options=branch"
#: The tests of Python, by the modules that they reach.
TESTS = (
    *("articles", "codec", "syntax", "clean", "uri", "normal", "show", "lint", "bulk", "cli"),
    *("tables", "web", "compat", "python", "docs/test_docstrings.py", "docs/test_installed.py"),
)
#: The command ends by `os._exit`, before counts are written: those of Python and of Rust, which the
#: C library writes at its own exit. Run at the start of each process; a fork ends as it did.
ENDING = """import os

START, AT_ONCE = os.getpid(), os._exit

def end(code):
    if os.getpid() != START:
        AT_ONCE(code)
    import ctypes
    import coverage
    if own := coverage.Coverage.current():
        own.stop()
        own.save()
    ctypes.CDLL(None).exit(code)

os._exit = end
"""
#: Files that are left out of them, and why.
LEFT_OUT = {
    "-m 'not memory'": "it measures memory, of which the counters take some",
    "--deselect=tests/cli/test_cli.py::test_start_up_loads_only_what_it_needs": (
        "coverage.py loads modules itself"
    ),
    "--deselect=tests/tables/test_tidy_signals.py::test_an_early_interrupt_is_not_a_traceback": (
        "the interrupt meets coverage.py, which starts before the command"
    ),
    "-k 'not linear and not square and not time_grows'": "they measure time",
    "--ignore=tests/python/test_typing.py": "it runs type checkers, which import nothing",
    "--ignore=tests/tables/test_tidy_races.py": "slow, and reaches what the tests of tables do",
    "--ignore=tests/tables/test_tidy_power.py": "slow, and reaches what the tests of tables do",
}
#: Files that no count includes, and why.
NOT_COUNTED = {
    "tests/ and rates/ of crates, and `mod tests` at the end of a file": "they are not the product",
    "what is compiled for other systems and processors, as NEON is": "it is not in the programs",
    "calls of `const fn` while compiling": "lines that only they reach are listed as not reached",
    "processes that are killed": "they write their counts when they end",
    "Python that threads of Rust and DuckDB call": "coverage.py sees Python's own threads",
    "tests of the page in a browser, where none is installed": "they are skipped",
}
#: The tests of a file of Rust, which are its end.
TESTS_BELOW = re.compile(r"^#\[cfg\(test\)\]\nmod tests \{", re.MULTILINE)
#: A line, or a branch: its line, its block and its number.
Place = tuple[int, ...]
#: By file: whether each place was reached.
Reached = dict[str, dict[Place, bool]]


def rust(environment: dict[str, str]) -> list[Path]:
    """Run the tests of Rust; return the programs that counted."""
    # As `built` does, so that the engine is compiled once; and no script of a build counts.
    where = ("--target", host(), "--target-dir", str(TARGET))
    command = ["cargo", "test", "--release", "--tests", *where]
    names = [*command, "--no-run", "--message-format=json"]
    done = subprocess.run(names, check=True, cwd=ROOT, env=environment, stdout=subprocess.PIPE)
    messages = map(json.loads, done.stdout.splitlines())
    programs = [message.get("executable") for message in messages]
    subprocess.run([*command, "--quiet"], check=True, cwd=ROOT, env=environment)
    return [Path(program) for program in programs if program]


def python(environment: dict[str, str], package: Path) -> int:
    """Run the tests of Python with the package; return pytest's exit code."""
    (package / "sitecustomize.py").write_text(ENDING, encoding="utf-8")
    # Processes that the tests start count too. Those that ignore PYTHONPATH import the package of
    # the checkout, whose lines are the same; and none may print that it counted nothing.
    (TARGET / "coveragerc").write_text(
        f"[run]\nbranch = true\nparallel = true\npatch = subprocess\n"
        f"source =\n    {package}\n    {ROOT / 'python'}\n"
        f"disable_warnings = no-data-collected, module-not-measured, module-not-imported\n"
        f"data_file = {TARGET / 'python'}\n"
        f"[paths]\npackage =\n    {package}\n    {ROOT / 'python'}\n",
        encoding="utf-8",
    )
    coverage = [sys.executable, "-m", "coverage"]
    options = ["--rcfile", str(TARGET / "coveragerc")]
    left_out = [word for each in LEFT_OUT for word in shlex.split(each)]
    tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", *left_out, "--durations=60"]
    tests += [f"tests/{each}" for each in TESTS]
    more = {"PYTHONPATH": str(package), "SUPERURI_EXAMPLES": "20", "SUPERURI_FORKS": "0"}
    run = [*coverage, "run", *options, *tests]
    code = subprocess.run(run, check=False, cwd=ROOT, env={**environment, **more}).returncode
    for words in (["combine", "--quiet"], ["lcov", "--quiet", "-o", str(TARGET / "python.lcov")]):
        subprocess.run([*coverage, *words, *options], check=True, cwd=ROOT)
    return code


def exported(objects: Iterable[Path]) -> str:
    """Return what the programs and the module counted, in the format of lcov."""
    tools = found("llvm-tools").parent
    profile = TARGET / "merged.profdata"
    merge = [str(tools / "llvm-profdata"), "merge", "--sparse", "-o", str(profile), str(COUNTS)]
    subprocess.run(merge, check=True)
    export = [str(tools / "llvm-cov"), "export", "--format=lcov", f"--instr-profile={profile}"]
    export.append("--ignore-filename-regex=registry|rustc|/tests|/rates")
    # One by one: of a function that several have, llvm-cov takes the first, which counts nothing
    # where it is not called.
    commands = ([*export, str(each)] for each in objects)
    done = (subprocess.run(each, check=True, capture_output=True, text=True) for each in commands)
    return "".join(each.stdout for each in done)


def read(lcov: str, beside: Path) -> tuple[Reached, Reached]:
    """Return the lines and the branches of the files below the folder, without their tests."""
    lines: Reached = defaultdict(dict)
    branches: Reached = defaultdict(dict)
    name, end = "", 0
    for row in lcov.splitlines():
        kind, _, rest = row.partition(":")
        if kind == "SF":
            path = (ROOT / rest).resolve()
            name = path.relative_to(beside).as_posix() if path.is_relative_to(beside) else ""
            text = path.read_text(encoding="utf-8") if name else ""
            end = len(TESTS_BELOW.split(text)[0].splitlines())
        elif name and kind in {"DA", "BRDA"}:
            *place, count = rest.split(",")
            numbers = tuple(map(int, re.findall(r"\d+", " ".join(place))))
            if numbers[0] <= end:
                of = (lines if kind == "DA" else branches)[name]
                of[numbers] = of.get(numbers, False) or count not in {"0", "-"}
    return lines, branches


def folders(reached: Reached) -> dict[str, list[bool]]:
    """Return for each folder whether each of its places was reached."""
    places: dict[str, list[bool]] = defaultdict(list)
    for name, own in reached.items():
        crate, _, rest = name.rpartition("/src/")
        folder = "" if crate in {"kernels", "python"} else rest.rpartition("/")[0].partition("/")[0]
        places[folder or crate or "modules"].extend(own.values())
    return dict(sorted(places.items()))


def cells(places: list[bool]) -> str:
    """Return how many places there are, and the share that was reached."""
    return f"{len(places):>8,} {100 * sum(places) / max(len(places), 1):>7.1f}%"


def main() -> int:
    """Print the tables; return what the tests of Python did."""
    found("llvm-tools")
    shutil.rmtree(COUNTS, ignore_errors=True)
    # g++ refuses to inline, at level 1, what the library of hosts says is always inline.
    level = {"CARGO_PROFILE_RELEASE_OPT_LEVEL": "1", "CXXFLAGS": "-O2"}
    settings = {"RUSTUP_TOOLCHAIN": NAME, **level}
    package = built(TARGET, FLAGS, settings)
    counts = {"RUSTFLAGS": FLAGS, "LLVM_PROFILE_FILE": str(COUNTS / "%4m.profraw")}
    environment = {**os.environ, **PROFILE, **settings, **counts}
    programs = rust(environment)
    code = python(environment, package)
    sides = {
        "Rust": (exported([*programs, package / "superuri" / "_core.so"]), ROOT / "crates"),
        "Python": ((TARGET / "python.lcov").read_text(encoding="utf-8"), package / "superuri"),
    }
    missed = []
    for side, (lcov, beside) in sides.items():
        lines, branches = read(lcov, beside)
        by_folder = folders(branches)
        print(f"\n{side:<10}{'lines':>8} reached {'branches':>9} reached")
        for folder, places in folders(lines).items():
            print(f"{folder:<10}{cells(places)}{cells(by_folder.get(folder, []))}")
        every = [place for own in lines.values() for place in own.values()]
        reached = f"{sum(every):,} lines of {side} reached"
        print(f"{reached}, {100 * sum(every) / len(every):.1f}% of {len(every):,}")
        for name, own in sorted(lines.items()):
            numbers = [place[0] for place, reached in own.items() if not reached]
            missed += [f"{side} {name} {len(numbers)}: {numbers}"] if numbers else []
    print("\nNot counted:")
    for what, why in {**NOT_COUNTED, **LEFT_OUT}.items():
        print(f"  {what}: {why}")
    (TARGET / "uncovered.txt").write_text("\n".join(missed), encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
