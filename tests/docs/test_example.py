"""Example of `make run`: the first command of the README succeeds, and prints its summary."""

import subprocess
import sys

from kit import ROOT


def test_make_run_shows_counts_and_times():
    command = [sys.executable, str(ROOT / "examples" / "run.py")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "lines of dirty-urls.txt" in done.stdout
    assert "`superuri clean` did the same to" in done.stdout
