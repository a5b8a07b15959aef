"""Random numbers of the tests: from one seed, so that a run can be repeated.

`make test` throws the same dice every time. `SUPERURI_SEED` names another seed, and `make seeds`
runs each test that throws dice under fresh ones, again and again. The end of a run says its seed.
"""

import os
from random import Random

GIVEN = os.environ.get("SUPERURI_SEED")
SEED = int(GIVEN or "20261121")


def dice(of: str) -> Random:
    """Dice of one's own, by any name: what other tests throw leaves them alone."""
    return Random(f"{SEED} {of}")
