"""Faults of the system during jobs over tables: no traceback, no mixture, and a rerun succeeds."""

import errno
import json
import random
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from kit import powercut, shim
from kit.jobs import hidden
from kit.nursery import BLOCK, Nursery
from kit.shim import GROUPS, SHORT, SIGNAL

ROWS = "id,url\n" + "".join(f"{n},http://e.com/{n} b\n" for n in range(2 * BLOCK + 9))
OLD = "id,url\n0,http://old.example/\n"
JOBS = [
    ["tidy", "root/in/a.csv", "-c", "url", "-o", "root/out.csv", "--report", "root/out.html"],
    ["clean", "-i", "root/in/a.csv", "-c", "url", "-o", "root/out.csv.zst"],
    ["tidy", "root/in", "-c", "url", "-o", "root/out/"],
    ["clean", "-i", "root/in/a.csv", "-c", "url", "-o", "root/out.parquet"],
]
#: The possible errors of each group of calls.
ERRORS = {
    "create": "ENOSPC EACCES EMFILE ENFILE EROFS EIO EDQUOT EINTR",
    "open": "EACCES EMFILE ENOENT EIO ESTALE",
    "read": "EIO ESTALE EINTR",
    "write": "ENOSPC EIO EDQUOT EFBIG EROFS EINTR",
    "sync": "EIO ENOSPC EDQUOT EROFS",
    "rename": "EACCES ENOSPC EXDEV EROFS EIO EBUSY EDQUOT",
    "exchange": "ENOSYS EINVAL EIO EXDEV",
    "mkdir": "ENOSPC EACCES EROFS EDQUOT EMLINK",
    "unlink": "EACCES EIO EROFS EBUSY",
    "rmdir": "ENOTEMPTY EACCES EIO",
    "truncate": "EIO ENOSPC",
    "lock": "ENOLCK EOPNOTSUPP EWOULDBLOCK",
    "chmod": "EPERM EIO",
    "chown": "EPERM",
    "list": "EMFILE EACCES EIO",
    "thread": "EAGAIN",
    "close": "EIO ENOSPC",
    "stat": "EACCES EIO ESTALE",
}
SIGNALS = ("SIGKILL", "SIGTERM", "SIGINT", "SIGHUP")


class Kind(NamedTuple):
    """A kind of fault: in which calls, which, and whether all later calls have it, too."""

    group: str
    fault: str
    lasts: bool

    @property
    def number(self) -> int:
        """The shim's number of the fault."""
        if self.fault == "short":
            return SHORT
        if self.fault in SIGNALS:
            return SIGNAL + getattr(signal, self.fault)
        return int(getattr(errno, self.fault))

    def __str__(self) -> str:
        return f"{self.group} {self.fault}{' for ever' if self.lasts else ''}"


KINDS = [
    *(Kind(group, name, False) for group, names in ERRORS.items() for name in names.split()),
    *(Kind("write", name, True) for name in ("ENOSPC", "EIO", "EROFS")),
    *(Kind("create", name, True) for name in ("ENOSPC", "EMFILE", "EROFS")),
    *(Kind("read", "EIO", True), Kind("thread", "EAGAIN", True), Kind("sync", "EIO", True)),
    *(Kind("read", "short", True), Kind("write", "short", True), Kind("lock", "ENOLCK", True)),
    *(Kind(g, name, False) for g in ("write", "rename", "sync", "unlink") for name in SIGNALS),
]


class Disturbed:
    """A job, the old output it replaces, and the new one that it makes undisturbed."""

    def __init__(self, folder: Path, nursery: Nursery, words: list[str]) -> None:
        self.folder, self.nursery, self.words = folder, nursery, words
        self.root, self.said = folder / "root", folder / "said"
        given = self.root / "in" / "a.csv"
        given.parent.mkdir(parents=True)
        given.write_text(OLD)
        self._quiet()
        given.write_text(ROWS)
        self.before = powercut.tree(self.root)
        self.old = self.made()
        self._quiet(counts=str(folder / "counts"))
        self.new = self.made()
        assert self.new != self.old
        assert self.new.keys() == self.old.keys()
        self.counts = dict(zip(GROUPS, json.loads((folder / "counts").read_text()), strict=True))

    def _quiet(self, **more: str) -> None:
        code = self._run(**more)
        assert code == 0, self.said.read_text()

    def _run(self, **more: object) -> int:
        watch = {"root": str(self.root), "groups": len(GROUPS)}
        where = {"cwd": str(self.folder), "stderr": str(self.said)}
        return self.nursery.run(self.words, **where, **watch, **more)

    def made(self) -> dict[str, bytes]:
        found = powercut.tree(self.root)
        return {
            name: file.now
            for name, file in found.items()
            if file is not None
            and name.startswith("/out")
            and not any(part.startswith(".") for part in name.split("/"))
        }

    def disturb(self, kind: Kind, instant: int) -> int:
        """Run the job with a fault at the n-th call, check what it leaves, and run it again.

        Return the exit code of the disturbed run.
        """
        state = {name: file and file.synced for name, file in self.before.items()}
        powercut.restore(self.root, state)
        arm = (GROUPS.index(kind.group), instant, kind.number, int(kind.lasts))
        code = self._run(arm=arm)
        said = self.said.read_text()
        at = f"{' '.join(self.words)}: {kind}, call {instant}: exit code {code}: {said}"
        self._check(kind, code, said, at)
        if code or hidden(self.root):
            again = self._run()
            assert again == 0, f"{at}; again: {self.said.read_text()}"
            assert self.made() == self.new, f"{at}: other bytes after the rerun"
            assert hidden(self.root) == [], f"{at}: {hidden(self.root)} is left after the rerun"
        return code

    def _check(self, kind: Kind, code: int, said: str, at: str) -> None:
        made = self.made()
        assert "Traceback" not in said, at
        if kind.fault in SIGNALS:
            number = getattr(signal, kind.fault)
            assert code in {0, -number, 128 + number}, at
        else:
            assert code in {0, 3}, at
        if code == 3:
            assert 1 <= said.count("\n") <= 2, at
        if code == 0:
            assert made == self.new, f"{at}: not what was to be made"
        for name, data in made.items():
            assert data in (self.old.get(name), self.new.get(name)), (
                f"{at}: {name} is not from a job"
            )
        # A folder may be between its two names where the system cannot exchange them.
        beside = (".findings.", ".summary.", ".html")
        table = {name for name in self.new if not any(word in name for word in beside)}
        if any(made.get(name) == self.new[name] for name in table):
            assert made == self.new, f"{at}: a new table has old companions"
        elif kind.group != "exchange":
            assert all(made.get(name) == self.old[name] for name in table), f"{at}: no table"


def disturb(
    folder: Path, most: int, seed: int, jobs: list[list[str]], wrong: Callable[[str], None]
) -> Counter[str]:
    """Try every kind of fault in each job, at this many instants; return the number tried.

    ``wrong`` is called with what should not be.
    """
    library = shim.built(folder)
    seen: Counter[str] = Counter()
    tried: set[str] = set()
    for n, words in enumerate(jobs):
        place = folder / f"job{n}"
        place.mkdir()
        with Nursery(place, library) as nursery:
            job = Disturbed(place, nursery, words)
            for kind in KINDS:
                count = job.counts[kind.group]
                rng = random.Random(f"{seed} {words} {kind}")
                for instant in sorted(rng.sample(range(1, count + 1), min(most, count))):
                    tried.add(str(kind))
                    seen["cases"] += 1
                    try:
                        seen["survived" if job.disturb(kind, instant) == 0 else "failed"] += 1
                    except AssertionError as error:
                        seen["wrong"] += 1
                        wrong(str(error))
    seen["kinds"] = len(tried)
    return seen
