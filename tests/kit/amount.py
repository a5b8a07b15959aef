"""Amount of tests: a part in `make test`, all of it where SUPERURI_FULL=1 (`make full`)."""

import os

import pytest

FULL = os.environ.get("SUPERURI_FULL") == "1"

#: From here on, characters differ in their number only; before, each is tried.
_ALIKE = 0x3000
#: Every n-th code point is tried from there on; a prime, so that blocks are met at all places.
STEP = 1 if FULL else 61


#: For a row that differs from those beside it in its amount only: it is skipped otherwise.
rest = pytest.mark.skipif(not FULL, reason="SUPERURI_FULL=1 runs it: others are like it")


def part(number: int) -> int:
    """So many random inputs: a tenth, unless all are asked for."""
    return number if FULL else number // 10


def length(number: int) -> int:
    """So long a text: a quarter, unless all is asked for. A square of it still takes minutes."""
    return number if FULL else number // 4


#: The code points that are tried, surrogates too; the programs in oracles/ take STEP for these.
POINTS = [*range(_ALIKE), *range(_ALIKE, 0x110000, STEP)]
SCALARS = [chr(point) for point in POINTS if not 0xD800 <= point <= 0xDFFF]

#: All of ASCII, and 200 others, for what has to be asked in a process of its own.
FEW = [chr(point) for point in (*range(128), *range(0x80, 0x110000, 5543))]
FEW = [char for char in FEW if not 0xD800 <= ord(char) <= 0xDFFF][:328]
