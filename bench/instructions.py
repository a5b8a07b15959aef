"""Instructions per call, compared with the counts in instructions.toml.

    python bench/instructions.py [--write]

The counts in instructions.toml are from one machine, for each instruction set of the kernels. A
count that differs by more than the tolerance is printed and fails the run, so that a change can be
checked on a busy machine. `--write` stores the counts of this machine's instruction set, and writes
the table INSTRUCTIONS.md; SUPERURI_TIER selects a lower set.
"""

import argparse
import gc
import platform
import sys
from pathlib import Path

import superuri
from counter import Instructions, under_valgrind
from superuri import URI, _core, form, whatwg
from superuri.compat import urllib

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from collections.abc import Callable

TABLE = Path(__file__).parent / "instructions.toml"
DRAWN = TABLE.with_name("INSTRUCTIONS.md")
# Counts differ between compilers and versions of Python.
TOLERANCE = 0.1
MEGABYTE = 1_000_000

URL = "https://shop.example.com/catalogue/item-4711/view.html?colour=blue&size=xl#reviews"
CALLS: dict[str, tuple[Callable[[str], object], str]] = {
    "encode, 5 characters": (superuri.encode, "hello"),
    "encode, 60 characters": (superuri.encode, "a" * 60),
    "encode, a name": (superuri.encode, "Helen Ødegård"),
    "encode, 1 MB clean": (superuri.encode, "a" * MEGABYTE),
    "encode, 1 MB of spaces": (superuri.encode, " " * MEGABYTE),
    "encode, 1 MB, a tenth": (superuri.encode, "nine char " * (MEGABYTE // 10)),
    "encode, 1 MB Japanese": (superuri.encode, "日本" * (MEGABYTE // 6)),
    "encode, 1 MB emoji": (superuri.encode, "😀" * (MEGABYTE // 4)),
    "encode, 1 MB Latin-1": (superuri.encode, "é" * (MEGABYTE // 2)),
    "decode, 5 characters": (superuri.decode, "hello"),
    "decode, a name": (superuri.decode, "Helen%20%C3%98deg%C3%A5rd"),
    "decode, 1 MB of triplets": (superuri.decode, "%20" * (MEGABYTE // 3)),
    "decode, 1 MB, a tenth": (superuri.decode, "sevenof%20" * (MEGABYTE // 10)),
    "decode, 1 MB Japanese": (superuri.decode, "%E6%97%A5" * (MEGABYTE // 9)),
    "clean, legal": (superuri.clean, URL),
    "clean, a space": (superuri.clean, URL.replace("-", " ")),
    "clean, 1 MB of stray %": (superuri.clean, "%4" * (MEGABYTE // 2)),
    "is_uri": (superuri.is_uri, URL),
    "normalize": (superuri.normalize, URL),
    "split": (superuri.split, URL),
    "URI": (URI, URL),
    "pretty": (superuri.pretty, URL),
    "pretty, French": (superuri.pretty, f"{URL}&q=caf%C3%A9%20noir"),
    "pretty, Hindi": (superuri.pretty, f"{URL}&q=%E0%A4%B9%E0%A4%BF%E0%A4%A8"),
    "whatwg.URL": (whatwg.URL, URL),
    "form.parse": (form.parse, "name=Helen+%C3%98deg%C3%A5rd&lang=no&id=4711"),
    "quote": (urllib.quote, "Helen Ødegård"),
    "unquote": (urllib.unquote, "Helen%20%C3%98deg%C3%A5rd"),
}


def draw(known: dict[str, dict[str, int]]) -> None:
    """Write the stored counts as a table: a call in each row, an instruction set in each column."""
    sets = sorted({name for row in known.values() for name in row})
    lines = [
        "# Instructions of one call",
        "",
        "Written by `make instructions WRITE=--write`; not edited by hand. Those of an empty",
        "native call are taken off, and those of the operating system do not count. The processor",
        "counts them, or valgrind.",
        "",
        "| | " + " | ".join(sets) + " |",
        "|---|" + "---:|" * len(sets),
    ]
    for call, row in known.items():
        counts = (f"{row[name]:,}" if name in row else "—" for name in sets)
        lines.append(f"| {call} | " + " | ".join(counts) + " |")
    DRAWN.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """Return 0 if no count has increased."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put down what was counted")
    requested = parser.parse_args()
    counter = Instructions.open()
    if counter is None and not under_valgrind():
        print("this processor's instructions cannot be counted, and valgrind is not installed")
        return 0
    gc.disable()
    known = tomllib.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
    here = f"{_core.TIER}, Python {platform.python_version_tuple()[0]}."
    here += platform.python_version_tuple()[1]
    before = {name: row[here] for name, row in known.items() if here in row}
    counts = {name: counter.of(call, text) for name, (call, text) in CALLS.items()}
    print(f"instructions beyond those of an empty native call, {here}\n")
    more = 0
    for name, count in counts.items():
        was = before.get(name, 0)
        off = count / was - 1 if was else 0.0
        # Small counts differ by the placement of objects.
        is_more = off > TOLERANCE and count - was > 100  # noqa: PLR2004
        more += is_more
        change = f"{off:+.1%}" if was else "new"
        print(f"{count:>12,}  {change:>7}  {name}{'   MORE THAN IT WAS' if is_more else ''}")
    if requested.write:
        known = {name: {**known.get(name, {}), here: count} for name, count in counts.items()}
        lines = ["# Written by `make instructions WRITE=--write`: instructions of one call.", ""]
        for name, row in known.items():
            pairs = ", ".join(f'"{tier}" = {count}' for tier, count in sorted(row.items()))
            lines.append(f'"{name}" = {{ {pairs} }}')
        TABLE.write_text("\n".join([*lines, ""]), encoding="utf-8")
        draw(known)
    return 1 if more and not requested.write else 0


if __name__ == "__main__":
    sys.exit(main())
