"""Spark: the same answers as the other engines, with executors of its own.

A million rows are `python -m heavy spark`; here a few thousand, where pyspark and java are
installed.
"""

import os
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version

import pytest

from kit import TESTS

ROWS = 3000


def is_missing(name):
    try:
        version(name)
    except PackageNotFoundError:
        return True
    return False


def test_spark_gives_what_the_others_give(report):
    missing = [
        name for name in ("pyspark", "pandas", "polars", "duckdb", "moto") if is_missing(name)
    ]
    if shutil.which("java") is None:
        missing.append("java")
    if missing:
        report(f"SKIPPED: Spark, without {', '.join(missing)} (python -m heavy spark has them)")
        pytest.skip(f"without {', '.join(missing)}")
    command = [sys.executable, "-m", "heavy.spark", "--rows", str(ROWS)]
    env = {**os.environ, "PYTHONPATH": str(TESTS)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    message = "\n".join(line for line in done.stdout.splitlines() if line)
    assert done.returncode == 0, message + done.stderr[-2000:]
    report(f"Spark: {message.splitlines()[-1]}")


def test_a_policy_is_looked_at_before_there_is_a_job():
    pytest.importorskip("pyspark", reason="python -m heavy spark installs it")
    pytest.importorskip("pyarrow", reason="make test installs it")
    from superuri.columns import spark as uris  # noqa: PLC0415  because it needs Spark

    with pytest.raises(ValueError, match='on_error="nul": it is one of raise, null, keep'):
        uris.register(None, on_error="nul")
