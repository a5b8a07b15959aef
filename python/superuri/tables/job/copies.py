"""Copies of remote inputs, each at one version, so that a job never reads a mix of two."""

import json
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import superuri._system as _system
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Copy, managed_error
from superuri.tables.job.request import Progress
from superuri.tables.storage.address import (
    DELTA,
    MANAGED,
    RemoteFile,
    is_table,
    is_versioned,
    name_of,
    redacted,
    scheme,
)
from superuri.tables.storage.stores import Stores
from superuri.tables.storage.versioned import library

#: Files fetched at once: the request for a small file takes longer than its transfer.
AT_ONCE = 8
#: The prefix of the version of a Delta or Iceberg table.
_NUMBER = "number"


class Copies:
    """The inputs of a job, and the copies of the remote ones."""

    def __init__(self, names: list[str], version: int | None, folder: Path) -> None:
        self.names: list[str] = names
        self.folder: Path = folder
        self.stores: Stores = Stores()
        #: For each input, its remote files; none for a local path.
        self.files: list[list[RemoteFile]] = [self._find(name, version) for name in names]

    def _find(self, name: str, version: int | None) -> list[RemoteFile]:
        """Return the remote files of an input, at their present versions."""
        found: list[RemoteFile] = []
        if scheme(name) and not is_versioned(name):
            found = self.stores.of(name).find(name)
        if is_versioned(name) or _has_delta_log(name, found):
            number = library(name).version(name, version)
            filename = f"{name_of(name).removesuffix(DELTA)}.parquet"
            return [RemoteFile(name, filename, 0, f"{_NUMBER} {number}")]
        if version is not None:
            raise TableError(f"{redacted(name)}: only tables of Delta and Iceberg have versions")
        if not scheme(name):
            return []
        if not found:
            raise TableError(f"{redacted(name)}: there is no such file or folder")
        if found[0].address != name:
            found = [one for one in found if is_table(one.inside)]
        if not found:
            raise TableError(f"{redacted(name)}: there is no table in it")
        return found

    def versions(self) -> list[Any]:
        """Return the inputs with the versions of their files, as values for JSON."""
        return [self.names, self.files]

    def fetch(self, progress: Progress) -> list[str | Copy]:
        """Fetch the copies that are missing, and return the inputs as the job reads them."""
        with about(str(self.folder), "written"):
            self._discard_old()
        missing = [
            (one, path)
            for at, files in enumerate(self.files)
            for one in files
            if not (path := self._path(at, one)).exists()
        ]
        total = sum(one.size for one, _ in missing) or 1
        arrived = dict.fromkeys(range(len(missing)), 0)

        def count(at: int, octets: int) -> None:
            arrived[at] = octets
            progress("fetching", min(1.0, sum(arrived.values()) / total), 0)

        with ThreadPoolExecutor(min(AT_ONCE, len(missing) or 1)) as pool:
            try:
                tasks = [
                    pool.submit(self._fetch, one, path, partial(count, at))
                    for at, (one, path) in enumerate(missing)
                ]
                for task in tasks:
                    task.result()
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
        return [
            Copy(self._label(name, files), str(self._local(at, files))) if files else name
            for at, (name, files) in enumerate(zip(self.names, self.files, strict=True))
        ]

    def _discard_old(self) -> None:
        """Remove the copies of an earlier run unless they are of the same versions."""
        record = self.folder / "copies.json"
        versions = json.dumps(self.versions())
        # A file without a version may have changed.
        has_versions = all(one.version for files in self.files for one in files)
        if has_versions and record.exists() and record.read_text() == versions:
            return
        if self.folder.exists():
            shutil.rmtree(self.folder)
        self.folder.mkdir()
        record.write_text(versions)
        _system.sync(record)
        _system.sync(self.folder)

    def _fetch(self, one: RemoteFile, path: Path, progress: Callable[[int], None]) -> None:
        with about(str(path), "written"):
            path.parent.mkdir(parents=True, exist_ok=True)
        if one.version.startswith(f"{_NUMBER} "):
            library(one.address).export(one.address, int(one.version.split()[1]), path)
        else:
            self.stores.of(one.address).fetch(one, path, progress)

    def _path(self, at: int, one: RemoteFile) -> Path:
        return self.folder / str(at) / one.inside

    def _local(self, at: int, files: list[RemoteFile]) -> Path:
        """Return the path of the copy: one file, or the folder of several."""
        is_one = files[0].address == self.names[at]
        return self._path(at, files[0]) if is_one else self.folder / str(at)

    def _label(self, name: str, files: list[RemoteFile]) -> str:
        """Return the name of the copy in messages: for a pattern, the folder before it."""
        if files[0].address == name:
            return redacted(name)
        return files[0].address.removesuffix(files[0].inside)

    def check_apart(self, output: str) -> None:
        """Raise if the output is an input or a folder above one."""
        for one in (one for files in self.files for one in files):
            if one.address == output or one.address.startswith(f"{output.rstrip('/')}/"):
                raise TableError(f"{redacted(output)}: it is read and written; name another output")


def _has_delta_log(name: str, found: list[RemoteFile]) -> bool:
    """Return whether the files are a Delta table; raise if they are one of Iceberg or Hudi."""
    for kind, mark in MANAGED:
        if any(mark.search(one.inside) for one in found):
            if kind == MANAGED[0][0]:
                return True
            raise managed_error(redacted(name), kind)
    return False
