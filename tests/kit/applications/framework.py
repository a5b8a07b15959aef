"""Frameworks: an application of each, which answers with what its handler is given, as JSON.

    python framework.py NAME PORT

serves `/p/{name}`, whose name is one segment, on loopback until it is killed.
"""

# ruff: noqa: PLC0415  because each process has one framework

import asyncio
import json
import os
import sys
from collections.abc import Callable
from typing import Any

#: What links are made to.
LINKED = ("C#", "AC/DC", "50%")
FIELDS = ("name", "path", "raw", "q", "r", "url")


def links(make: Callable[[str], object]) -> dict[str, str]:
    """Return the path of the link to each name, or the name of the error."""
    found = {}
    for name in LINKED:
        try:
            found[name] = str(make(name)).removeprefix("http://127.0.0.1")
        except Exception as error:  # noqa: BLE001  because each framework has errors of its own
            found[name] = type(error).__name__
    return found


def answer(given: tuple[object, ...], made: dict[str, str]) -> str:
    """Return what a handler is given, and the links that it makes."""
    values = (value.decode("latin-1") if isinstance(value, bytes) else value for value in given)
    row = {field: str(value) for field, value in zip(FIELDS, values, strict=True)}
    return json.dumps({**row, "links": made})


def on_waitress(app: Any, port: int) -> None:
    """Serve an application of WSGI."""
    import waitress

    waitress.serve(app, listen=f"127.0.0.1:{port}", _quiet=True)


def on_uvicorn(app: Any, port: int) -> None:
    """Serve an application of ASGI."""
    import uvicorn

    uvicorn.run(app, host="127.0.0.1", port=port, log_level="error")


def flask(port: int) -> None:
    from flask import Flask, request, url_for

    app = Flask("app")

    @app.get("/p/<name>")
    def page(name: str) -> str:
        given = (name, request.path, "–", request.args.get("q"), request.args.get("r"), request.url)
        return answer(given, links(lambda name: url_for("page", name=name)))

    on_waitress(app, port)


def quart(port: int) -> None:
    from hypercorn.asyncio import serve
    from hypercorn.config import Config
    from quart import Quart, request, url_for

    app = Quart("app")

    @app.get("/p/<name>")
    async def page(name: str) -> str:
        raw, of = request.scope["raw_path"], request.args
        given = (name, request.path, raw, of.get("q"), of.get("r"), request.url)
        return answer(given, links(lambda name: url_for("page", name=name)))

    asyncio.run(serve(app, Config.from_mapping(bind=[f"127.0.0.1:{port}"])))


def django(serve: Callable[[Any, int], None], kind: str) -> Callable[[int], None]:

    def start(port: int) -> None:
        from django.conf import settings

        settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"])
        import django.core.asgi
        import django.core.wsgi
        from django.http import HttpResponse
        from django.urls import path, reverse

        def page(request: Any, name: str) -> Any:
            raw = request.scope["raw_path"] if hasattr(request, "scope") else "–"
            of = request.GET
            given = (name, request.path, raw, of.get("q"), of.get("r"))
            made = links(lambda name: reverse("page", args=[name]))
            return HttpResponse(answer((*given, request.build_absolute_uri()), made))

        globals()["urlpatterns"] = [path("p/<str:name>", page, name="page")]
        kinds = {"wsgi": django.core.wsgi.get_wsgi_application}
        kinds["asgi"] = django.core.asgi.get_asgi_application
        serve(kinds[kind](), port)

    return start


def starlette(port: int) -> None:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route

    async def page(request: Request) -> PlainTextResponse:
        of = request.query_params
        raw, name = request.scope["raw_path"], request.path_params["name"]
        given = (name, request.scope["path"], raw, of.get("q"), of.get("r"), request.url)
        made = links(lambda name: app.url_path_for("page", name=name))
        return PlainTextResponse(answer(given, made))

    app = Starlette(routes=[Route("/p/{name}", page)])
    on_uvicorn(app, port)


def fastapi(port: int) -> None:
    from fastapi import FastAPI, Request
    from fastapi.responses import PlainTextResponse

    app = FastAPI()

    # The annotation is that of another function's imports, which FastAPI cannot find.
    async def page(name: str, request: Any, q: str = "", r: str = "") -> PlainTextResponse:
        raw = request.scope["raw_path"]
        made = links(lambda name: app.url_path_for("page", name=name))
        return PlainTextResponse(
            answer((name, request.scope["path"], raw, q, r, request.url), made)
        )

    page.__annotations__["request"] = Request
    page.__annotations__.pop("return")
    app.get("/p/{name}")(page)
    on_uvicorn(app, port)


def aiohttp(port: int) -> None:
    from aiohttp import web

    async def page(request: web.Request) -> web.Response:
        raw, of, name = request.raw_path, request.query, request.match_info["name"]
        given = (name, request.path, raw, of.get("q"), of.get("r"), request.url)
        made = links(lambda name: app.router["page"].url_for(name=name))
        return web.Response(text=answer(given, made))

    app = web.Application()
    app.router.add_get("/p/{name}", page, name="page")
    web.run_app(app, host="127.0.0.1", port=port, print=None)


def tornado(port: int) -> None:
    from tornado.web import Application, HTTPError, RequestHandler, url

    class Page(RequestHandler):
        def argument(self, name: str) -> str | int:
            try:
                return self.get_query_argument(name)
            except HTTPError as error:
                return error.status_code

        def get(self, name: str) -> None:
            request = self.request
            given = (name, request.path, request.uri, self.argument("q"), self.argument("r"))
            made = links(lambda name: self.reverse_url("page", name))
            self.write(answer((*given, request.full_url()), made))

    async def main() -> None:
        app = Application([url("/p/([^/]+)", Page, name="page")])
        app.listen(port, "127.0.0.1")
        await asyncio.Event().wait()

    asyncio.run(main())


def bottle(port: int) -> None:
    from bottle import Bottle, request

    app = Bottle()

    @app.get("/p/<name>", name="page")
    def page(name: str) -> str:
        of = request.query
        given = (name, request.path, "–", of.get("q"), of.get("r"), request.url)
        return answer(given, links(lambda name: app.get_url("page", name=name)))

    on_waitress(app, port)


def falcon(serve: Callable[[Any, int], None], kind: str) -> Callable[[int], None]:
    """Return what serves Falcon, which makes no links."""

    def start(port: int) -> None:
        import falcon.asgi

        def given(request: Any, name: str) -> str:
            raw = request.scope["raw_path"] if kind == "asgi" else "–"
            of = request.get_param
            return answer((name, request.path, raw, of("q"), of("r"), request.url), {})

        class Page:
            def on_get(self, request: Any, response: Any, name: str) -> None:
                response.text = given(request, name)

        class AsyncPage:
            async def on_get(self, request: Any, response: Any, name: str) -> None:
                response.text = given(request, name)

        app: Any = falcon.App() if kind == "wsgi" else falcon.asgi.App()
        app.add_route("/p/{name}", Page() if kind == "wsgi" else AsyncPage())
        serve(app, port)

    return start


def sanic(port: int) -> None:
    from sanic import Sanic, response

    app = Sanic("app", configure_logging=False)

    @app.get("/p/<name>")
    async def page(request: Any, name: str) -> Any:
        of = request.args
        given = (name, request.path, request.raw_url, of.get("q"), of.get("r"), request.url)
        return response.text(answer(given, links(lambda name: app.url_for("page", name=name))))

    app.run(host="127.0.0.1", port=port, single_process=True, motd=False, access_log=False)


#: What serves each framework.
FRAMEWORKS: dict[str, Callable[[int], None]] = {
    "Flask, waitress": flask,
    "Quart, hypercorn": quart,
    "Django, waitress": django(on_waitress, "wsgi"),
    "Django, uvicorn": django(on_uvicorn, "asgi"),
    "Starlette, uvicorn": starlette,
    "FastAPI, uvicorn": fastapi,
    "aiohttp": aiohttp,
    "Tornado": tornado,
    "Bottle, waitress": bottle,
    "Falcon, waitress": falcon(on_waitress, "wsgi"),
    "Falcon, uvicorn": falcon(on_uvicorn, "asgi"),
    "Sanic": sanic,
}

if __name__ == "__main__":
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    FRAMEWORKS[sys.argv[1]](int(sys.argv[2]))
