"""Reference counts: no public function keeps a reference, as Python's debug build counts them all.

    python -m heavy refcounts
    python -m heavy refcounts 1000000
    PYTHONPATH=tests python -m heavy.refcounts [--once] [CALLS [WORD …]]

Builds the engine for the interpreter that DEBUG_PYTHON names (`python3.11-dbg` of Debian), whose
`sys.gettotalrefcount` is the number of all references, and runs `heavy.leaks` with it. That
interpreter also checks its own state, and each result of native code.
"""

import os
import shutil
import subprocess
import sys

from heavy.asan import packaged
from kit import ROOT, TESTS

PYTHON = os.environ.get("DEBUG_PYTHON", "python3.11-dbg")
TARGET = ROOT / "target" / "refcounts"


def main() -> int:
    """Return 1 if a reference is kept."""
    interpreter = shutil.which(PYTHON)
    if interpreter is None:
        sys.exit(f"{PYTHON} is not installed (on Debian: apt-get install python3-dbg)")
    environment = {**os.environ, "PYO3_PYTHON": interpreter}
    options = ("--profile", "quick", "--lib", "--package", "superuri-python")
    command = ["cargo", "build", "--quiet", *options, "--target-dir", str(TARGET)]
    subprocess.run(command, check=True, cwd=ROOT, env=environment)
    package = packaged(TARGET, TARGET / "quick")
    run = [interpreter, "-m", "heavy.leaks", *(sys.argv[1:] or ["10000"])]
    paths = os.pathsep.join([str(package), str(TESTS)])
    return subprocess.run(
        run, check=False, cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
