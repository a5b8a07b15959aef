"""Growth of time and memory with the length of a text, for hostile texts.

`make growth` runs this and writes GROWTH.md. For each verb of bench/growing.py and each family of
bench/hostile.py, the text grows fourfold from a kibibyte, until a call takes `--budget` seconds or
the verb's limit is reached, which is a gibibyte for a flat result. The exponent is the slope of
log(work) over log(size) for the last four sizes. The work is counted in instructions if the
processor can count them, because caches and other programs do not affect the count. A copy by `rep
movsb` would count as one instruction, so the C library is set to copy by loops. Otherwise valgrind
counts them, fifty times slower: then the texts are shorter, and nothing is written, because the
times and the memory are those of valgrind. Without valgrind the work is time, and exponents above
the limit are measured again. Exponents that stay above it are printed with their times, and fail
the run.
"""

import argparse
import gc
import math
import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import machine
import superuri
from counter import DUMPS, Instructions, under_valgrind
from growing import GIB, KIB, MIB, VERBS
from grown import Answer, Row, exponents, mebibytes
from hostile import FAMILIES, hostile

WRITTEN = Path(__file__).parent / "GROWTH.md"
# Below this time, a call is mostly overhead.
MEASURABLE = 20e-6
# The number of the largest sizes whose growth is looked at.
POINTS = 4
COUNTER = Instructions.open()
IS_VALGRIND = DUMPS in os.environ
# A call may take this many times longer under valgrind, whose dumps alone take 0.04 s.
SLOWER = 8 if IS_VALGRIND else 1
# Objects for each character or pair exceed the caches, and the first thousands come from the free
# lists of the interpreter: even a plain list of that many tuples grows with these exponents.
OF_OBJECTS, OF_COUNTED_OBJECTS = 1.2, 1.1
ANSWERS_WITH_OBJECTS = {"edits", "form.parse", "explain", "find", "lint"}
# From this size on, a text is processed only once: with a counter, one run is enough; otherwise,
# memory is measured.
ONCE_FROM = MIB if COUNTER else 64 * MIB
# The time limit for a flat result of a gibibyte, in seconds.
FLAT_SECONDS = 20.0
# The maximum part of the free memory that is used.
SHARE = 0.5


text_of = lru_cache(maxsize=None)(hostile)


def guarded(call: Callable[[str], object]) -> Callable[[str], object]:
    """Return the call, with an error as its result."""

    def answer(text: str) -> object:
        try:
            return call(text)
        except superuri.errors.URIError as error:
            return error.code

    return answer


def seconds(call: Callable[[str], object], text: str, budget: float) -> float:
    """Return the lowest time of several calls, because noise can only add to it."""
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
    """Return the seconds and instructions of a single call."""
    # Valgrind takes so long that other work on the machine must not count.
    clock = time.process_time if IS_VALGRIND else time.perf_counter
    start = clock()
    work = COUNTER.once(call, text) if COUNTER else (call(text), 0)[1]
    return clock() - start, work


def row_of(call: Callable[[str], object], family: str, octets: int, budget: float) -> Row:
    """Return the row for one size."""
    text = text_of(family, octets)
    if IS_VALGRIND:
        took, work = once(call, text)
        return Row(octets, took, work, None)
    if octets < MIB:
        best = seconds(call, text, budget)
        return Row(octets, best, once(call, text)[1], None)
    (took, work), memory = machine.peak(lambda: once(call, text))
    if octets <= ONCE_FROM:
        took = min(took, seconds(call, text, budget))
    return Row(octets, took, work, memory)


def memory_is_missing(octets: int) -> bool:
    """Return whether this is too much memory for this machine at present."""
    left = machine.available()
    return left is not None and octets > SHARE * left


def measured(verb: str, family: str, requested: argparse.Namespace) -> list[Row]:
    """Return a row for each size, as far as time and memory allow."""
    call, most = guarded(VERBS[verb].call), min(VERBS[verb].most, requested.most)
    is_flat = VERBS[verb].most >= GIB and not IS_VALGRIND
    budget = FLAT_SECONDS if is_flat else requested.budget * SLOWER
    rows, octets = list[Row](), requested.least
    # The first call does preparations for all others.
    call(text_of(family, octets))
    while octets <= most:
        row = row_of(call, family, octets, requested.budget)
        rows.append(row)
        octets *= 4
        is_long = row.seconds > budget / 4 and len(rows) >= POINTS
        if is_long or (row.memory and memory_is_missing(row.memory * 4 + octets)):
            break
    return rows


def exponent(rows: list[Row]) -> float | None:
    """Return the exponent of the growth of the work with the size, over the last sizes."""
    good = [
        (math.log(row.octets), math.log(row.work())) for row in rows if row.seconds > MEASURABLE
    ]
    if len(good) < 3:  # noqa: PLR2004  because two points are always on a line
        return None
    return statistics.linear_regression(*zip(*good[-POINTS:], strict=True)).slope


def prepare() -> None:
    """Start again with settings of the C library that suit the measurement.

    If instructions are counted, copies are done by loops, so that they count. If time is measured,
    the allocator keeps its memory, because the pages of a fresh allocation would take more time
    than many a verb.
    """
    if COUNTER:
        kept = {"GLIBC_TUNABLES": f"glibc.cpu.x86_rep_movsb_threshold={1 << 40:#x}"}
    else:
        kept = {"MALLOC_MMAP_THRESHOLD_": str(1 << 32), "MALLOC_TRIM_THRESHOLD_": str(1 << 40)}
    if kept.items() <= os.environ.items():
        return
    command = [sys.executable, *sys.argv]
    os.execve(command[0], command, os.environ | kept)  # noqa: S606  because a shell is not needed


def checked(verb: str, family: str, requested: argparse.Namespace) -> Answer:
    """Return the results of a verb and a family; print an exponent that is too high at once."""
    limit = requested.limit
    if verb in ANSWERS_WITH_OBJECTS:
        limit = max(limit, OF_COUNTED_OBJECTS if COUNTER else OF_OBJECTS)
    rows = measured(verb, family, requested)
    power = exponent(rows)
    for _ in range(2):
        # An exponent that is too high by chance is not so again.
        if power is not None and power > limit:
            again = exponent(measured(verb, family, requested))
            power = power if again is None else min(power, again)
    steep = power is not None and power > limit
    if steep:
        reported = ", ".join(f"{row.octets:,}: {row.seconds * 1e3:.3g} ms" for row in rows[-4:])
        print(f"  STEEP  {verb}, {family}: {power:.2f} ({reported})", file=sys.stderr, flush=True)
    return Answer(family, power, rows, steep)


def main() -> int:
    """Return 0 if nothing grows too fast."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--least", type=int, default=KIB, help="octets (1 KiB)")
    parser.add_argument("--most", type=int, default=GIB, help="octets (1 GiB)")
    parser.add_argument("--budget", type=float, default=0.2, help="seconds for each size (0.2)")
    parser.add_argument("--limit", type=float, default=1.05, help="the exponent allowed (1.05)")
    parser.add_argument("--only", default="", help="verbs that hold this")
    parser.add_argument("--family", default="", help="families that hold this")
    parser.add_argument("--write", action="store_true", help="write GROWTH.md")
    requested = parser.parse_args()
    if COUNTER is None:
        under_valgrind()
    prepare()
    gc.disable()
    began = time.monotonic()
    plain = b"a" * MIB
    scan = seconds(lambda _: plain.isalpha(), "", requested.budget) / MIB
    of_python = seconds(str.isprintable, plain.decode(), requested.budget) / MIB / scan
    verbs = [verb for verb in VERBS if requested.only in verb]
    families = [family for family in FAMILIES if requested.family in family]
    answers: dict[str, list[Answer]] = {verb: [] for verb in verbs}
    for number, family in enumerate(families, 1):
        for verb in verbs:
            answers[verb].append(checked(verb, family, requested))
        text_of.cache_clear()
        spent = time.monotonic() - began
        print(f"{number:>3} of {len(families)}  {spent:6.0f} s  {family}", file=sys.stderr)
    steep = sum(answer.steep for rows in answers.values() for answer in rows)
    text = [
        "# Growth",
        "",
        "Written by `make growth`; not edited by hand.",
        "",
        *machine.described("make growth"),
        f"* it took {(time.monotonic() - began) / 60:.0f} minutes",
        "",
        f"## {len(verbs)} verbs, {len(families)} hostile families",
        "",
        f"The work, in {'instructions' if COUNTER else 'seconds'}, grows with this exponent over",
        "the last four sizes, each of them four times the one before. Of",
        f"{len(verbs) * len(families):,} exponents {steep} are above {requested.limit}.",
        "",
        *exponents(answers),
    ]
    if IS_VALGRIND:
        print("\n".join(text))
        print("\nnot written: under valgrind, times and memory are not those of a call")
        return 1 if steep else 0
    text += [
        "",
        "## A mebibyte",
        "",
        "Compared with a plain scan of the same length: one table look-up for each octet,",
        f"`bytes.isalpha`, {scan * 1e9:.2f} ns an octet. Python's own scan of a str,",
        f"`str.isprintable`, takes {of_python:.1f} times that. Memory is that of the result and of",
        "all that is allocated for it, in octets for each octet of the text.",
        "",
        *mebibytes(answers, scan, of_python),
    ]
    print("\n".join(text))
    if requested.write:
        WRITTEN.write_text("\n".join(text) + "\n", encoding="utf-8")
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
