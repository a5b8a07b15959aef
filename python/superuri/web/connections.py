"""Connections of the page's server: timeouts, and which one is closed when there are too many."""

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

#: Seconds until the oldest connection is closed for a newer one: asyncio accepts many connections
#: before it reads what they have sent.
_GRACE = 0.05

#: The connections without a complete request, oldest first.
_slow: dict[Protocol, None] = {}


class Protocol(H11Protocol):
    """HTTP with a timeout for each request; the oldest connection is closed if there are many."""

    #: Whether the response was sent before the request was read completely.
    is_answered: bool = False
    #: Bytes read since then and dropped.
    dropped: int = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeout."""
        super().connection_made(transport)
        # asyncio does so only if the socket has an explicit protocol; otherwise, the body of a
        # response waits 40 ms for the browser to acknowledge its head.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.transport: Any = Closing(transport, self.keeps_reading)
        self.timer: asyncio.TimerHandle = self.loop.call_later(limits.READ_TIMEOUT, self.abort)
        self.wait()

    def handle_events(self) -> None:
        """Read what has come; a complete head stops the timeout, and the body has its own."""
        super().handle_events()
        cycle: Any = self.cycle  # None before the first request, whatever its type
        if cycle is not None and not cycle.response_complete:
            self.timer.cancel()
            if not cycle.more_body:
                _slow.pop(self, None)

    def on_response_complete(self) -> None:
        """Start the timeout of the next request."""
        self.timer.cancel()
        self.timer = self.loop.call_later(limits.READ_TIMEOUT, self.abort)
        _slow.pop(self, None)
        self.wait()
        # A pipelined request is read here.
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeout."""
        self.timer.cancel()
        _slow.pop(self, None)
        super().connection_lost(exc)

    def wait(self) -> None:
        """Become the newest connection without a request; close the oldest if there are many."""
        _slow[self] = None
        if len(_slow) > limits.MOST_SLOW:
            self.loop.call_later(_GRACE, close_oldest)

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP, or too long."""
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
            # The application stops waiting for the body, and its response is dropped.
            cycle.disconnected = True
            cycle.message_event.set()
        self.transport.close()

    def keeps_reading(self) -> bool:
        """Return whether the client is still sending; if so, continue to read, within the timeout.

        Closing with unread bytes resets the connection, and the client loses the response
        (RFC 9112 section 9.6).
        """
        if self.is_answered:
            return True
        if self.conn.their_state not in {h11.SEND_BODY, h11.ERROR}:
            return False
        self.is_answered = True
        self.timer.cancel()
        self.timer = self.loop.call_later(limits.READ_TIMEOUT, self.abort)
        self.flow.resume_reading()
        return True

    def data_received(self, data: bytes) -> None:
        """Read what has come; drop it, up to a limit, if the response is sent already."""
        if not self.is_answered:
            super().data_received(data)
            return
        self.dropped += len(data)
        if self.dropped > limits.MOST_DROPPED:
            self.abort()

    def abort(self) -> None:
        """Close the connection at once, with what is still unread or unsent."""
        _slow.pop(self, None)
        self.transport.abort()


class Closing:
    """A transport whose `close` closes only the writing side while `keeps_reading` is true."""

    def __init__(self, transport: asyncio.Transport, keeps_reading: Callable[[], bool]) -> None:
        self.transport = transport
        self.keeps_reading = keeps_reading
        self.is_closed: bool = False

    def __getattr__(self, name: str) -> object:
        """Return an attribute of the wrapped transport."""
        return getattr(self.transport, name)

    def is_closing(self) -> bool:
        """Return whether the writing side is closed or closing."""
        return self.is_closed or self.transport.is_closing()

    def close(self) -> None:
        """Close the writing side, and the reading side unless the client is still sending."""
        self.is_closed = True
        if self.transport.is_closing() or not self.keeps_reading():
            self.transport.close()
        elif self.transport.can_write_eof():
            self.transport.write_eof()


def close_oldest() -> None:
    """Close the connection that has waited longest, if there are still too many."""
    if len(_slow) > limits.MOST_SLOW:
        next(iter(_slow)).abort()


class Bodies:
    """The bodies that are being read: if they take too much memory, the oldest is cancelled."""

    def __init__(self) -> None:
        self.held: dict[asyncio.Task[Any], int] = {}

    async def read(self, pieces: AsyncIterator[bytes]) -> bytes | None:
        """Return the body; None if it was cancelled. Raises ValueError if it is too long."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a body must be read in a task")
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
