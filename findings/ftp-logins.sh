#!/usr/bin/env bash
# fsspec cannot log in with an ftp: URL that urllib and smart_open open: it decodes neither the password nor the path.
#
# Guess: user and password of a URL are decoded, because they could not hold @, : and / otherwise.
# Seen: fsspec sends us%40er and p%40ss. With the login apart it asks for the file a%20b.txt. Its sftp: is like that, too.
# Matters to: Dask, xarray and others that open URLs through fsspec: a login that urllib makes fails.
# Versions: fsspec 2026.9.0, smart_open 9.0.2, pyftpdlib 2.2.0, Python 3.11.7; 2026-11-30.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install fsspec==2026.9.0 smart_open==9.0.2 pyftpdlib==2.2.0

seen=$(
    venv/bin/python - <<'PYTHON'
import logging
import pathlib
import threading
import urllib.request

import fsspec
import smart_open
from pyftpdlib.authorizers import AuthenticationFailed, DummyAuthorizer
from pyftpdlib.handlers import FTPHandler
from pyftpdlib.servers import FTPServer

logging.disable()
pathlib.Path("a b.txt").write_text("x")
asked = []


class Authorizer(DummyAuthorizer):
    def validate_authentication(self, user, password, handler):
        asked.append(f"{user} {password}")
        if not self.has_user(user) or self.user_table[user]["pwd"] != password:
            raise AuthenticationFailed("Authentication failed.")


class Handler(FTPHandler):
    authorizer = Authorizer()
    auth_failed_timeout = 0


Handler.authorizer.add_user("us@er", "p@ss", ".")
server = FTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"ftp://us%40er:p%40ss@127.0.0.1:{server.address[1]}/a%20b.txt"
apart = url.replace("us%40er:p%40ss@", "")
for name, program in {
    "urllib": lambda: urllib.request.urlopen(url).read(),
    "smart_open": lambda: smart_open.open(url, "rb").read(),
    "fsspec": lambda: fsspec.open(url).open().read(),
    "fsspec, login apart": lambda: fsspec.open(apart, username="us@er", password="p@ss").open().read(),
}.items():
    asked.clear()
    try:
        seen = program().decode()
    except Exception as error:  # noqa: BLE001
        seen = f"{type(error).__name__}: {error}"
    print(f"{name}: {asked[0]}, {seen}")
server.close_all()
PYTHON
)

compare "$seen" <<'TEXT'
urllib: us@er p@ss, x
smart_open: us@er p@ss, x
fsspec: us%40er p%40ss, error_perm: 530 Authentication failed.
fsspec, login apart: us@er p@ss, FileNotFoundError: /a%20b.txt
TEXT
