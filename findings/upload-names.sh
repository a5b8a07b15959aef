#!/usr/bin/env bash
# The name of an uploaded file arrives changed: aiohttp sends a%20b.txt, and servers read %22 in two ways.
#
# Guess: client and server agree, so the server sees the name of the file.
# Seen: aiohttp percent-encodes the whole name, which no server decodes. httpx writes only a quotation mark as %22,
#   as browsers do: Werkzeug (Flask) decodes that, Starlette (FastAPI) keeps it.
# Matters to: services that store uploads under the client's name.
# Versions: aiohttp 3.14.5, httpx 0.28.1, werkzeug 3.1.9, starlette 1.10.0, python-multipart 0.0.34; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install \
    aiohttp==3.14.5 httpx==0.28.1 werkzeug==3.1.9 starlette==1.10.0 python-multipart==0.0.34

seen=$(
    venv/bin/python - <<'PYTHON'
import asyncio
import io

import aiohttp
import httpx
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser
from werkzeug.formparser import parse_form_data


class Body(bytearray):
    """Collect what aiohttp writes."""

    async def write(self, piece):
        self.extend(piece)


async def by_aiohttp(name):
    form = aiohttp.FormData()
    form.add_field("f", b"x", filename=name)
    payload, body = form(), Body()
    await payload.write(body)
    return payload.headers["Content-Type"], bytes(body)


async def by_httpx(name):
    request = httpx.Request("POST", "http://localhost/", files={"f": (name, b"x")})
    return request.headers["Content-Type"], request.read()


def werkzeug(kind, body):
    environ = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": kind, "CONTENT_LENGTH": str(len(body))}
    return parse_form_data(environ | {"wsgi.input": io.BytesIO(body)})[2]["f"].filename


async def starlette(kind, body):
    async def stream():
        yield body

    form = await MultiPartParser(Headers({"content-type": kind}), stream()).parse()
    return form["f"].filename


async def main():
    for name in ("a b.txt", '12" disc.txt'):
        for client in (by_aiohttp, by_httpx):
            message = await client(name)
            seen = f"Werkzeug {werkzeug(*message)}, Starlette {await starlette(*message)}"
            print(f"{name} {client.__name__}: {seen}")


asyncio.run(main())
PYTHON
)

compare "$seen" <<'TEXT'
a b.txt by_aiohttp: Werkzeug a%20b.txt, Starlette a%20b.txt
a b.txt by_httpx: Werkzeug a b.txt, Starlette a b.txt
12" disc.txt by_aiohttp: Werkzeug 12"%20disc.txt, Starlette 12%22%20disc.txt
12" disc.txt by_httpx: Werkzeug 12" disc.txt, Starlette 12%22 disc.txt
TEXT
