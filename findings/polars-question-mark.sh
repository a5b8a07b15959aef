#!/usr/bin/env bash
# DuckDB cannot read the folders of Polars as one table if a partition's value holds a question mark.
#
# Guess: Polars escapes in a partition's folder what pyarrow and Hive escape.
# Seen: Polars escapes %, :, =, / and the blank, and leaves ? raw. DuckDB takes ? for the start of a query, finds
#   different partition keys in the files and refuses the table. pyarrow escapes ?, so its folders are read.
# Matters to: tables that are partitioned by a URL, a search or a title.
# Versions: polars 2.1.0, duckdb 2.0.1, pyarrow 26.0.1; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install polars==2.1.0 duckdb==2.0.1 pyarrow==26.0.1

seen=$(
    venv/bin/python - <<'PYTHON'
import os

import duckdb
import polars
import pyarrow.parquet

table = polars.DataFrame({"id": [1, 2], "k": ["plain", "a?b"]})
table.write_parquet(polars.PartitionBy("polars", key="k"))
pyarrow.parquet.write_to_dataset(table.to_arrow(), "pyarrow", partition_cols=["k"])
for writer in ("polars", "pyarrow"):
    try:
        rows = sorted(duckdb.read_parquet(writer + "/*/*.parquet", hive_partitioning=True).fetchall())
    except duckdb.Error as error:
        rows = str(error).partition(" between ")[0]
    print(writer, sorted(os.listdir(writer)), rows)
PYTHON
)

compare "$seen" <<'TEXT'
polars ['k=a?b', 'k=plain'] Binder Error: Hive partition mismatch
pyarrow ['k=a%3Fb', 'k=plain'] [(1, 'plain'), (2, 'a?b')]
TEXT
