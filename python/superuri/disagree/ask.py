"""How is a parser asked apart from us, and for how long?

Each runs in a process of its own, without our environment's variables, and is given up when an
answer takes too long: a parser that hangs or dies costs one answer, not the table.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from typing import IO, TYPE_CHECKING, NamedTuple

from superuri.disagree.programs import JAVA, NODE, PYTHON

if TYPE_CHECKING:
    from collections.abc import Sequence

    from superuri.disagree.parsers import Parser

#: Seconds until a parser has started; a Java compiles its program first.
START = 30.0
#: Seconds for one answer.
LIMIT = 5.0
#: A parser that has failed to answer so often is asked no more.
MOST_FAILURES = 3


class Answer(NamedTuple):
    """What a parser sees in one URL."""

    #: Empty, or why there is nothing to see: what the parser said, or what became of it.
    error: str = ""
    scheme: str | None = None
    userinfo: str | None = None
    host: str | None = None
    port: str | None = None
    path: str | None = None


class Heard(NamedTuple):
    """What was heard of one parser."""

    parser: Parser
    #: Its version; empty where it does not run here.
    version: str
    #: One for each URL; none where it does not run here.
    answers: tuple[Answer, ...]
    #: Why it does not run here.
    missing: str = ""


def ask(parser: Parser, urls: Sequence[str], limit: float = LIMIT) -> Heard:
    """Return what the parser sees in each of the URLs, or why it does not run here."""
    answers: list[Answer] = []
    version = ""
    failures = 0
    with tempfile.TemporaryDirectory(prefix="superuri-") as folder:
        while not version or len(answers) < len(urls):
            try:
                process = Process(command(parser, folder), folder)
            except OSError as error:
                return Heard(parser, "", (), error.strerror or str(error))
            with process:
                said = process.line(START)
                if said is None:
                    return Heard(parser, "", (), process.why())
                version = said
                for url in urls[len(answers) :]:
                    said = process.ask(url, limit)
                    answers.append(Answer(process.why()) if said is None else answer(said))
                    if said is None:
                        failures += 1
                        break
            if failures == MOST_FAILURES:
                left = len(urls) - len(answers)
                answers += [Answer("not asked: it failed to answer before")] * left
    return Heard(parser, version, tuple(answers))


def command(parser: Parser, folder: str) -> list[str]:
    """Return what starts the parser's program; a program of Java is a file in this folder."""
    if parser.runs == "python":
        body = textwrap.indent(textwrap.dedent(parser.read), "    ")
        return [sys.executable, "-I", "-c", PYTHON.format(imports=parser.imports, read=body)]
    program = shutil.which(parser.runs)
    if program is None:
        raise FileNotFoundError(2, f"{parser.runs} is not installed")
    if parser.runs == "node":
        return [program, "--no-deprecation", "-e", NODE.format(read=parser.read)]
    path = os.path.join(folder, "Read.java")  # noqa: PTH118  because pathlib is slow to load
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123  as above
        file.write(JAVA.format(read=parser.read))
    return [program, "-Xshare:auto", "-XX:TieredStopAtLevel=1", path]


def answer(line: str) -> Answer:
    """Return the answer that a program wrote."""
    kind, *fields = line.split("\t")
    values = [
        None if field == "-" else bytes.fromhex(field[1:]).decode("utf-8", "surrogatepass")
        for field in fields
    ]
    if kind == "error":
        return Answer((values[0] if values else None) or "it refuses the text")
    return Answer("", *values)


class Process:
    """A program that answers lines, read by a thread so that nothing waits for ever."""

    def __init__(self, arguments: list[str], folder: str) -> None:
        environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "HOME": folder}
        self.process = subprocess.Popen(  # noqa: S603  because the programs are our own rows
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=environment,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.complaints: list[str] = []
        out, complaints = self.process.stdout, self.process.stderr
        assert out is not None  # noqa: S101  because it is a pipe
        assert complaints is not None  # noqa: S101  because it is a pipe
        self.readers = [
            threading.Thread(target=self.read, args=(out,), daemon=True),
            threading.Thread(target=self.complain, args=(complaints,), daemon=True),
        ]
        for reader in self.readers:
            reader.start()

    def read(self, out: IO[str]) -> None:
        """Pass on what it writes, and that it has ended."""
        for line in out:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def complain(self, out: IO[str]) -> None:
        """Keep the last of its complaints."""
        for line in out:
            self.complaints = [*self.complaints[-9:], line.strip()]

    def ask(self, url: str, limit: float) -> str | None:
        """Return the line that answers, or none if none came in time."""
        assert self.process.stdin is not None  # noqa: S101  because it is a pipe
        try:
            self.process.stdin.write(url.encode("utf-8", "surrogatepass").hex() + "\n")
            self.process.stdin.flush()
        except OSError:
            return None
        return self.line(limit)

    def line(self, limit: float) -> str | None:
        """Return the next line, or none if none came in time."""
        try:
            return self.lines.get(timeout=limit)
        except queue.Empty:
            return None

    def why(self) -> str:
        """Return why no line came."""
        # A program that has just died may still be being buried.
        until = time.monotonic() + 0.2
        while self.process.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        if self.process.poll() is None:
            return "it took too long"
        self.readers[1].join(1)
        said = next((line for line in reversed(self.complaints) if line), "")
        return said or f"it ended with {self.process.returncode}"

    def __enter__(self) -> Process:  # noqa: PYI034  because Self is younger than Python 3.10
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join(1)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
