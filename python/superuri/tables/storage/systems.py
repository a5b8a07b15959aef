"""File systems that Arrow or fsspec know: Google's storage and HDFS by Arrow, the others by fsspec.

They have no versions and no conditional writes: a file is known by its length and time of change.
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

from superuri import _system
from superuri.tables.files.failure import MissingError, TableError, any_about
from superuri.tables.storage.address import RemoteFile, name_of, scheme

#: What Arrow's own libraries reach.
ARROW = {"gs", "gcs", "hdfs", "viewfs"}
READ = 1 << 20
UNGUARDED = (
    "this file system has no conditional writes: of two jobs at once, the last one wins, and "
    "neither would have noticed"
)
#: What cannot be used if Arrow, fsspec or the libraries below them raise anything.
WHAT = "the file system"
_MISSING = pyarrow.fs.FileType.NotFound


def _opened(address: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path there."""
    if scheme(address) in ARROW:
        system, path = pyarrow.fs.FileSystem.from_uri(address)
        return system, path
    try:
        import fsspec  # noqa: PLC0415  because Arrow's need none
    except ImportError as missing:
        name = scheme(address)
        message = f'{name}:// works with fsspec: pip install "superuri[storage]"'
        raise MissingError(message) from missing
    given, path = fsspec.core.url_to_fs(address)
    return pyarrow.fs.PyFileSystem(pyarrow.fs.FSSpecHandler(given)), path


class Systems:
    """All file systems that these libraries reach."""

    def find(self, address: str) -> list[RemoteFile]:
        """Return a file, or those below a folder, or those that a pattern means."""
        with any_about(address, WHAT):
            system, path = _opened(address)
            start = address[: len(address) - len(path)] if address.endswith(path) else ""
            one = system.get_file_info(path)
            if one.type == pyarrow.fs.FileType.File:
                return [RemoteFile(address, name_of(address), one.size, _version(one))]
            folder = path.rstrip("/")
            if one.type == _MISSING and glob.has_magic(path):
                fixed = path[: next(n for n, c in enumerate(path) if c in "*?[")]
                folder = fixed.rpartition("/")[0]
            chosen = pyarrow.fs.FileSelector(folder, allow_not_found=True, recursive=True)
            return [
                RemoteFile(start + f.path, f.path[len(folder) :].lstrip("/"), f.size, _version(f))
                for f in system.get_file_info(chosen)
                if f.is_file
                and (
                    one.type != _MISSING
                    or (fnmatch.fnmatchcase(f.path, path) and f.path.count("/") == path.count("/"))
                )
            ]

    def fetch(self, found: RemoteFile, path: Path, progress: Callable[[int], None]) -> None:
        """Copy a file to a path."""
        with any_about(found.address, WHAT):
            system, name = _opened(found.address)
            part = path.with_name(f"{path.name}.part")
            with (
                system.open_input_stream(name, compression=None) as stream,
                part.open("wb") as file,
            ):
                while data := stream.read(READ):
                    file.write(data)
                    progress(file.tell())
                size = file.tell()
            now = system.get_file_info(name)
            if size != found.size or _version(now) != found.version:
                message = "it has changed while it was read; the old output is as it was"
                raise TableError(f"{found.address}: {message}; run it again")
            _system.sync(part)
            part.replace(path)

    def version(self, address: str) -> str:
        """Return what tells a file from another version of it; nothing where there is none."""
        with any_about(address, WHAT):
            system, path = _opened(address)
            found = system.get_file_info(path)
        return "" if found.type == _MISSING else _version(found)

    def remove(self, address: str) -> None:
        """Remove a file."""
        with any_about(address, WHAT):
            system, path = _opened(address)
            system.delete_file(path)

    def put(self, path: Path, address: str, before: str, state: Path) -> str:  # noqa: ARG002  as all stores
        """Write a file: under a passing name, which it loses once it is complete."""
        if self.version(address) != before:
            message = "another job has written it since this one began"
            raise TableError(f"{address}: {message}; it is as that job left it; run it again")
        with any_about(address, WHAT):
            system, name = _opened(address)
            folder, _, last = name.rpartition("/")
            passing = f"{folder}/.{last}.{os.getpid()}.tmp"
            if folder:
                system.create_dir(folder, recursive=True)
            with (
                path.open("rb") as file,
                system.open_output_stream(passing, compression=None) as out,
            ):
                shutil.copyfileobj(file, out, READ)
            try:
                system.move(passing, name)
            except (OSError, pa.ArrowException):
                # HDFS moves nothing over what is there.
                system.delete_file(name)
                system.move(passing, name)
        return UNGUARDED


def _version(found: Any) -> str:  # noqa: ANN401  Arrow has no types
    return f"{found.size} {found.mtime_ns or 0}"
