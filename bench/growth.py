"""Does the work grow with the text and no faster, whatever the text is made of?

`make growth` runs this and writes GROWTH.md. For each verb of bench/growing.py and each family of
bench/hostile.py the text grows fourfold from a kibibyte, to a gibibyte where the answer is one flat
text, else until a call takes `--budget` seconds or there are as many octets as the verb is worth.
The exponent is the slope of log(work) over log(size) at the last four sizes. The work is counted in
instructions where the processor's count can be asked: caches and other programs have no part in it.
Elsewhere it is time, and what is above the limit is measured again. What stays above is printed
with its times, and fails the run.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import math
import os
import statistics
import sys
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import machine
import superuri
from counter import Instructions
from growing import GIB, KIB, MIB, VERBS
from hostile import FAMILIES, hostile

if TYPE_CHECKING:
    from collections.abc import Callable

WRITTEN = Path(__file__).parent / "GROWTH.md"
# Below this a call is mostly a call.
MEASURABLE = 20e-6
COUNTER = Instructions.open()
# An object for each character or pair is more memory than a cache holds: a plain list of as many
# tuples grows with this exponent too.
OF_OBJECTS = 1.2
ANSWERS_WITH_OBJECTS = {"edits", "forms.parse", "explain", "lint"}
# Above this a text is asked for once: it is the memory's turn, and the instructions are counted.
ONCE_FROM = 64 * MIB
# A flat answer to a gibibyte is worth so many seconds, and so much memory for each octet: the text,
# the answer in three octets for one, what it is built from, and as much for the other programs.
FLAT_SECONDS = 20.0
MEMORY = 10
# As many scans of the same text as a mebibyte may take (the aim of the project).
SCANS = 3.0


@dataclass
class Row:
    """One size of one family, given to one verb."""

    octets: int
    seconds: float
    instructions: int

    def work(self) -> float:
        """What grows."""
        return self.instructions or self.seconds


@dataclass
class Answer:
    """What became of one verb and one family."""

    family: str
    power: float | None
    rows: list[Row]
    steep: bool

    def at(self, octets: int) -> Row:
        """The row of the size, or that of the last one before it."""
        return [row for row in self.rows if row.octets <= octets][-1]


text_of = lru_cache(maxsize=None)(hostile)


def guarded(call: Callable[[str], object]) -> Callable[[str], object]:
    """The call; an error is an answer too."""

    def answer(text: str) -> object:
        try:
            return call(text)
        except superuri.errors.URIError as error:
            return error.code

    return answer


def seconds(call: Callable[[str], object], text: str, budget: float) -> float:
    """The least of a few calls, as only noise can add to it."""
    best, spent = math.inf, 0.0
    for _ in range(7):
        start = time.perf_counter()
        call(text)
        took = time.perf_counter() - start
        best, spent = min(best, took), spent + took
        if spent > budget:
            break
    return best


def once(call: Callable[[str], object], text: str) -> tuple[float, int]:
    """Seconds and instructions of a single call."""
    start = time.perf_counter()
    work = COUNTER.once(call, text) if COUNTER else (call(text), 0)[1]
    return time.perf_counter() - start, work


def measured(verb: str, family: str, asked: argparse.Namespace) -> list[Row]:
    """A row for each size that there is time and memory for."""
    call, most = guarded(VERBS[verb].call), min(VERBS[verb].most, asked.most)
    budget = FLAT_SECONDS if VERBS[verb].most >= GIB else asked.budget
    rows, octets = [], asked.least
    # The first call of all prepares what the others need.
    call(text_of(family, octets))
    while octets <= most:
        if octets > ONCE_FROM:
            if (left := machine.available()) is not None and left < MEMORY * octets:
                break
            took, work = once(call, text_of(family, octets))
        else:
            text = text_of(family, octets)
            took = seconds(call, text, asked.budget)
            work = COUNTER.once(call, text) if COUNTER else 0
        rows.append(Row(octets, took, work))
        if took > budget / 4:
            break
        octets *= 4
    return rows


def exponent(rows: list[Row]) -> float | None:
    """By how much the logarithm of the work grows with that of the size, over the last sizes."""
    good = [
        (math.log(row.octets), math.log(row.work())) for row in rows if row.seconds > MEASURABLE
    ]
    if len(good) < 3:  # noqa: PLR2004  because two points are always on a line
        return None
    return statistics.linear_regression(*zip(*good[-4:], strict=True)).slope


def keep_memory() -> None:
    """Start again with an allocator that gives nothing back: the pages of a fresh allocation cost
    more time than many a verb, from the size on from which they are fresh each time.
    """
    kept = {"MALLOC_MMAP_THRESHOLD_": str(1 << 32), "MALLOC_TRIM_THRESHOLD_": str(1 << 40)}
    if kept.items() <= os.environ.items():
        return
    command = [sys.executable, *sys.argv]
    os.execve(command[0], command, os.environ | kept)  # noqa: S606  because a shell is not needed


def judged(verb: str, family: str, asked: argparse.Namespace) -> Answer:
    """What became of them; what is steep is said at once."""
    timed_objects = COUNTER is None and verb in ANSWERS_WITH_OBJECTS
    limit = OF_OBJECTS if timed_objects else asked.limit
    rows = measured(verb, family, asked)
    power = exponent(rows)
    for _ in range(2):
        # What is steep by chance is not steep again.
        if power is not None and power > limit:
            again = exponent(measured(verb, family, asked))
            power = power if again is None else min(power, again)
    steep = power is not None and power > limit
    if steep:
        told = ", ".join(f"{row.octets:,}: {row.seconds * 1e3:.3g} ms" for row in rows[-4:])
        print(f"  STEEP  {verb}, {family}: {power:.2f} ({told})", file=sys.stderr, flush=True)
    return Answer(family, power, rows, steep)


def give_back() -> None:
    """Let go of the texts, and of what the allocator keeps of them."""
    text_of.cache_clear()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim:
        trim(0)


def size(octets: int) -> str:
    """As people say it.

    >>> size(1 << 20), size(64 << 20), size(1 << 30)
    ('1 MiB', '64 MiB', '1 GiB')
    """
    for unit, name in ((GIB, "GiB"), (MIB, "MiB")):
        if octets >= unit:
            return f"{octets // unit} {name}"
    return f"{octets // KIB} KiB"


def table(answers: dict[str, list[Answer]], scan: float) -> list[str]:
    """A verb a row: how it grows, and how many scans a mebibyte takes."""
    told = [
        f"| verb | grows with at most | of | up to | 1 MiB takes at most | of | above {SCANS:g} |",
        "|---|---:|---|---:|---:|---|---|",
    ]
    for verb, rows in answers.items():
        power, steepest = max(((row.power or 0.0), row.family) for row in rows)
        last = [row.rows[-1].octets for row in rows]
        reach = size(max(last))
        if few := sum(octets < max(last) for octets in last):
            reach += f" ({len(last) - few} of {len(last)}; all to {size(min(last))})"
        scans = {row.family: row.at(MIB).seconds / row.at(MIB).octets / scan for row in rows}
        slowest = max(scans, key=scans.__getitem__)
        above = sum(times > SCANS for times in scans.values())
        why = f"{above} of {len(scans)}: {VERBS[verb].why or 'not said'}" if above else "—"
        told.append(
            f"| {verb} | n^{power:.2f} | {steepest} | {reach} "
            f"| {scans[slowest]:.1f} scans, {scans[slowest] * scan * 1e9:.2f} ns an octet "
            f"| {slowest} | {why} |"
        )
    return told


def main() -> int:
    """0 where nothing grows faster than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--least", type=int, default=KIB, help="octets (1 KiB)")
    parser.add_argument("--most", type=int, default=GIB, help="octets (1 GiB)")
    parser.add_argument("--budget", type=float, default=0.2, help="seconds for each size (0.2)")
    parser.add_argument("--limit", type=float, default=1.05, help="the exponent allowed (1.05)")
    parser.add_argument("--only", default="", help="verbs that hold this")
    parser.add_argument("--family", default="", help="families that hold this")
    parser.add_argument("--write", action="store_true", help="write GROWTH.md")
    asked = parser.parse_args()
    if COUNTER is None:
        keep_memory()
    gc.disable()
    began = time.monotonic()
    plain = b"a" * MIB
    scan = seconds(lambda _: plain.isalpha(), "", asked.budget) / MIB
    verbs = [verb for verb in VERBS if asked.only in verb]
    families = [family for family in FAMILIES if asked.family in family]
    answers: dict[str, list[Answer]] = {verb: [] for verb in verbs}
    for number, family in enumerate(families, 1):
        for verb in verbs:
            answers[verb].append(judged(verb, family, asked))
        give_back()
        spent = time.monotonic() - began
        print(f"{number:>3} of {len(families)}  {spent:6.0f} s  {family}", file=sys.stderr)
    steep = sum(answer.steep for rows in answers.values() for answer in rows)
    count = len(verbs) * len(families)
    text = [
        "# Growth",
        "",
        "Written by `make growth`; not edited by hand.",
        "",
        *machine.told("make growth"),
        f"* the work is counted in {'instructions' if COUNTER else 'seconds'}",
        (
            f"* a plain scan, one look-up in a table for each octet (`bytes.isalpha`), takes "
            f"{scan * 1e9:.2f} ns an octet"
        ),
        f"* {(time.monotonic() - began) / 60:.0f} minutes",
        "",
        *table(answers, scan),
        "",
        f"{steep} of {count:,} pairs of a verb and a family grow faster than n^{asked.limit}.",
    ]
    print("\n".join(text))
    if asked.write:
        WRITTEN.write_text("\n".join(text) + "\n", encoding="utf-8")
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
