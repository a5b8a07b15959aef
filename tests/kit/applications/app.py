"""Applications that answer with the path and the query that the server handed to them."""

import asyncio
import os
from wsgiref.simple_server import make_server

#: The value to answer with: a key of the environment, or of the scope; the query follows it.
VIEW = os.environ.get("VIEW", "")


def wsgi(environ, start):
    start("200 OK", [("Content-Type", "text/plain")])
    target = environ[VIEW or "PATH_INFO"].encode("latin-1")
    if VIEW in {"RAW_URI", "REQUEST_URI"}:
        return [target]
    query = environ.get("QUERY_STRING", "").encode("latin-1")
    return [target, b"?" + query if query else b""]


async def asgi(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    target = scope[VIEW or "path"]
    target = target if isinstance(target, bytes) else target.encode("utf-8", "surrogateescape")
    query = scope["query_string"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    body = target + (b"?" + query if query else b"")
    await send({"type": "http.response.body", "body": body})


def aiohttp(port):
    from aiohttp import web  # noqa: PLC0415  because only this server needs it

    async def answer(request):
        target = getattr(request, VIEW)
        query = request.query_string if VIEW == "path" else ""
        body = (target + "?" * bool(query) + query).encode("utf-8", "surrogateescape")
        return web.Response(body=body)

    async def serve():
        runner = web.ServerRunner(web.Server(answer))
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        await asyncio.Event().wait()

    asyncio.run(serve())


def tornado(port):
    from tornado import web  # noqa: PLC0415  because only this server needs it

    class Answer(web.RequestHandler):
        def get(self):
            query = self.request.query
            body = self.request.path + "?" * bool(query) + query
            self.write(body.encode("latin-1"))

    async def serve():
        web.Application([(r".*", Answer)]).listen(port, "127.0.0.1")
        await asyncio.Event().wait()

    asyncio.run(serve())


def wsgiref(port):
    make_server("127.0.0.1", port, wsgi).serve_forever()


def cheroot(port):
    """Serve with Cheroot, CherryPy's server."""
    from cheroot.wsgi import Server  # noqa: PLC0415  because only this server needs it

    Server(("127.0.0.1", port), wsgi).start()


def werkzeug(port):
    """Serve with the development server of Werkzeug and Flask."""
    from werkzeug.serving import run_simple  # noqa: PLC0415  because only this server needs it

    run_simple("127.0.0.1", port, wsgi)
