"""Long runs: lists them, or installs what one needs and runs it.

    PYTHONPATH=tests python -m heavy
    PYTHONPATH=tests python -m heavy properties 10000
    make heavy-properties ARGS=10000

Each module of this folder is a run, and so is each row of RUNS. Words after the name are its own.
"""

import ast
import difflib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
VENV = ROOT / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
#: Modules that others use.
HELPERS = {"__main__", "nightly", "wheels"}
CARGO = "cargo test --release --quiet"


@dataclass(frozen=True)
class Run:
    """A run: the stamps of make that it needs, what pip installs, and its commands."""

    needs: str = "quick dev peers"
    pip: str = ""
    about: str = ""
    #: Separated by `&&`; `python` is that of .venv where a stamp is needed. By default, the module.
    does: str = ""
    environment: tuple[tuple[str, str], ...] = ()


FULL = (("SUPERURI_FULL", "1"),)
RELEASE = "engine dev peers"
SPARK = Run(RELEASE, "-r requirements-spark.txt")
#: Runs with unusual needs, and runs that are not modules of this folder.
RUNS = {
    **dict.fromkeys(
        [
            *("big-columns", "code-points", "duckdb-extension", "gateways", "hosts-law"),
            *("properties", "memory-table", "page-load", "page-long", "seeds", "soak"),
            *("three-bytes", "tidy-faults", "tidy-kill", "tidy-power", "tidy-races", "tidy-s3"),
        ],
        Run(RELEASE),
    ),
    **dict.fromkeys(["miri", "neon", "tsan"], Run("")),
    "asan": Run("dev peers"),
    "bench-costs": Run(
        RELEASE,
        about="Costs of a first call, a row and each part of the engine: writes bench/COSTS.md.",
        does="cargo build --quiet --release --package superuri-python --target-dir target/symbols"
        " && python bench/costs.py --engine target/symbols/release/libsuperuri_python.so",
        environment=(("CARGO_PROFILE_RELEASE_STRIP", "false"), ("PYO3_PYTHON", str(VENV))),
    ),
    "checkers": Run(
        pip="basedpyright ty pyrefly",
        about="A user's script in four type checkers: mypy, basedpyright, ty, pyrefly.",
        does="python -m pytest tests/python/test_typing.py",
    ),
    "compose-law": Run(
        RELEASE,
        about="No value leaves its part: 1,200,000 hostile URIs and templates, and the neighbours.",
        does="python -m kit.injection && python -W ignore -m kit.composers",
    ),
    "coverage": Run("dev peers", "coverage"),
    "drivers": Run(
        pip="psycopg[binary] asyncpg sqlalchemy django-environ dj-database-url pymongo redis pika"
        " kombu mysqlx-connector-python aiormq trino databases clickhouse-connect clickhouse-driver"
        " tortoise-orm peewee nats-py",
        about="Connection strings: what the drivers read in them, of all that pip has.",
        does="python -m pytest tests/uri/test_drivers.py",
    ),
    "four-bytes": Run(
        "",
        about="All 4,294,967,296 four-byte inputs through the kernels: TIER=…, FROM=…, STEP=….",
        does=f"{CARGO} --package superuri-kernels --test four_bytes -- --ignored --nocapture",
    ),
    "frameworks": Run(
        pip="flask quart django starlette fastapi aiohttp tornado bottle falcon sanic waitress"
        " uvicorn hypercorn",
        about="Web frameworks: what their handlers are given, and the links that they write.",
        does="python -m pytest tests/compat/test_frameworks.py",
    ),
    "frozen": Run(
        about="Frozen answers: those that changed go into the changelog; --release freezes anew.",
        does="python -m kit.frozen",
    ),
    "full": Run(
        RELEASE,
        about="All tests with all their inputs: every code point, link and width of the page.",
        does="cargo test --quiet --profile quick --workspace && cargo test --quiet --profile quick"
        " --package superuri --test columns -- --ignored && python -m pytest",
        environment=FULL,
    ),
    "domains": Run(RELEASE, "tldextract==5.4.0"),
    "fuzz-generated": Run(
        "",
        about="Targets of fuzz/ on generated URIs with faults: a number of texts, then targets.",
        does="python fuzz/run.py --generated",
    ),
    "lint-rate": Run(
        "",
        about="Rate of the linter: real URLs in a second, on one core.",
        does=f"{CARGO} --test lint -- --ignored --nocapture",
    ),
    "memory": Run(
        RELEASE,
        about="Memory stays the same however long the file is.",
        does="python -m pytest -m memory",
        environment=FULL,
    ),
    "mutants": Run(pip="-r requirements-mutants.txt"),
    "pictures": Run(
        RELEASE,
        about="Pictures of docs/page.md, with Chromium.",
        does="python -m writers.screenshots",
    ),
    "pretty-law": Run(
        "",
        about="What is read is what would be sent: COUNT=… URLs (10,000,000), every character.",
        does=f"{CARGO} --test pretty -- --ignored --nocapture",
    ),
    "pythons": Run("dev"),
    "refcounts": Run("dev"),
    "rehearsal": Run("quick dev publish"),
    "reproducible": Run("dev"),
    "safe-fixes": Run(
        about="Safe fixes of the linter, on 100,000 dirty texts: they mean the same afterwards.",
        does="python -m kit.safe_fixes",
    ),
    "same-rows": SPARK,
    "shipping": Run("wheel peers", "-r requirements-spark.txt"),
    "short-memory": Run(RELEASE, does="python -W ignore -m heavy.short_memory"),
    "signers": Run(
        pip="azure-storage-blob google-cloud-storage botocore pysaml2 akamai-edgeauth itsdangerous",
        about="The texts that services sign, beside their own libraries.",
        does="python -m pytest tests/uri/test_signed_services.py",
    ),
    "spark": SPARK,
    "survey": Run(
        about="The parsers of the survey in several versions: writes tests/compat/survey.txt.",
        does="python -m kit.versions && python -m kit.survey",
    ),
    "targets": Run("publish"),
    "tidy-size": Run(
        RELEASE,
        about="`tidy` on one million rows and on ten, beside DuckDB and others: bench/TIDY.md.",
        does="python bench/tidy_size.py",
    ),
    "web-hostile": Run(
        RELEASE,
        about="Every hostile URL there is, typed into the page in a browser; a number continues.",
        does="python -m web.test_web_hostile",
    ),
}
MODULES = {path.stem.replace("_", "-"): path for path in Path(__file__).parent.glob("*.py")}
NAMES = sorted(RUNS.keys() | {name for name, path in MODULES.items() if path.stem not in HELPERS})


def about(name: str) -> str:
    """Return the line that says what a run does."""
    if name in RUNS and RUNS[name].about:
        return RUNS[name].about
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").splitlines()[0]


def run(name: str, words: list[str]) -> int:
    """Install what a run needs, and run it; return its exit code."""
    row = RUNS.get(name, Run())
    python = str(VENV) if row.needs else sys.executable
    stamps = [it if it == "wheel" else f".venv/stamps/{it}" for it in row.needs.split()]
    steps = [["make", "--no-print-directory", *stamps]] if stamps else []
    if row.pip:
        steps.append([python, "-m", "pip", "install", "--quiet", *row.pip.split()])
    does = row.does or f"python -m heavy.{name.replace('-', '_')}"
    steps += [
        [python if word == "python" else word for word in step.split()]
        for step in does.split(" && ")
    ]
    steps[-1] += words
    path = os.pathsep.join(("tests", "bench", "docs"))
    environment = {**os.environ, "PYTHONPATH": path, **dict(row.environment)}
    for step in steps:
        if code := subprocess.run(step, check=False, cwd=ROOT, env=environment).returncode:
            return code
    return 0


def main() -> int:
    """List the runs, or run one; return its exit code."""
    if not sys.argv[1:] or sys.argv[1].startswith("-"):
        width = max(map(len, NAMES))
        print("\n".join(f"{name:{width}}  {about(name)}" for name in NAMES))
        return 0
    name, *words = sys.argv[1:]
    if name not in NAMES:
        near = difflib.get_close_matches(name, NAMES, 3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        print(f"no run is called {name}{hint} `python -m heavy` lists them", file=sys.stderr)
        return 2
    return run(name, words)


if __name__ == "__main__":
    sys.exit(main())
