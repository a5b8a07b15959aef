"""Interpreters: the wheel of each, installed into an empty environment, passes the tests.

    make pythons
    make pythons PYTHONS="3.12 3.13" WHAT="tests/compat tests/python"
    make wheel-test

Each CPython that is on the path (`python3.14`) or managed by pyenv is used. Its wheel is the one
below dist/, which `make wheels` makes; without one the version is reported as not run. The tests
are those of a copy of the repository, which has no package beside them.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from kit import DATA, ROOT
from kit.interpreters import found

OLDEST = (3, 10)
#: What the tests import, of all that builds and checks.
NEEDED = re.compile(r"(hypothesis|pydantic|pytest|pytest-xdist|starlette|tomli|uvicorn)\b")
#: What is not copied: the package, what was built, and what tools keep.
UNWANTED = {
    ".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".venv",
    "dist", "python", "target",
}  # fmt: skip
#: What makes the wheel, and checks the layout of the sources, has no use for a wheel.
WHAT = ["tests/codec", "tests/compat", "tests/cli", "tests/normal", "tests/python", "tests/uri"]


def wheel_for(version: tuple[int, ...]) -> Path | None:
    """Return the wheel below dist/ that this version can install here, if there is one."""
    libc = "musllinux" if platform.libc_ver()[0] != "glibc" else "linux"
    tag = f"cp{version[0]}{version[1]}"
    machine = platform.machine().lower()
    for path in sorted((ROOT / "dist").glob(f"superuri-*-{tag}-{tag}-*{machine}*.whl")):
        if libc == "musllinux" or "musllinux" not in path.name:
            return path
    return None


def requirements() -> list[str]:
    """Return the rows of requirements-dev.txt that the tests need."""
    rows = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    return [row for row in rows if NEEDED.match(row)]


def copied(folder: Path) -> Path:
    """Return a copy of the repository without the package, and without what was built."""
    built = shutil.ignore_patterns("__pycache__", "*.so")

    def left_out(place: str, names: list[str]) -> set[str]:
        if Path(place) != ROOT:
            return built(place, names)
        return UNWANTED.intersection(names)

    return Path(shutil.copytree(ROOT, folder / "copy", ignore=left_out))


def install(python: Path, *what: str) -> str:
    """Install with the pip of this interpreter; return what went wrong."""
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    done = subprocess.run(
        [*pip, "install", "--quiet", "--no-compile", "--only-binary", ":all:", *what],
        check=False,
        capture_output=True,
        text=True,
    )
    return done.stderr.strip().rpartition("\n")[2] if done.returncode else ""


def tried(version: tuple[int, ...], tests: Path, folder: Path, what: list[str]) -> str:
    """Install the wheel for the version and run the tests; return the summary, or why not."""
    wheel = wheel_for(version)
    if wheel is None:
        return "not run: no wheel below dist/"
    place = folder / ".".join(map(str, version))
    subprocess.run([found()[version], "-m", "venv", "--without-pip", place], check=True)
    python = place / Path(sys.executable).parent.name / "python"
    if trouble := install(python, str(wheel)):
        return f"FAILED: {trouble}"
    for row in requirements():
        if trouble := install(python, row):
            print(f"  without {row}: {trouble}", flush=True)
    command = [python, "-m", "pytest", "--quiet", "-n", "2", "-m", "not memory", *what]
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        "SUPERURI_DATA": str(DATA.resolve()),
        "SUPERURI_EXAMPLES": os.environ.get("SUPERURI_EXAMPLES", "20"),
    }
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, cwd=tests, env=environment
    )
    log = ROOT / "target" / f"pythons-{place.name}.log"
    log.parent.mkdir(exist_ok=True)
    log.write_text(done.stdout + done.stderr, encoding="utf-8")
    summary = done.stdout.strip().rpartition("\n")[2].strip("= ")
    return f"{wheel.name}: {summary}" if done.returncode == 0 else f"FAILED: {summary} ({log})"


def main() -> int:
    """Try each interpreter, and print what became of it; return how many failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("versions", nargs="*", help="versions such as 3.13; default: all")
    parser.add_argument("--what", default=" ".join(WHAT), help="the tests to run")
    options = parser.parse_args()
    wanted = {tuple(map(int, version.split("."))) for version in options.versions}
    versions = sorted(version for version in found() if version >= OLDEST)
    failed, ran = 0, 0
    with tempfile.TemporaryDirectory(prefix="superuri-pythons-") as name:
        folder = Path(name)
        tests = copied(folder)
        for version in versions:
            if wanted and version not in wanted:
                continue
            outcome = tried(version, tests, folder, options.what.split())
            failed += outcome.startswith("FAILED")
            ran += not outcome.startswith(("FAILED", "not run"))
            print(f"Python {'.'.join(map(str, version))}: {outcome}", flush=True)
    return failed or not ran


if __name__ == "__main__":
    sys.exit(main())
