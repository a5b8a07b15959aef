"""Runs parsers, each in its own process, with a time limit.

Each runs without our environment variables, and is stopped when an answer takes too long. A parser
that hangs or crashes loses one answer, not the table.
"""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING, NamedTuple

import superuri._scratch as _scratch
from superuri._foreign import find
from superuri._foreign.lines import Lines
from superuri._foreign.process import write
from superuri.disagree.programs import JAVA, NODE, PYTHON

if TYPE_CHECKING:
    from collections.abc import Sequence

    from superuri.disagree.parsers import Parser

#: Seconds until a parser has started; Java has to compile its program first.
START = 30.0
#: Seconds for one answer.
LIMIT = 5.0
#: Failures after which a parser is not started again.
MOST_FAILURES = 3


class Answer(NamedTuple):
    """One URL as a parser reads it."""

    #: Empty, or the reason for no answer: the parser's message, or its end.
    error: str = ""
    scheme: str | None = None
    userinfo: str | None = None
    host: str | None = None
    port: str | None = None
    path: str | None = None


class Result(NamedTuple):
    """The result for one parser."""

    parser: Parser
    #: Its version; empty if it is not installed.
    version: str
    #: One answer for each URL; none if it is not installed.
    answers: tuple[Answer, ...]
    #: Why it does not run.
    missing: str = ""


def ask(parser: Parser, urls: Sequence[str], limit: float = LIMIT) -> Result:
    """Return the parser's answer for each of the URLs, or why it does not run."""
    answers: list[Answer] = []
    failures = 0
    with _scratch.folder() as folder:
        while True:
            try:
                process = Lines(command(parser, folder), folder)
            except OSError as error:
                return Result(parser, "", (), error.strerror or str(error))
            with process:
                version = process.line(START)
                if not version:
                    missing = process.why() if version is None else "it does not say its version"
                    return Result(parser, "", (), missing)
                for url in urls[len(answers) :]:
                    line = process.ask(url.encode("utf-8", "surrogatepass").hex(), limit)
                    answers.append(Answer(process.why()) if line is None else answer(line))
                    if line is None:
                        failures += 1
                        break
            if failures == MOST_FAILURES:
                left = len(urls) - len(answers)
                answers += [Answer("not run: it failed to answer before")] * left
            if len(answers) == len(urls):
                return Result(parser, version, tuple(answers))


def command(parser: Parser, folder: str) -> list[str]:
    """Return the command for the parser's program; a Java program is written to this folder."""
    if parser.runs == "python":
        body = textwrap.indent(textwrap.dedent(parser.read), "    ")
        return [sys.executable, "-I", "-c", PYTHON.format(imports=parser.imports, read=body)]
    program = find(parser.runs)
    if parser.runs == "node":
        return [program, "--no-deprecation", "-e", NODE.format(read=parser.read)]
    path = write(folder, "Read.java", JAVA.format(read=parser.read))
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
