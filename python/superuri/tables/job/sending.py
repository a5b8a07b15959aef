"""Sending of outputs to their addresses when all are complete: the output itself last.

A file appears complete, and only if no other job wrote it meanwhile. A store cannot replace a
folder in one step: its mark is removed until all files are replaced.
"""

import hashlib
import shutil
from pathlib import Path

import superuri._system as _system
from superuri.tables.files import places
from superuri.tables.files.failure import TableError, about
from superuri.tables.job.copies import Copies
from superuri.tables.job.outputs import COMPLETE, MARK
from superuri.tables.job.request import Outputs, Progress
from superuri.tables.storage.address import (
    DELTA,
    ICEBERG,
    below,
    beside,
    is_elsewhere,
    is_versioned,
    name_of,
    redacted,
    scheme,
)
from superuri.tables.storage.address import sibling as address_of_sibling
from superuri.tables.storage.stores import Stores
from superuri.tables.storage.versioned import library

#: The file in a folder at a store that is partly replaced.
UNFINISHED = "_unfinished.json"


class Sending:
    """The outputs of a job: their local paths and their addresses."""

    def __init__(self, outputs: Outputs, folder: Path, copies: Copies) -> None:
        self.folder: Path = folder
        self.stores: Stores = copies.stores
        self.targets: list[tuple[Path, str]] = []
        #: The versions of the targets when the job began.
        self.versions: dict[str, str] = {}
        local: list[str | None] = []
        for role, name in outputs._asdict().items():
            if name is None or not is_elsewhere(name):
                local.append(name)
                continue
            copies.check_apart(name)
            filename = name_of(name)
            if not filename:
                raise TableError(f"{redacted(name)}: it names no file; add a name")
            if is_versioned(name):
                if role != "output":
                    raise TableError(
                        f"{name}: only the output can be a table of Delta or Iceberg; name a file"
                    )
                library(name).check(name)
                filename = f"{filename.removesuffix(DELTA)}.parquet"
            path = folder / role / filename
            self.targets.append((path, name))
            local.append(f"{path}/" if name.endswith("/") and not is_versioned(name) else str(path))
            self._record_versions(role, name, path)
        self.local: Outputs = Outputs(local[0] or "", *local[1:])

    def _record_versions(self, role: str, name: str, path: Path) -> None:
        """Record the present versions of the output and of the files next to it."""
        with about(str(self.folder), "written"):
            path.parent.mkdir(parents=True, exist_ok=True)
        if is_versioned(name):
            return
        store = self.stores.of(name)
        if role == "output":
            for each in (places.beside(path, "findings"), places.summary_of(path)):
                address = beside(name, each.name)
                self.versions[address] = store.version(address)
        if role == "output" and places.is_folder(str(path)):
            old = {one.inside for one in store.find(below(name, ""))}
            if old and not old & {COMPLETE, UNFINISHED}:
                message = "it has files that superuri did not write; name another folder"
                raise TableError(f"{name}: {message}")
        else:
            self.versions[name] = store.version(name)

    def abort_uploads(self) -> None:
        """Abort the unfinished uploads of another job."""
        for state in self.folder.glob("*.upload"):
            from superuri.tables.storage import s3, upload  # noqa: PLC0415  only they leave such files

            upload.abandon(s3.S3().client, state)

    def send(self, progress: Progress) -> list[str]:
        """Send all outputs, and return the guarantees that their stores do not give."""
        notes: dict[str, None] = {}
        for path, name in reversed(self.targets):
            progress("sending", 0.0, 0)
            if is_versioned(name):
                # The library may refuse the table: the files next to it follow.
                library(name).commit(path, name)
            # Next to a table of a catalog there is no place for files.
            if path.parent.name == "output" and scheme(name) != ICEBERG:
                for sibling in sorted(path.parent.iterdir()):
                    if sibling != path and not sibling.name.startswith("."):
                        address = address_of_sibling(name, sibling.name)
                        notes[named(address, self._put(sibling, address))] = None
            if is_versioned(name):
                continue
            if path.is_dir():
                notes |= {named(name, note): None for note in self._put_folder(path, name)}
            else:
                notes[named(name, self._put(path, name))] = None
        return [note for note in notes if note]

    def _put(self, path: Path, address: str) -> str:
        """Write one file, and return the guarantees that its store does not give."""
        if not scheme(address):
            with about(address, "written"):
                target = Path(address)
                temporary = places.beside(target, "tmp")
                shutil.copyfile(path, temporary)
                _system.sync(temporary)
                temporary.replace(target)
            return ""
        store = self.stores.of(address)
        if address not in self.versions:
            self.versions[address] = store.version(address)
        state = self.folder / f"{hashlib.sha256(address.encode()).hexdigest()[:16]}.upload"
        return store.put(path, address, self.versions[address], state)

    def _put_folder(self, folder: Path, name: str) -> list[str]:
        """Write the files of a folder; its mark is removed first and written last.

        Returns the guarantees that its store does not give.
        """
        store = self.stores.of(name)
        old = {one.inside for one in store.find(below(name, ""))}
        files = filter(Path.is_file, folder.rglob("*"))
        new = {path.relative_to(folder).as_posix(): path for path in files}
        new.pop(MARK, None)
        complete = new.pop(COMPLETE)
        mark = self.folder / UNFINISHED
        mark.write_text("{}\n")
        notes = [self._put(mark, below(name, UNFINISHED))]
        if COMPLETE in old:
            store.remove(below(name, COMPLETE))
        for inside, path in sorted(new.items()):
            notes.append(self._put(path, below(name, inside)))
        for inside in sorted(old - {*new, COMPLETE, UNFINISHED}):
            store.remove(below(name, inside))
        self.versions.pop(below(name, COMPLETE), None)
        notes.append(self._put(complete, below(name, COMPLETE)))
        store.remove(below(name, UNFINISHED))
        in_steps = "a store cannot replace a folder in one step: it is complete while "
        return [*notes, f"{in_steps}{COMPLETE} is in it"]


def named(address: str, note: str) -> str:
    """Return a note about an output with its address; nothing if there is none."""
    return f"{redacted(address)}: {note}" if note else ""
