"""Connecting: real clients that are sent to loopback addresses, and where they turned up.

Every address of 127.0.0.0/8 is this machine's, so that each text whose host is one of them can be
connected to without a name being looked up.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import threading
import urllib.request
from collections.abc import Callable, Iterable

#: Where a client may turn up: the address that texts hide, and the plain one.
ADDRESSES = ("127.0.0.77", "127.0.0.1")
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
#: Seconds for one connection.
LIMIT = 5
NODE = """
const http = require('http'), url = require('url');
const lines = require('fs').readFileSync(0, 'utf8').trim().split('\\n').filter(Boolean);
const next = () => {
  if (!lines.length) return;
  const done = () => { process.stdout.write('\\n'); };
  const text = Buffer.from(lines.shift(), 'hex').toString();
  let ended = false;
  const once = () => { if (!ended) { ended = true; done(); next(); } };
  try { http.get(url.parse(text), (r) => { r.resume(); r.on('end', once); }).on('error', once); }
  catch (e) { once(); }
};
next();
"""


class Doors:
    """Servers on one port of several addresses, which note who was knocked at."""

    def __init__(self) -> None:
        self.knocked: list[str] = []
        self.sockets = []
        self.port = 0
        for address in ADDRESSES:
            server = socket.create_server((address, self.port), backlog=64)
            self.port = server.getsockname()[1]
            self.sockets.append(server)
            threading.Thread(target=self.serve, args=(server, address), daemon=True).start()

    def serve(self, server: socket.socket, address: str) -> None:
        """Note each connection, and answer it."""
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            self.knocked.append(address)
            with contextlib.suppress(OSError), connection:
                connection.settimeout(LIMIT)
                connection.recv(65536)
                connection.sendall(ANSWER)

    def close(self) -> None:
        """Close them."""
        for server in self.sockets:
            server.close()


def by_urllib(url: str) -> None:
    """Python's own."""
    with contextlib.suppress(Exception):
        urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=LIMIT)


def by_requests(url: str) -> None:
    """The package."""
    import requests  # noqa: PLC0415 - only some environments have it

    with contextlib.suppress(Exception):
        requests.get(url, timeout=LIMIT, allow_redirects=False)


def by_httpx(url: str) -> None:
    """The package."""
    import httpx  # noqa: PLC0415 - only some environments have it

    with contextlib.suppress(Exception):
        httpx.get(url, timeout=LIMIT, trust_env=False)


def by_program(*command: str) -> Callable[[str], None]:
    """A program that takes the URL as its last argument, or in hex on its standard input."""

    def call(url: str) -> None:
        given = (*command, "--", url) if command[0] != "node" else command
        with contextlib.suppress(subprocess.TimeoutExpired, ValueError, OSError):
            subprocess.run(
                given, input=url.encode().hex(), text=True, timeout=2 * LIMIT, check=False,
                capture_output=True, env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
            )  # fmt: skip

    return call


PROGRAMS = {
    "curl": ("curl", "-sg", "-m", "5", "-o", "/dev/null"),
    "wget": ("wget", "-q", "-t", "1", "-T", "5", "-O", "/dev/null"),
    "node": ("node", "--no-deprecation", "-e", NODE),
}
PACKAGES = {"urllib": by_urllib, "requests": by_requests, "httpx": by_httpx}


def clients() -> dict[str, Callable[[str], None]]:
    """What there is."""
    here: dict[str, Callable[[str], None]] = {}
    for name, call in PACKAGES.items():
        with contextlib.suppress(ImportError):
            __import__(name)
            here[name] = call
    for name, command in PROGRAMS.items():
        if shutil.which(name):
            here[name] = by_program(*command)
    return here


def sample(
    texts: Callable[[int], Iterable[str]], agreed: Callable[[str], str | None], most: int
) -> int:
    """Connect to so many of the texts that are accepted; the number that went elsewhere.

    ``texts`` makes them of the port.
    """
    doors = Doors()
    asked, wrong, here = 0, 0, clients()
    knocks = dict.fromkeys(here, 0)
    try:
        for url in texts(doors.port):
            host = agreed(url)
            if host is None:
                continue
            asked += 1
            for name, call in here.items():
                doors.knocked.clear()
                call(url)
                knocks[name] += len(doors.knocked)
                if set(doors.knocked) - {host}:
                    wrong += 1
                    print(f"  {url!r}: agreed {host!r}, {name} connected to {doors.knocked}")
            if asked >= most:
                break
    finally:
        doors.close()
    print(f"{asked} texts connected to: {wrong} elsewhere; connections: {knocks}")
    return wrong
