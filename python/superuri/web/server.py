"""Server of the page."""

from __future__ import annotations

import asyncio
import socket
import sys
import webbrowser
from contextlib import suppress
from http import HTTPStatus
from importlib.resources import files
from threading import Thread
from typing import TYPE_CHECKING, Any

import uvicorn
from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from superuri.web import limits
from superuri.web.connections import Bodies, Protocol
from superuri.web.guard import LOOPBACK, Guard
from superuri.web.port import recall, store
from superuri.web.worker import Answer, Worker, answer_to

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from starlette.requests import Request

#: Nothing but Ctrl-C ends it.
INTERRUPTED = 130

#: A client that is not heard out is left.
LEAVE = {"connection": "close"}

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


def make_app(host: str, port: int) -> Guard:
    """Return the application that answers there."""
    pages = {f"/{name}": (octets, kind) for name, octets, kind in contents()}
    pages["/"] = pages["/index.html"]
    light = asyncio.Semaphore(limits.MOST_REQUESTS)
    bodies, worker = Bodies(), Worker()

    async def page(request: Request) -> Response:
        # Names are looked up, never joined to a folder.
        found = pages.get(request.scope["path"])
        if found is None:
            raise HTTPException(404)
        octets, kind = found
        return Response(octets, media_type=kind)

    async def api(request: Request) -> Response:
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return PlainTextResponse("the body is not declared as JSON\n", 415)
        octets = await body_of(request, bodies)
        name = request.path_params["name"]
        if len(octets) > limits.LIGHT_BODY:
            return response(await unless_gone(request, worker.ask(name, octets)))
        if light.locked():
            text = f"{limits.MOST_REQUESTS} requests are worked on already\n"
            return PlainTextResponse(text, 503)
        async with light:
            work = to_thread.run_sync(answer_to, name, octets, abandon_on_cancel=True)
            return response(await asyncio.wait_for(work, limits.LABOUR))

    routes = [
        Route("/api/{name}", api, methods=["POST"]),
        Route("/{path:path}", page, methods=["GET"]),
    ]
    handlers: dict[Any, Any] = {
        TimeoutError: too_slow,
        asyncio.TimeoutError: too_slow,  # its own class until Python 3.11
        ClientDisconnect: left_alone,
    }
    return Guard(Starlette(routes=routes, exception_handlers=handlers), host, port)


def response(what: Answer) -> Response:
    """Return the response of an answer: JSON, or a sentence."""
    status, octets = what
    kind = "application/json" if status == HTTPStatus.OK else "text/plain; charset=utf-8"
    return Response(octets, status, media_type=kind)


async def unless_gone(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Return the answer; the work ends when nobody waits for it any more."""
    working = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(disconnected(request))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException(499, "the client is gone\n", LEAVE)
        return await working
    finally:
        gone.cancel()
        working.cancel()


async def disconnected(request: Request) -> None:
    """Wait until the client is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def body_of(request: Request, bodies: Bodies) -> bytes:
    """Return the body, whatever length was promised."""
    # A task of its own, which ends alone where it gives way to others.
    reading = asyncio.ensure_future(bodies.read(request.stream()))
    try:
        octets = await asyncio.wait_for(reading, limits.PATIENCE)
    except ValueError:
        text = f"the body has more than {limits.MOST_BODY} bytes\n"
        raise HTTPException(413, text, LEAVE) from None
    if octets is None:
        text = f"more than {limits.MOST_HELD} bytes of bodies come at one time\n"
        raise HTTPException(503, text, LEAVE)
    return octets


async def too_slow(_: Request, __: Exception) -> Response:
    """Answer a request that takes too long to come or to do."""
    text = f"a request has {limits.PATIENCE:g} s to come, and {limits.LABOUR:g} s to be answered\n"
    return PlainTextResponse(text, 503, LEAVE)


async def left_alone(_: Request, __: Exception) -> Response:
    """Answer a client that is gone: nobody reads it, and nothing is logged."""
    return Response(None, 499, LEAVE)


def contents() -> list[tuple[str, bytes, str]]:
    """Return every file of the page: its name, its bytes and its type."""
    folder = files("superuri.web") / "page"
    return [
        (file.name, file.read_bytes(), TYPES[f".{file.name.rpartition('.')[2]}"])
        for file in folder.iterdir()
        if file.is_file()
    ]


def listening(host: str = LOOPBACK[0], port: int = 0) -> socket.socket:
    """Return a socket that listens on the address; port 0 is a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def server_of(guard: Guard) -> uvicorn.Server:
    """Return what serves this application."""
    config = uvicorn.Config(
        guard,
        http=Protocol,
        ws="none",
        lifespan="off",
        log_level="error",
        access_log=False,  # URLs are nobody's business
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=2 * limits.MOST_HEADERS,
    )
    return uvicorn.Server(config)


def listening_as_before(host: str) -> socket.socket:
    """Return a socket that listens on the port of the last time, or on one that is free."""
    kept = recall()
    if kept:
        with suppress(OSError):
            return listening(host, kept)
    bound = listening(host)
    if not kept:
        store(bound.getsockname()[1])
    return bound


def serve(port: int | None = None, *, host: str = LOOPBACK[0], browse: bool = True) -> int:
    """Serve the page until Ctrl-C, and return the exit code.

    Without a port it is the one of the last time, if nobody else has it; 0 is one that is free.

    Raises OSError where the port is taken, or the address is not one of this machine.
    """
    with listening_as_before(host) if port is None else listening(host, port) as bound:
        port = bound.getsockname()[1]
        guard = make_app(host, port)
        origin = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        address = f"{origin}{guard.path}"
        sys.stderr.write(f"superuri serves its page at {address} (Ctrl-C ends it)\n")
        sys.stderr.flush()
        if browse:
            # Some browsers, those of a terminal, return only when they are closed.
            Thread(target=webbrowser.open, args=(origin + guard.ticket,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            server_of(guard).run(sockets=[bound])
    return INTERRUPTED
