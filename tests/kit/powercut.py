"""Power cuts: from a record of file calls, the folders that the disk may hold at each instant.

What was not synced may be there or not: the names in a folder until the folder is synced, the
bytes of a file until the file is. A rename is one step. The disk keeps the order of the names, or
does not.
"""

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple


class Op(NamedTuple):
    """One call: what, of which path, to which other path, where, which bytes."""

    what: str
    path: str
    other: str
    at: int
    data: bytes


@dataclass
class File:
    """A file: the bytes that were written, and those that are surely on the disk."""

    now: bytes = b""
    synced: bytes = b""


@dataclass
class Step:
    """A change of names, and whether it is surely on the disk."""

    what: str
    path: str
    other: str
    file: File | None
    synced: bool = False


@dataclass
class Disk:
    """A folder while a job works in it, call by call."""

    #: What each name led to before the job: a file, or None for a folder.
    before: dict[str, File | None]
    names: dict[str, File | None] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.names = dict(self.before)

    def do(self, op: Op) -> None:
        """Do a call as the system did."""
        known = self.names.get(op.path)
        if op.what == "write":
            assert known is not None, op.path
            known.now = (
                known.now[: op.at].ljust(op.at, b"\0") + op.data + known.now[op.at + len(op.data) :]
            )
        elif op.what == "truncate":
            assert known is not None, op.path
            known.now = known.now[: op.at].ljust(op.at, b"\0")
        elif op.what == "sync" and known is not None:
            known.synced = known.now
        elif op.what == "sync":
            for step in self.steps:
                step.synced |= op.path in {_parent(step.path), _parent(step.other)}
        else:
            step = Step(op.what, op.path, op.other, File() if op.what == "create" else None)
            self.steps.append(step)
            apply(self.names, step)

    def crashes(self, rng: random.Random) -> Iterator[tuple[str, dict[str, bytes | None]]]:
        """Give what may be on the disk now: names and bytes, as lost or kept as may be."""
        loose = [n for n, step in enumerate(self.steps) if not step.synced]
        cut = rng.randrange(len(loose) + 1)
        some = {n for n in loose if rng.random() < 0.5}
        for how, kept in (
            ("all names, no bytes", set(loose)),
            ("no names", set()),
            ("the first names", set(loose[:cut])),
            ("some names", some),
        ):
            names = dict(self.before)
            for n, step in enumerate(self.steps):
                if step.synced or n in kept:
                    apply(names, step)
            yield how, {name: _bytes(file, how, rng) for name, file in names.items()}


def apply(names: dict[str, File | None], step: Step) -> None:
    """Change names as a call does; one whose file is not there changes nothing."""
    path, other = step.path, step.other
    if step.what in {"create", "mkdir"}:
        if _parent(path) in names and path not in names:
            names[path] = step.file
    elif path not in names:
        return
    elif step.what == "remove":
        if not any(name.startswith(f"{path}/") for name in names):
            del names[path]
    elif step.what == "rename":
        moved = _taken(names, path)
        _taken(names, other)
        names |= {other + name: file for name, file in moved.items()}
    elif step.what == "exchange" and other in names:
        one, two = _taken(names, path), _taken(names, other)
        names |= {other + name: file for name, file in one.items()}
        names |= {path + name: file for name, file in two.items()}
    else:
        assert step.what == "exchange", step.what


def _taken(names: dict[str, File | None], path: str) -> dict[str, File | None]:
    """Take a name and all below it out, and return what they led to, by the rest of the name."""
    found = [name for name in names if name == path or name.startswith(f"{path}/")]
    return {name[len(path) :]: names.pop(name) for name in found}


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _bytes(file: File | None, how: str, rng: random.Random) -> bytes | None:
    if file is None:
        return None
    if how in {"all names, no bytes", "no names"} or file.now == file.synced:
        return file.synced
    # A part of what was written; or its length, and zeros.
    written = file.now[: rng.randrange(len(file.now) + 1)]
    return rng.choice((file.synced, written, file.now, bytes(len(file.now))))


def read(record: Path, root: str) -> list[Op]:
    """Return the calls of a record; paths relative to the folder, which is the empty path."""
    data = record.read_bytes()
    ops, at = [], 0
    while at < len(data):
        end = data.index(b"\n", at)
        what, path, other, offset, size = data[at:end].decode().split("\t")
        length = int(size)
        at = end + 1
        ops.append(
            Op(what, _below(path, root), _below(other, root), int(offset), data[at : at + length])
        )
        at += length
    return ops


def _below(path: str, root: str) -> str:
    return path.replace("/./", "/").removeprefix(root).rstrip("/")


def tree(root: Path) -> dict[str, File | None]:
    """Return a folder as it is on the disk."""
    found: dict[str, File | None] = {"": None}
    for path in sorted(root.rglob("*")):
        data = None if path.is_dir() else path.read_bytes()
        name = f"/{path.relative_to(root)}"
        found[name] = None if data is None else File(data, data)
    return found


def restore(root: Path, state: dict[str, bytes | None]) -> None:
    """Make the folder hold this and nothing else."""
    for path in root.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for name, data in sorted(state.items()):
        path = root / name.lstrip("/")
        if data is None:
            path.mkdir(parents=True, exist_ok=True)
        elif path.parent.is_dir():
            path.write_bytes(data)
