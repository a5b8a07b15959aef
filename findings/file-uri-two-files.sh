#!/usr/bin/env bash
# One file: URI opens "a b.csv" in pandas, Polars and pyarrow, and the file a%20b.csv in DuckDB and fsspec.
#
# Guess: each library that accepts file: decodes its path, as RFC 8089 has it.
# Seen: DuckDB and fsspec remove file:// and keep the rest, so that Path.as_uri() of "a b.csv" is not found, or is another
#   file.
# Matters to: programs that pass on Path.as_uri(), or the links of a catalog.
# Versions: pandas 3.1.1, pyarrow 26.0.1, polars 2.1.0, duckdb 2.0.0, fsspec 2026.9.0; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install pandas==3.1.1 pyarrow==26.0.1 polars==2.1.0 duckdb==2.0.0 fsspec==2026.9.0

seen=$(
    venv/bin/python - <<'PYTHON'
from pathlib import Path

import duckdb
import fsspec
import pandas
import polars
import pyarrow.dataset

for name in ("a b.csv", "a%20b.csv"):
    Path(name).write_text(f"name\n{name}\n")
uri = Path("a b.csv").absolute().as_uri()
print(uri.rpartition("/")[2], "is")
print("pandas", pandas.read_csv(uri)["name"].tolist())
print("pyarrow", pyarrow.dataset.dataset(uri, format="csv").to_table()["name"].to_pylist())
print("Polars", polars.scan_csv(uri).collect()["name"].to_list())
print("DuckDB", duckdb.sql(f"select name from read_csv('{uri}')").fetchall())
print("fsspec", fsspec.open(uri).open().read().split(b"\n")[1].decode())
PYTHON
)

compare "$seen" <<'TEXT'
a%20b.csv is
pandas ['a b.csv']
pyarrow ['a b.csv']
Polars ['a b.csv']
DuckDB [('a%20b.csv',)]
fsspec a%20b.csv
TEXT
