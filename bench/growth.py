"""Growth of time and memory with the length of the text, whatever the text is made of.

`make growth` runs this and writes GROWTH.md. For each verb of bench/growing.py and each family of
bench/hostile.py the text grows fourfold from a kibibyte, to a gibibyte where the answer is one flat
text, else until a call takes `--budget` seconds or there are as many octets as the verb is worth.
The exponent is the slope of log(work) over log(size) at the last four sizes. The work is counted in
instructions where the processor's count can be asked: caches and other programs have no part in it.
A copy that is one instruction however long (`rep movsb`) would be counted as no work at all, up to
the size from which the C library writes past the cache: it is asked to copy by loops. Elsewhere it
is time, and what is above the limit is measured again. What stays above is printed with its times,
and fails the run.
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import statistics
import sys
import time
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import machine
import superuri
from counter import Instructions
from growing import GIB, KIB, MIB, VERBS
from grown import Answer, Row, exponents, mebibytes
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
ANSWERS_WITH_OBJECTS = {"edits", "form.parse", "explain", "lint"}
# Above this a text is asked for once: its instructions are counted, or it is the memory's turn.
ONCE_FROM = MIB if COUNTER else 64 * MIB
# A flat answer to a gibibyte is worth so many seconds for each size.
FLAT_SECONDS = 20.0
# No more than this part of the memory that is left is asked for.
SHARE = 0.5


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


def row_of(call: Callable[[str], object], family: str, octets: int, budget: float) -> Row:
    """One size."""
    text = text_of(family, octets)
    if octets < MIB:
        best = seconds(call, text, budget)
        return Row(octets, best, once(call, text)[1], None)
    (took, work), memory = machine.peak(lambda: once(call, text))
    if octets <= ONCE_FROM:
        took = min(took, seconds(call, text, budget))
    return Row(octets, took, work, memory)


def there_is_no_room(octets: int) -> bool:
    """Would so much memory be too much for this machine, as it is now?"""
    left = machine.available()
    return left is not None and octets > SHARE * left


def measured(verb: str, family: str, asked: argparse.Namespace) -> list[Row]:
    """A row for each size that there is time and memory for."""
    call, most = guarded(VERBS[verb].call), min(VERBS[verb].most, asked.most)
    budget = FLAT_SECONDS if VERBS[verb].most >= GIB else asked.budget
    rows, octets = list[Row](), asked.least
    # The first call of all prepares what the others need.
    call(text_of(family, octets))
    while octets <= most:
        row = row_of(call, family, octets, asked.budget)
        rows.append(row)
        octets *= 4
        is_long = row.seconds > budget / 4
        if is_long or (row.memory and there_is_no_room(row.memory * 4 + octets)):
            break
    return rows


def exponent(rows: list[Row]) -> float | None:
    """By how much the logarithm of the work grows with that of the size, over the last sizes."""
    good = [
        (math.log(row.octets), math.log(row.work())) for row in rows if row.seconds > MEASURABLE
    ]
    if len(good) < 3:  # noqa: PLR2004  because two points are always on a line
        return None
    return statistics.linear_regression(*zip(*good[-4:], strict=True)).slope


def prepare() -> None:
    """Start again with a C library that suits what is measured.

    Where instructions are counted, a copy is as many of them as it is long. Where time is, the
    allocator gives nothing back: the pages of a fresh allocation cost more time than many a verb,
    from the size on from which they are fresh each time.
    """
    if COUNTER:
        kept = {"GLIBC_TUNABLES": f"glibc.cpu.x86_rep_movsb_threshold={1 << 40:#x}"}
    else:
        kept = {"MALLOC_MMAP_THRESHOLD_": str(1 << 32), "MALLOC_TRIM_THRESHOLD_": str(1 << 40)}
    if kept.items() <= os.environ.items():
        return
    command = [sys.executable, *sys.argv]
    os.execve(command[0], command, os.environ | kept)  # noqa: S606  because a shell is not needed


def judged(verb: str, family: str, asked: argparse.Namespace) -> Answer:
    """What became of them; a steep one is reported at once."""
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
    prepare()
    gc.disable()
    began = time.monotonic()
    plain = b"a" * MIB
    scan = seconds(lambda _: plain.isalpha(), "", asked.budget) / MIB
    of_python = seconds(str.isprintable, plain.decode(), asked.budget) / MIB / scan
    verbs = [verb for verb in VERBS if asked.only in verb]
    families = [family for family in FAMILIES if asked.family in family]
    answers: dict[str, list[Answer]] = {verb: [] for verb in verbs}
    for number, family in enumerate(families, 1):
        for verb in verbs:
            answers[verb].append(judged(verb, family, asked))
        text_of.cache_clear()
        spent = time.monotonic() - began
        print(f"{number:>3} of {len(families)}  {spent:6.0f} s  {family}", file=sys.stderr)
    steep = sum(answer.steep for rows in answers.values() for answer in rows)
    text = [
        "# Growth",
        "",
        "Written by `make growth`; not edited by hand.",
        "",
        *machine.told("make growth"),
        f"* it took {(time.monotonic() - began) / 60:.0f} minutes",
        "",
        f"## {len(verbs)} verbs, {len(families)} hostile families",
        "",
        f"The work, in {'instructions' if COUNTER else 'seconds'}, grows with this exponent over",
        "the last four sizes, each of them four times the one before. Of",
        f"{len(verbs) * len(families):,} exponents {steep} are above {asked.limit}.",
        "",
        *exponents(answers),
        "",
        "## A mebibyte",
        "",
        "Beside a plain scan of as much: one look-up in a table for each octet, `bytes.isalpha`,",
        f"{scan * 1e9:.2f} ns an octet. Python's own scan of a str, `str.isprintable`, takes",
        f"{of_python:.1f} times that. Memory is that of the answer and of all that is made on the",
        "way, in octets for each octet of the text.",
        "",
        *mebibytes(answers, scan, of_python),
    ]
    print("\n".join(text))
    if asked.write:
        WRITTEN.write_text("\n".join(text) + "\n", encoding="utf-8")
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
