"""Baseline: the wheel of an older commit, in an environment of its own, to measure beside today's.

    python bench/baseline.py [COMMIT]
    python -m heavy tidy-size --before "$(python bench/baseline.py)"

Prints the path of its Python. It is built once, as it was released, below target/baseline.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "target" / "baseline"
COMMIT = "82e44a4a"


def run(*command: str | Path, **more: str) -> str:
    """Return what a command prints; what it prints to standard error is shown."""
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT, env={**os.environ, **more}
    )
    return done.stdout.strip()


def built(commit: str) -> Path:
    """Return the Python of this commit's package, which is built if it is not there."""
    name = run("git", "rev-parse", "--short=10", f"{commit}^{{commit}}")
    source, wheels, environment = (FOLDER / name / part for part in ("source", "dist", "venv"))
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ready = FOLDER / name / "ready"
    if not ready.exists():
        source.mkdir(parents=True, exist_ok=True)
        archive = FOLDER / name / "source.tar"
        run("git", "archive", f"--output={archive}", name)
        run("tar", "-xf", archive, "-C", source)
        venv.create(environment, clear=True, with_pip=True)
        pip = (python, "-m", "pip", "--quiet")
        target = str(FOLDER / "cargo")
        run(*pip, "wheel", "--no-deps", "--wheel-dir", wheels, source, CARGO_TARGET_DIR=target)
        wheel = next(wheels.glob("*.whl"))
        # With what it needs for columns and tables.
        run(*pip, "install", f"{wheel}[duckdb]")
        ready.touch()
    return python


if __name__ == "__main__":
    print(built(*sys.argv[1:] or [COMMIT]))
