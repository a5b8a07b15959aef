"""Races of two jobs for one output, of which one may be killed: the result is one job's."""

import hashlib
import os
import random
import shutil
import signal
import time
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from kit.jobs import hidden
from kit.nursery import Nursery
from superuri._values import generate

VERBS = ("encode", "decode", "clean", "normalize", "pretty", "lint")
#: The verb of each job, the format of its table, and its output.
KINDS = [
    (verb, form, output)
    for verb in ("tidy", *VERBS)
    for form in ("csv", "parquet")
    for output in (f"out.{form}", "out/")
    if output != "out/" or (verb in {"tidy", "clean"} and form == "parquet")
]
ROWS = 4000
#: The exit codes of a job that finished.
DONE = {0, 1, 4}


class Race:
    """Two jobs over two tables, and the result of each alone."""

    def __init__(self, folder: Path, nursery: Nursery, kind: tuple[str, str, str]) -> None:
        self.verb, self.form, self.output = kind
        self.folder, self.nursery = folder, nursery
        self.inputs = [folder / f"in{n}.{self.form}" for n in range(2)]
        self.alone: list[dict[str, str]] = []
        self.took = 10.0
        for n, path in enumerate(self.inputs):
            _table(path, n)
        for n in range(2):
            begun = time.monotonic()
            code = nursery.run(self.words(n), cwd=str(folder), stderr=str(folder / "said"))
            self.took = min(self.took, time.monotonic() - begun)
            assert code in DONE, (folder / "said").read_text()
            self.alone.append(self.made())
            self.clear()

    def words(self, n: int) -> list[str]:
        given = str(self.inputs[n])
        if self.output.endswith("/"):
            given = str(self.folder / f"given{n}")
            Path(given).mkdir(exist_ok=True)
            shutil.copy2(self.inputs[n], Path(given, f"t.{self.form}"))
        if self.verb == "tidy":
            return ["tidy", given, "-c", "url", "-o", self.output]
        return [self.verb, "-i", given, "-c", "url", "-o", self.output]

    def made(self) -> dict[str, str]:
        """Return a fingerprint of each file that a job has written."""
        return {
            str(path.relative_to(self.folder)): hashlib.blake2b(path.read_bytes()).hexdigest()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file()
            and path.relative_to(self.folder).parts[0].startswith("out")
            and not path.name.startswith(".")
        }

    def clear(self) -> None:
        for path in self.folder.glob("out*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def run(self, rng: random.Random, *, kills: bool, seen: Counter[str]) -> None:
        """Let the two race, and check the result."""
        where = str(self.folder)
        jobs = []
        for n in range(2):
            said = str(self.folder / f"said{n}")
            jobs.append(self.nursery.start(self.words(n), cwd=where, stderr=said))
            if n == 0:
                time.sleep(rng.uniform(0, self.took * (0.3 if kills else 1.2)))
        victim = -1
        if kills:
            victim = rng.randrange(2)
            time.sleep(rng.uniform(0, self.took))
            os.kill(jobs[victim], signal.SIGKILL)
        codes = [self.nursery.wait(job) for job in jobs]
        said = [(self.folder / f"said{n}").read_text() for n in range(2)]
        made = self.made()
        done = [n for n in range(2) if codes[n] in DONE]
        for n, code in enumerate(codes):
            allowed = code in DONE or (n == victim and code == -signal.SIGKILL)
            assert allowed or (code == 3 and "is writing it" in said[n]), (code, said[n])
        killed = -signal.SIGKILL in codes
        seen["killed"] += killed
        seen["kept out"] += 3 in codes
        seen["both done"] += len(done) == 2
        table = {name: print_ for name, print_ in made.items() if not _is_beside(name)}
        whose = [n for n in range(2) if table.items() <= self.alone[n].items() and table]
        assert whose or (not table and not done), (
            f"{codes}: the output is not that of a job: {table}"
        )
        if done and not killed:
            assert made in [self.alone[n] for n in done], f"{codes}: the output is not wholly one's"
        if killed:
            # The next job removes what the killed one left.
            again = victim if rng.random() < 0.5 else 1 - victim
            code = self.nursery.run(self.words(again), cwd=where, stderr=str(self.folder / "said"))
            assert code in DONE, (self.folder / "said").read_text()
            assert self.made() == self.alone[again]
        assert hidden(self.folder) == []
        self.clear()


def _is_beside(name: str) -> bool:
    return ".findings." in name or ".summary." in name


def _table(path: Path, seed: int) -> None:
    rng = random.Random(seed)
    urls = [generate.dirty_url(rng).replace("\0", "") for _ in range(ROWS)]
    table = pa.table({"id": [f"{seed}-{n}" for n in range(ROWS)], "url": urls})
    if path.suffix == ".parquet":
        pq.write_table(table, path)
        return
    quoted = ['"' + url.replace('"', '""') + '"' for url in urls]
    lines = [f"{seed}-{n},{url}" for n, url in enumerate(quoted)]
    path.write_text("id,url\n" + "\n".join(lines) + "\n", "utf-8", "surrogatepass")


def races(
    folder: Path, nursery: Nursery, times: int, seed: int, kind: tuple[str, str, str]
) -> Counter[str]:
    """Race that many times, half of them with a kill; return the counts."""
    seen: Counter[str] = Counter()
    race = Race(folder, nursery, kind)
    for n in range(times):
        rng = random.Random(f"{seed} {kind} {n}")
        race.run(rng, kills=n % 2 == 1, seen=seen)
    return seen
