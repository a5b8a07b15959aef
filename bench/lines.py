"""How fast is `superuri clean` on a long file, beside the tools one would otherwise reach for?

They do not do the same: `wc -l` only counts; `jq @uri` and the first loop make one component of the
whole line, so that it is no URL any more; the second loop escapes what is not legal, nearly, and
leaves stray percent signs and brackets as they are.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("SUPERURI_DATA", ROOT.parent / "shared" / "data"))
LINES = 1_000_000
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
LEGAL = ":/?#[]@!$&'()*+,;=%~"


def sample(path: Path, number: int) -> str:
    """Write a file of this many lines; return where they come from."""
    real = sorted((DATA / "urls").glob("*.txt"))
    sources = real or [ROOT / "examples" / "dirty-urls.txt"]
    texts = [line for source in sources for line in source.read_bytes().splitlines() if line]
    with path.open("wb") as out:
        for text in itertools.islice(itertools.cycle(texts), number):
            out.write(text + b"\n")
    kind = "real URLs" if real else "lines of examples/dirty-urls.txt"
    return f"{len(texts):,} {kind}, over and over"


def timed(command: list[str]) -> tuple[float, float]:
    """Seconds, and the most memory in MB, of one run of a command."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    # 1: some lines could not be cleaned, and were passed through.
    if child.returncode not in {0, 1}:
        sys.exit(f"{command[0]} ended with {child.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return seconds, usage.ru_maxrss * unit / 1e6


def commands(path: str, out: str) -> dict[str, list[str]]:
    """What is run, by the name it is shown under."""
    command = [sys.executable, "-m", "superuri"]
    ours = [*command, "clean", "-i", path]
    # What takes URIs apart cleans them first, so that none is refused.
    whole = {
        "`get '{host}'`": ["get", "{host}"],
        "`get '{host} {path} {query.q}'`": ["get", "{host} {path} {query.q}", "--errors", "keep"],
        "`parse`": ["parse"],
        "`parse --json`": ["parse", "--json"],
        "`set --query a=b --fragment f`": ["set", "--query", "a=b", "--fragment", "f"],
        "`join http://e/a/`": ["join", "http://e/a/"],
    }
    rows = {
        "`superuri clean -i …`": ours,
        "`superuri clean -i … -o …`, which waits for the disk": [*ours, "-o", out],
        "`wc -l`": ["wc", "-l", path],
        "`jq -rR @uri`": ["jq", "-rR", "@uri", path],
        "a Python loop: `quote(line)`": [sys.executable, "-c", LOOP, path, "/"],
        f'a Python loop: `quote(line, safe="{LEGAL}")`': [sys.executable, "-c", LOOP, path, LEGAL],
        **{
            f"superuri {name}": [*command, *words, "--clean", "-i", path]
            for name, words in whole.items()
        },
        "superuri `normalize`": [*command, "normalize", "-i", path],
        "superuri `normalize --dedupe`": [*command, "normalize", "--dedupe", "-i", path],
        "superuri `normalize --explain`": [*command, "normalize", "--explain", "-i", path],
        "superuri `lint --quiet`": [*command, "lint", "--quiet", "-i", path],
        "superuri `lint --statistics`": [*command, "lint", "--statistics", "-i", path],
        "superuri `lint --format jsonl`": [*command, "lint", "--format", "jsonl", "-i", path],
        "superuri `lint`, drawn for a person": [*command, "lint", "-i", path],
        "a Python loop: `urlsplit(line).hostname`": [sys.executable, "-c", HOSTS, path],
    }
    return {name: row for name, row in rows.items() if shutil.which(row[0])}


def report(number: int = LINES) -> list[str]:
    """The comparison as lines of Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lines.txt")
        # In a process of its own: a child's peak counts its parent's memory at the fork.
        here = [sys.executable, __file__, "--make", str(path), str(number)]
        origin = subprocess.run(here, check=True, capture_output=True, text=True).stdout.strip()
        rows = commands(str(path), str(Path(folder, "out.txt")))
        measured = {name: min(timed(row) for _ in range(5)) for name, row in rows.items()}
        # A child's peak cannot be told below that of the process that started it.
        _, floor = timed(["true"])
        size = path.stat().st_size / 1e6
    ours = next(iter(measured.values()))[0]
    told = [
        f"## The command, on {number:,} lines",
        "",
        (
            f"{origin}: {size:.0f} MB. The best of five runs, the start of the interpreter "
            "included; what is printed goes to /dev/null."
        ),
        "",
        "| | seconds | million lines/s | MB/s | superuri is | peak memory |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, (seconds, memory) in measured.items():
        told.append(
            f"| {name} | {seconds:.3f} | {number / seconds / 1e6:.2f} | {size / seconds:.0f} "
            f"| {seconds / ours:.3g}× as fast | "
            + (f"{memory:.0f} MB |" if memory > 1.05 * floor else f"at most {floor:.0f} MB |")
        )
    return [*told, ""]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        print(sample(Path(sys.argv[2]), int(sys.argv[3])))
    else:
        print("\n".join(report(*map(int, sys.argv[1:2]))))
