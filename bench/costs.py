"""Costs beside the work itself: a first call, the memory of a row of a column, the engine's size.

`python -m heavy bench-costs` runs this and writes COSTS.md. The size is that of an engine with its
symbols, which `--engine FILE` names: their names say which crate or library each function is of.
"""

import argparse
import re
import statistics
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pyarrow as pa

import columns
import machine
from columns_verbs import POLICY, REFUSING_NOTHING
from superuri.columns import arrow

WRITTEN = Path(__file__).parent / "COSTS.md"
PROCESSES = 9
ROWS = 200_000
#: Preparations of a first call, and a call that needs each.
FIRST = {
    "`encode`, a set": 'superuri.encode("a b")',
    "`clean`, a legal URL": 'superuri.clean("http://e.com/a")',
    "`clean`, a host in Unicode: IDNA": 'superuri.clean("http://é.com/")',
    "`hosts.public_suffix`: the list": 'superuri.hosts.public_suffix("http://a.co.uk/")',
    "`pretty`: properties of characters": 'superuri.pretty("http://e.com/%C3%A9")',
    "`lint`: the rules": 'superuri.lint("http://e.com/%zz")',
    "`normalize`": 'superuri.normalize("HTTP://e.com/%7e")',
    "`keys.key`": 'superuri.keys.key("http://e.com/")',
    "`whatwg.URL`": 'superuri.whatwg.URL("http://é.com/")',
    "`decode`, an encoding": 'superuri.decode("%E9", encoding="shift_jis", errors="replace")',
    "`fill`: a template": 'superuri.fill("/{a}?q={q}", a=1, q=2)',
}
MEASURE = """
import time
start = time.perf_counter()
import superuri, superuri.hosts, superuri.keys, superuri.whatwg
imported = time.perf_counter()
{call}
first = time.perf_counter()
for _ in range(100): {call}
print(imported - start, first - imported - (time.perf_counter() - first) / 100)
"""
#: Functions of C, by the beginning of their names.
OF_C = {
    "ZSTD": "zstd", "HUF": "zstd", "FSE": "zstd", "HIST": "zstd", "POOL": "zstd", "ZDICT": "zstd",
    "COVER": "zstd", "divsuf": "zstd", "deflate": "zlib", "inflate": "zlib",
}  # fmt: skip
STANDARD = frozenset({"std", "core", "alloc", "compiler_builtins", "rustc_demangle", "__gnu_cxx"})
#: Smaller parts are summed.
LEAST = 40_000


def first_calls() -> list[str]:
    """Return a row for each call: milliseconds of its first time in a process."""
    rows, imports = [], []
    for what, call in FIRST.items():
        program = [sys.executable, "-c", MEASURE.format(call=call)]
        taken = []
        for _ in range(PROCESSES):
            done = subprocess.run(program, check=True, capture_output=True, text=True)
            imported, first = map(float, done.stdout.split())
            imports.append(imported)
            taken.append(first)
        rows.append(f"| {what} | {statistics.median(taken) * 1e3:.3f} |")
    return [f"| `import` of four modules | {statistics.median(imports) * 1e3:.1f} |", *rows]


def memory_of_rows() -> list[str]:
    """Return a row for each verb of columns: octets of a row, of the result and at the peak."""
    column = pa.array(columns.columns(ROWS).texts)
    rows = []
    for verb in arrow.VERBS:
        options = {} if verb in REFUSING_NOTHING else {"on_error": POLICY}

        def work(verb: str = verb, options: dict[str, str] = options) -> pa.Array:
            return pa.array(arrow.apply(column, verb, threads=1, **options))

        work()
        made, most = machine.peak(work)
        # A column that nothing changes is returned as it is.
        same = (
            made.type == column.type and made.buffers()[-1].address == column.buffers()[-1].address
        )
        new = 0 if same else made.nbytes
        shown = "" if most is None else f"{most / ROWS:.0f}"
        rows.append(f"| `{verb}` | {new / ROWS:.0f} | {shown} |")
    return rows


def part(name: str) -> str:
    """Return the crate or library that a symbol is of.

    >>> part("<std::backtrace_rs::Cache>::with"), part("ZSTD_compress"), part("ada::url::parse")
    ('standard libraries', 'zstd', 'ada')
    """
    for start, library in OF_C.items():
        if name.startswith(start):
            return library
    found = re.search(r"([A-Za-z_]\w*)::", name)
    crate = found[1] if found else "others"
    return "standard libraries" if crate in STANDARD else crate


def parts(engine: Path) -> list[str]:
    """Return a row for each part of the engine: its octets of code and of constants."""
    listed = ["nm", "--print-size", "--demangle", str(engine)]
    done = subprocess.run(listed, check=True, capture_output=True, text=True)
    sizes: Counter[tuple[str, bool]] = Counter()
    for line in done.stdout.splitlines():
        # Address, size, kind, name: of functions (t, w), constants and variables (r, d).
        if symbol := re.fullmatch("[0-9a-f]+ ([0-9a-f]+) ([twrd]) (.*)", line, re.IGNORECASE):
            size, kind, name = symbol.groups()
            sizes[part(name), kind in "tTwW"] += int(size, 16)
    named = {name for name, _ in sizes}
    total = {name: sizes[name, True] + sizes[name, False] for name in named}
    large = sorted((name for name in named if total[name] >= LEAST), key=lambda name: -total[name])
    rows = [f"| {name} | {sizes[name, True]:,} | {sizes[name, False]:,} |" for name in large]
    small = named - set(large)
    code, constants = (sum(sizes[name, is_code] for name in small) for is_code in (True, False))
    return [*rows, f"| {len(small)} smaller ones | {code:,} | {constants:,} |"]


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", type=Path, help="an engine with its symbols")
    options = parser.parse_args()
    text = [
        "# Costs",
        "",
        "Written by `python -m heavy bench-costs`; not edited by hand.",
        "",
        *machine.described("python -m heavy bench-costs"),
        "",
        (
            "Milliseconds of the first call in a process, beyond those of a later one; the median "
            f"of {PROCESSES} processes. Nothing else is prepared."
        ),
        "",
        "| first | ms |",
        "|---|---:|",
        *first_calls(),
        "",
        (
            f"Octets for each row of a column of {ROWS:,} real URLs: those of the result, none if "
            "the column is returned as it is, and those at the peak."
        ),
        "",
        "| verb | result | peak |",
        "|---|---:|---:|",
        *memory_of_rows(),
        "",
    ]
    if options.engine:
        text += [
            (
                "Octets of the engine by the crate or library that is first in a symbol's name. "
                "Constants without a name, such as messages, and the tables of exceptions are not."
            ),
            "",
            "| part | code | constants |",
            "|---|---:|---:|",
            *parts(options.engine),
            "",
        ]
    print("\n".join(text))
    WRITTEN.write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
