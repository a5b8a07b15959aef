"""Outputs of a job: checked first, and at the end renamed to their final names in one step."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from errno import EACCES, EXDEV
from pathlib import Path

import superuri._system as _system
from superuri.tables.files.failure import TableError, about

#: The file in a complete output folder.
COMPLETE = "_manifest.json"
#: The file in a new folder until it is published: after an exchange, it shows which one is new.
MARK = ".superuri-new"
#: The number of characters of an output's name in hidden names.
_NAME_LENGTH = 60


def real_path(output: Path) -> Path:
    """Return the path that an output replaces: of a symbolic link, its target."""
    return Path(os.path.realpath(output))


def hidden_path(output: Path, ending: str) -> Path:
    """Return the hidden path next to an output that its job uses."""
    path = real_path(output) if output.is_symlink() else output
    name = path.name
    if len(name) > _NAME_LENGTH:
        name = f"{name[:_NAME_LENGTH]}-{digest(name)}"
    return path.with_name(f".{name}.{ending}")


def digest(text: str) -> str:
    return hashlib.sha256(os.fsencode(text)).hexdigest()[:16]


def check(output: Path) -> None:
    """Raise if an output is read-only, or not a file or folder."""
    if not output.parent.is_dir():
        raise TableError(f"{output}: the folder {str(output.parent)!r} does not exist")
    with about(str(output), "written"):
        try:
            output.stat()
        except FileNotFoundError:
            return
    if not output.is_file() and not output.is_dir():
        raise TableError(f"{output}: it is not a file; name a file")
    if not os.access(output, os.W_OK):
        raise TableError(f"{output}: {os.strerror(EACCES)}")


def check_folder(output: Path) -> None:
    """Raise if an output is a folder that superuri did not write."""
    if output.is_dir() and any(output.iterdir()) and not (output / COMPLETE).exists():
        raise TableError(f"{output}: it has files that superuri did not write; name another folder")


def prepare(new: Path, output: Path) -> None:
    """Give a new output the owner and mode of the old one, and sync it to the disk."""
    with about(str(output), "written"):
        target = real_path(output)
        if new.is_dir():
            (new / MARK).touch()
        for path in (new, *_contents(new)):
            with suppress(FileNotFoundError, NotADirectoryError):
                _system.keep_rights(path, (target / path.relative_to(new)).stat())
        sync(new)


def publish(new: Path, output: Path) -> bool:
    """Rename a prepared file or folder to its final name; return False if that was done before."""
    with about(str(output), "written"):
        target = real_path(output)
        if not is_pending(new):
            _remove_mark(target)
            return False
        if target.is_dir() and new.is_dir():
            if not _system.exchange(new, target):
                target.rename(new.with_name(f"{new.name}.old"))
                new.rename(target)
        else:
            _replace(new, target)
        _system.sync(target.parent)
        _remove_mark(target)
        return True


def is_pending(new: Path) -> bool:
    """Return whether an output is not published yet. After an exchange, ``new`` is the old one."""
    return (new / MARK).exists() if new.is_dir() else new.exists()


def _remove_mark(target: Path) -> None:
    mark = target / MARK
    if target.is_dir() and mark.exists():
        mark.unlink()
        _system.sync(target)


def _replace(new: Path, target: Path) -> None:
    try:
        new.replace(target)
    except OSError as error:
        if error.errno != EXDEV or new.is_dir():
            raise
        # The two are on different file systems.
        temporary = hidden_path(target, "tmp")
        try:
            shutil.copy2(new, temporary)
            if target.exists():
                _system.keep_rights(temporary, target.stat())
            _system.sync(temporary)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)


def size(path: Path) -> int:
    """Return the size of a file, or of all files in a folder, in bytes."""
    return sum(each.stat().st_size for each in (path, *_contents(path)) if each.is_file())


def sync(path: Path) -> None:
    """Sync a file, or a folder with all its contents, to the disk."""
    for each in (*_contents(path), path):
        _system.sync(each)


def _contents(folder: Path) -> Iterator[Path]:
    """Yield all files and folders in a folder; none for a file."""
    for parent, folders, names in os.walk(folder, topdown=False):
        yield from (Path(parent, name) for name in (*names, *folders))


def remove(path: Path) -> None:
    """Remove a file or folder if it exists."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
