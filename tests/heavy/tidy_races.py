"""Races of two jobs to one output, one killed in half of them: it is always wholly one job's.

`python -m heavy tidy-races` runs this. The seed is printed; SUPERURI_SEED names another.
"""

import os
import sys
from pathlib import Path

from kit.chance import fresh
from kit.nursery import Nursery, scratch
from kit.races import KINDS, races

TIMES = int(os.environ.get("RACES", "200"))


def main() -> int:
    seed = fresh()
    for kind in KINDS:
        with scratch() as folder, Nursery(Path(folder)) as nursery:
            seen = races(Path(folder), nursery, TIMES, seed, kind)
        reported = ", ".join(f"{times} {what}" for what, times in sorted(seen.items()))
        sys.stdout.write(f"{' '.join(kind)}: {TIMES} races: {reported}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{TIMES * len(KINDS):,} races: each output was wholly one job's\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
