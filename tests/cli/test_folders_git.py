"""Folders: which files patterns of `.gitignore` exclude, with git as the oracle."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from superuri import _core

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is the oracle")

NAMES = ("a", "b", "ab", "a b", "A1", "a.log", "b-c", "é", "[x]", "a]", "!b", "#c", "a\\b")
#: Pieces of patterns, each alone or beside others.
PIECES = (
    *NAMES, "*", "**", "?", "/", "/**/", "**/", "/**", "[ab]", "[!a]", "[^a-]", "[a-c]", "[]a]",
    "[[:alpha:]]", "[[:digit:]x]", "[[:nothing:]]", "[\\]]", "[a", "\\", "\\*", "\\a", ".log", " ",
    "\\ ", "[[:alpha]", "[!-b]", "[b-a]", "[--b]", "[a-\\c]",
)  # fmt: skip
#: What a random pattern rarely is.
ROWS = (
    "# a", "\\#c", "\\!b", "a/", "/a", "a/b", "a/**", "**/b", "a/**/b", "a**/b", "a**b", "**a", "/",
    "!", "//a", "a//b", "a ", "a\\ ", "a b  ", "\ta", "*/", "***/b", "a/***", "**\\/b", "*a*b*",
    "{a,b}", "a/b/", "\u00e9", "?", "??", "[\u00e9]", "[/]", "a[/]b", "a?b", "[[:alpha:][:digit:]]",
)  # fmt: skip


def make(folder: Path, draw: random.Random) -> None:
    """Make a tree, three levels deep."""
    for _ in range(40):
        path = folder.joinpath(*draw.choices(NAMES, k=draw.randint(1, 4)))
        if not any(each.is_file() for each in (path, *path.parents)) and not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"")


def pattern(draw: random.Random) -> str:
    if draw.random() < 0.3:
        return draw.choice(ROWS)
    text = "".join(draw.choices(PIECES, k=draw.randint(1, 4)))
    return "!" * (draw.random() < 0.25) + text


def by_git(folder: Path) -> list[str]:
    command = ["git", "-c", f"core.excludesFile={os.devnull}", "ls-files", "-z", "--others"]
    command.append("--exclude-standard")
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True)
    names = (os.fsdecode(name) for name in done.stdout.split(b"\0") if name)
    return sorted(name for name in names if name.rpartition("/")[2] != ".gitignore")


def by_us(folder: Path, **options: bool) -> list[str]:
    rows = list(_core.Walk(os.fspath(folder), **options))
    assert all(error is None for _, error in rows)
    names = (os.path.relpath(str(path), folder) for path, _ in rows)
    # A pattern with `!` shows hidden files, too.
    return sorted(name for name in names if name.rpartition(os.sep)[2] != ".gitignore")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    return tmp_path


@pytest.mark.parametrize("seed", range(12))
def test_the_files_that_git_sees_are_found(repository: Path, seed: int) -> None:
    draw = random.Random(seed)
    make(repository, draw)
    folders = [repository, *(each for each in repository.iterdir() if each.is_dir())]
    seen = set()
    for _ in range(25):
        for folder in (f for f in folders if f.name != ".git"):
            lines = [pattern(draw) for _ in range(draw.randint(0, 3))]
            end = draw.choice(("\n", "\r\n"))
            bom = "\ufeff" * (draw.random() < 0.1)
            (folder / ".gitignore").write_bytes((bom + end.join(lines)).encode())
        (repository / ".git" / "info" / "exclude").write_text(pattern(draw), newline="\n")
        expected = by_git(repository)
        assert by_us(repository) == expected, [
            each.read_bytes() for each in repository.rglob(".gitignore")
        ]
        seen.add(tuple(expected))
    assert len(seen) > 5


@pytest.mark.parametrize("line", ROWS)
def test_each_row_excludes_what_git_excludes(repository: Path, line: str) -> None:
    make(repository, random.Random(7))
    (repository / ".gitignore").write_text(line, newline="\n")
    assert by_us(repository) == by_git(repository)


def test_the_lists_above_a_folder_and_of_a_worktree_count(repository: Path) -> None:
    (repository / ".git" / "info" / "exclude").write_text("/sub/x\n")
    (repository / ".gitignore").write_text("y\n")
    (repository / ".ignore").write_text("!y\nz\n")
    (repository / "sub").mkdir()
    for name in "xyzw":
        (repository / "sub" / name).touch()
    (repository / "sub" / ".hidden").touch()
    assert by_us(repository / "sub") == ["w", "y"]
    assert by_us(repository / "sub", ignores=False) == ["w", "x", "y", "z"]
    (repository / ".ignore").write_text("!.hidden\n")
    assert by_us(repository / "sub") == [".hidden", "w", "z"]
    (repository / ".ignore").unlink()
    (repository / ".git" / "info" / "exclude").write_text("w\n")
    tree = repository / "tree"
    start = ["git", "-c", "user.name=a", "-c", "user.email=a@e.com"]
    commit = [*start, "commit", "--quiet", "--allow-empty", "-m", "a"]
    subprocess.run(commit, cwd=repository, check=True)
    added = ["git", "worktree", "add", "--quiet", "../tree-of-it"]
    subprocess.run(added, cwd=repository, check=True)
    tree = repository.parent / "tree-of-it"
    for name in "vw":
        (tree / name).touch()
    assert by_us(tree) == by_git(tree) == ["v"]


@pytest.mark.parametrize("line", ["**/a/" * 12 + "b", "*a" * 40 + "b", "[a]*" * 40 + "/b"])
def test_no_pattern_takes_long(line: str) -> None:
    excluded = _core.Excluded("/", [line])
    start = time.process_time()
    assert not excluded.has("/" + "a/" * 120)
    assert not excluded.has("/" + "a" * 240)
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("a[b", r'"a\[b" matches nothing: a \[ without its \]'),
        ("[[:x:]]", "without its"),
        ("a\\", "it ends with a backslash"),
    ],
)
def test_a_pattern_that_nothing_matches_is_refused(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        _core.Excluded(".", [line])
