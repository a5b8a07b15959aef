"""Memcheck: the command under valgrind answers as it does alone, and without a report.

    python -m heavy memcheck
    python -m heavy memcheck 20

The commands are the rows of tests/cli/*.toml, drawn by a seed, each with one of the instruction
sets that valgrind knows; then the dirty URLs of examples/ through each verb of lines. First, a
command that reads behind what it has allocated must be reported.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from cli.test_cli import rows
from kit import ROOT, chance
from kit.command import COMMAND

#: The beginning of a report of an uninitialised value. Reports of the interpreter alone are left
#: out: its integers read a digit that they do not have (`maybe_small_long`).
UNSET = re.compile("Conditional jump or move depends|Use of uninitialised|Syscall param")
CANARY = "import ctypes; c = ctypes.CDLL(None); c.malloc.restype = ctypes.c_void_p\n"
CANARY += "c.strlen.argtypes = [ctypes.c_void_p]; p = c.malloc(16); ctypes.memset(p, 97, 16)\n"
CANARY += "c.strlen(p)"
TIERS = ("AVX2", "SSSE3", "plain")
VERBS = ("encode", "decode", "clean", "pretty", "normalize", "form decode", "parse", "lint")


class Done(NamedTuple):
    """The end of a command, and the reports of valgrind."""

    code: int
    stdout: str
    reports: list[str]


def watched(command: list[str], stdin: bytes, tier: str) -> Done:
    """Run a command under valgrind in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "valgrind.log")
        empty = Path(folder, "empty")
        empty.mkdir()
        valgrind = ["valgrind", "--leak-check=no", "--quiet", f"--log-file={log}"]
        done = subprocess.run(
            [*valgrind, *command],
            check=False,
            cwd=empty,
            input=stdin,
            capture_output=True,
            # Each object is an allocation of its own.
            env={**os.environ, "PYTHONMALLOC": "malloc", "SUPERURI_TIER": tier},
        )
        return Done(done.returncode, done.stdout.decode(), news(log.read_text(errors="replace")))


def news(log: str) -> list[str]:
    """Return the reports, without those of values that the interpreter did not set."""
    reports = re.split(r"^==\d+== ?$", log, flags=re.MULTILINE)
    said = [report for report in reports if "==" in report]
    return [each for each in said if not UNSET.search(each) or "_core." in each]


def main(count: int) -> int:
    """Return 0 if nothing is reported."""
    found = watched([sys.executable, "-c", CANARY], b"", "plain").reports
    if not any("Invalid read" in report for report in found):
        print("the canary was not reported: valgrind is not at work")
        return 1
    print(f"the canary was reported; SUPERURI_SEED={chance.SEED}", flush=True)
    table = [row.values[0] for row in rows()]
    chance.seeded("memcheck").shuffle(table)
    jobs = [
        (row["run"], row.get("stdin", "").encode(), row.get("code", 0), row.get("stdout", ""))
        for row in table[:count]
    ]
    dirty = (ROOT / "examples" / "dirty-urls.txt").read_bytes()
    for verb in VERBS[: max(1, count // 10)]:
        alone = subprocess.run(
            [*COMMAND, *verb.split()], check=False, input=dirty, capture_output=True
        )
        jobs.append((verb.split(), dirty, alone.returncode, alone.stdout.decode()))
    broken = 0
    for n, (arguments, stdin, code, stdout) in enumerate(jobs):
        done = watched([*COMMAND, *arguments], stdin, TIERS[n % len(TIERS)])
        if done.reports or (done.code, done.stdout) != (code, stdout):
            broken += 1
            print(f"{arguments}, {TIERS[n % len(TIERS)]}: exit code {done.code}", flush=True)
            print(*done.reports[:2], sep="\n", flush=True)
    print(f"{len(jobs)} commands under valgrind, {broken} broken")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 1_000))
