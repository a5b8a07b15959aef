"""Panicking engine: the package with an engine that panics where it is told to.

`make test` builds it beside the tests, `python -m kit.panicking`; its test then finds all that
cargo compiled, or waits for it.
"""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import IO

from kit import ROOT

# What it depends on is compiled for the other engine too; nobody waits for this one to be fast.
COMMAND = [
    *(sys.executable, "-m", "maturin", "build", "--profile", "quick", "--quiet"),
    *("--features", "inject-panic", "--interpreter", sys.executable),
    *("--config", "profile.quick.package.superuri.opt-level=0"),
]


def take(file: IO[str]) -> None:
    """Wait until nobody else holds the file, where there is such a lock."""
    try:
        import fcntl  # noqa: PLC0415  because Windows has none
    except ImportError:
        return
    fcntl.flock(file, fcntl.LOCK_EX)


def build(folder: Path) -> Path:
    """Where in this folder the package is now; two builds at once would share one folder."""
    (ROOT / "target").mkdir(exist_ok=True)
    with (ROOT / "target" / "panicking.lock").open("w") as lock:
        take(lock)
        done = subprocess.run(
            [*COMMAND, "--out", str(folder)], check=False, capture_output=True, text=True, cwd=ROOT
        )
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
