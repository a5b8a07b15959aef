"""Mutants: cargo-mutants and mutmut change the code, another part each night; do the tests fail?

    python -m heavy mutants
    python -m heavy mutants normal --only 'superuri/keys/*.py'

cargo-mutants judges a shard of the changes of Rust by cargo's tests, and mutmut those of some
modules of the package by the tests of the folders that are named. Survivors are printed.
"""

import argparse
import datetime as dt
import os
import shutil
import subprocess
import sys
from pathlib import Path

from kit import DATA, ROOT

NIGHTS = 200
NIGHT = dt.date.today().toordinal() % NIGHTS  # noqa: DTZ011  the day of the machine
COPY = ROOT / "target" / "mutants-python"
FOLDERS = ("codec", "syntax", "clean", "uri", "normal", "show", "lint", "python", "compat")


def rust() -> int:
    """Let cargo-mutants judge tonight's shard; return its exit code, 0 if some survived."""
    if subprocess.run(["cargo", "mutants", "--version"], check=False).returncode:
        subprocess.run(["cargo", "install", "--quiet", "--locked", "cargo-mutants"], check=True)
    # cargo's tests judge neither the fuzz targets nor DuckDB's extension.
    words = ["--profile=quick", "--output=target", f"--shard={NIGHT}/{NIGHTS}"]
    words += ["--exclude=fuzz/**", "--exclude=crates/duckdb/**"]
    done = subprocess.run(["cargo", "mutants", "--workspace", *words], check=False, cwd=ROOT)
    return 0 if done.returncode in {2, 3} else done.returncode


def python(only: list[str], folders: list[str]) -> int:
    """Let mutmut judge its changes of these modules in a copy; return its exit code."""
    shutil.rmtree(COPY, ignore_errors=True)
    for source, target in (("python", "src"), ("tests", "tests"), ("docs", "docs")):
        shutil.copytree(ROOT / source, COPY / target, ignore=shutil.ignore_patterns("__pycache__"))
    rows = {
        "source_paths": ["src"],
        "also_copy": ["docs"],
        "only_mutate": [f"src/{pattern}" for pattern in only],
        "pytest_add_cli_args": ["-q", "-m", "not memory", "-p", "no:cacheprovider"],
        "pytest_add_cli_args_test_selection": [f"tests/{name}" for name in folders],
    }
    text = (ROOT / "pyproject.toml").read_text("utf-8") + "\n[tool.mutmut]\n"
    text += "\n".join(f"{name} = {value}" for name, value in rows.items())
    (COPY / "pyproject.toml").write_text(text, encoding="utf-8")
    paths = [COPY / "mutants" / name for name in ("src", "tests")]
    for path in paths:  # They must be there when the interpreter starts.
        path.mkdir(parents=True)
    environment = {**os.environ, "SUPERURI_EXAMPLES": "20", "SUPERURI_DATA": str(DATA.resolve())}
    environment["PYTHONPATH"] = os.pathsep.join(map(str, paths))
    run = [sys.executable, "-m", "mutmut"]
    code = subprocess.run([*run, "run"], check=False, cwd=COPY, env=environment).returncode
    subprocess.run([*run, "results"], check=False, cwd=COPY, env=environment)
    return code


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", default=FOLDERS, help="of the tests that judge")
    parser.add_argument("--only", nargs="*", help="modules that mutmut changes; nothing else is")
    given = parser.parse_args()
    modules = [path.relative_to(ROOT / "python") for path in ROOT.glob("python/**/*.py")]
    code = python(
        given.only or list(map(Path.as_posix, sorted(modules)[NIGHT::NIGHTS])), given.folders
    )
    sys.exit(code or (0 if given.only else rust()))
