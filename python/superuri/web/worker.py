"""Process for long bodies: it is killed when its time is over or its client disconnects.

A thread cannot be killed, and its memory cannot be limited. The process has a memory limit if the
system supports one. It runs without the garbage collector, as `main` explains.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from superuri.web import limits
from superuri.web.api import answered
from superuri.web.bodies import BadRequestError, TooLongError, parsed

_HEAD = struct.Struct("!HI")
_START = "import sys; sys.path[:] = {!r}; from superuri.web import worker; worker.main({!r})"

#: The paths of this process, absolute, because the other one runs in another folder.
PATHS = [str(Path(path).absolute()) for path in sys.path]

#: A status, and the answer or the error message.
Answer = tuple[int, bytes]


def answer_to(name: str, octets: bytes) -> Answer:
    """Return the status and the answer to a body."""
    try:
        return 200, answered(name, parsed(octets)).encode("ascii")
    except TooLongError as error:
        return 413, sentence(error)
    except BadRequestError as error:
        return 400, sentence(error)
    except MemoryError:
        return too_much()
    except Exception:  # noqa: BLE001  because a trace would show the text in logs
        return 500, b"a bug in superuri\n"


def too_much() -> Answer:
    """Return the answer where memory runs out."""
    return 413, f"the request takes more memory than {limits.MOST_MEMORY} bytes\n".encode()


def sentence(error: Exception) -> bytes:
    """Return the message of an error on one line."""
    return ascii(str(error))[1:-1].encode() + b"\n"


class Worker:
    """The process, started on demand; it answers one request at a time."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.lock: asyncio.Lock = asyncio.Lock()
        #: Requests that are processed or wait.
        self.pending: int = 0
        self.idle_timer: asyncio.TimerHandle | None = None

    async def ask(self, name: str, octets: bytes) -> Answer:
        """Return the answer. Cancelling this, or its timeout, kills the process."""
        if self.pending > limits.MOST_WAITING:
            return 503, f"{limits.MOST_WAITING} long texts wait already\n".encode()
        self.pending += 1
        try:
            await asyncio.wait_for(self.lock.acquire(), limits.WORK_TIMEOUT)
            return await self.locked(name, octets)
        finally:
            self.pending -= 1

    async def locked(self, name: str, octets: bytes) -> Answer:
        """Return the answer of the process, and release the lock."""
        try:
            return await asyncio.wait_for(self.work(name, octets), limits.WORK_TIMEOUT)
        except BaseException:
            await self.end()
            raise
        finally:
            self.lock.release()

    async def work(self, name: str, octets: bytes) -> Answer:
        """Return the answer; where earlier requests have taken memory, that of a new process."""
        is_used = self.process is not None
        answer = await self.sent(name, octets)
        return await self.sent(name, octets) if is_used and self.process is None else answer

    async def sent(self, name: str, octets: bytes) -> Answer:
        """Return the answer of the process, and end it if its memory does not suffice."""
        try:
            answer = await self.exchanged(name, octets)
        except (asyncio.IncompleteReadError, ConnectionError):
            # The process is gone: the system has killed it for its memory.
            answer = too_much()
        if answer == too_much():
            await self.end()
        return answer

    async def exchanged(self, name: str, octets: bytes) -> Answer:
        """Send a request to the process, and return its answer."""
        if self.idle_timer is not None:
            self.idle_timer.cancel()
        process = self.process = self.process or await start()
        if process.stdin is None or process.stdout is None:
            raise ConnectionError
        verb = name.encode()
        process.stdin.write(_HEAD.pack(len(verb), len(octets)) + verb)
        process.stdin.write(octets)
        await process.stdin.drain()
        status, length = _HEAD.unpack(await process.stdout.readexactly(_HEAD.size))
        answer = await process.stdout.readexactly(length)
        self.idle_timer = asyncio.get_running_loop().call_later(limits.IDLE_TIMEOUT, self.stop)
        return status, answer

    def stop(self) -> None:
        """Kill the process; the next request starts a new one."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()

    async def end(self) -> None:
        """Kill the process and wait for its end; the next request starts a new one."""
        process = self.process
        self.stop()
        if process is not None:
            await process.wait()


async def start() -> asyncio.subprocess.Process:
    """Start the process; it imports the package from the same path as this one."""
    pipe, null = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _START.format(PATHS, limits.MOST_MEMORY)),
        stdin=pipe,
        stdout=pipe,
        stderr=null,
        cwd=os.sep,
        # A thread's own arena would take 64 MiB of the limit, whatever is in it.
        env={**os.environ, "MALLOC_ARENA_MAX": "1"},
        start_new_session=True,  # so that Ctrl-C reaches only the server
        limit=1 << 16,
    )


def main(memory: int) -> None:
    """Answer the requests on standard input until it ends."""
    limits.MOST_MEMORY = memory
    limit_memory()
    # A long text becomes many objects without cycles: the collector would traverse all of them
    # again and again during a request. It runs after each one.
    gc.disable()
    reads, writes = sys.stdin.buffer, sys.stdout.buffer
    while head := reads.read(_HEAD.size):
        of_name, of_body = _HEAD.unpack(head)
        answer(writes, reads.read(of_name).decode(), reads.read(of_body))
        gc.collect()


def answer(writes: BinaryIO, name: str, octets: bytes) -> None:
    """Write the answer to a request."""
    status, octets = answer_to(name, octets)
    writes.write(_HEAD.pack(status, len(octets)))
    writes.write(octets)
    writes.flush()


def limit_memory() -> None:
    """Set the system's memory limit for this process."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415  because Windows has none

        # The first answer imports all modules, which then do not count.
        answer_to("explain", json.dumps({"text": "a"}).encode())
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        held = pages * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (held + limits.MOST_MEMORY,) * 2)
