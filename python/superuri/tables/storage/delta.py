"""Delta tables: one version read as the table's log says, and a result written as one commit."""

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from superuri import _system
from superuri.tables.files.failure import MissingError, any_about
from superuri.tables.storage.address import scheme

try:
    import deltalake
except ImportError as _missing:
    raise MissingError(
        'Delta tables work with deltalake: pip install "superuri[delta]"'
    ) from _missing


#: What cannot be used if deltalake raises anything.
WHAT = "the Delta table"


def _options(address: str) -> dict[str, str] | None:
    if scheme(address) != "s3":
        return None
    where = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL", "")
    return {"AWS_ALLOW_HTTP": "true"} if where.startswith("http:") else {}


def _table(address: str, version: int | None) -> deltalake.DeltaTable:
    return deltalake.DeltaTable(address, version=version, storage_options=_options(address))


def version(address: str, wanted: int | None) -> int:
    """Return the number of the version that is meant: the newest one, unless one is wanted."""
    with any_about(address, WHAT):
        return int(_table(address, wanted).version())


def export(address: str, number: int, path: Path) -> None:
    """Write the rows of a version to a Parquet file, under its name once it is complete."""
    part = path.with_name(f"{path.name}.part")
    with any_about(address, WHAT):
        rows = _table(address, number).to_pyarrow_dataset().scanner(use_threads=False)
        reader = rows.to_reader()
        with pq.ParquetWriter(part, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
    _system.sync(part)
    part.replace(path)


def commit(path: Path, address: str) -> None:
    """Make the rows of a Parquet file the table's, in one commit; older versions stay readable."""
    with any_about(address, WHAT), pq.ParquetFile(path) as file:
        rows = pa.RecordBatchReader.from_batches(file.schema_arrow, file.iter_batches())
        deltalake.write_deltalake(
            address,
            rows,
            mode="overwrite",
            schema_mode="overwrite",
            storage_options=_options(address),
        )
