"""Nursery of commands: a process with everything imported, which forks for each command.

A command then starts in milliseconds, so that thousands can be raced, killed and disturbed.
"""

import contextlib
import ctypes
import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kit import TESTS

#: Rows in a block, so that small tables have several blocks.
BLOCK = 400
#: Seconds after which a command waits for what never comes; the exit code that is then reported.
LONGEST, STUCK = 120, 999
#: What commands need.
NEEDED = (
    *("duckdb", "pyarrow.compute", "pyarrow.parquet", "superuri.cli"),
    *("superuri.tables", "superuri.tables.job.local"),
)


class Nursery:
    """A process that forks commands, with the shim if its library is given."""

    def __init__(
        self, folder: Path, library: Path | None = None, block: int | None = BLOCK
    ) -> None:
        self.library = library
        self.env = dict(os.environ)
        self.alone = threading.Lock()
        paths = filter(None, [str(TESTS), os.environ.get("PYTHONPATH")])
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "TMPDIR": str(folder)}
        if library is not None:
            env["LD_PRELOAD"] = str(library)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kit.nursery", *([] if block is None else [str(block)])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=env,
            cwd=folder,
        )

    def _ask(self, **what: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with self.alone:
            self.process.stdin.write(json.dumps(what) + "\n")
            self.process.stdin.flush()
            return json.loads(self.process.stdout.readline())

    def start(self, words: list[str], **how: Any) -> int:
        """Start a command, and return its process id."""
        number: int = self._ask(do="start", words=words, **how)
        return number

    def wait(self, number: int) -> int:
        """Wait for the end of a command; return its exit code, negative for a signal."""
        code: int = self._ask(do="wait", number=number)
        return code

    def run(self, words: list[str], **how: Any) -> int:
        """Run a command to its end."""
        return self.wait(self.start(words, **how))

    def load(self, modules: list[str]) -> None:
        """Import modules that commands need, so that no command does."""
        self._ask(do="load", modules=modules)

    def __enter__(self) -> "Nursery":  # noqa: PYI034  because Self is younger than Python 3.10
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def main() -> None:
    """Serve requests and answers as lines of JSON."""
    _load(NEEDED)
    if sys.argv[1:]:
        importlib.import_module("superuri.tables.files.reading").ROWS = int(sys.argv[1])
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "start":
            opened = _opened(asked)
            number = os.fork()
            if not number:
                _be(asked, opened)
            for descriptor in opened:
                os.close(descriptor)
            answer = number
        elif asked["do"] == "load":
            answer = _load(asked["modules"])
        else:
            answer = _ended(asked["number"])
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


def _load(names: Iterable[str]) -> int:
    """Import the modules that are installed; return the number of all."""
    for name in names:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    return len(sys.modules)


def _ended(number: int) -> int:
    """Return the exit code of a command, or STUCK where it does not end: it is killed then."""
    until = time.monotonic() + LONGEST
    while True:
        found, status = os.waitpid(number, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > until:
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)
            return STUCK
        time.sleep(0.002)


def _opened(asked: dict[str, Any]) -> list[int]:
    """Open the standard streams of a command; a relative name is below its folder."""
    names = [asked.get(name) or os.devnull for name in ("stdin", "stdout", "stderr")]
    flags = (os.O_RDONLY, *[os.O_WRONLY | os.O_CREAT | os.O_TRUNC] * 2)
    folder = asked.get("cwd", ".")
    return [os.open(Path(folder, name), how, 0o600) for name, how in zip(names, flags, strict=True)]


def _be(asked: dict[str, Any], opened: list[int]) -> None:
    """Run the command in this process, and exit."""
    from superuri import cli  # noqa: PLC0415  because the tests import this file, too

    os.chdir(asked.get("cwd", "."))
    for descriptor, stream in enumerate(opened):
        os.dup2(stream, descriptor)
        os.close(stream)
    if "env" in asked:
        os.environ.clear()
        os.environ.update(asked["env"])
        os.umask(asked["umask"])
        tempfile.tempdir = None
        warnings.simplefilter("error")
    sys.argv = ["superuri", *asked["words"]]
    if "root" in asked:
        shim = ctypes.CDLL(None)
        shim.shim_root(os.fsencode(asked["root"]))
        if "record" in asked:
            shim.shim_record(os.fsencode(asked["record"]))
        shim.shim_arm(*asked.get("arm", (-1, 0, 0, 0)))
        _count_at_end(shim, asked.get("counts"), asked["groups"])
    if asked.get("closed") is not None:
        os.close(asked["closed"])
    if "modules" in asked:
        _list_modules_at_end(asked["modules"])
    if asked.get("stop"):
        os.kill(os.getpid(), signal.SIGSTOP)
    cli.main()


def _list_modules_at_end(path: str) -> None:
    end = os._exit

    def listed(code: int) -> None:
        Path(path).write_text(json.dumps([*sys.modules]))
        end(code)

    os._exit = listed  # type: ignore[assignment]


def _count_at_end(shim: ctypes.CDLL, path: str | None, groups: int) -> None:
    end = os._exit

    def counted(code: int) -> None:
        if path:
            counts = [shim.shim_count(group) for group in range(groups)]
            shim.shim_root(b"")
            Path(path).write_text(json.dumps(counts))
        end(code)

    os._exit = counted  # type: ignore[assignment]


def scratch() -> tempfile.TemporaryDirectory[str]:
    """Return a folder for a run of many commands."""
    return tempfile.TemporaryDirectory(prefix="superuri-nursery-")


if __name__ == "__main__":
    main()
