"""Killing of ``superuri tidy`` at random times, and the result of the next run."""

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from superuri._values import generate

#: Small blocks, so that a small table has several parts.
RUN = """
import sys
from superuri import tables
from superuri.tables.files import reading
reading.ROWS = int(sys.argv[1])
tables.tidy([sys.argv[2]], "url", sys.argv[3], report=sys.argv[3] + ".html", memory="256MB",
            threads=2, say=print)
"""
OUTPUTS = ("", ".html", ".findings", ".summary")


def table(path: Path, rows: int, seed: int) -> None:
    """Write a table of hostile and harmless URLs."""
    rng = random.Random(seed)
    urls = [
        rng.choice((generate.wild, generate.dirty_url, generate.legal_url))(rng)
        for _ in range(rows)
    ]
    pq.write_table(pa.table({"id": range(rows), "url": urls}), path)


def prints(out: Path) -> dict[str, str]:
    """Return a fingerprint of each file that a job has written next to its input."""
    return {
        path.name: hashlib.blake2b(path.read_bytes()).hexdigest()
        for path in sorted(out.parent.iterdir())
        if path.is_file() and path.name.startswith(out.name.split(".")[0])
    }


def start(block: int, given: Path, out: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", RUN, str(block), str(given), str(out)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)


def kills(folder: Path, times: int, rows: int, seed: int) -> tuple[int, int, int]:
    """Kill a job that many times, each at another time, and run it again.

    Returns how many were killed before their end, how many reruns continued, and how many started
    again. After a kill, each output must be the old one or the new one, complete.
    """
    rng = random.Random(seed)
    given, out = folder / "in.parquet", folder / "out.parquet"
    block = max(1, rows // 12)
    table(given, rows, seed)
    begun = time.monotonic()
    first = start(block, given, out)
    first.communicate()
    assert first.returncode == 0
    took = time.monotonic() - begun
    new = prints(out)
    assert len(new) == len(OUTPUTS), new
    killed = continued = anew = 0
    for _ in range(times):
        for name in new:
            (folder / name).write_text(f"old {name}")
        old = prints(out)
        job = start(block, given, out)
        time.sleep(rng.uniform(0.0, took * 1.05))
        os.killpg(job.pid, signal.SIGKILL)
        killed += job.wait() != 0
        job.communicate()
        between = prints(out)
        for name in new:
            assert between[name] in (old[name], new[name]), f"{name} is half-written"
        again = start(block, given, out)
        printed, _ = again.communicate()
        assert again.returncode == 0
        continued += "continues" in printed
        anew += "starts over" in printed
        assert prints(out) == new, "the rerun gives other bytes"
        left = [path.name for path in folder.iterdir() if path.name.startswith(".")]
        assert not left, left
    return killed, continued, anew
