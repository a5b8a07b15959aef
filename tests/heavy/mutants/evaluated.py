"""What only the compiler evaluates: a build for each mutant, judged by all tests."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

from heavy.mutants.tests import QUICK
from heavy.mutants.tree import TREE, built, environment
from heavy.mutants.verdicts import HOME

#: Seconds of a build or of its tests, at most.
LONGEST = 1800
#: How pytest names a test that fails.
FAILED = re.compile(rb"^FAILED (\S.*?)(?: - |$)", re.MULTILINE)


def run(words: list[str], own: dict[str, str]) -> tuple[int, bytes]:
    """Run a program in the copy; return its exit code and output. What does not end fails."""
    with subprocess.Popen(
        words,
        cwd=TREE,
        env={**environment(), **own},
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            output, _ = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
        return process.returncode, output


class Evaluated:
    """The tests that judge what the compiler evaluates."""

    def __init__(self, folders: list[str]) -> None:
        """Note which tests of Python fail in the copy without a mutant."""
        options = ["-q", "--tb=no", "-rf", "-p", "no:cacheprovider", "-m", "not memory"]
        paths = [*(f"tests/{name}" for name in folders), "tests/docs/test_docstrings.py"]
        self.pytest: list[str] = [sys.executable, "-m", "pytest", *options, *paths]
        own = {"SUPERURI_MUTANT": "0"}
        built(own)
        failed = FAILED.findall(run(self.pytest, own)[1])
        self.pytest += [word for name in failed for word in ("--deselect", name.decode())]
        self.pytest.append("-x")

    def judged(self, number: int, package: str) -> str:
        """Return the verdict on a mutant, for which the engine and its tests are built anew."""
        own = {"SUPERURI_BUILT": str(number), "SUPERURI_MUTANT": str(number)}
        own["CARGO_TARGET_DIR"] = str(HOME / "evaluated")
        crate = [*QUICK, "-p", package]
        for words, wrong in (
            (["cargo", "check", *crate], "does not compile"),
            (["cargo", "test", *crate, "--lib", "--tests"], "killed by cargo test"),
        ):
            if run(words, own)[0]:
                return wrong
        built(own)
        code, output = run(self.pytest, own)
        built({})
        found = FAILED.search(output)
        if found is not None:
            return f"killed by {found[1].decode()}"
        return "killed by pytest, endless" if code else "survived, built anew"
