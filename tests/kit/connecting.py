"""Connecting: real clients that are sent to loopback addresses, with the addresses they reached.

All addresses of 127.0.0.0/8 belong to this machine, so texts with such a host can be connected to
without name lookups.
"""

import contextlib
import shutil
import socket
import subprocess
import threading
import urllib.request
from collections.abc import Callable, Iterable

from superuri import _foreign

#: The addresses that a client may reach: the one hidden in texts, and the plain one.
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


class Listeners:
    """Servers on the same port of several addresses, which record connections."""

    def __init__(self) -> None:
        self.reached: list[str] = []
        self.sockets = []
        self.port = 0
        for address in ADDRESSES:
            server = socket.create_server((address, self.port), backlog=64)
            self.port = server.getsockname()[1]
            self.sockets.append(server)
            threading.Thread(target=self.serve, args=(server, address), daemon=True).start()

    def serve(self, server: socket.socket, address: str) -> None:
        """Record each connection, and answer it."""
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            self.reached.append(address)
            with contextlib.suppress(OSError), connection:
                connection.settimeout(LIMIT)
                connection.recv(65536)
                connection.sendall(ANSWER)

    def close(self) -> None:
        for server in self.sockets:
            server.close()


def by_urllib(url: str) -> None:
    """Python's own client."""
    with contextlib.suppress(Exception):
        urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=LIMIT)


def by_requests(url: str) -> None:
    import requests  # noqa: PLC0415 - only some environments have it

    with contextlib.suppress(Exception):
        requests.get(url, timeout=LIMIT, allow_redirects=False)


def by_httpx(url: str) -> None:
    import httpx  # noqa: PLC0415 - only some environments have it

    with contextlib.suppress(Exception):
        httpx.get(url, timeout=LIMIT, trust_env=False)


def by_program(*command: str) -> Callable[[str], None]:
    """Return a client program that takes the URL as its last argument, or in hex on standard
    input."""

    def call(url: str) -> None:
        given = (*command, "--", url) if command[0] != "node" else command
        with contextlib.suppress(subprocess.SubprocessError, ValueError, OSError):
            _foreign.run(given, url.encode().hex().encode(), 2 * LIMIT)

    return call


PROGRAMS = {
    "curl": ("curl", "-q", "-sg", "-m", "5", "-o", "/dev/null"),
    "wget": ("wget", "--no-config", "-q", "-t", "1", "-T", "5", "-O", "/dev/null"),
    "node": ("node", "--no-deprecation", "-e", NODE),
}
PACKAGES = {"urllib": by_urllib, "requests": by_requests, "httpx": by_httpx}


def clients() -> dict[str, Callable[[str], None]]:
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
    """Connect to that many of the accepted texts; return how many connections went elsewhere.

    ``texts`` creates them for a port.
    """
    listeners = Listeners()
    asked, wrong, here = 0, 0, clients()
    knocks = dict.fromkeys(here, 0)
    try:
        for url in texts(listeners.port):
            host = agreed(url)
            if host is None:
                continue
            asked += 1
            for name, call in here.items():
                listeners.reached.clear()
                call(url)
                knocks[name] += len(listeners.reached)
                if set(listeners.reached) - {host}:
                    wrong += 1
                    print(f"  {url!r}: agreed {host!r}, {name} connected to {listeners.reached}")
            if asked >= most:
                break
    finally:
        listeners.close()
    print(f"{asked} texts connected to: {wrong} elsewhere; connections: {knocks}")
    return wrong
