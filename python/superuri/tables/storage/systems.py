"""File systems of Arrow (Google Cloud Storage, HDFS) and of fsspec.

They have no versions and no conditional writes: a version is a length and a time of change.
"""

import fnmatch
import glob
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.fs

import superuri._system as _system
from superuri.tables.files.failure import MissingError, TableError, any_about
from superuri.tables.storage.address import RemoteFile, name_of, scheme

#: The schemes of Arrow's own file systems.
ARROW = {"gs", "gcs", "hdfs", "viewfs"}
READ = 1 << 20
UNGUARDED = (
    "this file system has no conditional writes: of two jobs at once, the last one wins, and "
    "neither would have noticed"
)
#: The subject of errors that Arrow, fsspec or the libraries below them raise.
WHAT = "the file system"
_MISSING = pyarrow.fs.FileType.NotFound


def _open(address: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path there."""
    if scheme(address) in ARROW:
        system, path = pyarrow.fs.FileSystem.from_uri(address)
        return system, path
    try:
        import fsspec  # noqa: PLC0415  because Arrow's do not need it
    except ImportError as missing:
        name = scheme(address)
        message = f'{name}:// works with fsspec: pip install "superuri[storage]"'
        raise MissingError(message) from missing
    filesystem, path = fsspec.core.url_to_fs(address)
    return pyarrow.fs.PyFileSystem(pyarrow.fs.FSSpecHandler(filesystem)), path


class Systems:
    """The store of all file systems of these libraries."""

    def find(self, address: str) -> list[RemoteFile]:
        """Return a file, or all files below a folder, or those that match a pattern."""
        with any_about(address, WHAT):
            system, path = _open(address)
            start = address[: len(address) - len(path)] if address.endswith(path) else ""
            info = system.get_file_info(path)
            if info.type == pyarrow.fs.FileType.File:
                return [RemoteFile(address, name_of(address), info.size, _version(info))]
            folder = path.rstrip("/")
            if info.type == _MISSING and glob.has_magic(path):
                literal = path[: next(n for n, c in enumerate(path) if c in "*?[")]
                folder = literal.rpartition("/")[0]
            selector = pyarrow.fs.FileSelector(folder, allow_not_found=True, recursive=True)
            found = [file for file in system.get_file_info(selector) if file.is_file]
            if info.type == _MISSING:
                found = [file for file in found if fnmatch.fnmatchcase(file.path, path)]
                found = [file for file in found if file.path.count("/") == path.count("/")]
            return [
                RemoteFile(start + f.path, f.path[len(folder) :].lstrip("/"), f.size, _version(f))
                for f in found
            ]

    def fetch(self, found: RemoteFile, path: Path, progress: Callable[[int], None]) -> None:
        with any_about(found.address, WHAT):
            system, name = _open(found.address)
            part = path.with_name(f"{path.name}.part")
            with (
                system.open_input_stream(name, compression=None) as stream,
                part.open("wb") as file,
            ):
                while data := stream.read(READ):
                    file.write(data)
                    progress(file.tell())
                size = file.tell()
            info = system.get_file_info(name)
            if size != found.size or _version(info) != found.version:
                message = "it has changed while it was read; the old output is unchanged"
                raise TableError(f"{found.address}: {message}; run it again")
            _system.sync(part)
            part.replace(path)

    def version(self, address: str) -> str:
        """Return the version of a file, or an empty string if it does not exist."""
        with any_about(address, WHAT):
            system, path = _open(address)
            info = system.get_file_info(path)
        return "" if info.type == _MISSING else _version(info)

    def remove(self, address: str) -> None:
        with any_about(address, WHAT):
            system, path = _open(address)
            system.delete_file(path)

    def put(self, path: Path, address: str, before: str, state: Path) -> str:  # noqa: ARG002  as all stores
        """Write a file under a temporary name, and rename it once it is complete."""
        if self.version(address) != before:
            message = "another job has written it since this one began"
            raise TableError(f"{address}: {message}; it is as that job left it; run it again")
        with any_about(address, WHAT):
            system, name = _open(address)
            folder, _, last = name.rpartition("/")
            temporary = f"{folder}/.{last}.{os.getpid()}.tmp"
            if folder:
                system.create_dir(folder, recursive=True)
            with (
                path.open("rb") as file,
                system.open_output_stream(temporary, compression=None) as out,
            ):
                shutil.copyfileobj(file, out, READ)
            try:
                system.move(temporary, name)
            except (OSError, pa.ArrowException):
                # HDFS does not replace existing files.
                system.delete_file(name)
                system.move(temporary, name)
        return UNGUARDED


def _version(info: Any) -> str:  # noqa: ANN401  Arrow has no types
    return f"{info.size} {info.mtime_ns or 0}"
