"""Gateways, real ones on loopback: how each treats a request target.

A gateway refuses a target, or returns the path that it reads: nginx its `$uri`, Tomcat and Jetty
the path for an application, Apache and HAProxy the path that reaches the server behind them.
"""

import re
import shutil
import socket
import socketserver
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

HERE = Path(__file__).parent
JARS = Path("/usr/share/java")
MODULES = Path("/usr/lib/apache2/modules")


class Gateway(NamedTuple):
    """A server: its policy, what must be installed, its command, and the path in its answer."""

    policy: str
    needs: tuple[Path | str, ...]
    words: Callable[[Path, int, int], list[str]]
    #: Extracts the decoded path that it read; None if it passes the target on unchanged.
    read: Callable[[bytes], bytes] | None = bytes


def nginx(folder: Path, port: int, _behind: int) -> list[str]:
    """Return the command of nginx, which answers with its `$uri`."""
    (folder / "logs").mkdir()
    (folder / "a.conf").write_text(
        "daemon off; pid a.pid; error_log /dev/null; events {}\nhttp { access_log off; server {"
        f' listen 127.0.0.1:{port}; location / {{ return 200 "$uri"; }} }} }}\n'
    )
    return ["nginx", "-p", str(folder), "-c", "a.conf"]


def apache(folder: Path, port: int, behind: int, more: str = "") -> list[str]:
    modules = ["mpm_event", "authz_core", "proxy", "proxy_http"]
    loaded = "".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so\n" for name in modules)
    (folder / "a.conf").write_text(
        f"ServerRoot {folder}\nServerName e\nPidFile a.pid\nListen 127.0.0.1:{port}\n{loaded}"
        f"{more}ErrorLog /dev/null\nDocumentRoot {folder}\nProxyPass / http://127.0.0.1:{behind}/\n"
    )
    return ["apache2", "-f", str(folder / "a.conf"), "-D", "FOREGROUND"]


def crs(folder: Path, port: int, behind: int) -> list[str]:
    """Return the command of Apache with the Core Rule Set in front of another server."""
    return apache(
        folder, port, behind,
        f"LoadModule unique_id_module {MODULES}/mod_unique_id.so\n"
        f"LoadModule security2_module {MODULES}/mod_security2.so\n"
        f"SecRuleEngine On\nSecDataDir {folder}\nSecAuditEngine Off\n"
        "Include /etc/modsecurity/crs/crs-setup.conf\n"
        "IncludeOptional /usr/share/modsecurity-crs/rules/*.conf\n",
    )  # fmt: skip


def haproxy(folder: Path, port: int, behind: int) -> list[str]:
    (folder / "a.conf").write_text(
        "defaults\n mode http\n timeout connect 60s\n timeout client 60s\n timeout server 60s\n"
        f"frontend f\n bind 127.0.0.1:{port}\n default_backend b\n"
        f"backend b\n server s 127.0.0.1:{behind}\n"
    )
    return ["haproxy", "-q", "-f", str(folder / "a.conf")]


def java(name: str, pattern: str) -> Callable[[Path, int, int], list[str]]:
    """Return a function for the command of a server within a Java program."""

    def words(folder: Path, port: int, _behind: int) -> list[str]:
        jars = [*JARS.glob(pattern), JARS / "servlet-api.jar"]
        path = ":".join(str(jar) for jar in jars if not re.search(r"-\d+\.\d", jar.name))
        return ["java", "-cp", path, str(HERE / f"{name}.java"), str(port), str(folder)]

    return words


def forwarded(target: bytes) -> bytes:
    """Return the path of a target that the gateway escaped again."""
    return unquote_to_bytes(target.split(b"?")[0])


GATEWAYS = (
    Gateway("nginx", ("nginx",), nginx),
    Gateway("apache", ("apache2",), apache, forwarded),
    Gateway("haproxy", ("haproxy",), haproxy, None),
    Gateway("tomcat", ("java", JARS / "tomcat10-catalina.jar"), java("Tomcat", "tomcat10-*.jar")),
    Gateway("jetty", ("java", JARS / "jetty9-server.jar"), java("Jetty", "jetty9-*.jar")),
    Gateway("crs", ("apache2", MODULES / "mod_security2.so"), crs, None),
)


def is_here(gateway: Gateway) -> bool:
    """Return whether everything that a gateway needs is installed."""
    return all(
        need.exists() if isinstance(need, Path) else shutil.which(need) for need in gateway.needs
    )


class Behind(socketserver.StreamRequestHandler):
    """The server behind a gateway, which answers with the target that it received."""

    def handle(self) -> None:
        with suppress(ConnectionError):
            self.answer()

    def answer(self) -> None:
        while line := self.rfile.readline():
            while self.rfile.readline().strip():
                pass
            target = line.split(b" ", 1)[1].rpartition(b" ")[0]
            head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(target)
            self.wfile.write(head + target)


def free() -> int:
    """Return a free port."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


@contextmanager
def started(gateway: Gateway, folder: Path) -> Iterator[int]:
    """Start a gateway with a server behind it; yield the gateway's port."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Behind) as behind:
        behind.daemon_threads = True
        threading.Thread(target=behind.serve_forever, daemon=True).start()
        port = free()
        errors = folder / "errors"
        with errors.open("wb") as output:
            server = subprocess.Popen(
                gateway.words(folder, port, behind.server_address[1]),
                cwd=folder,
                stdout=subprocess.DEVNULL,
                stderr=output,
            )
        try:
            while True:
                if server.poll() is not None:
                    raise RuntimeError(f"{gateway.policy}: {errors.read_text('utf-8', 'replace')}")
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except ConnectionRefusedError:
                    time.sleep(0.05)
            yield port
        finally:
            server.terminate()
            server.wait()
            behind.shutdown()


def asked(port: int, target: bytes) -> tuple[int, bytes]:
    """Send a request; return the status, or 0 without an answer, and the body."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(b"GET " + target + b" HTTP/1.1\r\nHost: e\r\nConnection: close\r\n\r\n")
        answer = HTTPResponse(connection)
        try:
            answer.begin()
            return answer.status, answer.read()
        except (HTTPException, ConnectionError):
            return 0, b""
