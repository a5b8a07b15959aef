"""Manifest of a job: its finished parts, so that a rerun continues or starts over.

A job works in a folder next to its output. The manifest there has a line for each part that is
complete and on the disk, with the length and the checksum of its files; a damaged part is processed
again. The first line has the inputs and options of the job: a job with other ones starts over.
"""

import json
import os
import shutil
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import superuri._scratch as _scratch
import superuri._system as _system
from superuri.tables.files.failure import TableError, about

NAME = "manifest.jsonl"


class Manifest:
    """The finished parts of a job, by name."""

    def __init__(self, folder: Path, settings: dict[str, Any], mode: int = 0o777) -> None:
        self.folder = folder
        self.parts: dict[str, Any] = {}
        #: A message for a rerun: whether it continues or starts over.
        self.status: str = ""
        path = folder / NAME
        if folder.is_symlink() or path.is_symlink() or (path.exists() and not path.is_file()):
            # The target of a link would be truncated; reading a FIFO would block.
            raise TableError(f"{folder}: no job of superuri made this folder; remove it")
        with about(str(folder), "written"):
            old = self._read()
            if old and old[0] == json.loads(json.dumps(settings)):
                self._continue(old[1:])
            else:
                if folder.exists():
                    self.status = (
                        "starts over: the interrupted job here had other inputs or options"
                    )
                    shutil.rmtree(folder)
                folder.mkdir(mode)
                path.write_text(json.dumps(settings) + "\n")
                _system.sync(path)
                _system.sync(folder)
                _system.sync(folder.parent)
            self.file: IO[str] = path.open("a")

    def _continue(self, rows: list[dict[str, Any]]) -> None:
        """Take over the finished parts of an interrupted job that are not damaged."""
        recorded = {row["part"]: row for row in rows}
        self.parts = {name: row for name, row in recorded.items() if self._is_intact(row)}
        damaged = len(recorded) - len(self.parts)
        if damaged:
            # Files made from several parts are made again, too.
            self.parts = {n: row for n, row in self.parts.items() if n.startswith("made-")}
        blocks = sum(name.startswith("made-") for name in self.parts)
        parts = "1 part is" if blocks == 1 else f"{blocks:,} parts are"
        self.status = f"continues an interrupted job, of which {parts} finished"
        if damaged:
            self.status += f"; {damaged:,} damaged, processed again"

    def _is_intact(self, row: dict[str, Any]) -> bool:
        """Return whether the files of a part have the recorded lengths and checksums."""
        files = row.get("files", {})
        with suppress(OSError):
            return all(_fingerprint(self.folder / name) == tuple(files[name]) for name in files)
        return False

    def _read(self) -> list[dict[str, Any]]:
        """Return the lines up to the first one that is incomplete; truncate the file there."""
        path = self.folder / NAME
        if not path.exists():
            return []
        rows: list[dict[str, Any]] = []
        length = 0
        with path.open("rb") as lines:
            for line in lines:
                try:
                    row = json.loads(line)
                except ValueError:
                    break
                if not line.endswith(b"\n") or not isinstance(row, dict):
                    break
                if rows and "part" not in row:
                    break
                rows.append(row)
                length += len(line)
        os.truncate(path, length)
        return rows

    def add(self, part: str, **facts: Any) -> None:  # noqa: ANN401  they are JSON
        """Record that a part is complete."""
        with about(str(self.folder), "written"):
            row = {"part": part, **facts}
            self.file.write(json.dumps(row) + "\n")
            self.file.flush()
            os.fsync(self.file.fileno())
            self.parts[part] = row

    def write(self, part: str, write: Callable[[Path], None]) -> tuple[int, int]:
        """Write a file under a temporary name, sync and rename it; return its length and CRC-32."""
        with about(str(self.folder), "written"):
            temporary = self.folder / f"{part}.tmp"
            write(temporary)
            fingerprint = _fingerprint(temporary)
            _system.sync(temporary)
            temporary.replace(self.folder / part)
            _system.sync(self.folder)
            return fingerprint

    def close(self) -> None:
        """Close the file; the folder stays."""
        with suppress(OSError):
            self.file.close()

    def remove(self) -> None:
        """Remove the folder of a complete job.

        The manifest is truncated first, so that no rerun continues the job, and removed last,
        because a folder without a manifest is not recognised as a job's.
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
            # What a killed job was removing may still be next to it.
            _scratch.remove(str(self.folder))


def _fingerprint(path: Path) -> tuple[int, int]:
    """Return the length and the CRC-32 of a file."""
    length = checksum = 0
    with path.open("rb") as file:
        while data := file.read(1 << 20):
            length += len(data)
            checksum = zlib.crc32(data, checksum)
    return length, checksum
