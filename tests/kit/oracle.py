"""Oracles: a real implementation, asked by its program in tests/kit/oracles, one a language.

Where it is not installed the test says `not run` and why, at the end of the run.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from superuri import _foreign

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # pytest brings it along there

PROGRAMS = Path(__file__).parent / "oracles"
Report = Callable[[str], None]

#: What is on the path under another name.
_ALTERNATIVES = {"python2.7": ["python2.7", "python2"]}
#: What starts it with all that its program needs, where that is more than itself.
_STARTS = {
    "go": ["version"],
    "perl": ["-MURI::Escape", "-e", "print 1"],
    "ruby": ["-rcgi", "-rerb", "-ruri", "-e", "print 1"],
}


def find(name: str) -> str | None:
    """Where the program of this name is, if it is here and starts."""
    for candidate in _ALTERNATIVES.get(name, [name]):
        path = shutil.which(candidate)
        if path is None:
            continue
        start = [path, *_STARTS.get(name, ["--version"])]
        # A version manager leaves a launcher on the path that may have nothing to launch.
        if _foreign.reported(tuple(start), _environment()):
            return path
    return None


def _environment() -> dict[str, str]:
    """The environment, in which version managers pick Python 2.7 where they have it."""
    versions = os.environ.get("PYENV_VERSION", "2.7.18")
    return {**os.environ, "PYENV_VERSION": versions, "LC_ALL": "C.UTF-8"}


def version(path: str) -> str:
    """The first line of what it says of itself."""
    for flag in ("--version", "version"):
        if said := _foreign.reported((path, flag), _environment()):
            return said.splitlines()[0].strip()
    return "version unknown"


@contextmanager
def asked(
    name: str,
    arguments: list[str],
    given: bytes,
    report: Report,
    what: str,
) -> Iterator[bytes]:
    """What the program answers to these octets on its standard input; afterwards it was seen."""
    path = find(name)
    if path is None:
        report(f"not run, for want of {name}: {what}")
        pytest.skip(f"no {name}")
    done = subprocess.run(
        [path, *arguments], input=given, check=False, capture_output=True, env=_environment()
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    yield done.stdout
    report(f"seen: {what}, equal to {version(path)}")


def program(arguments: list[str]) -> list[str]:
    """The arguments, those that name one of our programs as its path."""
    return [str(PROGRAMS / word) if (PROGRAMS / word).is_file() else word for word in arguments]


def lagging(name: str, set_name: str) -> set[str]:
    """The characters that the implementation found here is known to leave bare, behind its row."""
    found = version(find(name) or name)
    table = tomllib.loads((PROGRAMS / "lags.toml").read_text(encoding="utf-8"))
    return {
        c
        for lag in table["lag"]
        if (lag["oracle"], lag["set"]) == (name, set_name) and re.search(lag["version"], found)
        for c in lag["bare"]
    }
