#!/usr/bin/env bash
# requests and httpx lose the next page, or cut its address, if a URL in the Link header holds a semicolon.
#
# Guess: response.links has what is between < and > in a Link header.
# Seen: both divide the header at every semicolon before they look at < and >. Only the part up to the first one is left of
#   the address, and the relation is lost if the rest holds two equals signs. aiohttp reads the whole address.
# Matters to: loops over rel="next": they end after page 1, or read it again, without an error.
# Versions: requests 2.34.2, httpx 0.28.1, aiohttp 3.14.5; 2026-11-30.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install requests==2.34.2 httpx==0.28.1 aiohttp==3.14.5

seen=$(
    venv/bin/python - <<'PYTHON'
import asyncio
import http.server
import threading

import aiohttp
import httpx
import requests

HEADERS = {
    "/pages": '</pages;all?page=2>; rel="next"',
    "/items": '</items;set=a?page=2>; rel="next"',
}


class Server(http.server.BaseHTTPRequestHandler):
    """Send a link to page 2."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Link", HEADERS[self.path])
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


async def by_aiohttp(url):
    async with aiohttp.ClientSession() as client, client.get(url) as response:
        return response.links["next"]["url"].path_qs


with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for path, header in HEADERS.items():
        url = f"http://127.0.0.1:{server.server_port}{path}"
        print(header)
        for library in (requests, httpx):
            link = library.get(url).links.get("next")
            print(f"  {library.__name__}: {link and link['url']}")
        print("  aiohttp:", asyncio.run(by_aiohttp(url)))
    server.shutdown()
PYTHON
)

compare "$seen" <<'TEXT'
</pages;all?page=2>; rel="next"
  requests: /pages
  httpx: /pages
  aiohttp: /pages;all?page=2
</items;set=a?page=2>; rel="next"
  requests: None
  httpx: None
  aiohttp: /items;set=a?page=2
TEXT
