"""The command while it waits: its progress, signals, hints on a terminal, and endless lines."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from cli.test_cli_terminal import rest_of, shown
from kit.command import PATIENCE, run, start

if TYPE_CHECKING:
    from pathlib import Path

MAIN = "\nfrom superuri.cli import main\nmain()"


def started(
    before: str, *words: str, stdout: int | None = None, stderr: int | None = None
) -> subprocess.Popen[bytes]:
    """Start the command in a Python that has run these statements."""
    command = [sys.executable, "-c", before + MAIN, *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=stdout, stderr=stderr)


def test_the_progress_of_a_long_job_is_shown_on_a_terminal() -> None:
    at_once = "from superuri.cli.output import progress\nprogress.PATIENCE = progress.GLANCE = 0"
    ours, theirs = pty.openpty()
    process = started(at_once, "clean", stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    assert process.stdin is not None
    assert process.stdout is not None
    for _ in range(3000):
        process.stdin.write(b"/a b\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"/a%20b\n"
        if select.select([ours], [], [], 0.01)[0]:
            break
    assert process.communicate(timeout=PATIENCE)[0] == b""
    assert process.returncode == 0
    line = rb"\r\x1b\[K[\d,]+ lines  \d+\.\d M/s  [\d,]+ MB/s"
    assert re.fullmatch(rb"(%b)+\r\x1b\[K" % line, rest_of(ours))


def test_a_signal_ends_a_job_that_cannot_start_a_thread() -> None:
    no_threads = """import _thread
def refuse(*_):
    raise RuntimeError("can't start new thread")
_thread.start_new_thread = refuse"""
    words = ["expand", "/{id}", "--values", "-"]
    process = started(no_threads, *words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b'{"id": 1}\n')
    process.stdin.flush()
    assert process.stdout.readline() == b"/1\n"
    process.send_signal(signal.SIGTERM)
    # The signal is handled when the next line arrives, before its URI is written.
    seen = process.communicate(b'{"id": 2}\n', timeout=PATIENCE)
    assert (process.returncode, seen) == (128 + signal.SIGTERM, (b"", b""))


@pytest.mark.parametrize("command", ["explain", "layers"])
def test_a_line_beyond_the_limit_ends_a_command_that_draws(command: str, tmp_path: Path) -> None:
    ten_bytes = (
        "from superuri import _core\nfrom superuri.cli.arguments import values\n"
        "_core.MAX_LINE, values.BLOCK = 10, 4"
    )
    (tmp_path / "list").write_bytes(b"x" * 99 + b"\n")
    for words, name in ((["-i", "list"], "list"), ([], "standard input")):
        with (tmp_path / "list").open("rb") as stdin:
            line = [sys.executable, "-c", ten_bytes + MAIN, command, *words]
            done = subprocess.run(line, stdin=stdin, capture_output=True, check=False, cwd=tmp_path)
        message = f"superuri: {name}: a line is longer than the limit\n"
        assert (done.returncode, done.stdout, done.stderr.decode()) == (3, b"", message)


HINTS = [
    (["encode", "http://e.com/"], "encode is for one component; for a whole URL: superuri clean"),
    (["decode", "a+b"], "a + stays; where it is a space, as in forms: superuri form decode"),
    (["form", "decode", "a&b"], "form decode is for one name or value; split at & and = before"),
    (["form", "decode", "a://b"], "form decode is for one name or value; split at & and = before"),
    (["encode", "a:b"], None),
    (["decode", "a b"], None),
    (["form", "decode", "a=b"], None),
]


@pytest.mark.parametrize(("words", "hint"), HINTS, ids=str)
def test_another_verb_is_suggested_on_a_terminal(words: list[str], hint: str | None) -> None:
    seen = shown([*words, "--color", "never"], descriptors=(2,))
    assert seen == (f"hint: {hint}\n" if hint else "")
    assert run(words).stderr == b""


@pytest.mark.parametrize("file", ["rows", "-"])
def test_only_a_command_that_reads_the_terminal_says_so(file: str, tmp_path: Path) -> None:
    (tmp_path / "rows").write_bytes(b'{"id": 1}\n')
    ours, theirs = pty.openpty()
    words = ["expand", "/{id}", "--values", file, "--color", "never"]
    process = start(words, stdin=theirs, stderr=theirs, cwd=tmp_path)
    os.close(theirs)
    if file == "-":
        os.write(ours, b'{"id": 1}\n\x04')
    assert process.communicate(timeout=PATIENCE)[0] == b"/1\n"
    seen = rest_of(ours)
    hint = b"hint: superuri expand reads what you type; Ctrl-D ends, and --help shows more"
    assert hint in seen if file == "-" else seen == b""
