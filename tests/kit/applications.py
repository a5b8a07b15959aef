"""Servers of applications, on loopback: the path that each hands to the application.

    PYTHONPATH=tests python -m kit.applications

asks those that are installed, and prints their rows for tests/compat/servers.toml.
"""

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

#: What is sent, by the name of its column.
TARGETS = {
    "slash": b"/a%2Fb",
    "dots": b"/a/%2e%2e/b",
    "plain": b"/a/../b",
    "semicolon": b"/a;x=1/b",
    "double": b"//a//b",
    "nul": b"/a%00b",
    "octet": b"/a\xc3\xa9b",
    "escape": b"/a%C3%A9b",
    "stray": b"/a%zzb",
    "plus": b"/a+b",
}

#: A WSGI and an ASGI application, which answer with the path that they were given.
SOURCE = """
def wsgi(environ, start):
    start("200 OK", [("Content-Type", "text/plain")])
    return [ascii(environ["PATH_INFO"].encode("latin-1")).encode()]

async def asgi(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": ascii(scope["path"].encode()).encode()})
"""
#: The same for Node, whose programs read `url`.
NODE = """
require("http").createServer((request, response) => {
    const url = Buffer.from(request.url, "latin1").toString("latin1");
    const shown = url.replace(/[^ -~]/g, (c) =>
        "\\\\x" + c.charCodeAt(0).toString(16).padStart(2, "0"));
    response.end("b'" + shown + "'");
}).listen(Number(process.argv[2]), "127.0.0.1");
"""


class Server(NamedTuple):
    """A server: its name, what has its version, and its command after the interpreter."""

    name: str
    distribution: str
    words: tuple[str, ...]


SERVERS = (
    Server("wsgiref", "", ("-m", "served", "{port}")),
    Server("gunicorn", "gunicorn", ("-m", "gunicorn", "-b", "127.0.0.1:{port}", "app:wsgi")),
    Server(
        *("waitress", "waitress"),
        ("-m", "waitress", "--listen=127.0.0.1:{port}", "app:wsgi"),
    ),
    Server(
        *("uvicorn, h11", "uvicorn"),
        ("-m", "uvicorn", "--http", "h11", "--port", "{port}", "--log-level", "error", "app:asgi"),
    ),
    Server("hypercorn", "hypercorn", ("-m", "hypercorn", "-b", "127.0.0.1:{port}", "app:asgi")),
    Server("Node", "node", ("app.js", "{port}")),
)
SERVED = """
import sys
from wsgiref.simple_server import make_server
from app import wsgi
make_server("127.0.0.1", int(sys.argv[1]), wsgi).serve_forever()
"""


def version_of(server: Server) -> str | None:
    """Return the version of a server, or None if it is not installed."""
    if not server.distribution:
        return sys.version.split()[0]
    if server.distribution == "node":
        node = shutil.which("node")
        return node and subprocess.check_output([node, "--version"], text=True).strip()
    try:
        return version(server.distribution)
    except PackageNotFoundError:
        return None


@contextmanager
def started(server: Server) -> Iterator[int]:
    """Start a server of the application; yield its port."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
        found.close()
        for name, source in (("app.py", SOURCE), ("served.py", SERVED), ("app.js", NODE)):
            (Path(folder) / name).write_text(source, "utf-8")
        interpreter = "node" if server.distribution == "node" else sys.executable
        words = [word.format(port=port) for word in server.words]
        process = subprocess.Popen(
            [interpreter, *words],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while process.poll() is None:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield port
        finally:
            process.terminate()
            process.wait()


def handed(port: int, target: bytes) -> str:
    """Return the path that the application was given, as in Python, or the status."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(b"GET %b HTTP/1.1\r\nHost: e\r\nConnection: close\r\n\r\n" % target)
        answer = b""
        while piece := client.recv(1 << 16):
            answer += piece
    head, _, body = answer.partition(b"\r\n\r\n")
    status = head.split(b" ", 2)[1].decode() if b" " in head else "closed"
    found = body[body.find(b"b'") : body.rfind(b"'") + 1].decode("latin-1")
    return found[2:-1] if status == "200" and found else status


def survey() -> dict[str, dict[str, str]]:
    """Return what each installed server hands on, by its name and version."""
    rows = {}
    for server in SERVERS:
        there = version_of(server)
        if there is not None:
            with started(server) as port:
                row = {name: handed(port, target) for name, target in TARGETS.items()}
            rows[f"{server.name} {there}"] = row
    return rows


if __name__ == "__main__":
    for title, row in survey().items():
        print("\n[[case]]", f'name = "{title}"', sep="\n")
        print("\n".join(f"{key} = '{path}'" for key, path in row.items()))
