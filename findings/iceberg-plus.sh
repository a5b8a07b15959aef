#!/usr/bin/env bash
# pyiceberg writes the partitions "a b" and "a+b" to folders that pyarrow and DuckDB both read as "a+b".
#
# Guess: the folders follow Hive's rule, like those of pyarrow and Spark: a blank is raw or %20.
# Seen: pyiceberg encodes a form. pyarrow and DuckDB (and Polars) decode percent-escapes only, so two values become
#   one, and NULL the string "null". The warehouse's file: URI is not decoded, so the table is in "w%20b", not in "w b".
# Matters to: those who read the data files of a table without its catalog. Within Iceberg all is well.
# Versions: pyiceberg 0.12.0, pyarrow 26.0.1, duckdb 2.0.1, sqlalchemy 2.1.9; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install \
    pyiceberg==0.12.0 pyarrow==26.0.1 duckdb==2.0.1 sqlalchemy==2.1.9

seen=$(
    venv/bin/python - <<'PYTHON'
import glob
import os
import pathlib

import duckdb
import pyarrow
import pyarrow.dataset
from pyiceberg.catalog.sql import SqlCatalog

pathlib.Path("w b").mkdir()
rows = pyarrow.table({"id": [1, 2, 3, 4], "k": ["a b", "a+b", "100%", None]})
catalog = SqlCatalog("c", uri="sqlite:///:memory:", warehouse=pathlib.Path("w b").absolute().as_uri())
catalog.create_namespace("n")
table = catalog.create_table("n.t", rows.schema)
with table.update_spec() as update:
    update.add_identity("k")
table.append(rows)
(data,) = glob.glob("w*/n/t/data")
print(data, sorted(os.listdir(data)))
hive = pyarrow.dataset.partitioning(pyarrow.schema([("k", pyarrow.string())]), flavor="hive")
read = {
    "pyarrow": pyarrow.dataset.dataset(data, partitioning=hive).to_table(columns=["id", "k"]).to_pylist(),
    "DuckDB": duckdb.read_parquet(data + "/*/*.parquet", hive_partitioning=True).to_arrow_table().to_pylist(),
}
for reader, found in read.items():
    print(reader, [row["k"] for row in sorted(found, key=lambda row: row["id"])])
PYTHON
)

compare "$seen" <<'TEXT'
w%20b/n/t/data ['k=100%25', 'k=a%2Bb', 'k=a+b', 'k=null']
pyarrow ['a+b', 'a+b', '100%', 'null']
DuckDB ['a+b', 'a+b', '100%', 'null']
TEXT
