"""Server of the page: the application, its sockets, and `serve`."""

from __future__ import annotations

import asyncio
import os
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

#: The exit code after Ctrl-C, the only way to end the server.
INTERRUPTED = 130

#: Headers of a response to a request that was not read completely.
CLOSE = {"connection": "close"}

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


def make_app(host: str, port: int) -> Guard:
    """Return the application for this address."""
    pages = {f"/{name}": (octets, kind) for name, octets, kind in contents()}
    pages["/"] = pages["/index.html"]
    light = asyncio.Semaphore(limits.MOST_REQUESTS)
    bodies, worker = Bodies(), Worker()

    async def page(request: Request) -> Response:
        # Paths are looked up in a dict, never joined to a folder.
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
        if len(octets) > limits.SHORT_BODY:
            return response(await unless_gone(request, worker.ask(name, octets)))
        if light.locked():
            text = f"{limits.MOST_REQUESTS} requests are being processed already\n"
            return PlainTextResponse(text, 503)
        async with light:
            work = to_thread.run_sync(answer_to, name, octets, abandon_on_cancel=True)
            return response(await asyncio.wait_for(work, limits.WORK_TIMEOUT))

    routes = [
        Route("/api/{name}", api, methods=["POST"]),
        Route("/{path:path}", page, methods=["GET"]),
    ]
    handlers: dict[Any, Any] = {
        TimeoutError: too_slow,
        asyncio.TimeoutError: too_slow,  # another class before Python 3.11
        ClientDisconnect: disconnected_client,
    }
    return Guard(Starlette(routes=routes, exception_handlers=handlers), host, port)


def response(what: Answer) -> Response:
    """Return the response for an answer: JSON, or an error in plain text."""
    status, octets = what
    kind = "application/json" if status == HTTPStatus.OK else "text/plain; charset=utf-8"
    return Response(octets, status, media_type=kind)


async def unless_gone(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Return the answer; cancel the work if the client disconnects."""
    working = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(disconnected(request))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException(499, "the client disconnected\n", CLOSE)
        return await working
    finally:
        gone.cancel()
        working.cancel()


async def disconnected(request: Request) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def body_of(request: Request, bodies: Bodies) -> bytes:
    """Return the body, read within the limits."""
    # A separate task, so that `Bodies` can cancel it without cancelling the request.
    reading = asyncio.ensure_future(bodies.read(request.stream()))
    try:
        octets = await asyncio.wait_for(reading, limits.READ_TIMEOUT)
    except ValueError:
        text = f"the body has more than {limits.MOST_BODY} bytes\n"
        raise HTTPException(413, text, CLOSE) from None
    if octets is None:
        text = f"the incomplete bodies of all requests have more than {limits.MOST_HELD} bytes\n"
        raise HTTPException(503, text, CLOSE)
    return octets


async def too_slow(_: Request, __: Exception) -> Response:
    """Answer a request that takes too long to receive or to process."""
    receive, process = limits.READ_TIMEOUT, limits.WORK_TIMEOUT
    text = f"the limits are {receive:g} s to send a request, and {process:g} s to process it\n"
    return PlainTextResponse(text, 503, CLOSE)


async def disconnected_client(_: Request, __: Exception) -> Response:
    """Return an empty response, which nobody reads, so that nothing is logged."""
    return Response(None, 499, CLOSE)


def contents() -> list[tuple[str, bytes, str]]:
    """Return every file of the page: its name, its bytes and its type."""
    return [
        (file.name, file.read_bytes(), TYPES[f".{file.name.rpartition('.')[2]}"])
        for file in (files("superuri.web") / "page").iterdir()
        if file.is_file()
    ]


def listening(host: str = LOOPBACK[0], port: int = 0) -> socket.socket:
    """Return a socket that listens on the address; port 0 selects a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def server_of(guard: Guard) -> uvicorn.Server:
    """Return the uvicorn server of this application."""
    config = uvicorn.Config(
        guard,
        http=Protocol,
        ws="none",
        lifespan="off",
        log_level="error",
        access_log=False,  # URLs are private
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=2 * limits.MOST_HEADERS,
    )
    return uvicorn.Server(config)


def listening_as_before(host: str) -> socket.socket:
    """Return a socket that listens on the stored port, or on a free one."""
    kept = recall()
    if kept:
        with suppress(OSError):
            return listening(host, kept)
    bound = listening(host)
    if not kept:
        store(bound.getsockname()[1])
    return bound


def open_page(address: str) -> None:
    """Open the page, unless the only browser runs in the terminal: the page needs scripts."""
    with suppress(webbrowser.Error):
        is_text = type(webbrowser.get()) is webbrowser.GenericBrowser
        if not is_text or "BROWSER" in os.environ:
            webbrowser.open(address)


def serve(port: int | None = None, *, host: str = LOOPBACK[0], browse: bool = True) -> int:
    """Serve the page until Ctrl-C, and return the exit code.

    The default port is the last one if it is free; 0 selects a free one.

    Raises OSError if the port is taken, or the address is not one of this machine.
    """
    with listening_as_before(host) if port is None else listening(host, port) as bound:
        port = bound.getsockname()[1]
        guard = make_app(host, port)
        origin = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        address = f"{origin}{guard.path}"
        sys.stderr.write(f"superuri serves its page at {address} (Ctrl-C ends it)\n")
        sys.stderr.flush()
        if browse:
            # `open` blocks until a browser that BROWSER names is closed.
            Thread(target=open_page, args=(origin + guard.ticket,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            server_of(guard).run(sockets=[bound])
    return INTERRUPTED
