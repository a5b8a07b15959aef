"""Speed of each verb, compared with other libraries.

`make bench` runs this. It checks that superuri gives the results noted in cases.toml, and that
another library gives the same, then times all of them in turn, round after round, with the garbage
collector off. A figure is the median of its rounds. Writes RESULTS.md; with `--quick` it only
prints. `--note` notes the results of today.
"""

import argparse
import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import cases
import corpora
import machine
import node
import peers
import timing
import whole
from superuri._core import TIER

HERE = Path(__file__).parent
ROUNDS = 15
# A batch is repeated until it takes this long, so that the clock's resolution does not matter.
BATCH_SECONDS = 0.004
# A library slower than this for one pass is timed in fewer rounds, because its ratio is clear.
SLOW_SECONDS = 0.2
LONG = 100_000
TWO_DIGITS = 99.5
# The time for calling a native function that does nothing, for comparison with short calls.
NOTHING = "an empty call"
# Most machines have only AVX2, which is also measured on machines with AVX-512.
WIDEST, NEXT = "AVX-512", "AVX2"


@dataclass
class Row:
    """A timed case: seconds for one pass over its corpus, for each library that took part."""

    verb: str
    name: str
    texts: int
    octets: int
    seconds: dict[str, float]
    left_out: dict[str, str] = field(default_factory=dict)

    def ratio(self, peer: str) -> str:
        """How many times longer another library takes."""
        if peer not in self.seconds:
            return "—"
        times = self.seconds[peer] / self.seconds["superuri"]
        return f"{times:.2g}×" if times < TWO_DIGITS else f"{times:,.0f}×"

    def figure(self) -> str:
        """The speed of superuri: nanoseconds for a call, or gigabytes of input per second."""
        seconds = self.seconds["superuri"]
        if self.octets / self.texts < LONG:
            return f"{seconds / self.texts * 1e9:.0f} ns"
        return f"{self.octets / seconds / 1e9:.1f} GB/s"


def one_pass(call: Callable[[str], object], texts: list[str], repeat: int) -> float:
    """Seconds for one pass over the texts."""

    def passes() -> None:
        for _ in range(repeat):
            for text in texts:
                call(text)

    return timing.seconds(passes) / repeat


def differs(call: Callable[[str], object], texts: list[str], wanted: list[object]) -> str | None:
    """Return why another library's results differ from superuri's, or None."""
    for text, want in zip(texts, wanted, strict=True):
        try:
            got = whole.text_of(call(text))
        except Exception as error:  # noqa: BLE001  because a neighbour may raise anything
            return f"raises {type(error).__name__} for {text[:40]!a}"
        if got != want:
            return f"makes {str(got)[:60]!a} of {text[:40]!a}"
    return None


def run(case: dict[str, str], calls: dict[str, Callable[[str], object]], rounds: int) -> Row:
    """Check the results for a case, and time the libraries that agree."""
    texts = corpora.corpus(case["corpus"])
    ours = peers.OURS[case["verb"]]
    wanted = [whole.text_of(ours(text)) for text in texts]
    row = Row(case["verb"], case["name"], len(texts), sum(map(corpora.octets, texts)), {})
    cases.check(case, wanted)
    entrants = {"superuri": ours}
    if row.octets / len(texts) < LONG:
        entrants[NOTHING] = callable
    for name, call in calls.items():
        if why := differs(call, texts, wanted):
            row.left_out[name] = why
        else:
            entrants[name] = call
    # The minimum of two passes, because the first one may fill a cache.
    first = {name: min(one_pass(call, texts, 1) for _ in "12") for name, call in entrants.items()}
    passes: dict[str, Callable[[], float]] = {
        name: partial(one_pass, call, texts, max(1, round(BATCH_SECONDS / first[name])))
        for name, call in entrants.items()
    }
    with ExitStack() as stack:
        if other := node.start(case["verb"], list(texts), BATCH_SECONDS):
            stack.enter_context(other)
            answers = iter(other.answers)
            if why := differs(lambda _: next(answers), texts, wanted):
                row.left_out[node.NAME] = why
            else:
                passes[node.NAME] = other.one_pass
        timed = timing.in_turn(passes, rounds, lambda seconds: seconds >= SLOW_SECONDS)
    row.seconds = {name: statistics.median(each) for name, each in timed.items()}
    return row


def table(title: str, rows: list[Row]) -> list[str]:
    """Return a verb's cases as a table: the figure, and how many times longer each library
    takes.
    """
    known = (NOTHING, *peers.PEERS, node.NAME)
    names = [name for name in known if any(name in row.seconds for row in rows)]
    blocks = [
        f"## {title}",
        "",
        "| | superuri | " + " | ".join(names) + " |",
        "|---|---:|" + "---:|" * len(names),
    ]
    blocks += [
        f"| {row.name} | {row.figure()} | " + " | ".join(map(row.ratio, names)) + " |"
        for row in rows
    ]
    notes = [f"* {row.name}: {name} {why}" for row in rows for name, why in row.left_out.items()]
    return [
        *blocks,
        "",
        *(["Left out, because they answer otherwise:", "", *notes, ""] if notes else []),
    ]


def tables(
    calls: dict[str, dict[str, Callable[[str], object]]], rounds: int, only: str
) -> list[str]:
    """Return a table for each verb that has such cases."""
    blocks = []
    for verb in peers.OURS:
        rows = []
        for case in cases.load():
            if case["verb"] == verb and only in f"{verb} {case['name']}":
                rows.append(run(case, calls[verb], rounds))
                print(f"{verb} {case['name']}: {rows[-1].figure()}", file=sys.stderr, flush=True)
        if rows:
            blocks += table(verb, rows)
    return blocks


def held_back(calls: dict[str, dict[str, Callable[[str], object]]], rounds: int) -> list[str]:
    """Return the tables of the verbs that depend most on the instruction set, with a lower one."""
    blocks = []
    for verb in ("encode", "decode"):
        few = {name: calls[verb][name] for name in ("urllib", "yarl") if name in calls[verb]}
        rows = [
            run(case, few, rounds)
            for case in cases.load()
            if case["verb"] == verb and case["name"].startswith("1 MB")
        ]
        blocks += table(f"{verb}, with {TIER} only", rows)
    return blocks


def script(name: str, *arguments: str, **variables: str) -> list[str]:
    """Return the output lines of a script in this folder, run in a process of its own."""
    command = [sys.executable, str(HERE / name), *arguments]
    environment = os.environ | variables
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return [*done.stdout.rstrip().split("\n"), ""]


def head(missing: dict[str, str]) -> list[str]:
    """Return the head of the page: what was measured, on what machine, and links to the rest."""
    # A library with a warm and a cold cache is named once.
    here = dict.fromkeys(name.partition(",")[0] for name in peers.PEERS if name not in missing)
    versions = [f"{name} {peers.version(name)}" for name in here]
    versions.append(f"{node.NAME} {node.version()}")
    return [
        *("# Results", "", "Written by `make bench`; not edited by hand.", ""),
        *machine.described("make bench"),
        f"* neighbours: {', '.join(versions)}",
        *(f"* without {name}: {why}" for name, why in missing.items()),
        "",
        "× is how many times longer another library takes for the same answers.",
        "",
        "How the work grows with the text is in [GROWTH.md](GROWTH.md), how many instructions a",
        "call takes in [INSTRUCTIONS.md](INSTRUCTIONS.md), whole columns are in",
        "[COLUMNS.md](COLUMNS.md).",
        "",
    ]


def main() -> None:
    """Time every case, print the tables and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="three rounds, nothing written")
    parser.add_argument("--only", default="", help="cases whose verb or name holds this")
    parser.add_argument("--held-back", action="store_true", help="1 MB of encode and decode alone")
    parser.add_argument("--note", action="store_true", help="note the answers in cases.toml")
    requested = parser.parse_args()
    if requested.note:
        cases.note()
        return
    rounds = timing.SLOW_ROUNDS if requested.quick else ROUNDS
    calls, missing = peers.neighbours()
    if requested.held_back:
        print("\n".join(held_back(calls, rounds)))
        return
    text = [*head(missing), *tables(calls, rounds, requested.only)]
    if not requested.only:
        quick = ["--quick"] if requested.quick else []
        if TIER == WIDEST:
            text += script("bench.py", "--held-back", *quick, SUPERURI_TIER=NEXT)
        # In a process of its own, whose memory is small: see lines.py.
        text += script("lines.py", *(["100000"] if requested.quick else []))
    print("\n".join(text))
    if not requested.quick and not requested.only:
        (HERE / "RESULTS.md").write_text("\n".join(text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
