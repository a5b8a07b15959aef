"""Soak: work that goes on for long takes no more memory and no more descriptors at its end.

    python -m heavy soak
    PYTHONPATH=tests python -m heavy.soak [--seconds S] [--lines N] [--rows N] [PART …]

The parts: `page`, whose server gets hostile bodies at a steady rate for an hour; `command`, which
cleans 10^9 lines from a pipe; `columns`, of 10^9 rows by several verbs in turn. Memory and
descriptors of the process and of those that it started are looked at all the time. The most in the
last half must be the most in the first half, but for noise; the first tenth fills caches and does
not count. Every answer is judged: the page's as by `heavy.hostile_input`, the number of the lines,
and one hash for all equal columns.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa

from heavy.page_load import memory
from kit import chance, web
from kit.hostile_input import page as hostile_page
from superuri.columns import arrow

#: Requests to the page in a second, and the clients that send them.
RATE, CLIENTS = 200, 8
#: How many wrong answers are shown.
SHOWN = 20
#: Seconds between two looks.
PERIOD = 0.5
#: Octets of memory and descriptors that are noise.
NOISE_OCTETS, NOISE_DESCRIPTORS = 24e6, 4
#: Texts of a block of lines or of a column.
BLOCK = 1_000_000
VERBS = ("clean", "normalize", "pretty", "parse", "key", "lint", "domain", "encode")
#: The exit code where lines were refused.
REFUSED = 4
PIECES = ("http://e.com/", "é", "%zz", " ", "%C3%A9", "/../", "?a=b", "&", "#", "ü.example/", "b")


class Watch:
    """Looks at a process and those that it started until the end."""

    def __init__(self, pid: int) -> None:
        self.seen: list[tuple[int, int]] = []
        self._pid, self._over = pid, threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._over.wait(PERIOD):
            if octets := memory(self._pid):  # none once the process has ended
                self.seen.append((octets, descriptors(self._pid)))

    def verdict(self, what: str) -> bool:
        """Print what was seen; return whether it stayed the same."""
        self._over.set()
        self._thread.join()
        after = self.seen[len(self.seen) // 10 :]
        halves = after[: len(after) // 2], after[len(after) // 2 :]
        (octets, files), (octets_after, files_after) = (
            tuple(max(seen) for seen in zip(*half, strict=True)) for half in halves
        )
        print(
            f"{what}; {octets / 1e6:.0f} MB and {files} descriptors at most in the first half, "
            f"{octets_after / 1e6:.0f} MB and {files_after} in the second",
            flush=True,
        )
        same = octets_after <= octets * 1.05 + NOISE_OCTETS
        return same and files_after <= files + NOISE_DESCRIPTORS


def descriptors(pid: int) -> int:
    """Return how many descriptors a process and those that it started have open."""
    found = 0
    try:
        found += sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
        for path in Path(f"/proc/{pid}/task").glob("*/children"):
            found += sum(descriptors(int(child)) for child in path.read_text().split())
    except OSError:
        pass  # it has ended
    return found


def page(options: argparse.Namespace) -> bool:
    wrong: list[str] = []
    with web.serving(patient=False) as server, ThreadPoolExecutor(CLIENTS) as clients:
        ask, watch = hostile_page.asking(server), Watch(server.process.pid)
        began, late = time.monotonic(), 0

        def one(n: int) -> None:
            if why := ask(n):
                wrong.append(why)

        for second in range(options.seconds):
            # Its requests are sent when it has come and the clients are free.
            late += time.monotonic() - began > second + 1
            time.sleep(max(0, began + second - time.monotonic()))
            list(clients.map(one, range(second * RATE, (second + 1) * RATE)))
        seconds = time.monotonic() - began
        lives = server.lives()
        what = f"{options.seconds * RATE:,} requests of hostile bodies in {seconds:,.0f} s"
        same = watch.verdict(f"{what}, {len(wrong)} answered wrongly, late {late} times")
    for why in wrong[:SHOWN]:
        print(why)
    return same and lives and not wrong


def texts() -> list[str]:
    rng = chance.seeded("soak")
    return ["".join(rng.choices(PIECES, k=rng.randint(1, 6))) for _ in range(BLOCK)]


def command(options: argparse.Namespace) -> bool:
    """Clean this many lines from a pipe."""
    block = "".join(f"{text}\n" for text in texts()).encode()
    run = [sys.executable, "-m", "superuri", "clean", "--quiet"]
    times = -(-options.lines // BLOCK)
    began = time.monotonic()
    with subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        watch = Watch(process.pid)
        assert process.stdin
        assert process.stdout
        given, came = process.stdin, process.stdout

        def give() -> None:
            with given:
                for _ in range(times):
                    given.write(block)

        giver = threading.Thread(target=give, daemon=True)
        giver.start()
        lines = 0
        while piece := came.read1(1 << 20):
            lines += piece.count(b"\n")
        giver.join()
        ended = process.wait()
        seconds = time.monotonic() - began
        what = f"{lines:,} lines of a pipe cleaned in {seconds:,.0f} s, exit code {ended}"
        # Some lines are refused, and kept as they are.
        return watch.verdict(what) and lines == times * BLOCK and ended == REFUSED


def columns(options: argparse.Namespace) -> bool:
    """Apply verbs to a column until there were this many rows."""
    column, watch = pa.array(texts()), Watch(os.getpid())
    hashes: dict[str, set[bytes]] = {verb: set() for verb in VERBS}
    rows, began = 0, time.monotonic()
    while rows < options.rows:
        verb = VERBS[rows // BLOCK % len(VERBS)]
        refusing = {} if verb == "lint" else {"on_error": "null"}
        made = pa.chunked_array(arrow.apply(column, verb, **refusing))
        hashes[verb].add(hashlib.blake2b(str(made.slice(BLOCK - 99)).encode()).digest())
        rows += BLOCK
    same = all(len(found) <= 1 for found in hashes.values())
    what = f"{rows:,} rows of a column in {time.monotonic() - began:,.0f} s"
    return watch.verdict(what) and same


PARTS = {"page": page, "command": command, "columns": columns}


def main() -> int:
    """Return 1 if something grows or is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=3_600, help="of the page (3,600)")
    parser.add_argument("--lines", type=int, default=10**9, help="of the command (10^9)")
    parser.add_argument("--rows", type=int, default=10**9, help="of columns (10^9)")
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all by default")
    options = parser.parse_args()
    print(f"SUPERURI_SEED={chance.SEED}", flush=True)
    results = [PARTS[part](options) for part in options.parts or PARTS]
    print(f"{results.count(False)} parts grew or were wrong")
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main())
