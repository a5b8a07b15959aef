"""Line programs: a process that answers each line with a line, with a time limit."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
from typing import IO, Any

import superuri._scratch as _scratch
from superuri._foreign.process import MOST, start

#: How long a program that has closed its output may take to end; in seconds.
ENDING = 10

#: The number of unread lines that are kept.
MOST_LINES = 1000

#: The longest line of the error output; a longer one is read as several.
LONGEST_ERROR = 1 << 16


class Lines:
    """A program that answers lines. Threads read its output, so that no call waits for ever."""

    def __init__(self, arguments: list[str], folder: str) -> None:
        pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        self.process = start(folder, arguments, **pipes, encoding="utf-8", errors="replace")
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.errors: list[str] = []
        self.ends = False
        self.is_cut = False
        out, errors = self.process.stdout, self.process.stderr
        assert out is not None  # noqa: S101  because it is a pipe
        assert errors is not None  # noqa: S101  because it is a pipe
        self.threads = [
            threading.Thread(target=self.read, args=(out,), daemon=True),
            threading.Thread(target=self.keep_errors, args=(errors,), daemon=True),
        ]
        for thread in self.threads:
            thread.start()

    def read(self, out: IO[str]) -> None:
        """Pass on the lines of the output, and its end, which is at a limit."""
        with out:
            while line := out.readline(MOST):
                if len(line) == MOST or self.lines.qsize() == MOST_LINES:
                    self.is_cut = True
                    _scratch.stop(self.process)
                    break
                self.lines.put(line.rstrip("\n"))
        self.ends = True
        self.lines.put(None)

    def keep_errors(self, out: IO[str]) -> None:
        """Keep the last lines of the error output."""
        with out:
            while line := out.readline(LONGEST_ERROR):
                self.errors = [*self.errors[-9:], line.strip()]

    def ask(self, text: str, limit: float | None) -> str | None:
        """Return the line of the answer; None if it does not come in time, if any is given."""
        assert self.process.stdin is not None  # noqa: S101  because it is a pipe
        try:
            self.process.stdin.write(text + "\n")
            self.process.stdin.flush()
        except OSError:
            self.ends = True
            return None
        return self.line(limit)

    def line(self, limit: float | None) -> str | None:
        """Return the next line; None if it does not come in time."""
        try:
            return self.lines.get(timeout=limit)
        except queue.Empty:
            return None

    def why(self) -> str:
        if self.is_cut:
            return "it wrote too much"
        if self.ends:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(ENDING)
        if self.process.poll() is None:
            return "it took too long"
        self.threads[1].join(ENDING)
        last = next((line for line in reversed(self.errors) if line), "")
        return last or f"it ended with {self.process.returncode}"

    def __enter__(self) -> Lines:  # noqa: PYI034  because Self is younger than Python 3.10
        return self

    def __exit__(self, *_: object) -> None:
        _scratch.stop(self.process)
        if self.process.stdin is not None:
            with contextlib.suppress(OSError):
                self.process.stdin.close()
        # A process that has left the program's group may keep an output open.
        for thread in self.threads:
            thread.join(1)
