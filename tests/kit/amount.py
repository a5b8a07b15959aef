"""Amount of tests: a part in `make test`, everything with SUPERURI_FULL=1.

`python -m heavy full` sets it.
"""

import os

import pytest

FULL = os.environ.get("SUPERURI_FULL") == "1"

#: From here on, code points behave alike and only samples are tried; before, each is tried.
_ALIKE = 0x3000
#: Every n-th code point is tried from there on; a prime, so that all places in a block are met.
STEP = 1 if FULL else 151


#: For a row that differs from its neighbours only in amount: it is usually skipped.
rest = pytest.mark.skipif(not FULL, reason="SUPERURI_FULL=1 runs it: others are like it")


def part(number: int) -> int:
    """Return a number of random inputs: a tenth, unless everything is tested."""
    return number if FULL else number // 10


def length(number: int) -> int:
    """Return a length: a quarter, unless everything is tested. Its square still takes minutes."""
    return number if FULL else number // 4


#: The code points to try, with surrogates; the programs in oracles/ get STEP to try the same ones.
POINTS = [*range(_ALIKE), *range(_ALIKE, 0x110000, STEP)]
SCALARS = [chr(point) for point in POINTS if not 0xD800 <= point <= 0xDFFF]

#: All of ASCII, and 200 others, for programs that need a process of their own.
FEW = [chr(point) for point in (*range(128), *range(0x80, 0x110000, 5543))]
FEW = [char for char in FEW if not 0xD800 <= ord(char) <= 0xDFFF][:328]
