"""Interpreters: the CPythons that are installed here."""

import functools
import os
import shutil
import subprocess
import sys

#: Versions whose quoting is the current one; 3.6 still encoded `~`.
WANTED = [(3, minor) for minor in range(7, 16)]

_VERSION = "import sys; print(*sys.version_info[:2])"


def version_of(command: str) -> tuple[int, ...] | None:
    """Return the version of the interpreter that this command starts; None if it fails."""
    try:
        done = subprocess.run([command, "-c", _VERSION], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None  # for example, a shim for a version that is not installed
    return tuple(map(int, done.stdout.split()))


def managed() -> list[str]:
    """Return the interpreters of pyenv, if it is installed."""
    pyenv = shutil.which("pyenv")
    if pyenv is None:
        return []
    listed = subprocess.run([pyenv, "versions", "--bare"], capture_output=True, check=False)
    commands = []
    for version in listed.stdout.decode().split():
        environment = {**os.environ, "PYENV_VERSION": version}
        done = subprocess.run(
            [pyenv, "which", "python"], capture_output=True, check=False, env=environment
        )
        commands += done.stdout.decode().split("\n")[:1]
    return [command for command in commands if command]


@functools.cache
def found() -> dict[tuple[int, ...], str]:
    """Return the interpreters by version: those on the path, and pyenv's."""
    names = [f"python{major}.{minor}" for major, minor in WANTED]
    commands = [command for name in names if (command := shutil.which(name))]
    by_version: dict[tuple[int, ...], str] = {sys.version_info[:2]: sys.executable}
    for command in [*commands, *managed()]:
        version = version_of(command)
        if version is not None:
            by_version.setdefault(version, command)
    return by_version
