"""Code in a new interpreter, which imports what this one does."""

import os
import subprocess
import sys
from pathlib import Path

import superuri


def run(code: str, *arguments: object, status: int = 0) -> str:
    """Run code in a new interpreter and return its output."""
    where = str(Path(superuri.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([where, *sys.path])},
    )
    assert done.returncode == status, done.stderr
    return done.stdout
