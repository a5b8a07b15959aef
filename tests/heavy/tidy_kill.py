"""Kills of ``tidy`` at a hundred random instants: nothing is lost, nothing is half-written.

`python -m heavy tidy-kill` runs this. The seed is printed; SUPERURI_SEED names another.
"""

import sys
import tempfile
from pathlib import Path

from kit.chance import fresh
from kit.killing import kills

TIMES = 100
ROWS = 30_000


def main() -> int:
    seed = fresh()
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
