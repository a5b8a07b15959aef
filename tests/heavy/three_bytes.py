"""Three-byte inputs: all 16,777,216 give the reference's result. Minutes, on all cores.

PYTHONPATH=tests python -m heavy.three_bytes [PROCESSES]
"""

import os
import sys
import time
from collections import Counter
from multiprocessing import Pool

from kit.agreement import disagreements


def look(first: int) -> tuple[int, Counter[str], dict[str, str]]:
    """How many inputs begin with this octet; how many each verb gets wrong, with an example."""
    wrong, examples = Counter[str](), dict[str, str]()
    for low in range(0x10000):
        octets = bytes((first, low >> 8, low & 0xFF))
        for verb, options, text, got, want in disagreements(octets, octets):
            kind = f"{verb} {options}"
            wrong[kind] += 1
            examples.setdefault(kind, f"{verb} {text!r}: {got!r} and not {want!r}")
    return 0x10000, wrong, examples


def main(processes: int) -> int:
    """Return 0 if every result is right."""
    began, count, wrong, examples = time.monotonic(), 0, Counter[str](), dict[str, str]()
    with Pool(processes) as pool:
        for looked_at, more_wrong, more_examples in pool.imap_unordered(look, range(256)):
            count += looked_at
            wrong += more_wrong
            examples |= more_examples
    for kind, number in wrong.most_common():
        print(f"{number:,} wrong: {kind}, such as {examples[kind]}")
    print(f"{count:,} inputs, {wrong.total():,} wrong answers, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else os.cpu_count() or 1))
