"""Server of the page."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import webbrowser
from contextlib import suppress
from importlib.resources import files
from threading import Thread
from typing import TYPE_CHECKING, Any

import uvicorn
from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from superuri.web.api import BadRequestError, answer, parsed
from superuri.web.guard import LABOUR, MOST_BODY, MOST_HEADERS, MOST_REQUESTS, PATIENCE, Guard

if TYPE_CHECKING:
    from starlette.requests import Request

HOST = "127.0.0.1"
#: Nothing but Ctrl-C ends it.
INTERRUPTED = 130

#: Whoever is not heard out is left.
LEAVE = {"connection": "close"}

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


def make_app(port: int) -> Guard:
    """Return the application that answers on this port."""
    pages = {f"/{name}": (octets, kind) for name, octets, kind in contents()}
    pages["/"] = pages["/index.html"]
    busy = asyncio.Semaphore(MOST_REQUESTS)

    async def page(request: Request) -> Response:
        # Names are looked up, never joined to a folder.
        found = pages.get(request.url.path)
        if found is None:
            raise HTTPException(404)
        octets, kind = found
        return Response(octets, media_type=kind)

    async def api(request: Request) -> Response:
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return PlainTextResponse("the body is not said to be JSON\n", 415)
        octets = await asyncio.wait_for(body_of(request), PATIENCE)
        if busy.locked():
            return PlainTextResponse("too many requests at one time\n", 503)
        async with busy:
            name = request.path_params["name"]
            work = to_thread.run_sync(told, name, octets, abandon_on_cancel=True)
            return await asyncio.wait_for(work, LABOUR)

    routes = [
        Route("/api/{name}", api, methods=["POST"]),
        Route("/{path:path}", page, methods=["GET"]),
    ]
    handlers: dict[Any, Any] = {
        TimeoutError: too_slow,
        asyncio.TimeoutError: too_slow,  # its own class until Python 3.11
    }
    return Guard(Starlette(routes=routes, exception_handlers=handlers), port)


def told(name: str, octets: bytes) -> Response:
    """Return the answer to a body."""
    try:
        # ASCII, so that a lone surrogate is no matter.
        return Response(json.dumps(answer(name, parsed(octets))), media_type="application/json")
    except BadRequestError as error:
        return PlainTextResponse(ascii(str(error))[1:-1] + "\n", 400)
    except Exception:  # noqa: BLE001  because a trace would show the text to whoever reads logs
        return PlainTextResponse("a bug in superuri\n", 500)


async def body_of(request: Request) -> bytes:
    """Return the body, whatever length was promised."""
    octets = bytearray()
    async for piece in request.stream():
        octets += piece
        if len(octets) > MOST_BODY:
            raise HTTPException(413, "the body is too long", LEAVE)
    return bytes(octets)


async def too_slow(_: Request, __: Exception) -> Response:
    """Answer a request that takes too long to come or to do."""
    return PlainTextResponse("it took too long\n", 503, LEAVE)


def contents() -> list[tuple[str, bytes, str]]:
    """Return every file of the page: its name, its bytes and its type."""
    folder = files("superuri.web") / "page"
    return [
        (file.name, file.read_bytes(), TYPES[f".{file.name.rpartition('.')[2]}"])
        for file in folder.iterdir()
        if file.is_file()
    ]


class Protocol(H11Protocol):
    """HTTP that gives a client only so long to say what it wants."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait."""
        super().connection_made(transport)
        # asyncio does so itself only where the socket names its protocol; unsaid, the body of an
        # answer waits 40 ms for the browser to acknowledge its head.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.hurry = self.loop.call_later(PATIENCE, self.give_up)

    def handle_events(self) -> None:
        """Read what has come; a request's head stops the clock, its body has one of its own."""
        super().handle_events()
        cycle: Any = self.cycle  # None before the first request, whatever its type says
        if cycle is not None and not cycle.response_complete:
            self.hurry.cancel()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        super().on_response_complete()
        self.hurry.cancel()
        self.hurry = self.loop.call_later(PATIENCE, self.give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self.hurry.cancel()
        super().connection_lost(exc)

    def give_up(self) -> None:
        """Hang up on a client that says nothing, or does not take what it is told."""
        self.transport.abort()


def listening(port: int = 0) -> socket.socket:
    """Return a socket that listens on the loopback address; port 0 is a free one."""
    return socket.create_server((HOST, port))


def server_of(bound: socket.socket) -> uvicorn.Server:
    """Return what serves on this socket."""
    config = uvicorn.Config(
        make_app(bound.getsockname()[1]),
        http=Protocol,
        ws="none",
        lifespan="off",
        log_level="error",
        access_log=False,  # URLs are nobody's business
        server_header=False,
        proxy_headers=False,
        limit_concurrency=4 * MOST_REQUESTS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=2 * MOST_HEADERS,
    )
    return uvicorn.Server(config)


def serve(port: int = 0, *, browse: bool = True) -> int:
    """Serve the page until Ctrl-C, and return the exit code.

    Raises OSError where the port is taken.
    """
    with listening(port) as bound:
        address = f"http://{HOST}:{bound.getsockname()[1]}/"
        sys.stderr.write(f"superuri serves its page at {address} (Ctrl-C ends it)\n")
        sys.stderr.flush()
        if browse:
            # Some browsers, those of a terminal, return only when they are closed.
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            server_of(bound).run(sockets=[bound])
    return INTERRUPTED
