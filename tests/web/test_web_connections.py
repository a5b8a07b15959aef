"""Connections of the page's server: kept open, closed after a timeout, or for a newer one."""

import asyncio
import contextlib
import select
import socket

import pytest

from kit import web

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web import connections, limits
from superuri.web.connections import Bodies, Closing, close_oldest


def opened(server):
    link = socket.create_connection((server.host, server.port), timeout=web.WAIT)
    return contextlib.closing(link)


def got(link, server, target="nothing"):
    """The response to a request on an open connection, whose body has a length."""
    link.sendall(
        f"GET {server.path}{target} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n\r\n".encode()
    )
    answer = b""
    while not answer.endswith(b"Not Found"):
        piece = link.recv(1 << 16)
        assert piece, answer
        answer += piece
    return web.status(answer)


def test_a_connection_answers_one_request_after_the_other(server):
    with opened(server) as link:
        assert [got(link, server) for _ in range(3)] == [404, 404, 404]


def test_a_connection_is_closed_when_a_request_does_not_come():
    """Neither the first nor a further one, nor the rest of it."""
    starts = (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n")
    with web.serving(given="limits.READ_TIMEOUT = 1") as server, contextlib.ExitStack() as stack:
        links = [stack.enter_context(opened(server)) for _ in ("answered", *starts)]
        assert got(links[0], server) == 404
        for link, start in zip(links[1:], starts, strict=True):
            link.sendall(start)
        assert [web.received(link) for link in links] == [b""] * 4
        server.process.terminate()
        assert server.process.stderr.read() == ""


def test_of_too_many_connections_that_wait_the_oldest_is_closed():
    with web.serving(given="limits.MOST_SLOW = 2") as server, contextlib.ExitStack() as stack:
        first, second, third = (stack.enter_context(opened(server)) for _ in range(3))
        assert web.received(first) == b""
        assert got(second, server) == 404
        assert got(third, server) == 404


def test_a_connection_waits_anew_after_its_answer():
    """Even if the rest of the body that was refused has not come."""
    with web.serving(given="limits.MOST_SLOW = 2") as server, contextlib.ExitStack() as stack:
        first, second = (stack.enter_context(opened(server)) for _ in range(2))
        assert got(second, server) == 404
        head = f"POST {server.path}api/clean HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n"
        first.sendall(f"{head}Content-Length: 9\r\n\r\n".encode())
        answer = b""
        while not answer.endswith(b"JSON\n"):
            answer += first.recv(1 << 16)
        assert web.status(answer) == 415
        stack.enter_context(opened(server))
        closed, _, _ = select.select([first, second], [], [], web.WAIT)
        assert second in closed


class Waiting:
    """A connection that waits, with a note of whether it was closed."""

    def __init__(self, among):
        self.among = among
        self.is_closed = False
        among[self] = None

    def abort(self):
        self.is_closed = True
        del self.among[self]


def test_the_oldest_is_closed_only_while_there_are_too_many(monkeypatch):
    among = {}
    monkeypatch.setattr(connections, "_slow", among)
    monkeypatch.setattr(limits, "MOST_SLOW", 2)
    links = [Waiting(among) for _ in range(4)]
    closed = []
    for _ in range(4):
        close_oldest()
        closed.append([link.is_closed for link in links])
    one, two = [True, False, False, False], [True, True, False, False]
    assert closed == [one, two, two, two]


@pytest.mark.parametrize("is_sending", [True, False])
def test_while_a_client_still_sends_only_the_writing_side_is_closed(is_sending):
    async def test():
        received = asyncio.Queue()

        class Client(asyncio.Protocol):
            def data_received(self, data):
                received.put_nowait(data)

        ours, theirs = socket.socketpair()
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_connection(Client, sock=ours)
        closing = Closing(transport, lambda: is_sending)
        assert closing.get_extra_info("socket") is transport.get_extra_info("socket")
        assert not closing.is_closing()
        closing.write(b"answer")
        closing.close()
        assert (closing.is_closing(), transport.is_closing()) == (True, not is_sending)
        theirs.setblocking(False)
        answer = b""
        while piece := await loop.sock_recv(theirs, 100):
            answer += piece
        assert answer == b"answer"
        if is_sending:
            await loop.sock_sendall(theirs, b"more")
            assert await received.get() == b"more"
        transport.abort()
        theirs.close()

    asyncio.run(test())


async def pieces(*all_of, then=None):
    """The pieces of a body, and a wait for what never comes."""
    for piece in all_of:
        yield piece
        await asyncio.sleep(0)
    if then is not None:
        await then.wait()


def test_bodies_are_read_within_the_limits(monkeypatch):
    monkeypatch.setattr(limits, "MOST_BODY", 6)
    monkeypatch.setattr(limits, "MOST_HELD", 8)

    async def test():
        bodies, never = Bodies(), asyncio.Event()
        assert await bodies.read(pieces(b"ab", b"", b"cdef")) == b"abcdef"
        with pytest.raises(ValueError, match=r"^$"):
            await bodies.read(pieces(b"abcd", b"efg", then=never))
        assert bodies.held == {}
        # The oldest is cancelled by the newer one, which goes on.
        first = asyncio.ensure_future(bodies.read(pieces(b"abcde", then=never)))
        second = asyncio.ensure_future(bodies.read(pieces(b"ab", b"c", b"d")))
        assert await asyncio.gather(first, second) == [None, b"abcd"]
        # A client's end cancels it as any other task.
        third = asyncio.ensure_future(bodies.read(pieces(b"abc", then=never)))
        await asyncio.sleep(0)
        assert list(bodies.held.values()) == [3]
        third.cancel()
        with pytest.raises(asyncio.CancelledError):
            await third
        assert bodies.held == {}

    asyncio.run(test())


def test_a_body_is_read_only_in_a_task():
    async def test():
        loop = asyncio.get_running_loop()
        refused = loop.create_future()

        def read():
            try:
                Bodies().read(pieces()).send(None)
            except RuntimeError as error:
                refused.set_result(str(error))

        loop.call_soon(read)
        assert await refused == "a body must be read in a task"

    asyncio.run(test())
