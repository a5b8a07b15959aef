"""Seeds: each random test holds under any seed. Some minutes for each.

    PYTHONPATH=tests python -m heavy.seeds [SEEDS]

`make seeds` runs this. A seed under which something fails is printed, and SUPERURI_SEED brings it
back.
"""

import os
import random
import re
import subprocess
import sys

from kit import ROOT, TESTS

THROWS = re.compile(
    r"^from (?:kit import .*\bchance\b|(?:hypothesis|kit.chance|kit.strategies) import)",
    re.MULTILINE,
)


def main(count: int) -> int:
    """Return 0 if all tests pass under all seeds."""
    files = [path for path in sorted(TESTS.rglob("test_*.py")) if THROWS.search(path.read_text())]
    broken = 0
    for _ in range(count):
        seed = random.SystemRandom().randrange(1 << 32)
        options = ["-q", "-x", "--no-header", f"--hypothesis-seed={seed}"]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *map(str, files)],
            env={**os.environ, "SUPERURI_SEED": str(seed)},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        last = done.stdout.rstrip().rpartition("\n")[2]
        print(f"SUPERURI_SEED={seed}: {last}", flush=True)
        if done.returncode:
            broken += 1
            print(done.stdout, done.stderr, flush=True)
    print(f"{len(files)} files, {count} seeds, {broken} of them broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 20))
