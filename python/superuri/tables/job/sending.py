"""Sending of outputs to their addresses, once all are complete: the output itself last.

A file appears whole, and only if nobody else wrote it meanwhile. A store cannot replace a folder in
one step: there a mark is away until all of it is new.
"""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from superuri import _system
from superuri.tables.files import places
from superuri.tables.files.failure import TableError, about
from superuri.tables.job.copies import Copies
from superuri.tables.job.outputs import COMPLETE, MARK
from superuri.tables.storage.address import (
    DELTA,
    below,
    beside,
    is_delta,
    is_elsewhere,
    name_of,
    redacted,
    scheme,
)

#: What a folder at a store holds while it is neither the old one nor the new one.
UNFINISHED = "_unfinished.json"


#: The output, the findings, the report.
Names: TypeAlias = tuple[str, str | None, str | None]


class Sending:
    """The outputs of a job, where they are made and where they go."""

    def __init__(self, outputs: Names, folder: Path, copies: Copies) -> None:
        self.folder, self.stores = folder, copies.stores
        self.goes: list[tuple[Path, str]] = []
        self.before: dict[str, str] = {}
        made: list[str | None] = []
        for role, name in zip(("output", "findings", "report"), outputs, strict=True):
            if name is None or not is_elsewhere(name):
                made.append(name)
                continue
            copies.check_apart(name)
            called = name_of(name)
            if not called:
                raise TableError(f"{redacted(name)}: it names no file; add a name")
            if is_delta(name):
                if role != "output":
                    raise TableError(f"{name}: only the output can be a Delta table; name a file")
                called = f"{called.removesuffix(DELTA)}.parquet"
            path = folder / role / called
            self.goes.append((path, name))
            made.append(f"{path}/" if name.endswith("/") and not is_delta(name) else str(path))
            self._look(role, name, path)
        output, findings, report = made
        self.here: Names = (output or "", findings, report)

    def _look(self, role: str, name: str, path: Path) -> None:
        """Note which versions are there now, of the output and of what is written beside it."""
        with about(str(self.folder), "written"):
            path.parent.mkdir(parents=True, exist_ok=True)
        if is_delta(name):
            return
        store = self.stores.of(name)
        if role == "output":
            for word, ending in (("findings", ""), ("summary", ".json")):
                near = beside(name, places.beside(path, word, ending).name)
                self.before[near] = store.version(near)
        if role == "output" and places.is_folder(str(path)):
            there = {one.inside for one in store.find(below(name, ""))}
            if there and not there & {COMPLETE, UNFINISHED}:
                message = "it has files that superuri did not write; name another folder"
                raise TableError(f"{name}: {message}")
        else:
            self.before[name] = store.version(name)

    def begin(self) -> None:
        """Give up what another job began to send."""
        for state in self.folder.glob("*.upload"):
            from superuri.tables.storage import s3, upload  # noqa: PLC0415  only they leave such files

            upload.abandon(s3.S3().client, state)

    def sent(self, progress: Callable[[str, float, int], None]) -> list[str]:
        """Send all, and return what a store could not promise."""
        notes: dict[str, None] = {}
        for path, name in reversed(self.goes):
            progress("sending", 0.0, 0)
            if path.parent.name == "output":
                for near in sorted(path.parent.iterdir()):
                    if near != path and not near.name.startswith("."):
                        notes[self._put(near, self._near(name, near.name))] = None
            if is_delta(name):
                from superuri.tables.storage import delta  # noqa: PLC0415  few jobs need it

                delta.commit(path, name)
            elif path.is_dir():
                notes[self._put_folder(path, name)] = None
            else:
                notes[self._put(path, name)] = None
        return [note for note in notes if note]

    def _near(self, name: str, near: str) -> str:
        return beside(name, near) if scheme(name) else str(Path(name).resolve().with_name(near))

    def _put(self, path: Path, address: str) -> str:
        """Write one file, and return what its store cannot promise."""
        if not scheme(address):
            with about(address, "written"):
                target = Path(address)
                near = places.beside(target, "tmp")
                shutil.copyfile(path, near)
                _system.sync(near)
                near.replace(target)
            return ""
        store = self.stores.of(address)
        if address not in self.before:
            self.before[address] = store.version(address)
        state = self.folder / f"{hashlib.sha256(address.encode()).hexdigest()[:16]}.upload"
        note = store.put(path, address, self.before[address], state)
        return f"{redacted(address)}: {note}" if note else ""

    def _put_folder(self, folder: Path, name: str) -> str:
        """Write the files of a folder; its mark is away until it is complete."""
        store = self.stores.of(name)
        old = {one.inside for one in store.find(below(name, ""))}
        new = {
            path.relative_to(folder).as_posix(): path
            for path in folder.rglob("*")
            if path.is_file()
        }
        new.pop(MARK, None)
        complete = new.pop(COMPLETE)
        mark = self.folder / UNFINISHED
        mark.write_text("{}\n")
        self._put(mark, below(name, UNFINISHED))
        if COMPLETE in old:
            store.remove(below(name, COMPLETE))
        for inside, path in sorted(new.items()):
            self._put(path, below(name, inside))
        for inside in sorted(old - {*new, COMPLETE, UNFINISHED}):
            store.remove(below(name, inside))
        self.before.pop(below(name, COMPLETE), None)
        self._put(complete, below(name, COMPLETE))
        store.remove(below(name, UNFINISHED))
        message = (
            f"a store cannot replace a folder in one step: it is complete while {COMPLETE} is in it"
        )
        return f"{name}: {message}"
