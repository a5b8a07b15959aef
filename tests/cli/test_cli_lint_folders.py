"""Folders: the files that `superuri lint` reads in one, and those that it skips."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kit import command
from kit.linting import objects

if TYPE_CHECKING:
    from subprocess import CompletedProcess

WRONG = "http://e.com/%zz"


def run(*words: object, cwd: Path) -> CompletedProcess[bytes]:
    return command.run(["lint", *map(str, words)], cwd=cwd)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with documents among other files."""
    (tmp_path / "a.txt").write_text(WRONG)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c.txt").write_text(WRONG)
    (tmp_path / "z.txt").write_text(WRONG)
    return tmp_path


def test_only_regular_files_of_a_folder_are_read(folder: Path) -> None:
    os.mkfifo(folder / "b" / "fifo")
    (folder / "dangling").symlink_to("nowhere")
    (folder / "circle").symlink_to("circle")
    (folder / "b" / "up").symlink_to(folder)
    (folder / "null").symlink_to(os.devnull)
    (folder / "link.txt").symlink_to("a.txt")
    here = Path.cwd()
    os.chdir(folder)
    with socket.socket(socket.AF_UNIX) as listener:
        try:
            listener.bind("socket")
        finally:
            os.chdir(here)
        done = run(folder, "--output-format", "jsonl", cwd=folder)
        rows = objects(folder, code=1)
    assert done.returncode == 1
    assert done.stderr == (
        b"superuri lint: checked 3 URLs in 3 files: 3 errors; skipped: 5 links, 2 special files\n"
    )
    names = [os.path.relpath(str(row["file"]), folder) for row in rows]
    assert names == ["a.txt", str(Path("b", "c.txt")), "z.txt"]


def test_a_fix_passes_over_it_too(folder: Path) -> None:
    os.mkfifo(folder / "fifo")
    (folder / "dangling").symlink_to("nowhere")
    assert run(folder, "--fix", cwd=folder).returncode == 0
    for name in ("a.txt", "b/c.txt", "z.txt"):
        assert (folder / name).read_text() == "http://e.com/%25zz"
    assert (folder / "dangling").is_symlink()


@pytest.mark.parametrize("name", ["dangling", "circle", "missing"])
def test_what_is_named_must_be_readable(folder: Path, name: str) -> None:
    (folder / "dangling").symlink_to("nowhere")
    (folder / "circle").symlink_to("circle")
    done = run(name, cwd=folder)
    assert done.returncode == 3
    assert done.stderr.startswith(b"superuri: " + name.encode() + b": ")


def test_what_cannot_be_read_is_reported_and_the_rest_is_linted(folder: Path) -> None:
    with (folder / "b" / "long.txt").open("wb") as file:
        file.write(b"text" * 4096)
        file.truncate((64 << 20) + 1)
    done = run(folder.name, cwd=folder.parent)
    assert done.returncode == 3
    assert done.stdout.count(b"U106") == 3
    name = bytes(Path(folder.name, "b", "long.txt"))
    assert b"superuri: " + name + b": longer than 67,108,864 bytes" in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read_is_reported(folder: Path) -> None:
    (folder / "b").chmod(0)
    (folder / "a.txt").chmod(0)
    done = run(folder.name, cwd=folder.parent)
    (folder / "b").chmod(0o700)
    assert done.returncode == 3
    assert done.stdout.count(b"U106") == 1
    assert done.stderr.count(b"permission denied") == 2
