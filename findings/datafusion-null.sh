#!/usr/bin/env bash
# DataFusion reads the NULL partition of other writers as a string, and others read its own as an empty string.
#
# Guess: __HIVE_DEFAULT_PARTITION__ is NULL for each engine that reads Hive's folders.
# Seen: DataFusion returns the name as a value, and writes NULL as "k=", which is '' elsewhere. A filter by IS NULL
#   finds no row, in both directions, without a message.
# Matters to: tables that one engine writes and another reads.
# Versions: datafusion 55.0.0, pyarrow 26.0.1; 2026-11-29.
set -euo pipefail
source "$(dirname "$0")/kit.bash"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
pip install datafusion==55.0.0 pyarrow==26.0.1

seen=$(
    venv/bin/python - <<'PYTHON'
import os

import datafusion
import pyarrow
import pyarrow.dataset as ds

TEXT = pyarrow.schema([("k", pyarrow.string())])
HIVE = ds.partitioning(TEXT, flavor="hive")
context = datafusion.SessionContext()
ds.write_dataset(pyarrow.table({"id": [1, 2], "k": ["x", None]}), "pyarrow", format="parquet", partitioning=HIVE)
context.register_listing_table("t", "pyarrow", [("k", pyarrow.string())], ".parquet")
print(sorted(os.listdir("pyarrow")), "DataFusion reads", context.sql("select k from t order by id").to_pydict()["k"])
context.sql("copy (values (1, 'x'), (2, null)) to 'datafusion' stored as parquet partitioned by (column2)").collect()
TEXT = pyarrow.schema([("column2", pyarrow.string())])
table = ds.dataset("datafusion", partitioning=ds.partitioning(TEXT, flavor="hive")).to_table().sort_by("column1")
print(sorted(os.listdir("datafusion")), "pyarrow reads", table["column2"].to_pylist())
PYTHON
)

compare "$seen" <<'TEXT'
['k=__HIVE_DEFAULT_PARTITION__', 'k=x'] DataFusion reads ['x', '__HIVE_DEFAULT_PARTITION__']
['column2=', 'column2=x'] pyarrow reads ['x', '']
TEXT
