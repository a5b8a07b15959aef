"""Manifest of a job: what is finished, so that a rerun continues or starts clean.

A job works in a folder beside its output. Its manifest there has a line for each part that is
complete and on the disk. The first line says of what: a job that reads other files, or does
something else with them, starts clean. The output takes its name in the end, in one step for each
file; a folder, in one step where the system can exchange two names.
"""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from superuri import _system
from superuri.tables.files.failure import TableError, about

NAME = "manifest.jsonl"
#: What a folder of ours holds, and what shows the reader that it is complete.
COMPLETE = "_manifest.json"


class Manifest:
    """The finished parts of a job, by their names."""

    def __init__(self, folder: Path, about_job: dict[str, Any]) -> None:
        self.folder = folder
        self.parts: dict[str, Any] = {}
        #: What a rerun does, if this is one.
        self.story: str = ""
        noted = folder / NAME
        if folder.is_symlink() or noted.is_symlink() or (noted.exists() and not noted.is_file()):
            # What a link leads to would be cut short, and a FIFO waited for.
            raise TableError(f"{folder}: no job of superuri made this folder; remove it")
        old = self._read()
        with about(str(folder), "written"):
            if old and old[0] == json.loads(json.dumps(about_job)):
                self.parts = {part["part"]: part for part in old[1:]}
                blocks = sum(name.startswith("made-") for name in self.parts)
                self.story = f"continues an interrupted job, of which {blocks:,} parts are finished"
            else:
                if folder.exists():
                    self.story = "starts clean: the interrupted job here was another one"
                    shutil.rmtree(folder)
                folder.mkdir(parents=True)
                lines = [json.dumps(about_job)]
                (folder / NAME).write_text("\n".join(lines) + "\n")
            self.file: IO[str] = (folder / NAME).open("a")

    def _read(self) -> list[dict[str, Any]]:
        """Return the lines of the manifest that are whole, and make an end of the others."""
        path = self.folder / NAME
        if not path.exists():
            return []
        kept, whole = [], 0
        with path.open("rb") as lines:
            for line in lines:
                try:
                    kept.append(json.loads(line))
                except ValueError:
                    break
                if not line.endswith(b"\n"):
                    kept.pop()
                    break
                whole += len(line)
        os.truncate(path, whole)
        return kept

    def add(self, part: str, **facts: Any) -> None:  # noqa: ANN401  they are JSON
        """Say that a part is complete."""
        with about(str(self.folder), "written"):
            row = {"part": part, **facts}
            self.parts[part] = row
            self.file.write(json.dumps(row) + "\n")
            self.file.flush()
            os.fsync(self.file.fileno())

    def make(self, part: str, write: Callable[[Path], None]) -> None:
        """Have a file written, under its name only once it is complete."""
        with about(str(self.folder), "written"):
            passing = self.folder / f"{part}.tmp"
            write(passing)
            passing.replace(self.folder / part)

    def close(self) -> None:
        """Let go of the files; the folder stays."""
        self.file.close()

    def remove(self) -> None:
        self.file.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def check_folder(output: Path) -> None:
    """Refuse to replace a folder that no job of ours wrote."""
    if output.is_dir() and any(output.iterdir()) and not (output / COMPLETE).exists():
        raise TableError(f"{output}: it has files that superuri did not write; name another folder")


def put(made: Path, output: Path) -> None:
    """Give a complete file or folder its name."""
    with about(str(output), "written"):
        if not made.exists():
            return  # A rerun of a job that ended here: it has its name already.
        output.parent.mkdir(parents=True, exist_ok=True)
        if output.is_dir() and made.is_dir():
            if not _system.exchange(made, output):
                old = made.with_name(made.name + ".old")
                output.rename(old)
                made.rename(output)
        else:
            made.replace(output)
        _system.sync(output.parent)
