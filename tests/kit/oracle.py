"""Oracles: real implementations, run by the programs in tests/kit/oracles, one for each language.

If one is not installed, the test reports `not run` with the reason at the end of the run.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kit import toml
from superuri import _foreign

PROGRAMS = Path(__file__).parent / "oracles"
Report = Callable[[str], None]

#: With this, version managers choose Python 2.7 if they have it.
VARIABLES = {"PYENV_VERSION": os.environ.get("PYENV_VERSION", "2.7.18")}
#: Other names of a program on the path.
_ALTERNATIVES = {"python2.7": ["python2.7", "python2"]}
#: Arguments that start a program with all that it needs, if it is more than itself.
_STARTS = {
    "go": ["version"],
    "perl": ["-MURI::Escape", "-e", "print 1"],
    "ruby": ["-rcgi", "-rerb", "-ruri", "-e", "print 1"],
}


def find(name: str) -> str | None:
    """Return the path of the program, if it is installed and starts."""
    for candidate in _ALTERNATIVES.get(name, [name]):
        path = shutil.which(candidate)
        if path is None:
            continue
        start = [path, *_STARTS.get(name, ["--version"])]
        # A version manager may leave a launcher on the path whose program is missing.
        if _foreign.reported(tuple(start), VARIABLES):
            return path
    return None


def version(path: str) -> str:
    """Return the first line of the program's version."""
    for flag in ("--version", "version"):
        if printed := _foreign.reported((path, flag), VARIABLES):
            return printed.splitlines()[0].strip()
    return "version unknown"


@contextmanager
def asked(
    name: str, arguments: list[str], given: bytes, report: Report, what: str
) -> Iterator[bytes]:
    """Yield the program's answer to these octets on standard input, and report that it ran."""
    path = find(name)
    if path is None:
        report(f"not run without {name}: {what}")
        pytest.skip(f"no {name}")
    try:
        output = _foreign.run([path, *arguments], given, variables=VARIABLES)
    except subprocess.CalledProcessError as error:
        pytest.fail(error.stderr.decode(errors="replace"))
    yield output.out
    report(f"seen: {what}, equal to {version(path)}")


def program(arguments: list[str]) -> list[str]:
    """Return the arguments, with the path for each name of one of our programs."""
    return [str(PROGRAMS / word) if (PROGRAMS / word).is_file() else word for word in arguments]


def lagging(name: str, set_name: str) -> set[str]:
    """Return the characters that the installed version is known to leave unescaped, unlike its
    row."""
    found = version(find(name) or name)
    table = toml.read(PROGRAMS / "lags.toml")
    return {
        c
        for lag in table["lag"]
        if (lag["oracle"], lag["set"]) == (name, set_name) and re.search(lag["version"], found)
        for c in lag["bare"]
    }
