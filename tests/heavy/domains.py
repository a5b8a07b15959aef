"""Domains: 100,000 hosts of the corpora and generated ones, beside tldextract.

    python -m heavy domains [COUNT]

Prints how many differ and why, and fails if a difference has no reason.
"""

import os
import sys
from pathlib import Path

from kit.known_domains import DIFFERENCES, differing

DATA = Path(os.environ.get("SUPERURI_DATA", "../shared/data"))


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    found = differing(DATA, count)
    for reason, times in found.most_common():
        print(f"{times:,} of {count:,}: {DIFFERENCES.get(reason, reason)}")
    unknown = [reason for reason in found if reason not in DIFFERENCES]
    sys.exit(f"{len(unknown)} differences without a reason" if unknown else 0)


if __name__ == "__main__":
    main()
