"""Speed of the command on a long file, and its start-up time, compared with other programs.

They do not all do the same: `wc -l` only counts. Of the two loops that quote, the one compared with
`clean` escapes most illegal characters, but leaves stray percent signs and brackets as they are.
"""

import itertools
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

import timing

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("SUPERURI_DATA", ROOT.parent / "shared" / "data"))
LINES = 1_000_000
# A fast command is also timed on a longer file, in which the start matters less.
LONGER = 10
ROUNDS = 5
STARTS = 21
LOOP = """
import sys
from urllib.parse import quote
read, write = open(sys.argv[1], errors="surrogateescape"), sys.stdout.write
for line in read:
    write(quote(line[:-1], safe=sys.argv[2], errors="surrogateescape") + "\\n")
"""
HOSTS = """
import sys
from urllib.parse import urlsplit
read, write = open(sys.argv[1], errors="surrogateescape"), sys.stdout.write
for line in read:
    try:
        write((urlsplit(line[:-1]).hostname or "") + "\\n")
    except ValueError:
        write(line)
"""
UNQUOTED = """
import sys
from urllib.parse import unquote
read, write = open(sys.argv[1]), sys.stdout.write
for line in read:
    write(unquote(line[:-1], errors="surrogateescape") + "\\n")
"""
LEGAL = ":/?#[]@!$&'()*+,;=%~"


def sample(path: Path, number: int) -> str:
    """Write a file of this many lines; return the source of the lines."""
    real = sorted((DATA / "urls").glob("*.txt"))
    sources = real or [ROOT / "examples" / "dirty-urls.txt"]
    texts = [line for source in sources for line in source.read_bytes().splitlines() if line]
    with path.open("wb") as out:
        for text in itertools.islice(itertools.cycle(texts), number):
            out.write(text + b"\n")
    kind = "real URLs" if real else "lines of examples/dirty-urls.txt"
    return f"{len(texts):,} {kind}, over and over"


class Row(NamedTuple):
    """A command that is timed. The first one is ours, and the others are compared with it."""

    name: str
    command: list[str]
    leads: bool = False
    fast: bool = True


class Cost(NamedTuple):
    """The lowest cost of several runs."""

    seconds: float
    memory: float


def timed(command: list[str]) -> Cost:
    """Return the seconds and the peak memory in MB of one run of a command."""
    # Use compiled byte code, as after an installation.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    quiet = subprocess.DEVNULL
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=quiet, stderr=quiet, env=environment)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    # 1: some lines failed and were passed through.
    if child.returncode not in {0, 1}:
        sys.exit(f"{command[0]} ended with {child.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(seconds, usage.ru_maxrss * unit / 1e6)


def best(rows: list[Row]) -> list[Cost]:
    """Return the lowest cost of each command, run one after another in each round."""
    return [min(costs) for costs in in_turn(rows, ROUNDS)]


def in_turn(rows: list[Row], rounds: int) -> list[list[Cost]]:
    """Return what each command costs in each round."""
    works = {place: partial(timed, row.command) for place, row in enumerate(rows)}
    return list(timing.in_turn(works, rounds).values())


def ours() -> list[str]:
    """Return the installed command."""
    script = Path(sys.executable).with_name("superuri")
    return [str(script)] if script.exists() else [sys.executable, "-m", "superuri"]


def there(rows: list[Row]) -> list[Row]:
    """Return the rows whose command is installed."""
    return [row for row in rows if shutil.which(row.command[0])]


def loop(code: str, *arguments: str) -> list[str]:
    """Return the command of a Python loop."""
    return [sys.executable, "-c", code, *arguments]


def of_files(path: str, encoded: str, out: str) -> list[Row]:
    """Return the commands that are run on a file, or on the encoded file."""
    superuri = ours()
    clean = [*superuri, "clean", "-q", "-i", path]
    safe = f'a Python loop: `quote(line, safe="{LEGAL}")`'
    return there(
        [
            Row("superuri `encode -i …`", [*superuri, "encode", "-i", path], leads=True),
            Row("`wc -l`", ["wc", "-l", path]),
            Row("`jq -rR @uri`", ["jq", "-rR", "@uri", path], fast=False),
            Row('a Python loop: `quote(line, safe="")`', loop(LOOP, path, ""), fast=False),
            Row("superuri `decode -i …`", [*superuri, "decode", "-q", "-i", encoded], leads=True),
            Row("`wc -l`", ["wc", "-l", encoded]),
            Row("a Python loop: `unquote(line)`", loop(UNQUOTED, encoded), fast=False),
            Row("superuri `clean -i …`", clean, leads=True),
            Row("superuri `clean -i … -o …`, which waits for the disk", [*clean, "-o", out]),
            Row("`wc -l`", ["wc", "-l", path]),
            Row(safe, loop(LOOP, path, LEGAL), fast=False),
            Row(
                "superuri `normalize -i …`", [*superuri, "normalize", "-q", "-i", path], leads=True
            ),
            Row("`wc -l`", ["wc", "-l", path]),
        ]
    )


def of_others(path: str) -> list[Row]:
    """Return the other commands that are run on a file."""
    # Verbs that read parts of a URI clean it first, so that none is refused.
    whole = {
        "`get '{host}'`": ["get", "{host}"],
        "`get '{host} {path} {query.q}'`": ["get", "{host} {path} {query.q}", "--errors", "keep"],
        "`parse`": ["parse"],
        "`parse --json`": ["parse", "--json"],
        "`set --query a=b --fragment f`": ["set", "--query", "a=b", "--fragment", "f"],
        "`resolve http://e/a/`": ["resolve", "http://e/a/"],
    }
    rows = {name: [*words, "--clean"] for name, words in whole.items()} | {
        "`normalize --dedupe`": ["normalize", "--dedupe"],
        "`normalize --explain`": ["normalize", "--explain"],
        "`lint --quiet`": ["lint", "--quiet"],
        "`lint --statistics`": ["lint", "--statistics"],
        "`lint --output-format jsonl`": ["lint", "--output-format", "jsonl"],
        "`lint`, drawn for a person": ["lint"],
    }
    reported = [Row(f"superuri {name}", [*ours(), *row, "-i", path]) for name, row in rows.items()]
    hosts = Row("a Python loop: `urlsplit(line).hostname`", loop(HOSTS, path))
    return [reported[0]._replace(leads=True), hosts, *reported[1:]]


def memory(cost: Cost, floor: float) -> str:
    """Return the memory; that of a small child cannot be distinguished from its parent's."""
    return f"{cost.memory:.0f} MB" if cost.memory > 1.05 * floor else f"at most {floor:.0f} MB"


def files(folder: str, number: int) -> list[str]:
    """Return the tables for commands on files."""
    names = {}
    for lines in (number, number * LONGER):
        path, encoded = Path(folder, f"{lines}.txt"), Path(folder, f"{lines}.encoded")
        # In a process of its own: a child's peak includes its parent's memory at the fork.
        here = [sys.executable, __file__, "--make", str(path), str(lines)]
        origin = subprocess.run(here, check=True, capture_output=True, text=True).stdout.strip()
        subprocess.run([*ours(), "encode", "-i", path, "-o", encoded], check=True)
        names[lines] = (str(path), str(encoded), str(Path(folder, "out.txt")))
    sizes = [Path(path).stat().st_size / 1e6 for path, *_ in names.values()]
    short, long = names.values()
    rows = of_files(*short)
    costs = best(rows)
    longer = [row for row in of_files(*long) if row.fast]
    more = iter(best(longer))
    _, floor = timed(["true"])
    reported = [
        "## The command, on files",
        "",
        (
            f"{origin}: {sizes[0]:.0f} MB and {sizes[1]:.0f} MB; decode reads what encode made of "
            f"them. The best of {ROUNDS} runs that take turns, the start of the interpreter "
            "included; what is printed goes to /dev/null. Slow libraries run on the shorter file "
            "only: for the longer one, the same number of lines per second is assumed."
        ),
        "",
        (
            f"| | {number:,} lines: seconds | million lines/s | superuri is | "
            f"{number * LONGER:,} lines: seconds | million lines/s | MB/s | superuri is | "
            "peak memory |"
        ),
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    lead, long_lead = costs[0].seconds, 1.0
    for row, cost in zip(rows, costs, strict=True):
        far = next(more) if row.fast else Cost(cost.seconds * LONGER, cost.memory)
        if row.leads:
            lead, long_lead = cost.seconds, far.seconds
        scaled = "" if row.fast else " (scaled)"
        reported.append(
            f"| {row.name} | {cost.seconds:.3f} | {number / cost.seconds / 1e6:.2f} "
            f"| {cost.seconds / lead:.3g}× as fast | {far.seconds:.3f}{scaled} "
            f"| {number * LONGER / far.seconds / 1e6:.2f} | {sizes[1] / far.seconds:.0f} "
            f"| {far.seconds / long_lead:.3g}× as fast | {memory(far, floor)} |"
        )
    reported += [
        "",
        f"## The command, other verbs on {number:,} lines",
        "",
        "| | seconds | million lines/s | MB/s | superuri is | peak memory |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    others = there(of_others(short[0]))
    costs = best(others)
    for row, cost in zip(others, costs, strict=True):
        reported.append(
            f"| {row.name} | {cost.seconds:.3f} | {number / cost.seconds / 1e6:.2f} "
            f"| {sizes[0] / cost.seconds:.0f} | {cost.seconds / costs[0].seconds:.3g}× as fast "
            f"| {memory(cost, floor)} |"
        )
    return [*reported, ""]


def start_up() -> list[str]:
    """Return the table of start-up times."""
    rows = there(
        [
            Row("`python -c pass`", loop("pass")),
            Row("`python -c 'import superuri'`", loop("import superuri")),
            Row("`superuri --version`", [*ours(), "--version"]),
            Row("`superuri clean 'http://e/a b'`", [*ours(), "clean", "http://e/a b"]),
            Row("`python -c 'import argparse'`", loop("import argparse")),
            Row("`python -c 'import urllib.parse'`", loop("import urllib.parse")),
            Row("`jq -n 1`", ["jq", "-n", "1"]),
        ]
    )
    medians = [statistics.median(it.seconds for it in each) for each in in_turn(rows, STARTS)]
    reported = [
        "## The command, start-up",
        "",
        f"The median of {STARTS} runs that take turns.",
        "",
        "| | milliseconds | times `python -c pass` |",
        "|---|---:|---:|",
    ]
    for row, seconds in zip(rows, medians, strict=True):
        reported.append(f"| {row.name} | {seconds * 1e3:.1f} | {seconds / medians[0]:.2f} |")
    return [*reported, ""]


def report(number: int = LINES) -> list[str]:
    """Return the comparison as lines of Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        return [*files(folder, number), *start_up()]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        print(sample(Path(sys.argv[2]), int(sys.argv[3])))
    elif sys.argv[1:2] == ["--start"]:
        print("\n".join(start_up()))
    else:
        print("\n".join(report(*map(int, sys.argv[1:2]))))
