"""Loopback: what a client sends to a server on this machine when its code runs."""

import re
import socket
import subprocess
import time
from contextlib import closing, suppress
from typing import Any

import superuri._scratch as _scratch
from superuri._foreign.process import ENDING, Kept, start
from superuri.wire import programs
from superuri.wire.clients import Client

#: The interval between checks whether a client still runs; in seconds.
GLANCE = 0.03

#: The maximum length of a request that is read; in bytes.
LONGEST_HEAD = 1 << 18

#: The maximum length of a client's error output that is read; in bytes.
LONGEST_ERROR = 1 << 14

_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_TARGET = re.compile(rb"[A-Z]+ (.*?) HTTP/[0-9.]+\r\n", re.DOTALL)
# The start of the message in a program's error output, after the place of the error.
_MESSAGE = re.compile(
    r"(?<=': ).*\(\S+Error\)$"
    r"|\b(?:[\w.$:]*(?:Error|Exception|InvalidURL)\b(?! in thread)|curl: |wget: ).*"
)


def ask(client: Client, code: str, rest: str, timeout: float) -> tuple[bytes | None, str]:
    """Return the received target, or None and the reason."""
    target = rest.partition("#")[0]
    with (
        _scratch.folder("superuri-wire-") as folder,
        closing(socket.create_server((programs.HOST, 0))) as server,
    ):
        place = programs.Destination(server.getsockname()[1], target, rest, folder)
        try:
            process = start(
                folder,
                programs.PROGRAMS[client.program](code, place),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        except (OSError, ValueError) as error:
            return None, f"it could not be started: {error}"
        pipe: Any = process.stderr
        errors = Kept(pipe, LONGEST_ERROR)
        received, late = _received(server, process, time.monotonic() + timeout)
        if received is not None:
            return received, ""
        if late:
            return None, f"no answer within {timeout:g} seconds"
        _scratch.stop(process)
        errors.join(ENDING)
        return None, _error_in(errors.octets.decode("utf-8", "replace"))


def _received(
    server: socket.socket, process: "subprocess.Popen[bytes]", deadline: float
) -> tuple[bytes | None, bool]:
    """Return the first target that is received, and whether the time was up."""
    server.settimeout(GLANCE)
    while time.monotonic() < deadline:
        over = process.poll() is not None
        try:
            connection, _ = server.accept()
        except TimeoutError:
            if over:
                return None, False
            continue
        with connection:
            head = _head(connection, deadline)
            with suppress(OSError):
                connection.sendall(_ANSWER)
        found = _TARGET.match(head)
        if found:
            return found[1], False
    return None, True


def _head(connection: socket.socket, deadline: float) -> bytes:
    """Return the request up to its empty line, as far as it was received."""
    head = b""
    with suppress(OSError):
        while b"\r\n\r\n" not in head and len(head) < LONGEST_HEAD:
            connection.settimeout(max(deadline - time.monotonic(), GLANCE))
            more = connection.recv(1 << 16)
            if not more:
                break
            head += more
    return head


def _error_in(output: str) -> str:
    """Return the sentence of the error in a program's output."""
    messages = [found[0] for found in map(_MESSAGE.search, output.splitlines()) if found]
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return (messages or lines or ["it ended without a request"])[-1]
