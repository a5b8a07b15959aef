#!/usr/bin/env bash
# requests-cache answers ?point=B&point=A, the way back, with the way there: it sorts the values of one name.
#
# Guess: a cache may sort parameters of different names, but two values of one name keep their order.
# Seen: it sorts all pairs, so ?point=B&point=A has the key of ?point=A&point=B. It also reads each value as UTF-8,
#   so %E8 and %E9 (è and é in Latin-1) have one key, and so do /a//b and /a/b.
# Matters to: clients of routing, plotting and sorting services: the answer is another request's, with status 200.
# Versions: requests-cache 1.3.3, requests 2.34.2; 2026-11-30.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install requests-cache==1.3.3 requests==2.34.2

seen=$(
    venv/bin/python - <<'PYTHON'
import http.server
import threading

import requests_cache


class Server(http.server.BaseHTTPRequestHandler):
    """Answer with the target."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", len(self.path))
        self.end_headers()
        self.wfile.write(self.path.encode())

    def log_message(self, *_):
        pass


TARGETS = [
    ("/route?point=A&point=B", "/route?point=B&point=A"),
    ("/?q=%E8", "/?q=%E9"),
    ("/a//b", "/a/b"),
    ("/a%2Fb", "/a/b"),
]
with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    client = requests_cache.CachedSession(backend="memory")
    for first, second in TARGETS:
        client.get(base + first)
        print(second, "->", client.get(base + second).text)
    server.shutdown()
PYTHON
)

compare "$seen" <<'TEXT'
/route?point=B&point=A -> /route?point=A&point=B
/?q=%E9 -> /?q=%E8
/a/b -> /a//b
/a/b -> /a//b
TEXT
