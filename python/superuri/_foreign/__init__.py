"""Foreign programs: which are installed, their versions, the environment they are started in.

``disagree`` and ``wire`` run other people's programs, and so do the tests and benchmarks. Each runs
in a process of its own. ``environment`` leaves out everything that such a process need not know.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

#: What a process may know of the environment it was started in.
KEPT = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "JAVA_HOME")

#: What a program is asked for its version; ``--version`` where it has no row.
VERSION_WORDS = {"java": ("-version",), "go": ("version",)}

#: How long a program may take to report its version; in seconds.
VERSION_WITHIN = 10


def environment(folder: str) -> dict[str, str]:
    """Return a process's variables: where programs are, its home, and that there is no proxy."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    home = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "CURL_HOME", "XDG_CONFIG_HOME"), folder)
    return {**kept, **home, "LC_ALL": "C.UTF-8", "NO_PROXY": "*", "no_proxy": "*"}


def find(name: str) -> str:
    """Return where the program is. Raises FileNotFoundError where it is not installed."""
    path = shutil.which(name)
    if path is None:
        raise FileNotFoundError(2, f"{name} is not installed")
    return path


def reported(command: tuple[str, ...], env: Mapping[str, str] | None = None) -> str:
    """Return what the command prints; empty where it does not run, or fails."""
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
    # A version manager leaves a launcher on the path that may have nothing to launch.
    return "" if done.returncode else (done.stdout + done.stderr).decode(errors="replace").strip()


def version(name: str) -> str:
    """Return the first number that the program reports of itself; empty if it is not installed."""
    if name not in _versions:
        command = (name, *VERSION_WORDS.get(name, ("--version",)))
        number = re.search(r"\d+(?:\.\d+)+", reported(command) if shutil.which(name) else "")
        _versions[name] = number[0] if number else ""
    return _versions[name]


_versions: dict[str, str] = {}
