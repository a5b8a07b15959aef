"""Kills of ``tidy`` at a hundred random instants: nothing is lost, nothing is half-written.

`python -m heavy tidy-kill` runs this. The seed is printed; SUPERURI_SEED names another.
"""

import os
import sys
import tempfile
import time
from pathlib import Path

from kit.killing import kills

TIMES = 100
ROWS = 30_000


def main() -> int:
    """Kill, run again, and print the results."""
    seed = int(os.environ.get("SUPERURI_SEED", time.time_ns() % 1_000_000))
    sys.stdout.write(f"SUPERURI_SEED={seed}\n")
    sys.stdout.flush()
    with tempfile.TemporaryDirectory() as folder:
        killed, continued, anew = kills(Path(folder), TIMES, ROWS, seed)
    sys.stdout.write(
        f"{TIMES} jobs of {ROWS:,} rows, {killed} killed before their end: each left the old "
        f"output or the new one, whole; {continued} reruns continued, {anew} started clean, and "
        "all gave the same bytes\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
