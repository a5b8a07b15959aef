#!/usr/bin/env bash
# redis-py opens database 12 for redis://h/1/2, and database 0 for redis://h/cache, where kombu refuses both.
#
# Guess: a path that is not one number is an error.
# Seen: redis-py removes all slashes and then reads a number; if there is none, it takes database 0 without a message.
#   kombu, the messaging of Celery, raises a ValueError for both.
# Matters to: a URL with a prefix or a name in its path: caches share database 0, and one flushdb empties both.
# Versions: redis 8.1.0, kombu 5.7.0; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install redis==8.1.0 kombu==5.7.0 packaging==26.4

seen=$(
    venv/bin/python - <<'PYTHON'
import kombu
import redis
from kombu.transport.redis import Channel

for url in ("redis://h/1", "redis://h/1/2", "redis://h/cache"):
    # Nothing connects.
    connection = redis.Redis.from_url(url).connection_pool.make_connection()
    try:
        other = Channel._prepare_virtual_host(None, kombu.Connection(url).virtual_host)
    except ValueError as error:
        other = type(error).__name__
    print(f"{url}: redis-py {connection.db}, kombu {other}")
PYTHON
)

compare "$seen" <<'TEXT'
redis://h/1: redis-py 1, kombu 1
redis://h/1/2: redis-py 12, kombu ValueError
redis://h/cache: redis-py 0, kombu ValueError
TEXT
