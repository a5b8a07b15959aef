"""Batches: many Python rows run in one process, where each alone would start its own.

A row still has its own time limit, and its own names. A row that gets no answer, because it hangs
or ends the process, runs in a process of its own, and the rows after it in another batch.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress

import superuri._scratch as _scratch
from superuri._foreign.lines import Lines
from superuri.who import running
from superuri.who.running import LIMIT, Line, Row

#: A line `[needs, code, texts]` in, a line `[[answered, result or error], …]` out; or, of a row
#: that cannot run, why. The output of a library does not get in between.
_PROGRAM = """
import json, os, sys, traceback

answers = os.fdopen(os.dup(1), "w", encoding="ascii")
os.dup2(2, 1)


def answer(needs, code, texts):
    names = {}
    if needs:
        exec(f"import {needs}", names)
    ask = eval(f"lambda t: {code}", names)

    def one(text):
        try:
            return [True, ask(text)]
        except Exception as error:
            return [False, type(error).__name__]

    return json.dumps([one(text) for text in texts])


for line in sys.stdin:
    try:
        result = answer(*json.loads(line))
    except Exception as error:
        result = json.dumps(traceback.format_exception_only(type(error), error)[-1].strip())
    print(result, file=answers, flush=True)
"""


def run(rows: Sequence[Row], texts: Sequence[str], limit: float | None = LIMIT) -> list[list[Line]]:
    """Return what the functions of Python rows make of the texts, as `running.run` does for one.

    Args:
        rows: The encoders or decoders, all of the runner `python`.
        texts: The texts.
        limit: How long to wait for a row, in seconds; None for as long as it takes.

    Returns:
        A list of Line for each row.
    """
    results: list[list[Line]] = []
    while len(results) < len(rows):
        results += _batch(rows[len(results) :], texts, limit)
        if len(results) < len(rows):
            results.append(running.run(rows[len(results)], texts, limit))
    return results


def _batch(rows: Sequence[Row], texts: Sequence[str], limit: float | None) -> Iterator[list[Line]]:
    """Yield the lines of the rows, up to the first row without an answer."""
    command = [sys.executable, "-I", "-c", _PROGRAM]
    with _scratch.folder() as folder, suppress(OSError), Lines(command, folder) as process:
        for row in rows:
            line = process.ask(json.dumps([row.needs, row.code, texts]), limit)
            if line is None:
                return
            answers = json.loads(line)
            if isinstance(answers, str):
                yield running.not_here(row, texts, answers)
            else:
                yield running.lines_of(row, answers)
