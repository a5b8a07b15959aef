#!/usr/bin/env bash
# The WebDAV client webdav4 removes "a b.txt" when asked to remove "a%20b.txt".
#
# Guess: the client encodes the % of a name, so a name from ls() can be given to exists() and remove().
# Seen: a name that holds an escape is sent as it is, and the server decodes it to another name.
# Matters to: backups and synchronisation over WebDAV: the client deletes a file that nobody named. fsspec's webdav://
#   is the same client.
# Versions: webdav4 0.11.0, wsgidav 4.4.0, cheroot 11.1.2; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install webdav4==0.11.0 wsgidav==4.4.0 cheroot==11.1.2

seen=$(
    venv/bin/python - <<'PYTHON'
import os
import pathlib
import threading

from cheroot import wsgi
from webdav4.client import Client
from wsgidav.wsgidav_app import WsgiDAVApp

pathlib.Path("files").mkdir()
for name in ("a b.txt", "a%20b.txt", "a+b.txt"):
    pathlib.Path("files", name).touch()
app = WsgiDAVApp({"provider_mapping": {"/": "files"}, "simple_dc": {"user_mapping": {"*": True}}, "verbose": 0})
server = wsgi.Server(("127.0.0.1", 0), app)
server.prepare()
threading.Thread(target=server.serve, daemon=True).start()
try:
    client = Client("http://{}:{}".format(*server.bind_addr))
    print("listed:", sorted(client.ls("", detail=False)))
    client.remove("a%20b.txt")
finally:
    server.stop()
print("left after removing a%20b.txt:", sorted(os.listdir("files")))
PYTHON
)

compare "$seen" <<'TEXT'
listed: ['a b.txt', 'a%20b.txt', 'a+b.txt']
left after removing a%20b.txt: ['a%20b.txt', 'a+b.txt']
TEXT
