"""Connections of the page's server: how long a client may take, and who gives way."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from superuri.web import limits
from superuri.web.guard import HEADERS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

#: Seconds before a connection gives way to newer ones. Many are accepted at one time, and what a
#: client has sent already is read only afterwards.
_GRACE = 0.05

#: The connections that have sent no whole request, the one first that has waited longest.
_slow: dict[Protocol, None] = {}


class Protocol(H11Protocol):
    """HTTP that gives a client only so long to send a request, and less if there are many."""

    #: Is the answer sent to a request that was not read to its end?
    is_answered: bool = False
    #: Bytes that were read since then, and dropped.
    dropped: int = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        # asyncio does so itself only where the socket names its protocol; otherwise, the body of an
        # answer waits 40 ms for the browser to acknowledge its head.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.transport: Any = Closing(transport, self.hear_out)
        self.hurry: asyncio.TimerHandle = self.loop.call_later(limits.PATIENCE, self.give_up)
        self.wait()

    def handle_events(self) -> None:
        """Read what has come; a request's head stops the clock, its body has one of its own."""
        super().handle_events()
        cycle: Any = self.cycle  # None before the first request, whatever its type says
        if cycle is not None and not cycle.response_complete:
            self.hurry.cancel()
            if not cycle.more_body:
                _slow.pop(self, None)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self.hurry.cancel()
        self.hurry = self.loop.call_later(limits.PATIENCE, self.give_up)
        _slow.pop(self, None)
        self.wait()
        # A pipelined request is read here.
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self.hurry.cancel()
        _slow.pop(self, None)
        super().connection_lost(exc)

    def wait(self) -> None:
        """Wait for a request as the last of all; the one that has waited longest gives way."""
        _slow[self] = None
        if len(_slow) > limits.MOST_SLOW:
            self.loop.call_later(_GRACE, give_way)

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP, or too long."""
        head, _ = self.conn.trailing_data
        status, sentence = 400, msg
        cycle: Any = self.cycle
        in_body = cycle is not None and not cycle.response_complete
        if in_body:
            sentence = "the body is not valid HTTP"
        elif len(head) > limits.MOST_HEADERS:
            is_line = b"\n" not in head
            status = 414 if is_line else 431
            most = limits.MOST_TARGET if is_line else limits.MOST_HEADERS
            sentence = f"the {'target' if is_line else 'header'} has more than {most} bytes"
        headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close")]
        body = f"{sentence}\n".encode("ascii")
        for event in (
            h11.Response(status_code=status, headers=[*headers, *HEADERS.items()]),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        if in_body:
            # The application waits for no more of the body, and its answer is dropped.
            cycle.disconnected = True
            cycle.message_event.set()
        self.transport.close()

    def hear_out(self) -> bool:
        """Return whether the client is still sending; then read on until it has the answer.

        To close while bytes are unread resets the connection, and the answer is lost with it
        (RFC 9112 section 9.6).
        """
        if self.is_answered:
            return True
        if self.conn.their_state not in {h11.SEND_BODY, h11.ERROR}:
            return False
        self.is_answered = True
        self.hurry.cancel()
        self.hurry = self.loop.call_later(limits.PATIENCE, self.give_up)
        self.flow.resume_reading()
        return True

    def data_received(self, data: bytes) -> None:
        """Read what has come; drop it, up to a limit, if the answer is sent already."""
        if not self.is_answered:
            super().data_received(data)
            return
        self.dropped += len(data)
        if self.dropped > limits.MOST_DROPPED:
            self.give_up()

    def give_up(self) -> None:
        """Hang up on a client that sends nothing, or does not take its answer."""
        _slow.pop(self, None)
        self.transport.abort()


class Closing:
    """A transport that is closed for writing only, where `hear_out` wants to read on."""

    def __init__(self, transport: asyncio.Transport, hear_out: Callable[[], bool]) -> None:
        self.transport = transport
        self.hear_out = hear_out
        self.is_closed: bool = False

    def __getattr__(self, name: str) -> object:
        """Return what the transport itself has."""
        return getattr(self.transport, name)

    def is_closing(self) -> bool:
        """Return whether nothing more is written."""
        return self.is_closed or self.transport.is_closing()

    def close(self) -> None:
        """End what is written; end what is read, too, unless the client is still sending."""
        self.is_closed = True
        if self.transport.is_closing() or not self.hear_out():
            self.transport.close()
        elif self.transport.can_write_eof():
            self.transport.write_eof()


def give_way() -> None:
    """Close the connection that has waited longest, if there are still too many."""
    if len(_slow) > limits.MOST_SLOW:
        next(iter(_slow)).give_up()


class Bodies:
    """The bodies that are still coming: if they hold too much, the oldest is given up."""

    def __init__(self) -> None:
        self.held: dict[asyncio.Task[Any], int] = {}

    async def read(self, pieces: AsyncIterator[bytes]) -> bytes | None:
        """Return the body; None where it gives way to others. Raises ValueError for a long one."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a body is read by a task")
        octets = bytearray()
        self.held[task] = 0
        try:
            async for piece in pieces:
                octets += piece
                if len(octets) > limits.MOST_BODY:
                    raise ValueError
                self.held[task] = len(octets)
                if sum(self.held.values()) > limits.MOST_HELD:
                    oldest = next(iter(self.held))
                    del self.held[oldest]
                    oldest.cancel()
        except asyncio.CancelledError:
            if task in self.held:
                raise
            return None
        finally:
            self.held.pop(task, None)
        return bytes(octets)
