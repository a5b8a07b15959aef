"""Do all 16,777,216 three-octet inputs come out as the naive twin says? Minutes, on all cores.

python tests/heavy_three_bytes.py [PROCESSES]
"""

import os
import sys
import time
from multiprocessing import Pool

from agreement import disagreements


def look(first: int) -> tuple[int, list[str]]:
    """How many inputs begin with this octet, and the first few that come out wrong."""
    wrong = []
    for low in range(0x10000):
        octets = bytes((first, low >> 8, low & 0xFF))
        wrong += [str(difference) for difference in disagreements(octets, octets)]
    return 0x10000, wrong[:5]


def main(processes: int) -> int:
    """0 where every input is right."""
    began, count, wrong = time.monotonic(), 0, list[str]()
    with Pool(processes) as pool:
        for looked_at, differences in pool.imap_unordered(look, range(256)):
            count += looked_at
            wrong += differences
            for difference in differences:
                print(difference, flush=True)
    print(f"{count:,} inputs, {len(wrong)} wrong, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else os.cpu_count() or 1))
