"""Who: every encoder and decoder, and the result of each for a text.

>>> from superuri import who
>>> [line.result for line in who.encodes("a b") if line.who == "sets.rfc3986.COMPONENT"]
['a%20b']
>>> [line.result for line in who.decodes("%C3%A9", runners=("ours",))[0].lines][:1]
['é']
"""

import importlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import superuri
from superuri import profiles, sets
from superuri.errors import URIError
from superuri.who.decoders import PROGRAMS, ROWS, Decoder

__all__ = ["MARKS", "Answers", "Line", "Marks", "decodes", "encodes", "marks"]

#: Printable ASCII characters that some encoder escapes.
MARKS = "".join(c for c in map(chr, range(0x20, 0x7F)) if not c.isalnum())

#: The time limit for a foreign decoder, in seconds.
PATIENCE = 20


class Line(NamedTuple):
    """The result of one encoder or decoder for a text."""

    who: str
    #: The result; None if there was an error.
    result: str | None
    #: The error, or why it did not run.
    why: str = ""


class Answers(NamedTuple):
    """The results of all decoders for one text."""

    text: str
    lines: list[Line]


class Marks(NamedTuple):
    """What an encoder does with the printable ASCII characters that are not letters or digits."""

    who: str
    #: ``%``, ``+`` or ``.`` (unchanged) for each character of :data:`MARKS`.
    fates: str
    source: str

    @property
    def encoded(self) -> str:
        """The marks that are encoded."""
        return "".join(mark for mark, fate in zip(MARKS, self.fates, strict=True) if fate != ".")


def encodes(text: str) -> list[Line]:
    """Return what each set and each profile makes of the text, a set's space as it writes it.

    Args:
        text: A str.

    Returns:
        A list of Line.
    """
    lines = []
    for name, row in sets.names.items():
        encoded = superuri.encode(text, row)
        if _space(row) == "+":
            encoded = encoded.replace("%20", "+")
        lines.append(Line(f"sets.{name}", encoded))
    for profile in profiles.rows:
        try:
            lines.append(Line(f"profiles.{profile.name}", superuri.clean(text, profile)))
        except URIError as error:
            lines.append(Line(f"profiles.{profile.name}", None, str(error)))
    return lines


def marks() -> list[Marks]:
    """Return what each set, and each component of each profile, does with :data:`MARKS`."""
    named = sets.names.items()
    rows = [Marks(f"sets.{name}", _fates(row), row.source or "") for name, row in named]
    for profile in profiles.rows:
        seen: dict[str, list[str]] = {}
        for component, its in profile.sets.items():
            seen.setdefault(_fates(its), []).append(component)
        for fates, components in seen.items():
            which = "" if len(seen) == 1 else " " + ", ".join(components)
            rows.append(Marks(f"profiles.{profile.name}{which}", fates, profile.source))
    return rows


def _fates(row: superuri.Set) -> str:
    fates = "".join("%" if mark in row else "." for mark in MARKS)
    return _space(row) + fates[1:] if _space(row) == "+" else fates


def _space(row: superuri.Set) -> str:
    """Return how the dialect of a set writes a space, which its row may define."""
    space: str = getattr(row, "space", "%20")
    return space


def decodes(
    *texts: str, runners: Sequence[str] = ("ours", "python", "node", "php", "perl", "ruby")
) -> list[Answers]:
    """Return what each decoder there is makes of each text.

    Args:
        *texts: The texts.
        runners: Which programs are asked; those that are not installed say why.

    Returns:
        A list of Answers, one for each text. Each foreign program is asked in a process of its own.
    """
    lines: list[list[Line]] = [[] for _ in texts]
    for row in ROWS:
        if row.runner in runners:
            asked = _ours(row, texts) if row.runner == "ours" else _foreign(row, texts)
            for each, line in zip(lines, asked, strict=True):
                each.append(line)
    return [Answers(text, each) for text, each in zip(texts, lines, strict=True)]


def _ours(row: Decoder, texts: Iterable[str]) -> list[Line]:
    try:
        importlib.import_module(row.needs)
    except ImportError as error:
        return [Line(row.name, None, f"not here: {error}") for _ in texts]
    lines = []
    for text in texts:
        try:
            result = eval(row.code, {"superuri": superuri}, {"t": text})  # noqa: S307  because it is our row's
            lines.append(Line(row.name, _shown(result)))
        except ValueError as error:
            lines.append(Line(row.name, None, getattr(error, "code", type(error).__name__)))
    return lines


def _foreign(row: Decoder, texts: Sequence[str]) -> list[Line]:
    command, program = PROGRAMS[row.runner]
    runner = command[0].format(python=sys.executable)
    if not shutil.which(runner):
        return [Line(row.name, None, f"not here: {runner}") for _ in texts]
    imports = f"import {row.needs}" if row.needs else ""
    source = program.format(code=row.code, needs=row.needs, imports=imports)
    try:
        done = subprocess.run(  # noqa: S603  because it is our row's
            [runner, *command[1:], source],
            input=json.dumps(texts),
            capture_output=True,
            check=True,
            encoding="utf-8",
            timeout=PATIENCE,
        )
        answers = json.loads(done.stdout)
    except subprocess.CalledProcessError as error:
        said = error.stderr.strip().splitlines() or [f"exit code {error.returncode}"]
        return [Line(row.name, None, f"not here: {said[-1][:60]}") for _ in texts]
    except (subprocess.TimeoutExpired, ValueError) as error:
        return [Line(row.name, None, f"no answer: {type(error).__name__}") for _ in texts]
    return [
        Line(row.name, _shown(what)) if answered else Line(row.name, None, str(what))
        for answered, what in answers
    ]


def _shown(result: object) -> str:
    return result if isinstance(result, str) else repr(result)
