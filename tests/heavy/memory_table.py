"""Memory and interrupts: every verb with every hostile family.

    PYTHONPATH=tests python -m heavy.memory_table [MIB]

Prints the memory of each call as multiples of its text, and how soon an interrupt ends a call of a
text eight times as long. Ends with 1 where that is more than 16 times, or 200 ms.
"""

import sys

from kit.served import FAMILIES, VERBS, measured

MOST_TIMES = 16
LONGEST = 0.2
#: Verbs with a larger result: a tuple for each pair.
LONG_ANSWERS = {"form.parse"}


def main(size: int) -> int:
    """Print the table; return the number of calls that took more."""
    print(f"{size >> 20} MiB; times the text / ms until an interrupt is answered, at {size >> 17}")
    print(" " * 18 + "".join(f"{family:>16}" for family in FAMILIES))
    bad = 0
    for verb in VERBS:
        row = []
        for family in FAMILIES:
            memory = measured(verb, family, size)
            time = measured(verb, family, 8 * size, after=0.05)
            late = time.answered or 0
            bad += memory.times > MOST_TIMES and verb not in LONG_ANSWERS
            bad += late > LONGEST
            milliseconds = "-" if time.answered is None else f"{1000 * late:.0f}"
            row.append(f"{'refused ' if memory.raised else ''}{memory.times:.1f}/{milliseconds}")
        print(f"{verb:18}" + "".join(f"{cell:>16}" for cell in row), flush=True)
    print(f"{bad} beyond {MOST_TIMES} times or {1000 * LONGEST:.0f} ms")
    return bad


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1] if sys.argv[1:] else 4) << 20)))
