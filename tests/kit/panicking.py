"""Panicking engine: the package with an engine that panics where it is told to.

`make test` builds it beside the other builds, `python -m kit.panicking`; its test then finds all
that cargo compiled.
"""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from kit import ROOT

# What it depends on is compiled for the other engine too; nobody waits for this one to be fast.
COMMAND = [
    *(sys.executable, "-m", "maturin", "build", "--profile", "quick", "--quiet"),
    *("--features", "inject-panic", "--interpreter", sys.executable),
    *("--config", "profile.quick.package.superuri.opt-level=0"),
]


def build(folder: Path) -> Path:
    """Where in this folder the package is now."""
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
