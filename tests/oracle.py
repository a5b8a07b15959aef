"""How is a real implementation asked? Its programs stand in tests/oracles, one a language.

Where it is not installed the test says `not run` and why, at the end of the run.
"""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parent / "oracles"

#: What is on the path under another name, or of which only some version will do.
_ALTERNATIVES = {"python2.7": ["python2.7", "python2"]}


def find(name: str) -> str | None:
    """Where the program of this name is, if it is here and starts."""
    for candidate in _ALTERNATIVES.get(name, [name]):
        path = shutil.which(candidate)
        if path is None:
            continue
        flag = "version" if name == "go" else "--version"
        # A version manager leaves a launcher on the path that may have nothing to launch.
        started = subprocess.run([path, flag], check=False, capture_output=True, env=_environment())
        if started.returncode == 0:
            return path
    return None


def _environment() -> dict[str, str]:
    """The environment, in which version managers pick Python 2.7 where they have it."""
    versions = os.environ.get("PYENV_VERSION", "2.7.18")
    return {**os.environ, "PYENV_VERSION": versions, "LC_ALL": "C.UTF-8"}


def version(path: str) -> str:
    """The first line of what it says of itself."""
    for flag in ("--version", "version"):
        said = subprocess.run(
            [path, flag], check=False, capture_output=True, text=True, env=_environment()
        )
        lines = (said.stdout or said.stderr).splitlines()
        if said.returncode == 0 and lines:
            return lines[0]
    return "version unknown"


def ask(
    name: str,
    arguments: list[str],
    given: bytes,
    report: Callable[[str], None],
    what: str,
) -> bytes:
    """What the program answers to these octets on its standard input."""
    path = find(name)
    if path is None:
        report(f"not run: {name} is not installed, so {what} was not compared with it")
        pytest.skip(f"no {name}")
    done = subprocess.run(
        [path, *arguments], input=given, check=False, capture_output=True, env=_environment()
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    report(f"seen: {what}, equal to {version(path)}")
    return done.stdout
