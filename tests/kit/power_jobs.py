"""Jobs over tables whose power is cut at each call: a rerun gives the same bytes."""

import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from kit import powercut, shim
from kit.jobs import hidden
from kit.nursery import BLOCK, Nursery

ROWS = "id,url\n" + "".join(f"{n},http://e.com/{n} b\n" for n in range(2 * BLOCK + 9))
OLD = "id,url\n0,http://old.example/\n"
JOBS = [
    ["tidy", "given/a.csv", "-c", "url", "-o", "root/out.csv", "--report", "root/report.html"],
    ["tidy", "given/a.csv", "-c", "url", "-o", "root/out.parquet"],
    ["tidy", "given", "-c", "url", "-o", "root/out/", "--findings", "root/findings.csv.zst"],
    ["clean", "-i", "given/a.csv", "-c", "url", "-o", "root/out.csv.gz"],
    ["clean", "-i", "given", "-c", "url", "-o", "root/out/"],
]


def cuts(folder: Path, nursery: Nursery, words: list[str], most: int, seed: int) -> Counter[str]:
    """Cut the power at each call of a job, or at a sample, rerun and compare; return the counts."""
    root, given, said = folder / "root", folder / "given", folder / "said"
    root.mkdir()
    given.mkdir()
    rng = random.Random(seed)
    where = {"cwd": str(folder), "stderr": str(said)}
    seen: Counter[str] = Counter()
    # First write an old output, then run a job that replaces it.
    (given / "a.csv").write_text(OLD)
    assert nursery.run(words, **where) == 0, said.read_text()
    before = powercut.tree(root)
    old = files(before)
    (given / "a.csv").write_text(ROWS)
    record = folder / "record"
    watched = {"root": str(root), "record": str(record), "groups": len(shim.GROUPS)}
    assert nursery.run(words, **where, **watched) == 0, said.read_text()
    new = files(powercut.tree(root))
    assert new.keys() == old.keys()
    assert new != old
    disk = powercut.Disk(before)
    ops = powercut.read(record, str(root))
    chosen = set(rng.sample(range(len(ops)), min(most, len(ops))))
    for n, op in enumerate(ops):
        disk.do(op)
        seen["calls"] += 1
        if n not in chosen:
            continue
        crashes = list(disk.crashes(rng))
        for how, state in crashes if len(chosen) == len(ops) else [rng.choice(crashes)]:
            at = f"{words}: {op.what} of {op.path}, {how}"
            check(state, old, new, at)
            powercut.restore(root, state)
            code = nursery.run(words, **where)
            assert code == 0, f"{at}: {said.read_text()}"
            text = said.read_text()
            seen["continued"] += "continues" in text
            seen["damaged parts"] += "damaged" in text
            assert files(powercut.tree(root)) == new, at
            assert hidden(folder) == [], at
            seen["cuts"] += 1
    assert files(disk.names) == new
    return seen


def check(
    state: dict[str, bytes | None], old: dict[str, bytes], new: dict[str, bytes], at: str
) -> None:
    """Check that each output on the disk is the old one or the new one, complete."""
    for name, data in old.items():
        assert state.get(name) in (data, new[name]), f"{at}: {name} is half-written"


def files(tree: dict[str, powercut.File | None]) -> dict[str, bytes]:
    """Return the content of the files that are not hidden."""
    return {
        name: file.now
        for name, file in tree.items()
        if file is not None and not any(part.startswith(".") for part in name.split("/"))
    }


def every(folder: Path, most: int, seed: int, jobs: Iterable[list[str]]) -> Counter[str]:
    """Cut the power for each job; return the counts."""
    seen: Counter[str] = Counter()
    with Nursery(folder, shim.built(folder)) as nursery:
        for n, words in enumerate(jobs):
            place = folder / f"job{n}"
            place.mkdir()
            seen += cuts(place, nursery, words, most, seed)
    return seen
