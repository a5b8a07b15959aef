"""Does the work grow with the text and no faster, whatever the text is made of?

For each verb and each family of bench/hostile.py the text grows fourfold from `--least` bytes until
a call takes `--budget` seconds, or to `--most` bytes. The exponent is the slope of log(work) over
log(size) at the last sizes. The work is counted in instructions where the processor's count can be
asked: caches and other programs have no part in it. Elsewhere it is time, and what is above the
limit is measured again. What stays above is printed with its times, and fails the run.
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import statistics
import sys
import time
from typing import TYPE_CHECKING

import superuri
from counter import Instructions
from hostile import FAMILIES, hostile
from superuri import URI, forms, hosts, keys, whatwg
from superuri.compat import urllib

if TYPE_CHECKING:
    from collections.abc import Callable

KIB, MIB = 1 << 10, 1 << 20
# Below this a call is mostly a call.
MEASURABLE = 20e-6
COUNTER = Instructions.open()
# An object for each character or pair is more memory than a cache holds: a plain list of as many
# tuples grows with this exponent too.
OF_OBJECTS = 1.2
ANSWERS_WITH_OBJECTS = {"edits", "forms.parse", "explain", "lint"}

# A verb, and how many bytes it is worth giving: some answer with an object for each character.
VERBS: dict[str, tuple[Callable[[str], object], int]] = {
    "encode": (superuri.encode, 1 << 30),
    "decode": (lambda text: superuri.decode(text, errors="replace"), 1 << 30),
    "clean": (superuri.clean, 1 << 30),
    "is_uri": (superuri.is_uri, 1 << 30),
    "edits": (superuri.edits, 4 * MIB),
    "pretty": (superuri.pretty, 64 * MIB),
    "normalize": (superuri.normalize, 64 * MIB),
    "split": (superuri.split, 64 * MIB),
    "URI": (URI, 64 * MIB),
    "whatwg.URL": (whatwg.URL, 64 * MIB),
    "forms.parse": (forms.parse, 16 * MIB),
    "forms.encode": (forms.encode, 64 * MIB),
    "unquote": (urllib.unquote, 64 * MIB),
    "explain": (superuri.explain, MIB),
    "layers": (superuri.layers, 16 * MIB),
    "agreed_host": (superuri.agreed_host, 64 * MIB),
    "keys.key": (keys.key, 64 * MIB),
    "keys.surt": (keys.surt, 64 * MIB),
    "keys.safe_browsing": (keys.safe_browsing, 16 * MIB),
    "guess_encoding": (superuri.guess_encoding, 16 * MIB),
    "repair_mojibake": (superuri.repair_mojibake, 16 * MIB),
    "public_suffix": (hosts.public_suffix, 64 * MIB),
}
if linted := getattr(superuri, "lint", None):
    VERBS["lint"] = (linted, MIB)


Rows = list[tuple[int, float, int]]


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


def measured(
    call: Callable[[str], object], family: str, most: int, asked: argparse.Namespace
) -> Rows:
    """(size, seconds, instructions) for each size that there is time for."""
    rows, size = [], asked.least
    # The first call of all prepares what the others need.
    call(hostile(family, size))
    while size <= most:
        text = hostile(family, size)
        took = seconds(call, text, asked.budget)
        work = COUNTER.once(call, text) if COUNTER else 0
        rows.append((len(text), took, work))
        if took > asked.budget / 4:
            break
        size *= 4
    return rows


def exponent(rows: Rows) -> float | None:
    """By how much the logarithm of the work grows with that of the size, over the last sizes."""
    good = [
        (math.log(size), math.log(work or took)) for size, took, work in rows if took > MEASURABLE
    ]
    if len(good) < 3:  # noqa: PLR2004  because two points are always on a line
        return None
    return statistics.linear_regression(*zip(*good[-4:], strict=True)).slope


def keep_memory() -> None:
    """Start again with an allocator that gives nothing back: the pages of a fresh allocation cost
    more than many a verb, from the size on from which they are fresh each time.
    """
    kept = {"MALLOC_MMAP_THRESHOLD_": str(1 << 32), "MALLOC_TRIM_THRESHOLD_": str(1 << 40)}
    if kept.items() <= os.environ.items():
        return
    command = [sys.executable, *sys.argv]
    os.execve(command[0], command, os.environ | kept)  # noqa: S606  because a shell is not needed


def judged(verb: str, family: str, asked: argparse.Namespace) -> tuple[float | None, float, bool]:
    """The exponent, the nanoseconds of a character at the last size, and whether it is steep."""
    call, most = VERBS[verb]
    call = guarded(call)
    timed_objects = COUNTER is None and verb in ANSWERS_WITH_OBJECTS
    limit = OF_OBJECTS if timed_objects else asked.limit
    rows = measured(call, family, min(most, asked.most), asked)
    power = exponent(rows)
    for _ in range(2):
        # What is steep by chance is not steep again.
        if power is not None and power > limit:
            again = exponent(measured(call, family, min(most, asked.most), asked))
            power = power if again is None else min(power, again)
    steep = power is not None and power > limit
    if steep:
        told = ", ".join(f"{size:,}: {took * 1e3:.3g} ms" for size, took, _ in rows[-4:])
        print(f"  STEEP  {verb}, {family}: {power:.2f} ({told})", flush=True)
    size, took, _ = rows[-1]
    return power, took / size * 1e9, steep


def main() -> int:
    """0 where nothing grows faster than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--least", type=int, default=KIB, help="bytes (1 KiB)")
    parser.add_argument("--most", type=int, default=64 * MIB, help="bytes (64 MiB)")
    parser.add_argument("--budget", type=float, default=0.2, help="seconds for each size (0.2)")
    parser.add_argument("--limit", type=float, default=1.05, help="the exponent allowed (1.05)")
    parser.add_argument("--only", default="", help="verbs that hold this")
    parser.add_argument("--family", default="", help="families that hold this")
    asked = parser.parse_args()
    keep_memory()
    gc.disable()
    scan = seconds(str.isprintable, "a" * MIB, asked.budget) / MIB * 1e9
    print("The work is counted in " + ("instructions." if COUNTER else "time."))
    print(f"A plain scan, one look-up for each character, takes {scan:.2f} ns a character.")
    print()
    print("| verb | grows with at most | of | a character takes at most | of |")
    print("|---|---:|---|---:|---|")
    steep = count = 0
    for verb in VERBS:
        if asked.only not in verb:
            continue
        families = [family for family in FAMILIES if asked.family in family]
        answers = [(*judged(verb, family, asked), family) for family in families]
        steep += sum(row[2] for row in answers)
        count += len(answers)
        power, at = max(((row[0] or 0.0), row[3]) for row in answers)
        slow, slowest = max((row[1], row[3]) for row in answers)
        print(
            f"| {verb} | n^{power:.2f} | {at} | {slow:.2f} ns, {slow / scan:.1f} scans "
            f"| {slowest} |",
            flush=True,
        )
    print()
    print(f"{count} pairs of a verb and a family: {steep} above the limit")
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
