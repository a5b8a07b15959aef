"""Load on the page's server: how long the page waits, and how much memory is taken.

    PYTHONPATH=tests python -m heavy.page_load [SECONDS]

300 connections that dribble, six of the longest bodies at a time, and a user of this machine who
does not know the token, all of them without a pause; meanwhile the page asks what it asks, from a
process of its own, whose time is not the load's.
"""

import json
import random
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from kit import web
from kit.dribbling import dribbling, left
from superuri.web import limits

SLOW = 300
LONG = 6
#: The limits: seconds for an answer to the page, bytes of memory.
MOST_SECONDS = 1.0
MOST_BYTES = 200e6
ASKS = [["explain", {}], ["clean", {}], ["lint", {}], ["kept", {}]]
URL = "http://example.com/caf%C3%A9?name=Helen \u00d8deg\u00e5rd&n=https%3A%2F%2Fe.org%2F%253F#t"


def longest(rng):
    """A body of the maximum length."""
    verb = rng.choice(["explain", "clean", "lint", "edits", "shown", "layers", "pretty", "many"])
    piece = rng.choice(["%", "\u00e9%C3%A9 %zz", "http://e.com/?u=", "a/../", "<>"])
    rest = limits.MOST_BODY - 200
    text = piece * (rest // len(piece.encode()))
    body = {"text": text, "asks": ASKS * 4} if verb == "many" else {"text": text}
    return verb, json.dumps(body, ensure_ascii=False).encode()


def memory(pid):
    """Bytes that a process and those that it started hold."""
    found = 0
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in path.read_text().split():
            with suppress(OSError, IndexError):
                found += memory(int(child))
    with suppress(OSError, IndexError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        found += 1024 * next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return found


class Load:
    """All concurrent clients, until the end."""

    def __init__(self, server):
        self.server = server
        self.over = threading.Event()
        self.most = 0
        self.counts = {}

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def slow(self):
        """Connections that send slowly; a closed one is opened again."""
        links = dribbling(self.server, SLOW)
        while not self.over.wait(0.05):
            for n, link in enumerate(links):
                if left(link, b"x"):
                    link.close()
                    self.count("slow connections closed")
                    with suppress(OSError):
                        links[n] = socket.create_connection((web.HOST, self.server.port))
                        links[n].sendall(f"POST {self.server.path}api/clean HTTP/1.1\r\nX".encode())

    def long(self, seed):
        """The longest bodies, one after the other."""
        rng = random.Random(seed)
        while not self.over.is_set():
            verb, body = longest(rng)
            with suppress(OSError):
                self.count(f"long bodies: {web.status(self.server.post(verb, body))}")

    def stranger(self):
        """Requests without the token."""
        verb, body = longest(random.Random(0))
        kind = [("Content-Type", "application/json")]
        while not self.over.is_set():
            with suppress(OSError):
                printed = self.server.ask("POST", f"/api/{verb}", kind, body, raw=True)
                self.count(f"without the token: {web.status(printed)}")

    def watch(self):
        """The memory of the server."""
        while not self.over.wait(0.02):
            self.most = max(self.most, memory(self.server.process.pid))


def page(host, port, path, seconds):
    """Send requests as the page does, and print the seconds of each answer."""
    body = json.dumps({"text": URL, "asks": ASKS})
    kind = f"Content-Type: application/json\r\nContent-Length: {len(body.encode())}\r\n"
    asks = [("GET", path, "", ""), ("POST", f"{path}api/many", kind, body)]
    took = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for verb, target, more, text in asks:
            head = f"{verb} {target} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n{more}"
            begun = time.perf_counter()
            with socket.create_connection((host, port), timeout=web.WAIT) as link:
                link.sendall(f"{head}\r\n{text}".encode())
                answer = web.received(link)
            took.append(time.perf_counter() - begun)
            assert web.status(answer) == 200, answer[-200:]
        time.sleep(0.1)
    print(json.dumps(sorted(took)))


def main(seconds):
    """Put the server under load, and print how long the page waits; return 1 if too long."""
    with web.serving(patient=False) as server:
        load = Load(server)
        jobs = [load.slow, load.stranger, load.watch]
        jobs += [lambda seed=seed: load.long(seed) for seed in range(LONG)]
        threads = [threading.Thread(target=job, daemon=True) for job in jobs]
        for thread in threads:
            thread.start()
        time.sleep(1)
        where = [server.host, str(server.port), server.path, str(seconds)]
        asks = [sys.executable, "-m", "heavy.page_load", *where]
        took = json.loads(subprocess.run(asks, check=True, stdout=subprocess.PIPE).stdout)
        load.over.set()
    for thread in threads:
        thread.join()
    half = took[len(took) // 2]
    print(f"{len(took)} answers to the page: median {half:.3f} s, longest {took[-1]:.3f} s")
    print(f"memory of the server and its process: {load.most / 1e6:.0f} MB at most")
    for what, number in sorted(load.counts.items()):
        print(f"{what}: {number}")
    return int(took[-1] >= MOST_SECONDS or load.most >= MOST_BYTES)


if __name__ == "__main__":
    given = sys.argv[1:]
    if len(given) > 1:
        sys.exit(page(given[0], int(given[1]), given[2], float(given[3])))
    sys.exit(main(float(given[0]) if given else 60))
