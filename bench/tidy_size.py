"""Time and memory of tidy: of three formats, of ten times the rows, beside other ways to decode.

`python -m heavy tidy-size` runs this and writes TIDY.md. It creates the tables, and does each work
in a process of its own. It fails above 2 GiB, or if ten times the rows take more than fourteen
times the processor's time. `--before` names the Python of an older superuri (baseline.py), which
does the same first.
"""

import argparse
import csv
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import machine
import superuri
from superuri._values import generate

HERE = Path(__file__).parent
MIB, GIB = 1 << 20, 1 << 30
MOST = 2 * GIB
# Linear growth, with a margin for other work on the machine.
GROWTH = 1.4
ROWS = 1_000_000
TIMES = 10
BLOCK = 250_000
LIBRARIES = ("pyarrow", "duckdb", "polars", "pandas", "chdb")
FORMATS = {"csv": "CSV", "parquet": "Parquet", "jsonl": "JSON Lines"}
#: No row is decoded to this.
NO_ANSWER = b"\xff no answer"
#: Programs that decode the same column: its name in tidy_work.py, and on the page.
DECODERS = {
    "ours": 'superuri: `tables.apply(…, "decode", …)`',
    "duckdb_ours": "DuckDB with superuri's `uri_decode`",
    "duckdb": "DuckDB's own `url_decode`",
    "duckdb_try": "DuckDB's own, `try(url_decode(url))`",
    "clickhouse": "ClickHouse's `decodeURLComponent` (chdb)",
    "polars": "Polars, `map_elements(unquote)`",
    "pandas": "pandas, a loop with `unquote`",
}


def pool(rng: random.Random, number: int) -> list[str]:
    """Return clean, accented, double-encoded, broken and hostile URLs."""
    makers = [
        *(generate.legal_url, generate.legal_url, generate.dirty_url, generate.wild),
        lambda rng: superuri.encode(superuri.encode(generate.dirty_url(rng))),
        lambda _: "http://user@a.example:80\\@b.example/%zz",
    ]
    return [rng.choice(makers)(rng) for _ in range(number)]


def write(path: Path, rows: int) -> None:
    """Write a table of that many rows; one in twenty is a repetition."""
    rng = random.Random(7)
    texts = pool(rng, 20_000)
    schema = pa.schema([("id", pa.int64()), ("url", pa.string())])
    with pq.ParquetWriter(path, schema) as writer:
        for first in range(0, rows, BLOCK):
            count = min(BLOCK, rows - first)
            urls = [
                f"http://host{n % 999}.example/{n % (rows - rows // 20)}?q={rng.choice(texts)}"
                if n % 4
                else rng.choice(texts)
                for n in range(first, first + count)
            ]
            writer.write_table(pa.table([pa.array(range(first, first + count)), urls], schema))


def copy(path: Path) -> None:
    """Write the same table as CSV and as JSON Lines, next to it."""
    with (
        path.with_suffix(".csv").open("w", encoding="utf-8", newline="") as as_csv,
        path.with_suffix(".jsonl").open("w", encoding="utf-8") as as_json,
    ):
        rows = csv.writer(as_csv)
        rows.writerow(["id", "url"])
        for batch in pq.ParquetFile(path).iter_batches():
            for row in batch.to_pylist():
                rows.writerow(row.values())
                as_json.write(json.dumps(row) + "\n")


class Took(NamedTuple):
    """The cost of a job: seconds, processor seconds, bytes of memory; and its error."""

    seconds: float
    cpu: float
    peak: float
    error: str

    def cells(self) -> str:
        """Return the cells of a row in Markdown."""
        return f"{self.cpu:.1f} | {self.seconds:.1f} | {self.peak / MIB:,.0f}"


def work(name: str, given: Path, made: Path, python: str = sys.executable) -> Took:
    """Do the work in a process of its own."""
    made.unlink(missing_ok=True)
    command = [python, str(HERE / "tidy_work.py"), name, str(given), str(made)]
    # Another Python has a superuri of its own.
    env = {n: v for n, v in os.environ.items() if n != "PYTHONPATH" or python == sys.executable}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=env)
    took = Took(**json.loads(done.stdout))
    if took.error and name == "tidy":
        sys.exit(f"{given}: {took.error}")
    return took


def tidied(folder: Path, before: str | None) -> tuple[list[str], bool]:
    """Return the table of tidy's figures, and whether the limits hold."""
    given = folder / "given.parquet"
    write(given, ROWS)
    copy(given)
    lines = ["| input and output | rows | CPU s | s | peak MiB |", "|---|---:|---:|---:|---:|"]
    cpu: dict[str, float] = {}
    is_fine = True
    runs = [(name, sys.executable, suffix) for suffix, name in FORMATS.items()]
    if before:
        runs += [(f"{name}, before", before, suffix) for suffix, name in FORMATS.items()]
    for name, python, suffix in runs:
        took = work("tidy", given.with_suffix(f".{suffix}"), folder / f"made.{suffix}", python)
        cpu[name] = took.cpu
        lines.append(f"| {name} | {ROWS:,} | {took.cells()} |")
        is_fine = is_fine and (took.peak <= MOST or python == before)
    many = folder / "many.parquet"
    write(many, TIMES * ROWS)
    took = work("tidy", many, folder / "made.parquet")
    lines.append(f"| Parquet | {TIMES * ROWS:,} | {took.cells()} |")
    is_fine = is_fine and took.peak <= MOST and took.cpu <= GROWTH * TIMES * cpu["Parquet"]
    return lines, is_fine


def decoded(folder: Path) -> list[str]:
    """Return the table of what decodes the column of the same Parquet file."""
    given, made = folder / "given.parquet", folder / "decoded.parquet"
    lines = [
        "| | CPU s | s | peak MiB | rows written | with the same answer |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    want: pa.ChunkedArray | None = None
    for name, label in DECODERS.items():
        took = work(name, given, made)
        if took.error.startswith(("ModuleNotFoundError", "ImportError")):
            print(f"without {label}: {took.error}", file=sys.stderr)
            continue
        if took.error:
            # A hostile text follows.
            reason = took.error.partition('"')[0].strip()
            lines.append(f"| {label} | {took.cells()} | none: {reason} … | |")
            continue
        table = pq.read_table(made, columns=["id", "decoded"]).sort_by("id")
        got = table.column("decoded").cast(pa.binary())
        want = got if want is None else want
        is_same = pc.equal(got.fill_null(NO_ANSWER), want.fill_null(NO_ANSWER))
        lines.append(f"| {label} | {took.cells()} | {len(got):,} | {pc.sum(is_same).as_py():,} |")
    return lines


def origin(python: str | None) -> str:
    """Return the commit of the superuri of a Python, which is installed from its repository."""
    if python is None:
        return ""
    where = "import pathlib, superuri; print(pathlib.Path(superuri.__file__).parent)"
    folder = subprocess.run([python, "-c", where], check=True, capture_output=True, text=True)
    command = ["git", "-C", folder.stdout.strip(), "log", "-1", "--format=commit %h of %cs"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def main() -> int:
    """Measure, write the page, and return 0 if the limits hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", help="the Python of an older superuri")
    before = parser.parse_args().before or None
    with tempfile.TemporaryDirectory() as name:
        ours, is_fine = tidied(Path(name), before)
        others = decoded(Path(name))
    lines = [
        "# Tidy",
        "",
        *machine.described("python -m heavy tidy-size"),
        f"* {machine.versions(*LIBRARIES)}",
        "",
        "CPU s are the processor's seconds of all threads, with the start of Python and the",
        "imports; they hardly depend on other work on the machine, but the seconds do.",
        "",
        "## `superuri tidy`",
        "",
        f"Every second URL is hostile. The peak may be {MOST // GIB} GiB, and {TIMES} times the",
        f"rows may take {GROWTH * TIMES:.0f} times the CPU seconds.",
        "",
        *[f"Before: {origin(before)}.", ""] * bool(before),
        *ours,
        "",
        "## One verb beside others",
        "",
        f"Each reads the same Parquet file of {ROWS:,} rows, decodes its column of URLs once, and",
        "writes all columns. Rows that fail are null in superuri's answer; the other functions",
        "keep an escape that is not valid, and some give bytes that are not valid UTF-8.",
        "",
        *others,
        "",
    ]
    (HERE / "TIDY.md").write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))
    return 0 if is_fine else 1


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())
