"""Process for long bodies: it is ended when its time is over or its client is gone.

A thread cannot be killed, and its memory cannot be limited. The process has a memory limit if the
system supports one.
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

#: Where this process finds modules, whatever the folder of the other one.
PATHS = [str(Path(path).absolute()) for path in sys.path]

#: A status, and the answer or what is wrong.
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
        return 413, f"it takes more memory than {limits.MOST_MEMORY} bytes\n".encode()
    except Exception:  # noqa: BLE001  because a trace would show the text in logs
        return 500, b"a bug in superuri\n"


def sentence(error: Exception) -> bytes:
    """Return the sentence of an error on one line."""
    return ascii(str(error))[1:-1].encode() + b"\n"


class Worker:
    """The process, which is started when it is needed, and one request at a time."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.turn: asyncio.Lock = asyncio.Lock()
        #: Requests that are worked on or wait for that.
        self.asked: int = 0
        self.rest: asyncio.TimerHandle | None = None

    async def ask(self, name: str, octets: bytes) -> Answer:
        """Return the answer. To cancel this, or to wait no longer, ends the process."""
        if self.asked > limits.MOST_WAITING:
            return 503, f"{limits.MOST_WAITING} long texts wait already\n".encode()
        self.asked += 1
        try:
            await asyncio.wait_for(self.turn.acquire(), limits.LABOUR)
            return await self.in_turn(name, octets)
        finally:
            self.asked -= 1

    async def in_turn(self, name: str, octets: bytes) -> Answer:
        """Return the answer of the process, which works on nothing else meanwhile."""
        try:
            return await asyncio.wait_for(self.work(name, octets), limits.LABOUR)
        except (asyncio.IncompleteReadError, ConnectionError):
            # It is gone: the system has ended what took too much.
            await self.end()
            return 413, f"it takes more memory than {limits.MOST_MEMORY} bytes\n".encode()
        except BaseException:
            await self.end()
            raise
        finally:
            self.turn.release()

    async def work(self, name: str, octets: bytes) -> Answer:
        """Return what the process answers."""
        if self.rest is not None:
            self.rest.cancel()
        process = self.process = self.process or await start()
        if process.stdin is None or process.stdout is None:
            raise ConnectionError
        verb = name.encode()
        process.stdin.write(_HEAD.pack(len(verb), len(octets)) + verb)
        process.stdin.write(octets)
        await process.stdin.drain()
        status, length = _HEAD.unpack(await process.stdout.readexactly(_HEAD.size))
        answer = await process.stdout.readexactly(length)
        self.rest = asyncio.get_running_loop().call_later(limits.IDLE, self.stop)
        return status, answer

    def stop(self) -> None:
        """End the process, whatever it does; the next request starts another."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()

    async def end(self) -> None:
        """End the process; the next request starts another."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def start() -> asyncio.subprocess.Process:
    """Return a process that answers. It finds the package where this one did, and nowhere else."""
    pipe, null = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _START.format(PATHS, limits.MOST_MEMORY)),
        stdin=pipe,
        stdout=pipe,
        stderr=null,
        cwd=os.sep,
        start_new_session=True,  # Ctrl-C is the server's
        limit=1 << 16,
    )


def main(memory: int) -> None:
    """Answer what comes on standard input, until that ends."""
    limits.MOST_MEMORY = memory
    bound_memory()
    # A long text is many objects, and none is in a cycle: the collector would look at all of them
    # again and again while somebody waits.
    gc.disable()
    reads, writes = sys.stdin.buffer, sys.stdout.buffer
    while head := reads.read(_HEAD.size):
        of_name, of_body = _HEAD.unpack(head)
        answer(writes, reads.read(of_name).decode(), reads.read(of_body))
        gc.collect()


def answer(writes: BinaryIO, name: str, octets: bytes) -> None:
    """Write the answer."""
    status, octets = answer_to(name, octets)
    writes.write(_HEAD.pack(status, len(octets)))
    writes.write(octets)
    writes.flush()


def bound_memory() -> None:
    """Let the system refuse more memory than a request may take."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415  because Windows has none

        # The first answer imports what all of them need.
        answer_to("explain", json.dumps({"text": "a"}).encode())
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        held = pages * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (held + limits.MOST_MEMORY,) * 2)
