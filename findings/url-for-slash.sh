#!/usr/bin/env bash
# Flask, Tornado and aiohttp build a link to AC/DC that the same application answers with 404.
#
# Guess: a parameter that matches one path segment is written with %2F, or is refused.
# Seen: the slash is left raw, so the route does not match. Tornado and aiohttp would find %2F, and do not write it.
#   Each line shows the link, the status for it and the status for %2F.
# Matters to: pages about artists, files, versions or branches: each name with a slash is a dead link.
# Versions: flask 3.1.3, tornado 6.6.1, aiohttp 3.14.5; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install flask==3.1.3 tornado==6.6.1 aiohttp==3.14.5

seen=$(
    venv/bin/python - <<'PYTHON'
import asyncio

import flask
import tornado.web
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from tornado.httpclient import AsyncHTTPClient
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from yarl import URL

NAME, ESCAPED = "AC/DC", "/p/AC%2FDC"


def by_flask():
    app = flask.Flask("app")
    app.add_url_rule("/p/<name>", "p", lambda name: name)
    with app.test_request_context():
        link = flask.url_for("p", name=NAME)
    return link, *(app.test_client().get(path).status_code for path in (link, ESCAPED))


async def by_tornado():
    class Page(tornado.web.RequestHandler):
        def get(self, name):
            self.write(name)

    app = tornado.web.Application([tornado.web.url("/p/([^/]+)", Page, name="p")])
    socket, port = bind_unused_port()
    HTTPServer(app).add_socket(socket)
    link = app.reverse_url("p", NAME)
    paths = (link, ESCAPED)
    answers = [await AsyncHTTPClient().fetch(f"http://127.0.0.1:{port}{path}", raise_error=False) for path in paths]
    return link, *(answer.code for answer in answers)


async def by_aiohttp():
    async def page(request):
        return web.Response()

    app = web.Application()
    app.router.add_get("/p/{name}", page, name="p")
    link = str(app.router["p"].url_for(name=NAME))
    async with TestClient(TestServer(app)) as client:
        paths = (link, URL(ESCAPED, encoded=True))
        return link, *[(await client.get(path)).status for path in paths]


print("Flask", *by_flask())
print("Tornado", *asyncio.run(by_tornado()))
print("aiohttp", *asyncio.run(by_aiohttp()))
PYTHON
)

compare "$seen" <<'TEXT'
Flask /p/AC/DC 404 404
Tornado /p/AC/DC 404 200
aiohttp /p/AC/DC 404 200
TEXT
