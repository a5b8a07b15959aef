"""Spark under the table job: an executor is killed, and the rows are those of DuckDB.

`python -m heavy spark` installs pyspark and runs this after the comparison of all engines
(same_rows.py), on a Spark with two executors, each a process of its own: ``tidy`` runs there, loses
an executor, and must give what DuckDB gives.
"""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from heavy.same_rows import compared, engines, say, session, texts
from superuri import tables

EXECUTOR = b"CoarseGrainedExecutorBackend"


def executors() -> list[int]:
    """Return the running executors that this process started."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(path.name)] = int(
                path.joinpath("stat").read_text().rpartition(")")[2].split()[1]
            )
        except OSError:
            continue
    ours, found = {os.getpid()}, set[int]()
    while found != ours:
        found = set(ours)
        ours |= {process for process, parent in parents.items() if parent in ours}
    return [process for process in sorted(ours) if _is_executor(process)]


def _is_executor(process: int) -> bool:
    try:
        return EXECUTOR in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def killing(rows: int, seed: int, folder: Path) -> int:
    """Run tidy on Spark, kill an executor, and compare with DuckDB; return the differences."""
    given = folder / "given.parquet"
    table = texts(rows, seed).append_column("id", pa.array(range(rows)))
    pq.write_table(table, given, row_group_size=max(1, rows // 16))
    begun = time.monotonic()
    tables.tidy([str(given)], "u", str(folder / "duck.parquet"))
    on_duckdb = time.monotonic() - begun
    session()
    killed: list[int] = []
    over = threading.Event()

    def kill() -> None:
        # Once Spark has begun to write.
        while not over.is_set() and not (folder / ".out.tidy/stage-made/_temporary").exists():
            time.sleep(0.02)
        while not over.is_set() and not killed:
            for process in executors()[:1]:
                os.kill(process, signal.SIGKILL)
                killed.append(process)

    killer = threading.Thread(target=kill)
    killer.start()
    begun = time.monotonic()
    tables.tidy([str(given)], "u", str(folder / "out"), engine="spark")
    took = time.monotonic() - begun
    over.set()
    killer.join()
    want, got = pq.read_table(folder / "duck.parquet"), pq.read_table(folder / "out")
    same = want.equals(got.select(want.schema.names).cast(want.schema))
    found = pq.read_table(folder / "duck.findings.parquet")
    same_findings = found.equals(pq.read_table(folder / "out.findings.parquet").cast(found.schema))
    say(
        f"tidy, {rows:,} rows: DuckDB {on_duckdb:.1f} s, Spark {took:.1f} s; {len(killed)} "
        f"executor killed in mid-job; rows {'the same' if same else 'DIFFER'}, findings "
        f"{'the same' if same_findings else 'DIFFER'}"
    )
    return (not killed) + (not same) + (not same_findings)


def both(rows: int, seed: int, folder: Path) -> int:
    """Compare the engines, then lose an executor; return the number of differences."""
    return engines(rows, seed, folder) + killing(rows, seed, folder)


if __name__ == "__main__":
    sys.exit(compared(both))
