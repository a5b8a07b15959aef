"""Parsers asked in processes of their own, each with a time limit.

Each runs in a process of its own, without our environment's variables, and is given up when an
answer takes too long: a parser that hangs or dies costs one answer, not the table.
"""

from __future__ import annotations

import os
import sys
import textwrap
from typing import TYPE_CHECKING, NamedTuple

from superuri import _scratch
from superuri._foreign import find
from superuri._foreign.lines import Lines
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

    #: Empty, or the reason for no answer: the parser's message, or its end.
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
    with _scratch.folder() as folder:
        while not version or len(answers) < len(urls):
            try:
                process = Lines(command(parser, folder), folder)
            except OSError as error:
                return Heard(parser, "", (), error.strerror or str(error))
            with process:
                said = process.line(START)
                if said is None:
                    return Heard(parser, "", (), process.why())
                version = said
                for url in urls[len(answers) :]:
                    said = process.ask(url.encode("utf-8", "surrogatepass").hex(), limit)
                    answers.append(Answer(process.why()) if said is None else answer(said))
                    if said is None:
                        failures += 1
                        break
            if failures == MOST_FAILURES:
                left = len(urls) - len(answers)
                answers += [Answer("not run: it failed to answer before")] * left
    return Heard(parser, version, tuple(answers))


def command(parser: Parser, folder: str) -> list[str]:
    """Return what starts the parser's program; a program of Java is a file in this folder."""
    if parser.runs == "python":
        body = textwrap.indent(textwrap.dedent(parser.read), "    ")
        return [sys.executable, "-I", "-c", PYTHON.format(imports=parser.imports, read=body)]
    program = find(parser.runs)
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
