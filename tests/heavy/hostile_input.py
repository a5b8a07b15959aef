"""Hostile input, generated: pickles, requests to the page, command lines and Arrow data.

    python -m heavy hostile-input
    python -m heavy hostile-input --count 100000000 pickles page
    PYTHONPATH=tests python -m heavy.hostile_input [--count N] [--first N] [KIND …]

Each kind is tried in a process of its own, so that a crash is seen: it names the case, and
SUPERURI_SEED with `--first` repeats it. The cases are in `tests/kit/hostile_input/`.
"""

import argparse
import contextlib
import importlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from kit import chance

#: How many cases of each kind take about the same time.
SHARES = {"pickles": 40, "page": 4, "commands": 1, "arrays": 4}
#: How many wrong cases are shown.
SHOWN = 20


def tried(kind: str, first: int, count: int, at: Path) -> int:
    """Try the cases of a kind in this process; return how many are wrong."""
    wrong = 0
    tries = importlib.import_module(f"kit.hostile_input.{kind}").tries()
    context = tries if hasattr(tries, "__enter__") else contextlib.nullcontext(tries)
    with context as one, at.open("wb", buffering=0) as place:
        for n in range(first, first + count):
            os.pwrite(place.fileno(), b"%-12d" % n, 0)
            try:
                why = one(n)
            except Exception as error:  # noqa: BLE001  because it is what is looked for
                why = f"{type(error).__name__}: {error}"
            if why:
                wrong += 1
                if wrong <= SHOWN:
                    print(f"{kind}, case {n}: {why}", flush=True)
    return wrong


def main() -> int:
    """Return 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--count", type=int, default=10_000, help="cases, times the share of each kind"
    )
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--at", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(SHARES)}; all by default")
    options = parser.parse_args()
    if options.at:
        return min(1, tried(options.kinds[0], options.first, options.count, options.at))
    print(f"SUPERURI_SEED={chance.SEED}", flush=True)
    broken = 0
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder) / "at"
        for kind in options.kinds or SHARES:
            count = options.count * SHARES[kind]
            own = ["--count", str(count), "--first", str(options.first), "--at", str(at), kind]
            began = time.monotonic()
            command = [sys.executable, "-X", "faulthandler", "-W", "ignore"]
            command += ["-m", "heavy.hostile_input"]
            done = subprocess.run([*command, *own], check=False)
            if done.returncode not in {0, 1}:
                case = at.read_text() if at.exists() else "none"
                print(f"{kind}: ended with {done.returncode} at case {case}")
            broken += done.returncode != 0
            seconds = time.monotonic() - began
            print(f"{count:,} cases of {kind}, {seconds:.0f} s", flush=True)
    print(f"{broken} kinds broken")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
