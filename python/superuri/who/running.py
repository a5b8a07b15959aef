"""Runners of foreign encoders and decoders, each in its own process."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

import superuri._foreign as _foreign
from superuri.who.running_programs import JSON, LINES

#: The time limit of a foreign program, in seconds.
LIMIT = 20
#: How the reason of a row begins that is not installed.
ABSENT = "not installed"


class Line(NamedTuple):
    """The result of one encoder or decoder for a text."""

    who: str
    #: The result, or None if there was an error.
    result: str | None
    #: The error, or why it did not run.
    why: str = ""


class Row(Protocol):
    """A row of a foreign encoder or decoder."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def runner(self) -> str:
        """The key of :data:`JSON` or :data:`LINES` that runs the code."""

    @property
    def code(self) -> str:
        """An expression of ``t``, the text."""

    @property
    def needs(self) -> str:
        """The module that it imports."""


def run(row: Row, texts: Sequence[str], limit: float | None = LIMIT) -> list[Line]:
    """Return the results of the row's function for the texts.

    Args:
        row: The encoder or decoder.
        texts: The texts.
        limit: The time limit, in seconds; None for none.

    Returns:
        A list of Line, one for each text; its reason begins with `not installed` or `no answer` if
        the function did not run.
    """
    command, *_ = JSON.get(row.runner) or LINES[row.runner]
    runner = command[0].format(python=sys.executable)
    if not shutil.which(runner):
        return not_here(row, texts, runner)
    ask = _by_json if row.runner in JSON else _by_lines
    try:
        answers = ask(row, texts, limit)
    except subprocess.CalledProcessError as error:
        printed = error.stderr.decode(errors="replace").strip().splitlines()
        return not_here(row, texts, (printed or [f"exit code {error.returncode}"])[-1])
    except OSError as error:
        return not_here(row, texts, error.strerror or str(error))
    except (subprocess.SubprocessError, ValueError) as error:
        return [Line(row.name, None, f"no answer: {type(error).__name__}") for _ in texts]
    return lines_of(row, answers)


def lines_of(row: Row, answers: Iterable[Sequence[object]]) -> list[Line]:
    """Return the answers, pairs of whether it answered, and what, as lines of the row."""
    return [
        Line(row.name, what if isinstance(what, str) else repr(what))
        if answered
        else Line(row.name, None, str(what))
        for answered, what in answers
    ]


def not_here(row: Row, texts: Sequence[str], why: str) -> list[Line]:
    """Return the lines of a row that cannot run, with the reason."""
    return [Line(row.name, None, f"{ABSENT}: {why[:60]}") for _ in texts]


def _source(row: Row, template: str) -> str:
    imports = f"import {row.needs}" if row.needs else ""
    return template.format(code=row.code, needs=row.needs, imports=imports)


def _by_json(row: Row, texts: Sequence[str], limit: float | None) -> list[list[object]]:
    command, template = JSON[row.runner]
    words = [command[0].format(python=sys.executable), *command[1:], _source(row, template)]
    answers: list[list[object]] = json.loads(
        _foreign.run(words, json.dumps(texts).encode(), limit).out
    )
    return answers


def _by_lines(row: Row, texts: Sequence[str], limit: float | None) -> list[tuple[bool, str]]:
    command, template, charset = LINES[row.runner]
    given = "".join(text.encode(charset, "surrogatepass").hex() + "\n" for text in texts)
    name = f"Ask.{row.runner}"
    source = {name: _source(row, template)}
    output = _foreign.run([*command, name], given.encode(), limit, files=source)
    lines = [
        bytes.fromhex(line).decode(charset, "surrogatepass")
        for line in output.out.decode("ascii").splitlines()
    ]
    return [(line[0] == "+", line[1:]) for line in lines]
