"""Leaks: a call keeps neither memory nor references; `python -m heavy leaks` calls them all."""

import ctypes
import subprocess
import sys

import pytest

from kit import ROOT, TESTS

#: Calls that cut strings, build objects, and raise.
WORDS = (
    *("superuri.split(", "superuri.decode(", "superuri.encode(", "superuri.clean("),
    *("superuri.edits(", "superuri.form.parse(", "superuri.Template(", "superuri.resolve("),
    *("superuri.pretty(", "superuri.lint(", "superuri.whatwg.URL(", "superuri.URI("),
)


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallinfo2"),
    reason="only glibc 2.33 or newer counts what is allocated",
)
def test_a_call_keeps_nothing():
    done = subprocess.run(
        [sys.executable, "-m", "heavy.leaks", "200", *WORDS],
        check=False,
        cwd=ROOT,
        env={"PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(" 0 leaks\n")
