"""Outputs of a job: what each replaces, and how it takes its name in one step, in the end."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from errno import EACCES, EXDEV
from pathlib import Path

from superuri import _system
from superuri.tables.files.failure import TableError, about

#: What a folder of ours holds; it tells a reader that the folder is complete.
COMPLETE = "_manifest.json"
#: What a new folder holds until it has its name: after an exchange, the old one is known by it.
MARK = ".superuri-new"
#: So many characters of an output's name are in the names beside it.
_NAMED = 60


def final(output: Path) -> Path:
    """Return what an output replaces: not a symbolic link, but what it leads to."""
    return Path(os.path.realpath(output))


def beside(output: Path, ending: str) -> Path:
    """Return the hidden name beside an output that its job uses."""
    path = final(output) if output.is_symlink() else output
    name = path.name
    if len(name) > _NAMED:
        name = f"{name[:_NAMED]}-{digest(name)}"
    return path.with_name(f".{name}.{ending}")


def digest(text: str) -> str:
    """Return a short name for a long one."""
    return hashlib.sha256(os.fsencode(text)).hexdigest()[:16]


def check(output: Path) -> None:
    """Refuse an output that is protected against writing, or not a file or folder."""
    if not output.parent.is_dir():
        raise TableError(f"{output}: there is no folder for it")
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
    """Refuse to replace a folder that no job of ours wrote."""
    if output.is_dir() and any(output.iterdir()) and not (output / COMPLETE).exists():
        raise TableError(f"{output}: it has files that superuri did not write; name another folder")


def settle(made: Path, output: Path) -> None:
    """Give an output the owner and mode of the file it replaces, and sync it to the disk."""
    with about(str(output), "written"):
        target = final(output)
        if made.is_dir():
            (made / MARK).touch()
        for path in (made, *_inside(made)):
            with suppress(FileNotFoundError, NotADirectoryError):
                _system.keep_rights(path, (target / path.relative_to(made)).stat())
        sync(made)


def put(made: Path, output: Path) -> bool:
    """Give a settled file or folder its name; return False if it has it already."""
    with about(str(output), "written"):
        target = final(output)
        if not is_waiting(made):
            _unmark(target)
            return False
        if target.is_dir() and made.is_dir():
            if not _system.exchange(made, target):
                target.rename(made.with_name(f"{made.name}.old"))
                made.rename(target)
        else:
            _replace(made, target)
        _system.sync(target.parent)
        _unmark(target)
        return True


def is_waiting(made: Path) -> bool:
    """Return whether this has not got its name yet: a folder may be the old one, exchanged."""
    return (made / MARK).exists() if made.is_dir() else made.exists()


def _unmark(target: Path) -> None:
    mark = target / MARK
    if target.is_dir() and mark.exists():
        mark.unlink()
        _system.sync(target)


def _replace(made: Path, target: Path) -> None:
    try:
        made.replace(target)
    except OSError as error:
        if error.errno != EXDEV or made.is_dir():
            raise
        # It was made on another disk.
        near = beside(target, "tmp")
        try:
            shutil.copy2(made, near)
            if target.exists():
                _system.keep_rights(near, target.stat())
            _system.sync(near)
            near.replace(target)
        finally:
            near.unlink(missing_ok=True)


def size(path: Path) -> int:
    """Return how many bytes a file has, or all files in a folder."""
    return sum(each.stat().st_size for each in (path, *_inside(path)) if each.is_file())


def sync(made: Path) -> None:
    """Wait until all of it is on the disk: what is in it, and the names in its folders."""
    for path in (*_inside(made), made):
        _system.sync(path)


def _inside(folder: Path) -> Iterator[Path]:
    """Give the files and folders in a folder; of a file, none."""
    for parent, folders, names in os.walk(folder, topdown=False):
        yield from (Path(parent, name) for name in (*names, *folders))


def remove(path: Path) -> None:
    """Remove a file or folder, if it is there."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
