"""Delta tables: one version is exported, and a result is written as one commit."""

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import superuri._system as _system
from superuri.tables.files.failure import MissingError, any_about
from superuri.tables.storage.address import scheme

try:
    import deltalake
except ImportError as _missing:
    raise MissingError(
        'Delta tables work with deltalake: pip install "superuri[delta]"'
    ) from _missing


#: The subject of errors that deltalake raises.
WHAT = "the Delta table"


def _options(address: str) -> dict[str, str] | None:
    if scheme(address) != "s3":
        return None
    where = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL", "")
    return {"AWS_ALLOW_HTTP": "true"} if where.startswith("http:") else {}


def _table(address: str, version: int | None) -> deltalake.DeltaTable:
    return deltalake.DeltaTable(address, version=version, storage_options=_options(address))


def version(address: str, wanted: int | None) -> int:
    """Return the number of the wanted version; None is the newest one."""
    with any_about(address, WHAT):
        return int(_table(address, wanted).version())


def export(address: str, number: int, path: Path) -> None:
    """Write the rows of a version to a Parquet file, which is renamed once it is complete."""
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
    """Replace the rows of the table by a Parquet file's, in one commit; old versions are kept."""
    with any_about(address, WHAT), pq.ParquetFile(path) as file:
        rows = pa.RecordBatchReader.from_batches(file.schema_arrow, file.iter_batches())
        deltalake.write_deltalake(
            address,
            rows,
            mode="overwrite",
            schema_mode="overwrite",
            storage_options=_options(address),
        )
