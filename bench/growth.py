"""Does the time grow with the text and no faster, whatever the text is made of?

For each verb and each family of bench/hostile.py the text doubles from `--least` bytes until a call
takes `--budget` seconds or the text has `--most` bytes. The exponent is that of the steepest quarter
that was measured well: log(time) over log(size). What is above `--limit` is measured again, and
printed, and fails the run.
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

from hostile import FAMILIES, hostile

import superuri
from superuri import URI, forms, hosts, keys, whatwg
from superuri.compat import urllib

if TYPE_CHECKING:
    from collections.abc import Callable

KIB, MIB = 1 << 10, 1 << 20
# Below this a call is mostly a call.
MEASURABLE = 50e-6
# What is compared with the plain scan.
SCANNED = MIB

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


def seconds(call: Callable[[str], object], text: str, budget: float) -> float:
    """The least of a few calls, as only noise can add to it; an error is an answer too."""
    best, spent = math.inf, 0.0
    for _ in range(7):
        start = time.perf_counter()
        try:
            call(text)
        except superuri.errors.URIError:
            pass
        took = time.perf_counter() - start
        best, spent = min(best, took), spent + took
        if spent > budget:
            break
    return best


def measured(
    call: Callable[[str], object], family: str, least: int, most: int, budget: float
) -> list[tuple[int, float]]:
    """(size, seconds) for each size that there is time for."""
    rows, size = [], least
    while size <= most:
        text = hostile(family, size)
        took = seconds(call, text, budget)
        rows.append((len(text), took))
        if took > budget / 4:
            break
        size *= 4
    return rows


def exponent(rows: list[tuple[int, float]]) -> float | None:
    """By how much the logarithm of the time grows with that of the size, over the last sizes."""
    good = [(math.log(size), math.log(took)) for size, took in rows if took > MEASURABLE]
    if len(good) < 3:  # noqa: PLR2004  because two points are always on a line
        return None
    return statistics.linear_regression(*zip(*good[-5:], strict=True)).slope


def keep_memory() -> None:
    """Start again with an allocator that gives nothing back: the pages of a fresh allocation cost
    more than many a verb, from the size on from which they are fresh each time.
    """
    kept = {"MALLOC_MMAP_THRESHOLD_": str(1 << 32), "MALLOC_TRIM_THRESHOLD_": str(1 << 40)}
    if kept.items() <= os.environ.items():
        return
    os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **kept})


def main() -> int:
    """0 where nothing grows faster than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--least", type=int, default=KIB, help="bytes (1 KiB)")
    parser.add_argument("--most", type=int, default=64 * MIB, help="bytes (64 MiB)")
    parser.add_argument("--budget", type=float, default=0.5, help="seconds for each size (0.5)")
    parser.add_argument("--limit", type=float, default=1.05, help="the exponent allowed (1.05)")
    parser.add_argument("--only", default="", help="verbs that hold this")
    parser.add_argument("--family", default="", help="families that hold this")
    asked = parser.parse_args()
    keep_memory()
    gc.disable()
    scan = seconds(str.isprintable, "a" * SCANNED, asked.budget) / SCANNED
    print(f"a plain scan, one look-up for each character: {scan * 1e9:.2f} ns a character")
    steep, count = 0, 0
    for verb, (call, most) in VERBS.items():
        if asked.only not in verb:
            continue
        worst, slowest = (0.0, "nothing was slow enough to tell"), (0.0, "")
        for family in FAMILIES:
            if asked.family not in family:
                continue
            def grown(family: str = family, most: int = most) -> list[tuple[int, float]]:
                return measured(call, family, asked.least, min(most, asked.most), asked.budget)

            rows = grown()
            power = exponent(rows)
            for _ in range(2):
                # What is steep by chance is not steep again.
                if power is not None and power > asked.limit:
                    again = exponent(grown())
                    power = min(power, again) if again is not None else power
            count += 1
            size, took = rows[-1]
            if power is not None:
                worst = max(worst, (power, family))
                if power > asked.limit:
                    steep += 1
                    told = ", ".join(f"{size:,}: {took * 1e3:.3g} ms" for size, took in rows[-4:])
                    print(f"  STEEP  {verb}, {family}: {power:.2f} ({told})", flush=True)
            slowest = max(slowest, (took / size / scan, family))
        print(
            f"{verb:>18}: at most n^{worst[0]:.2f} ({worst[1]}); "
            f"a character costs at most {slowest[0]:,.1f} look-ups ({slowest[1]})",
            flush=True,
        )
    print(f"{count} of {len(VERBS)} verbs × {len(FAMILIES)} families, {steep} above {asked.limit}")
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
