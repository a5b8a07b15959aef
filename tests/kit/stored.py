"""Tables at a store: what their tests read there; without a library that they need, they are
skipped.
"""

import functools
import tempfile
from pathlib import Path

import pytest

from kit.arrow import tables

for needed in ("botocore", "moto.server"):
    pytest.importorskip(needed, reason="make test installs it")

ROWS = b"id,url\n" + b"".join(b"%d,HTTP://e.com/a b?%d\n" % (n, n % 7) for n in range(300))


def read(store, key):
    return store.get_object(Bucket="data", Key=key)["Body"].read()


def names(store):
    return sorted(o["Key"] for o in store.list_objects_v2(Bucket="data").get("Contents", ()))


def left(tmp_path):
    return [path.name for path in (tmp_path / "tmp").iterdir()]


def plain(name="in.csv"):
    """Write a local file, and return the output of the same job for it."""
    Path(name).write_bytes(ROWS)
    return _tidied()


@functools.cache
def _tidied():
    with tempfile.TemporaryDirectory() as folder:
        given, out = Path(folder, "in.csv"), Path(folder, "plain.csv")
        given.write_bytes(ROWS)
        tables.tidy([given], "url", out)
        return out.read_bytes()
