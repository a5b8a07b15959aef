"""Copies of inputs that are elsewhere, each of one version: a job reads nothing half new."""

import json
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from superuri import _system
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Copy
from superuri.tables.storage.address import (
    DELTA,
    MANAGED,
    RemoteFile,
    is_delta,
    is_table,
    name_of,
    redacted,
    scheme,
)
from superuri.tables.storage.stores import Stores

#: So many files are fetched at once: small ones take longer to ask for than to arrive.
AT_ONCE = 8
#: What the version of a Delta table begins with.
_DELTA = "delta"


class Copies:
    """The inputs of a job, and where those from elsewhere are copied to."""

    def __init__(self, names: list[str], version: int | None, folder: Path) -> None:
        self.names, self.folder = names, folder
        self.stores = Stores()
        #: Of each input, the files that it means; a path that is here means none.
        self.found: list[list[RemoteFile]] = [self._find(name, version) for name in names]

    def _find(self, name: str, version: int | None) -> list[RemoteFile]:
        """Return the files of an input, at their present versions."""
        found: list[RemoteFile] = []
        if scheme(name) and not is_delta(name):
            found = self.stores.of(name).find(name)
        if is_delta(name) or _manager(name, found):
            return self._delta(name, version)
        if version is not None:
            raise TableError(f"{redacted(name)}: it has no versions, as only Delta tables have")
        if not scheme(name):
            return []
        if not found:
            raise TableError(f"{redacted(name)}: there is no such file or folder")
        if found[0].address != name:
            found = [one for one in found if is_table(one.inside)]
        if not found:
            raise TableError(f"{redacted(name)}: there is no table in it")
        return found

    @staticmethod
    def _delta(name: str, version: int | None) -> list[RemoteFile]:
        from superuri.tables.storage import delta  # noqa: PLC0415  few jobs need it

        number = delta.version(name, version)
        called = f"{name_of(name).removesuffix(DELTA)}.parquet"
        return [RemoteFile(name, called, 0, f"{_DELTA} {number}")]

    def facts(self) -> list[Any]:
        """Return what tells these inputs from other versions of them."""
        return [self.names, self.found]

    def made(self, progress: Callable[[str, float, int], None]) -> list[str | Copy]:
        """Make the copies that are missing, and return the inputs as the job reads them."""
        with about(str(self.folder), "written"):
            self._settle()
        left = [
            (one, path)
            for at, files in enumerate(self.found)
            for one in files
            if not (path := self._path(at, one)).exists()
        ]
        whole = sum(one.size for one, _ in left) or 1
        arrived = dict.fromkeys(range(len(left)), 0)

        def count(at: int, octets: int) -> None:
            arrived[at] = octets
            progress("fetching", min(1.0, sum(arrived.values()) / whole), 0)

        with ThreadPoolExecutor(min(AT_ONCE, len(left) or 1)) as pool:
            try:
                tasks = [
                    pool.submit(self._fetch, one, path, partial(count, at))
                    for at, (one, path) in enumerate(left)
                ]
                for task in tasks:
                    task.result()
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
        return [
            Copy(self._base(name, files), str(self._copy(at, files))) if files else name
            for at, (name, files) in enumerate(zip(self.names, self.found, strict=True))
        ]

    def _settle(self) -> None:
        """Keep the copies of an earlier run if they are of these versions."""
        noted = self.folder / "copies.json"
        facts = json.dumps(self.facts())
        # What has no version may be another one now.
        is_known = all(one.version for files in self.found for one in files)
        if is_known and noted.exists() and noted.read_text() == facts:
            return
        if self.folder.exists():
            shutil.rmtree(self.folder)
        self.folder.mkdir()
        noted.write_text(facts)
        _system.sync(noted)
        _system.sync(self.folder)

    def _fetch(self, one: RemoteFile, path: Path, progress: Callable[[int], None]) -> None:
        with about(str(path), "written"):
            path.parent.mkdir(parents=True, exist_ok=True)
        if one.version.startswith(f"{_DELTA} "):
            from superuri.tables.storage import delta  # noqa: PLC0415  few jobs need it

            delta.export(one.address, int(one.version.split()[1]), path)
        else:
            self.stores.of(one.address).fetch(one, path, progress)

    def _path(self, at: int, one: RemoteFile) -> Path:
        return self.folder / str(at) / one.inside

    def _copy(self, at: int, files: list[RemoteFile]) -> Path:
        """Return what is read: one file, or the folder of several."""
        is_one = files[0].address == self.names[at]
        return self._path(at, files[0]) if is_one else self.folder / str(at)

    def _base(self, name: str, files: list[RemoteFile]) -> str:
        """Return what the copy is called: of a pattern, the folder before it."""
        if files[0].address == name:
            return redacted(name)
        return files[0].address.removesuffix(files[0].inside)

    def check_apart(self, output: str) -> None:
        """Refuse an output that is, or holds, what is read."""
        for one in (one for files in self.found for one in files):
            if one.address == output or one.address.startswith(f"{output.rstrip('/')}/"):
                raise TableError(f"{redacted(output)}: it is read and written; name another output")


def _manager(name: str, found: list[RemoteFile]) -> bool:
    """Return whether the files are a table of Delta Lake; refuse those of others."""
    for kind, mark in MANAGED:
        if any(mark.search(one.inside) for one in found):
            if kind == MANAGED[0][0]:
                return True
            message = f"it is a table of {kind}, whose log says which rows there are"
            advice = "export it to Parquet with its own library, and name that"
            raise TableError(f"{redacted(name)}: {message}; {advice}")
    return False
