#!/usr/bin/env bash
# axel, links and BusyBox's wget send a URL's fragment to the server, and axel sends é as %,3%*9.
#
# Guess: each client drops what follows #, and sends é raw or as %C3%A9.
# Seen: the server gets #part from all three. axel writes letters that are not hexadecimal digits, in every locale, and
#   links a star for each byte of é where LANG is not set, as in a container or a job of cron.
# Matters to: signed URLs, and to fragments with a token, which should never leave the client.
# Versions: axel 2.17.11-3, busybox 1:1.35.0-4+deb12u1+b1, links 2.28-1+b2 of Debian; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

apt-get download -qq axel=2.17.11-3 busybox=1:1.35.0-4+deb12u1+b1 links=2.28-1+b2 \
    liblz1=1.13-5 libgpm2=1.20.7-10+b1 2>apt.log || skip
unpack
export LD_LIBRARY_PATH=$folder/usr/lib/x86_64-linux-gnu

seen=$(
    python3 - <<'PYTHON'
import os
import socket
import subprocess

CLIENTS = {
    "axel": ["usr/bin/axel", "--quiet", "--output=taken"],
    "busybox": ["bin/busybox", "wget", "-q", "-O", "-"],
    "links": ["usr/bin/links", "-source"],
}
for name, words in CLIENTS.items():
    for path in ("/a#part", "/é"):
        with socket.create_server(("127.0.0.1", 0)) as server:
            url = f"http://127.0.0.1:{server.getsockname()[1]}{path}"
            kept = {key: os.environ[key] for key in ("PATH", "LD_LIBRARY_PATH")}
            client = subprocess.Popen([*words, url], env={**kept, "HOME": "."}, stderr=subprocess.DEVNULL)
            server.settimeout(20)
            connection, _ = server.accept()
            with connection:
                request = connection.recv(9999).split(b"\r\n")[0].split()[1]
            client.kill()
            client.wait()
        print(name, path, "is sent as", ascii(request.decode()))
PYTHON
)

compare "$seen" <<'TEXT'
axel /a#part is sent as '/a#part'
axel /é is sent as '/%,3%*9'
busybox /a#part is sent as '/a#part'
busybox /é is sent as '/\xe9'
links /a#part is sent as '/a#part'
links /é is sent as '/**'
TEXT
