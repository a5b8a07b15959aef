"""DuckDB without Python: its extension in each version of DuckDB, against the columns.

    python -m heavy duckdb-extension
    python -m heavy duckdb-extension 1.2.0 2.0.1 --rows 1000000

`make duckdb` builds the extension. Each version that pip has is installed into an environment of
its own, loads it, and must give the rows of `superuri.columns` for every function and option. The
times of some functions are printed beside those of DuckDB and of the functions in Python.
"""

import argparse
import random
import subprocess
import sys
import venv

import pyarrow as pa
import pyarrow.parquet as pq

from bulk.test_columns_sql import WORDS
from kit import DATA, ROOT
from superuri._values import generate
from superuri.columns import arrow
from superuri.columns._options import OPTIONS

VERSIONS = (
    *("1.2.0", "1.2.1", "1.2.2", "1.3.0", "1.3.1", "1.3.2"),
    *("1.4.0", "1.4.1", "1.4.2", "1.4.3", "1.4.4", "1.4.5"),
    *("1.5.0", "1.5.1", "1.5.2", "1.5.3", "1.5.4", "1.5.5", "1.5.6", "2.0.0", "2.0.1"),
)
BUILT = ROOT / "target" / "duckdb"
#: The share of hostile texts, and what makes them.
HOSTILE = 0.5
MAKERS = (generate.legal_url, generate.dirty_url, generate.wild, lambda _: None)


def texts(rows: int, seed: int) -> tuple[pa.Array, pa.Array]:
    """Return hostile URLs among real ones, some missing, and real ones alone."""
    rng = random.Random(seed)
    lines = [line for path in sorted((DATA / "urls").glob("*.txt")) for line in path.open()]
    real = [rng.choice(lines).strip() for _ in range(rows)]
    mixed = [rng.choice(MAKERS)(rng) if rng.random() < HOSTILE else line for line in real]
    return pa.array(mixed, pa.string()), pa.array(real)


def expected(given: pa.Array, real: pa.Array) -> pa.Table:
    """Return the texts, and a column of the rows for each call of a function."""
    columns = {"u": given, "real": real}
    for verb, name in arrow.NAMES.items():
        options: dict[str, object] = {}
        arguments = "u"
        for option in (None, *OPTIONS[verb]):
            if option is not None:
                sql, options[option] = WORDS[verb, option]
                arguments += f", {sql}"
            made = arrow.apply(given, verb, on_error="null", **options)
            columns[f"{name}({arguments})"] = pa.array(made)
        if verb not in arrow.FINDS:
            columns[f"{name}_keep(u)"] = pa.array(arrow.apply(given, verb, on_error="keep"))
    return pa.table(columns)


def main() -> int:
    """Run every version; return 1 if a row differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("versions", nargs="*", default=VERSIONS)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    subprocess.run(["make", "duckdb"], check=True, cwd=ROOT)
    rows = BUILT / "expected.parquet"
    pq.write_table(expected(*texts(given.rows, given.seed)), rows, row_group_size=20_000)
    check = [ROOT / "crates" / "duckdb" / "check.py", BUILT / "superuri.duckdb_extension", rows]
    wrong = subprocess.run([sys.executable, *check, "--python"], check=False).returncode
    for version in given.versions:
        python = BUILT / f"v{version}" / "bin" / "python"
        if not python.exists():
            venv.create(python.parents[1], with_pip=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
        if subprocess.run([*pip, f"duckdb=={version}"], check=False).returncode:
            sys.stdout.write(f"DuckDB {version}: not run, pip has no wheel of it\n")
            continue
        wrong |= subprocess.run([python, *check], check=False).returncode
    return wrong


if __name__ == "__main__":
    sys.exit(main())
