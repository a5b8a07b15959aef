#!/usr/bin/env bash
# ffmpeg writes playlists that play from the disk but not from a server, if the name of the video holds # or %20.
#
# Guess: a line of an HLS playlist is a URI, so ffmpeg writes %23 for # and %25 for %.
# Seen: it writes the names of the segments as they are. A player that asks a server for them cuts at # and ?, and the
#   server decodes %20. ffmpeg's own player does so, too, but opens local segments by their names.
# Matters to: recordings and talks that are named by their title ("Talk #1"): the test on the disk succeeds.
# Versions: imageio-ffmpeg 0.8.1, which has ffmpeg 9.0.2, m3u8 6.0.0, requests 2.34.2; 2026-11-30.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install imageio-ffmpeg==0.8.1 m3u8==6.0.0 requests==2.34.2

seen=$(
    venv/bin/python - <<'PYTHON'
import http.server
import subprocess
import threading
import urllib.parse

import imageio_ffmpeg
import m3u8
import requests

FFMPEG = [imageio_ffmpeg.get_ffmpeg_exe(), "-loglevel", "quiet", "-threads", "1"]


class Server(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def plays(playlist):
    return subprocess.run([*FFMPEG, "-i", playlist, "-f", "null", "-"], check=False).returncode == 0


def status(playlist):
    return requests.get(m3u8.load(playlist).segments[0].absolute_uri).status_code


with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for name in ("talk", "talk #1", "talk%201"):
        picture = ["-f", "lavfi", "-i", "color=size=16x16:rate=5", "-t", "1"]
        subprocess.run([*FFMPEG, *picture, "-f", "hls", name + ".m3u8"], check=True)
        url = f"http://127.0.0.1:{server.server_port}/{urllib.parse.quote(name)}.m3u8"
        print(f"{name}: plays from disk {plays(name + '.m3u8')}, by HTTP {plays(url)}; m3u8 and requests {status(url)}")
    server.shutdown()
PYTHON
)

compare "$seen" <<'TEXT'
talk: plays from disk True, by HTTP True; m3u8 and requests 200
talk #1: plays from disk True, by HTTP False; m3u8 and requests 404
talk%201: plays from disk True, by HTTP False; m3u8 and requests 404
TEXT
