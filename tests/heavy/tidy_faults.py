"""Faults of every kind, at many instants of jobs over tables: no traceback, nothing mixed or lost.

`python -m heavy tidy-faults` runs this. The seed is printed; SUPERURI_SEED names another, INSTANTS
how many instants of each kind.
"""

import os
import sys
from pathlib import Path

from kit.chance import fresh
from kit.fault_jobs import JOBS, disturb
from kit.nursery import scratch


def main() -> int:
    seed = fresh()
    most = int(os.environ.get("INSTANTS", "6"))
    bad = 0
    for words in JOBS:
        with scratch() as folder:
            seen = disturb(Path(folder), most, seed, [words], tell)
        tell(
            f"{' '.join(words)}: {seen['kinds']} kinds of faults, {seen['cases']} cases: in "
            f"{seen['survived']} the job did its work, in {seen['failed']} it failed and the "
            f"rerun did; {seen['wrong']} wrong"
        )
        bad += seen["wrong"]
    return int(bad > 0)


def tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
