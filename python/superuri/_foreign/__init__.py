"""Foreign programs: which are installed, their versions, and the environment they run in.

``disagree``, ``wire``, the tests and the benchmarks run programs of others, each in a process of
its own. ``environment`` passes on only the variables that are needed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

#: Environment variables that are passed on.
KEPT = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "JAVA_HOME")

#: The arguments to get a program's version, if not ``--version``.
VERSION_WORDS = {"java": ("-version",), "go": ("version",)}

#: How long a program may take to report its version; in seconds.
VERSION_WITHIN = 10


def environment(folder: str) -> dict[str, str]:
    """Return the variables for a process: paths of programs, its home, and no proxy."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    home = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "CURL_HOME", "XDG_CONFIG_HOME"), folder)
    return {**kept, **home, "LC_ALL": "C.UTF-8", "NO_PROXY": "*", "no_proxy": "*"}


def find(name: str) -> str:
    """Return the path of the program. Raises FileNotFoundError if it is not installed."""
    path = shutil.which(name)
    if path is None:
        raise FileNotFoundError(2, f"{name} is not installed")
    return path


def reported(command: tuple[str, ...], env: Mapping[str, str] | None = None) -> str:
    """Return the output of the command; empty if it does not run, or fails."""
    try:
        done = subprocess.run(  # noqa: S603  because commands are rows of ours
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=VERSION_WITHIN,
            check=False,
            env=env,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    # A version manager may leave a launcher on the path whose program is missing.
    return "" if done.returncode else (done.stdout + done.stderr).decode(errors="replace").strip()


def version(name: str) -> str:
    """Return the first number in the program's version; empty if it is not installed."""
    if name not in _versions:
        command = (name, *VERSION_WORDS.get(name, ("--version",)))
        number = re.search(r"\d+(?:\.\d+)+", reported(command) if shutil.which(name) else "")
        _versions[name] = number[0] if number else ""
    return _versions[name]


_versions: dict[str, str] = {}
