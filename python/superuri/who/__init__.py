"""Who: every encoder and decoder, and the result of each for a text.

>>> from superuri import who
>>> [line.result for line in who.encodes("a b") if line.who == "sets.rfc3986.COMPONENT"]
['a%20b']
>>> [line.result for line in who.decodes("%C3%A9", runners=("ours",))[0].lines][:1]
['é']
"""

import importlib
import os
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import superuri._core as _core
import superuri.profiles as profiles
import superuri.sets as sets
from superuri._core import Set
from superuri._foreign import at_once
from superuri.errors import URIError
from superuri.who import (
    decoders,
    decoding,
    producers,
    producers_bindings,
    producers_languages,
    producers_programs,
    producers_python,
    producers_read,
    producers_web,
    running,
    running_batch,
)
from superuri.who.decoding import Decoder, Manner
from superuri.who.producers import Producer, RefusedError
from superuri.who.running import Line

__all__ = ["MARKS", "PRODUCERS", "Answers", "Line", "Marks", "decodes", "encodes", "marks"]

#: Printable ASCII characters that some encoder escapes.
MARKS = "".join(c for c in map(chr, range(0x20, 0x7F)) if not c.isalnum())

#: The runners of the decoders: "ours", a program, or "read" for those transcribed from source.
RUNNERS = tuple(dict.fromkeys(row.runner for row in decoders.ROWS))

#: Encoders of other programs that are not sets: run if installed, or transcribed from source.
PRODUCERS = (
    *producers_python.ROWS,
    *producers_web.ROWS,
    *producers_bindings.ROWS,
    *producers_programs.ROWS,
    *producers_languages.ROWS,
    *producers_read.ROWS,
)


class Answers(NamedTuple):
    """The results of all decoders for one text."""

    text: str
    lines: list[Line]


class Marks(NamedTuple):
    """An encoder's treatment of printable ASCII characters that are not letters or digits."""

    who: str
    #: For each character of :data:`MARKS` one of ``%``, ``+``, ``.`` (it stays), ``!`` (an error),
    #: or the character that it becomes.
    fates: str
    source: str

    @property
    def encoded(self) -> str:
        """The marks that are encoded."""
        return "".join(
            mark for mark, outcome in zip(MARKS, self.fates, strict=True) if outcome != "."
        )


def encodes(text: str) -> list[Line]:
    """Return the result of each set, profile and producer for the text.

    Args:
        text: A str.

    Returns:
        A list of Line.
    """
    lines = []
    for name, row in sets.names.items():
        try:
            encoded = _core.encode(text, row)
        except URIError as error:
            lines.append(Line(f"sets.{name}", None, str(error)))
            continue
        lines.append(Line(f"sets.{name}", encoded.replace("%20", row.space)))
    for profile in profiles.rows:
        try:
            lines.append(Line(f"profiles.{profile.name}", _core.clean(text, profile)))
        except URIError as error:
            lines.append(Line(f"profiles.{profile.name}", None, str(error)))
    for producer in PRODUCERS:
        try:
            lines.append(Line(producer.name, producers.encode(text, producer)))
        except (RefusedError, URIError) as error:
            lines.append(Line(producer.name, None, str(error)))
    return lines


def marks() -> list[Marks]:
    """Return how each set, component of a profile, and producer treats :data:`MARKS`."""
    named = sets.names.items()
    rows = [Marks(f"sets.{name}", _outcomes(row), row.source or "") for name, row in named]
    for profile in profiles.rows:
        seen: dict[str, list[str]] = {}
        for component, its in profile.sets.items():
            seen.setdefault(_outcomes(its), []).append(component)
        for outcomes, components in seen.items():
            which = "" if len(seen) == 1 else " " + ", ".join(components)
            rows.append(Marks(f"profiles.{profile.name}{which}", outcomes, profile.source))
    rows += [
        Marks(row.name, "".join(_outcome(mark, row) for mark in MARKS), row.source)
        for row in PRODUCERS
    ]
    return rows


def _outcome(mark: str, row: Producer) -> str:
    try:
        encoded = producers.encode(mark, row)
    except RefusedError:
        return "!"
    return "." if encoded == mark else encoded[0]


def _outcomes(row: Set) -> str:
    outcomes = "".join("%" if mark in row else "." for mark in MARKS)
    return row.space + outcomes[1:] if row.space == "+" else outcomes


def decodes(*texts: str, runners: Sequence[str] = RUNNERS) -> list[Answers]:
    """Return the result of each decoder for each text.

    Args:
        *texts: The texts.
        runners: The programs to run. The row of a decoder that is not installed answers for it; one
            whose row cannot gives the reason.

    Returns:
        A list of Answers, one for each text. Python's decoders run in one process, each other
        foreign program in a process of its own.
    """
    rows = [row for row in decoders.ROWS if row.runner in runners]
    python = [row for row in rows if row.runner == "python"]
    others = [row for row in rows if row.runner != "python"]

    def answer(rows: Sequence[Decoder]) -> list[list[Line]]:
        return running_batch.run(rows, texts) if rows is python else [_lines(rows[0], texts)]

    answers = at_once(answer, [python, *([row] for row in others)], os.cpu_count())
    lines = dict(zip([*python, *others], chain.from_iterable(answers), strict=True))
    for row in rows:
        if row.manner and any(line.why.startswith(running.ABSENT) for line in lines[row]):
            lines[row] = _read(row, texts)
    return [Answers(text, [lines[row][at] for row in rows]) for at, text in enumerate(texts)]


def _lines(row: Decoder, texts: Sequence[str]) -> list[Line]:
    own = {"ours": _ours, "read": _read}
    return own.get(row.runner, running.run)(row, texts)


def _ours(row: Decoder, texts: Sequence[str]) -> list[Line]:
    try:
        names = vars(importlib.import_module(row.needs))
    except ImportError as error:
        return running.not_here(row, texts, str(error))
    lines = []
    for text in texts:
        try:
            result = eval(row.code, names, {"t": text})  # noqa: S307  because it is our row's
            lines.append(Line(row.name, _shown(result)))
        except ValueError as error:
            lines.append(Line(row.name, None, getattr(error, "code", type(error).__name__)))
    return lines


def _read(row: Decoder, texts: Iterable[str]) -> list[Line]:
    lines = []
    for text in texts:
        try:
            lines.append(Line(row.name, decoding.decode(text, row.manner or Manner())))
        except RefusedError as error:
            lines.append(Line(row.name, None, str(error)))
    return lines


def _shown(result: object) -> str:
    return result if isinstance(result, str) else repr(result)
