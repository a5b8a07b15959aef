"""How fast is each verb, beside its neighbours?

`make bench` runs this. It checks that a neighbour gives the same answers, then times all of them
in turn, round after round, with the garbage collector off; a figure is the median of its rounds.
Writes RESULTS.md, and with `--quick` only prints.
"""

from __future__ import annotations

import argparse
import datetime as dt
import gc
import os
import platform
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import corpora
import node
import peers
import whole
from superuri._core import TIER

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
ROUNDS = 15
# A batch is repeated until it takes this long, so that the clock's own step does not matter.
BATCH_SECONDS = 0.004
# A neighbour slower than this for one pass is timed in fewer rounds: its ratio is plain anyway.
SLOW_SECONDS = 0.2
SLOW_ROUNDS = 3
LONG = 100_000
TWO_DIGITS = 99.5
# What calling a native function costs that does nothing: beside it stands every short call.
NOTHING = "an empty call"


@dataclass
class Row:
    """A case, timed: seconds for one pass over its corpus, for each that took part."""

    verb: str
    name: str
    texts: int
    octets: int
    seconds: dict[str, float]
    left_out: dict[str, str] = field(default_factory=dict)

    def ratio(self, peer: str) -> str:
        """How many times longer the neighbour takes."""
        if peer not in self.seconds:
            return "—"
        times = self.seconds[peer] / self.seconds["superuri"]
        return f"{times:.2g}×" if times < TWO_DIGITS else f"{times:,.0f}×"

    def figure(self) -> str:
        """What superuri does: nanoseconds a call, or gigabytes of input a second."""
        seconds = self.seconds["superuri"]
        if self.octets / self.texts < LONG:
            return f"{seconds / self.texts * 1e9:.0f} ns"
        return f"{self.octets / seconds / 1e9:.1f} GB/s"


def one_pass(call: Callable[[str], object], texts: list[str], repeat: int) -> float:
    """Seconds for one pass over the texts."""
    start = time.perf_counter()
    for _ in range(repeat):
        for text in texts:
            call(text)
    return (time.perf_counter() - start) / repeat


def differs(call: Callable[[str], object], texts: list[str], wanted: list[object]) -> str | None:
    """Why a neighbour's answers are not superuri's, or None."""
    for text, want in zip(texts, wanted, strict=True):
        try:
            got = whole.text_of(call(text))
        except Exception as error:  # noqa: BLE001  because a neighbour may raise anything
            return f"raises {type(error).__name__} for {text[:40]!a}"
        if got != want:
            return f"makes {str(got)[:60]!a} of {text[:40]!a}"
    return None


def run(case: dict[str, str], calls: dict[str, Callable[[str], object]], rounds: int) -> Row:
    """Check the neighbours of a case, and time those that agree."""
    texts = corpora.corpus(case["corpus"])
    ours = peers.OURS[case["verb"]]
    wanted = [whole.text_of(ours(text)) for text in texts]
    octets = sum(map(corpora.octets, texts))
    row = Row(case["verb"], case["name"], len(texts), octets, {})
    entrants = {"superuri": ours}
    if octets / len(texts) < LONG:
        entrants[NOTHING] = callable
    for name, call in calls.items():
        if why := differs(call, texts, wanted):
            row.left_out[name] = why
        else:
            entrants[name] = call
    # Of two passes, as the first one may fill a cache.
    first = {name: min(one_pass(call, texts, 1) for _ in "12") for name, call in entrants.items()}
    timed: dict[str, list[float]] = {name: [] for name in entrants}
    gc.disable()
    for turn in range(rounds):
        for name, call in entrants.items():
            if turn < SLOW_ROUNDS or first[name] < SLOW_SECONDS:
                repeat = max(1, round(BATCH_SECONDS / first[name]))
                timed[name].append(one_pass(call, texts, repeat))
    gc.enable()
    row.seconds = {name: statistics.median(each) for name, each in timed.items()}
    if told := node.run(case["verb"], texts, rounds, BATCH_SECONDS):
        answers = iter(told[0])
        if why := differs(lambda _: next(answers), texts, wanted):
            row.left_out[node.NAME] = why
        else:
            row.seconds[node.NAME] = told[1]
    return row


def machine() -> list[str]:
    """What this was measured on."""
    cpuinfo = Path("/proc/cpuinfo")
    model = platform.processor() or platform.machine()
    if cpuinfo.exists():
        models = [
            line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")
        ]
        model = models[0].partition(":")[2].strip() if models else model
    return [
        f"* {dt.datetime.now(tz=dt.timezone.utc):%Y-%m-%d}, `make bench`",
        f"* {model}, {os.cpu_count()} cores, instruction set of the kernels: {TIER}",
        (
            f"* {platform.system()} {platform.machine()}, "
            f"{platform.python_implementation()} {platform.python_version()}, "
            f"superuri {peers.version('superuri')}"
        ),
    ]


def table(verb: str, rows: list[Row]) -> list[str]:
    """One verb's rows as a table: the figure, and how many times longer each neighbour takes."""
    known = (NOTHING, *peers.PEERS, node.NAME)
    names = [name for name in known if any(name in row.seconds for row in rows)]
    told = [
        f"## {verb}",
        "",
        "| | superuri | " + " | ".join(names) + " |",
        "|---|---:|" + "---:|" * len(names),
    ]
    told += [
        f"| {row.name} | {row.figure()} | " + " | ".join(map(row.ratio, names)) + " |"
        for row in rows
    ]
    notes = [f"* {row.name}: {name} {why}" for row in rows for name, why in row.left_out.items()]
    return [
        *told,
        "",
        *(["Left out, because they answer otherwise:", "", *notes, ""] if notes else []),
    ]


def main() -> None:
    """Time every case; print; write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="three rounds, nothing written")
    parser.add_argument("--only", default="", help="cases whose verb or name holds this")
    asked = parser.parse_args()
    calls, missing = peers.neighbours()
    cases = tomllib.loads((HERE / "cases.toml").read_text(encoding="utf-8"))["case"]
    text = ["# Results", "", "Written by `make bench`; not edited by hand.", "", *machine()]
    versions = [f"{name} {peers.version(name)}" for name in peers.PEERS if name not in missing]
    versions.append(f"{node.NAME} {node.version()}")
    text += [f"* neighbours: {', '.join(versions)}"]
    text += [f"* without {name}: {why}" for name, why in missing.items()]
    text += ["", "× says how many times longer a neighbour takes for the same answers.", ""]
    for verb in peers.OURS:
        rows = []
        for case in cases:
            if case["verb"] == verb and asked.only in f"{verb} {case['name']}":
                rows.append(run(case, calls[verb], SLOW_ROUNDS if asked.quick else ROUNDS))
                print(f"{verb} {case['name']}: {rows[-1].figure()}", file=sys.stderr, flush=True)
        if rows:
            text += table(verb, rows)
    if not asked.only:
        # In a process of its own, whose memory is small: see there.
        command = [sys.executable, str(HERE / "lines.py"), *(["100000"] if asked.quick else [])]
        text += subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split(
            "\n"
        )
    print("\n".join(text))
    if not asked.quick and not asked.only:
        (HERE / "RESULTS.md").write_text("\n".join(text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
