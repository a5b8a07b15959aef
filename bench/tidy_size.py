"""Time and memory of tidy, for one million rows and for ten million.

`make tidy-size` runs this. It creates the table (Parquet), runs the command in a process of its
own, and prints seconds and peak memory. It fails above 2 GiB, or if ten times the rows take more
than fourteen times as long.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import superuri
from superuri._values import generate

GIB = 1 << 30
MOST = 2 * GIB
# Linear growth, with a margin for other work on the machine.
GROWTH = 14
BLOCK = 250_000
RUN = """
import os, resource, sys, time
from superuri import tables
start = time.monotonic()
done = tables.tidy([sys.argv[1]], "url", sys.argv[2], memory="1GB")
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(done.rows, done.lost, done.duplicates, time.monotonic() - start, peak)
"""


def pool(rng: random.Random, number: int) -> list[str]:
    """Return clean, accented, double-encoded, broken and hostile URLs."""
    makers = [
        generate.legal_url,
        generate.legal_url,
        generate.dirty_url,
        generate.wild,
        lambda rng: superuri.encode(superuri.encode(generate.dirty_url(rng))),
        lambda _: "http://user@a.example:80\\@b.example/%zz",
    ]
    return [rng.choice(makers)(rng) for _ in range(number)]


def write(path: Path, rows: int) -> None:
    """Write a table of that many rows; one in twenty is a repetition."""
    rng = random.Random(7)
    texts = pool(rng, 20_000)
    schema = pa.schema([("id", pa.int64()), ("url", pa.string())])
    with pq.ParquetWriter(path, schema) as writer:
        for first in range(0, rows, BLOCK):
            count = min(BLOCK, rows - first)
            urls = [
                f"http://host{n % 999}.example/{n % (rows - rows // 20)}?q={rng.choice(texts)}"
                if n % 4
                else rng.choice(texts)
                for n in range(first, first + count)
            ]
            writer.write_table(pa.table([pa.array(range(first, first + count)), urls], schema))


def main() -> int:
    """Measure, and return whether the limits hold."""
    sizes = [int(word) for word in sys.argv[1:]] or [1_000_000, 10_000_000]
    took: list[float] = []
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        for rows in sizes:
            given, made = Path(folder, f"{rows}.parquet"), Path(folder, f"{rows}.out.parquet")
            write(given, rows)
            command = [sys.executable, "-c", RUN, str(given), str(made)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            found, lost, duplicates, seconds, peak = map(float, done.stdout.split())
            took.append(seconds)
            sys.stdout.write(
                f"{rows:>12,} rows: {seconds:7.1f} s, {rows / seconds:,.0f} rows/s, "
                f"peak {peak / GIB:.2f} GiB, {duplicates:,.0f} duplicates, {lost:.0f} lost\n"
            )
            sys.stdout.flush()
            fine = fine and peak <= MOST and found == rows and not lost
    if len(took) > 1:
        growth = took[-1] / took[0]
        more = sizes[-1] / sizes[0]
        sys.stdout.write(f"{more:.0f} times the rows take {growth:.1f} times as long\n")
        fine = fine and growth <= GROWTH * more / 10
    sys.stdout.write(f"{os.cpu_count()} cores, superuri {superuri.__version__}\n")
    return 0 if fine else 1


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())
