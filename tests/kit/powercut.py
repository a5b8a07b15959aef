"""Power cuts: from recorded file calls, the folders that the disk may contain at each time.

Data that was not synced may be there or not: names until their folder is synced, bytes until the
file is. A rename is atomic. The disk may keep the order of names or not.
"""

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple


class Op(NamedTuple):
    """One call: its kind, its path, another path, the offset, and the bytes."""

    what: str
    path: str
    other: str
    at: int
    data: bytes


@dataclass
class File:
    """A file: the bytes that were written, and those that are certainly on the disk."""

    now: bytes = b""
    synced: bytes = b""


@dataclass
class Step:
    """A change of names, and whether it is certainly on the disk."""

    what: str
    path: str
    other: str
    file: File | None
    synced: bool = False


@dataclass
class Disk:
    """A folder in which a job works, call by call."""

    #: The files before the job by name; None for a folder.
    before: dict[str, File | None]
    names: dict[str, File | None] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.names = dict(self.before)

    def do(self, op: Op) -> None:
        """Apply a call as the system did."""
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
        """Yield possible states of the disk: names and bytes, each kept or lost."""
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
    """Apply a change of names; without its file it has no effect."""
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
    """Remove a name with all names below it, and return their files by the rest of the name."""
    found = [name for name in names if name == path or name.startswith(f"{path}/")]
    return {name[len(path) :]: names.pop(name) for name in found}


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _bytes(file: File | None, how: str, rng: random.Random) -> bytes | None:
    if file is None:
        return None
    if how in {"all names, no bytes", "no names"} or file.now == file.synced:
        return file.synced
    # A part of what was written, or zeros of its length.
    written = file.now[: rng.randrange(len(file.now) + 1)]
    return rng.choice((file.synced, written, file.now, bytes(len(file.now))))


def read(record: Path, root: str) -> list[Op]:
    """Return the calls of a record, with paths relative to the folder, which is the empty path."""
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
    """Return the content of a folder on the disk."""
    found: dict[str, File | None] = {"": None}
    for path in sorted(root.rglob("*")):
        data = None if path.is_dir() else path.read_bytes()
        name = f"/{path.relative_to(root)}"
        found[name] = None if data is None else File(data, data)
    return found


def restore(root: Path, state: dict[str, bytes | None]) -> None:
    """Replace the content of the folder by this."""
    for path in root.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for name, data in sorted(state.items()):
        path = root / name.lstrip("/")
        if data is None:
            path.mkdir(parents=True, exist_ok=True)
        elif path.parent.is_dir():
            path.write_bytes(data)
