"""Example: what becomes of a file of dirty URLs.

Shows a dozen of them before and after, then counts all of them, then times the command on a
longer file of the same lines.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import superuri
from superuri.errors import URIError

DIRTY = Path(__file__).with_name("dirty-urls.txt")

# The example shows the first line that has each of these.
SHOWN = (
    "running shoes",
    "Helen Ødegård",
    "50% off",
    "50%25 off",
    "X-Amz-Signature=ab%2Bcd",
    "Report [final] v2.pdf",
    "page#section#sub",
    "%u00e9",
    "caf%E9",
    "東京都#歴史",
    "http://bücher.example",
    "[fe80::1%eth0]",
    "12:30 news",
    "8o80",
    "good.example\\@evil",
)

# Enough lines that the start of the interpreter is not what is timed.
TIMED_LINES = 1_000_000


def show(lines: list[str]) -> None:
    """Print the chosen lines, each with what `clean` makes of it below."""
    for part in SHOWN:
        line = next(line for line in lines if part in line)
        print(f"  {line}")
        try:
            cleaned = superuri.clean(line)
        except URIError as error:
            print(f"  ✗ {error}\n")
        else:
            print("  = already legal\n" if cleaned is line else f"  → {cleaned}\n")


def count(lines: list[str]) -> list[str]:
    """Clean every line, print the counts, and return what the command must answer."""
    cleaned, counts, reasons = [], Counter[str](), Counter[str]()
    for line in lines:
        try:
            cleaned.append(superuri.clean(line))
        except URIError as error:
            cleaned.append(line)
            counts["refused"] += 1
            reasons[error.code] += 1
        else:
            counts["same" if cleaned[-1] is line else "changed"] += 1
    print(f"{len(lines):6} lines of {DIRTY.name}")
    print(f"{counts['changed']:6} cleaned")
    print(f"{counts['same']:6} already legal, and not touched")
    print(f"{counts['refused']:6} that nothing can repair without guessing:")
    for reason, number in reasons.most_common():
        print(f"       {number:6} {reason}")
    return cleaned


def rate(lines: list[str], cleaned: list[str]) -> None:
    """Time `superuri clean` on the same lines over and over, and check what it wrote."""
    times = TIMED_LINES // len(lines)
    source, wanted = ("".join(f"{line}\n" for line in each).encode() for each in (lines, cleaned))
    with tempfile.TemporaryDirectory() as folder:
        dirty, clean = Path(folder, "dirty.txt"), Path(folder, "clean.txt")
        dirty.write_bytes(source * times)
        command = [sys.executable, "-m", "superuri", "clean", "-i", str(dirty), "-o", str(clean)]
        start = time.perf_counter()
        done = subprocess.run(command, check=False, capture_output=True)
        seconds = time.perf_counter() - start
        # Some lines fail, so that the exit code is 4; they are in the output as they were.
        if done.returncode != 4 or clean.read_bytes() != wanted * times:  # noqa: PLR2004  named above
            message = f"exit code {done.returncode}: {done.stderr.decode(errors='replace')}"
            sys.exit(f"`superuri clean` differs from superuri.clean: {message}")
    number, size = times * len(lines), times * len(source) / 1e6
    print(
        f"\n`superuri clean` did the same to {number:,} lines ({size:.0f} MB) in {seconds:.2f} s:"
    )
    print(f"{number / seconds / 1e6:.1f} million lines a second, {size / seconds:.0f} MB/s.")


def main() -> None:
    """Show, count, time."""
    lines = DIRTY.read_text(encoding="utf-8").split("\n")[:-1]
    show(lines)
    rate(lines, count(lines))


if __name__ == "__main__":
    main()
