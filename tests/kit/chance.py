"""Random numbers of the tests: from one seed, so that a run can be repeated.

`make test` always uses the same seed. `SUPERURI_SEED` sets another one, and `make seeds` repeats
the tests with random inputs for fresh seeds. The seed is printed at the end of a run.
"""

import os
import time
from random import Random

GIVEN = os.environ.get("SUPERURI_SEED")
SEED = int(GIVEN or "20261121")


def seeded(of: str) -> Random:
    """Return a generator for this name, independent of those of other tests."""
    return Random(f"{SEED} {of}")


def fresh() -> int:
    """Print and return the given seed, or a new one."""
    seed = int(GIVEN or time.time_ns() % 1_000_000)
    print(f"SUPERURI_SEED={seed}", flush=True)
    return seed
