#!/usr/bin/env bash
# pika connects to another virtual host than the one whose URL kombu wrote.
#
# Guess: the path of an amqp: URL is the virtual host, with its slashes as %2F, for writers and readers.
# Seen: kombu (Celery) decodes %2F and writes the URL back without it. pika stops at the second slash: the host "a/b"
#   is "a", and the common spelling "//" of the host "/" is "".
# Matters to: setups in which a Celery worker hands its broker's URL to a health check or a consumer.
# Versions: kombu 5.7.0, pika 1.4.4; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install kombu==5.7.0 pika==1.4.4

seen=$(
    venv/bin/python - <<'PYTHON'
import kombu
import pika

for url in ("amqp://h/a%2Fb", "amqp://h//"):
    written = kombu.Connection(url).as_uri(include_password=True)
    hosts = [repr(pika.URLParameters(each).virtual_host) for each in (url, written)]
    print(f"{url}: kombu {kombu.Connection(url).virtual_host!r}, pika {hosts[0]}; {written}: pika {hosts[1]}")
PYTHON
)

compare "$seen" <<'TEXT'
amqp://h/a%2Fb: kombu 'a/b', pika 'a/b'; amqp://guest:guest@h:5672/a/b: pika 'a'
amqp://h//: kombu '/', pika ''; amqp://guest:guest@h:5672//: pika ''
TEXT
