"""Manifest of a job: what is finished, so that a rerun continues or starts clean.

A job works in a folder beside its output. Its manifest there has a line for each part that is
complete and on the disk, with the length and the checksum of its files: what is damaged all the
same is made again. The first line says of what: a job that reads other files, or does something
else with them, starts clean.
"""

import json
import os
import shutil
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from superuri import _system
from superuri.tables.files.failure import TableError, about

NAME = "manifest.jsonl"


class Manifest:
    """The finished parts of a job, by their names."""

    def __init__(self, folder: Path, about_job: dict[str, Any], mode: int = 0o777) -> None:
        self.folder = folder
        self.parts: dict[str, Any] = {}
        #: What a rerun does, if this is one.
        self.story: str = ""
        noted = folder / NAME
        if folder.is_symlink() or noted.is_symlink() or (noted.exists() and not noted.is_file()):
            # What a link leads to would be cut short, and a FIFO waited for.
            raise TableError(f"{folder}: no job of superuri made this folder; remove it")
        with about(str(folder), "written"):
            old = self._read()
            if old and old[0] == json.loads(json.dumps(about_job)):
                self._continue(old[1:])
            else:
                if folder.exists():
                    self.story = "starts clean: the interrupted job here was another one"
                    shutil.rmtree(folder)
                folder.mkdir(mode)
                (folder / NAME).write_text(json.dumps(about_job) + "\n")
                _system.sync(folder / NAME)
                _system.sync(folder)
                _system.sync(folder.parent)
            self.file: IO[str] = (folder / NAME).open("a")

    def _continue(self, rows: list[dict[str, Any]]) -> None:
        """Take over what an interrupted job finished, as far as it is as it was written."""
        noted = {row["part"]: row for row in rows}
        self.parts = {name: row for name, row in noted.items() if self._is_whole(row)}
        damaged = len(noted) - len(self.parts)
        if damaged:
            # The results of all parts are made again, too.
            self.parts = {n: row for n, row in self.parts.items() if n.startswith("made-")}
        blocks = sum(name.startswith("made-") for name in self.parts)
        self.story = f"continues an interrupted job, of which {blocks:,} parts are finished"
        if damaged:
            self.story += f"; {damaged:,} are damaged and made again"

    def _is_whole(self, row: dict[str, Any]) -> bool:
        """Return whether the files of a part are as they were written."""
        files = row.get("files", {})
        with suppress(OSError):
            return all(_checked(self.folder / name) == tuple(files[name]) for name in files)
        return False

    def _read(self) -> list[dict[str, Any]]:
        """Return the lines of the manifest that are whole, and cut off the rest."""
        path = self.folder / NAME
        if not path.exists():
            return []
        kept: list[dict[str, Any]] = []
        whole = 0
        with path.open("rb") as lines:
            for line in lines:
                try:
                    row = json.loads(line)
                except ValueError:
                    break
                if not line.endswith(b"\n") or not isinstance(row, dict):
                    break
                if kept and "part" not in row:
                    break
                kept.append(row)
                whole += len(line)
        os.truncate(path, whole)
        return kept

    def add(self, part: str, **facts: Any) -> None:  # noqa: ANN401  they are JSON
        """Record that a part is complete."""
        with about(str(self.folder), "written"):
            row = {"part": part, **facts}
            self.file.write(json.dumps(row) + "\n")
            self.file.flush()
            os.fsync(self.file.fileno())
            self.parts[part] = row

    def make(self, part: str, write: Callable[[Path], None]) -> tuple[int, int]:
        """Have a file written, under its name only once it is complete and on the disk.

        Returns its length in bytes and its checksum.
        """
        with about(str(self.folder), "written"):
            passing = self.folder / f"{part}.tmp"
            write(passing)
            facts = _checked(passing)
            _system.sync(passing)
            passing.replace(self.folder / part)
            _system.sync(self.folder)
            return facts

    def close(self) -> None:
        """Close the file; the folder stays."""
        with suppress(OSError):
            self.file.close()

    def remove(self) -> None:
        """Remove the folder of a job that is complete, so that no rerun takes it for unfinished.

        The manifest goes last: a folder with files and without it would not be a job's.
        """
        self.close()
        path = self.folder / NAME
        with suppress(OSError):
            os.truncate(path, 0)
            _system.sync(path)
            for each in self.folder.iterdir():
                if each.is_dir() and not each.is_symlink():
                    shutil.rmtree(each)
                elif each != path:
                    each.unlink()
            _system.sync(self.folder)
            path.unlink()
            self.folder.rmdir()


def _checked(path: Path) -> tuple[int, int]:
    """Return the length and the CRC-32 of a file."""
    length = checksum = 0
    with path.open("rb") as file:
        while data := file.read(1 << 20):
            length += len(data)
            checksum = zlib.crc32(data, checksum)
    return length, checksum
