"""Kills of ``tidy`` at a store: many small objects and a large one, 2 GB in total, then resumed.

`python -m heavy tidy-s3` runs this against a real S3 server on this machine; an argument names
another total. After each kill the output at the store is the old one or the new one, whole; the
last run gives the bytes that the same job gives of files. The seed is printed; SUPERURI_SEED names
another.
"""

import hashlib
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kit import s3
from kit.chance import fresh
from superuri import tables
from superuri._values import generate

KILLS = 6
#: Bytes of a small object; of a row without its URL, as in crawls that keep the pages.
SMALL = 500_000
BODY = 1000
OUT = "s3://data/out.csv"


def write(path: Path, size: int, rng: random.Random) -> None:
    """Write a table of this many bytes."""
    with path.open("w", encoding="utf-8", errors="surrogateescape") as file:
        file.write("id,url,body\n")
        while file.tell() < size:
            lines = []
            for _ in range(100):
                body = rng.randbytes(BODY // 2).hex()
                lines.append(f'{rng.randrange(10**9)},"{url(rng)}",{body}\n')
            file.write("".join(lines))


def url(rng: random.Random) -> str:
    return generate.dirty_url(rng).replace('"', "'").encode("utf-8", "replace").decode()


def digest(data: object) -> str:
    """Return the fingerprint of a file or an object."""
    found = hashlib.blake2b()
    while part := data.read(1 << 20):  # type: ignore[attr-defined]
        found.update(part)
    return found.hexdigest()


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def start(env: dict[str, str]) -> subprocess.Popen[bytes]:
    words = ["tidy", "s3://data/many/", "s3://data/large.csv", "-c", "url", "-q", "-o", OUT]
    return subprocess.Popen([sys.executable, "-m", "superuri", *words], env=env)


def output(store: Any) -> str:
    return digest(store.get_object(Bucket="data", Key="out.csv")["Body"])


def kills(
    env: dict[str, str], work: Path, here: float, rng: random.Random, is_whole: Callable[[], bool]
) -> int:
    """Kill the job at random instants, and return how often it was still running."""
    killed = 0
    for n in range(KILLS):
        job = start(env)
        time.sleep(rng.uniform(1, here / 3 + 2))
        job.kill()
        killed += job.wait() != 0
        assert is_whole(), "the output is half-written"
        folders = [each for each in work.iterdir() if each.is_dir()]
        copied = sum(1 for each in folders for _ in each.glob("inputs/**/*.csv"))
        parts = sum(1 for each in folders for _ in each.glob("outputs/output/.*/made-*"))
        say(f"killed {n + 1}: {copied} objects are here, {parts} parts are finished")
    return killed


def run(folder: Path, megabytes: int, rng: random.Random) -> None:
    """Write the objects, kill the job again and again, and let the last run end."""
    many, large = folder / "many", folder / "large.csv"
    many.mkdir()
    half = megabytes * 1_000_000 // 2
    for n in range(max(1, half // SMALL)):
        write(many / f"{n:06}.csv", SMALL, rng)
    write(large, half, rng)
    small = sorted(many.iterdir())
    whole = large.stat().st_size + sum(path.stat().st_size for path in small)
    begun = time.monotonic()
    done = tables.tidy([str(many), str(large)], "url", str(folder / "out.csv"))
    here = time.monotonic() - begun
    with (folder / "out.csv").open("rb") as file:
        new = digest(file)
    say(f"{whole / 1e6:,.0f} MB, {len(small)} small objects, a large one, {done.rows:,} rows")
    say(f"of files: {here:,.0f} s")
    work = folder / "work"
    work.mkdir()
    with s3.served() as port:
        env = {**os.environ, **s3.environment(port), "TMPDIR": str(work)}
        store = s3.client(port)
        store.create_bucket(Bucket="data")
        for path in [*small, large]:
            with path.open("rb") as body:
                key = path.relative_to(folder).as_posix()
                store.put_object(Bucket="data", Key=key, Body=body)
        store.put_object(Bucket="data", Key="out.csv", Body=b"old")
        old = hashlib.blake2b(b"old").hexdigest()
        killed = kills(env, work, here, rng, lambda: output(store) in {old, new})
        begun = time.monotonic()
        job = start(env)
        assert job.wait() == 0
        last = time.monotonic() - begun
        assert output(store) == new, "the rerun gives other bytes"
        uploads = store.list_multipart_uploads(Bucket="data").get("Uploads", [])
        assert not uploads, "parts of an upload are left"
    left = [path.name for path in work.iterdir()]
    assert not left, left
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    say(f"{killed} of {KILLS} killed before their end; the last run")
    say(f"took {last:,.0f} s, gave the bytes of the job over files, and left nothing behind")
    say(f"largest process: {memory:,.0f} MiB")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder), int(sys.argv[1]) if sys.argv[1:] else 2000, random.Random(fresh()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
