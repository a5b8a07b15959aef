"""Power cuts at every write, rename and sync of jobs over tables: a rerun gives the same bytes.

`python -m heavy tidy-power` runs this. The seed is printed; SUPERURI_SEED names another.
"""

import sys
from pathlib import Path

from kit.chance import fresh
from kit.nursery import scratch
from kit.power_jobs import JOBS, every


def main() -> int:
    seed = fresh()
    for words in JOBS:
        with scratch() as folder:
            seen = every(Path(folder), 1 << 30, seed, [words])
        sys.stdout.write(f"{' '.join(words)}: {reported(seen)}\n")
        sys.stdout.flush()
    return 0


def reported(seen: dict[str, int]) -> str:
    return (
        f"{seen['cuts']:,} states of the disk after {seen['calls']:,} calls; each rerun gave the "
        f"same bytes; {seen['continued']:,} continued, {seen['damaged parts']:,} of them with "
        "damaged parts"
    )


if __name__ == "__main__":
    sys.exit(main())
