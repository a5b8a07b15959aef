"""Killing of ``superuri tidy`` at random times, and the result of the next run."""

import hashlib
import os
import random
import signal
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from kit.nursery import Nursery
from superuri._values import generate

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


def kills(folder: Path, times: int, rows: int, seed: int) -> tuple[int, int, int]:
    """Kill a job that many times, each at another time, and run it again.

    Returns how many were killed before their end, how many reruns continued, and how many started
    again. After a kill, each output must be the old one or the new one, complete.
    """
    rng = random.Random(seed)
    given, out, said = folder / "in.parquet", folder / "out.parquet", folder / "said"
    table(given, rows, seed)
    words = ["tidy", str(given), "-c", "url", "-o", str(out), "--report", f"{out}.html"]
    words += ["--memory", "256M", "--threads", "2"]
    how = {"cwd": str(folder), "stderr": str(said)}
    # Small blocks, so that a small table has several parts.
    with Nursery(folder, block=max(1, rows // 12)) as nursery:
        begun = time.monotonic()
        assert nursery.run(words, **how) == 0, said.read_text()
        took = time.monotonic() - begun
        new = prints(out)
        assert len(new) == len(OUTPUTS), new
        killed = continued = anew = 0
        for _ in range(times):
            for name in new:
                (folder / name).write_text(f"old {name}")
            old = prints(out)
            job = nursery.start(words, **how)
            time.sleep(rng.uniform(0.0, took * 1.05))
            os.kill(job, signal.SIGKILL)
            killed += nursery.wait(job) != 0
            between = prints(out)
            for name in new:
                assert between[name] in (old[name], new[name]), f"{name} is half-written"
            assert nursery.run(words, **how) == 0, said.read_text()
            printed = said.read_text()
            continued += "continues" in printed
            anew += "starts over" in printed
            assert prints(out) == new, "the rerun gives other bytes"
            left = [path.name for path in folder.iterdir() if path.name.startswith(".")]
            assert not left, left
    return killed, continued, anew
