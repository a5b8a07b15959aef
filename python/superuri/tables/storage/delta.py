"""Delta tables: one version is exported, and a result is written as one commit."""

import os
import re
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import superuri._system as _system
from superuri.tables.files.failure import MissingError, TableError, any_about
from superuri.tables.storage.address import scheme

try:
    import deltalake
except ImportError as _missing:
    raise MissingError(
        'Delta tables work with deltalake: pip install "superuri[delta]"'
    ) from _missing


#: The subject of errors that deltalake raises.
WHAT = "the Delta table"
#: The characters of paths that deltalake 1.6 writes to; an escape it would read as its character.
_WRITABLE = re.compile(r"""(?:%(?![0-9A-Fa-f]{2})|[^\0-\x7f]|[\w !"#$&'()*+,./:;<=>?@`{}~-])*""")


def _options(address: str) -> dict[str, str] | None:
    if scheme(address) != "s3":
        return None
    where = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL", "")
    return {"AWS_ALLOW_HTTP": "true"} if where.startswith("http:") else {}


def _table(address: str, version: int | None) -> deltalake.DeltaTable:
    return deltalake.DeltaTable(address, version=version, storage_options=_options(address))


def check(address: str) -> None:
    """Raise if the library cannot write a table to this path; of a store, it is not known."""
    name = address if scheme(address) else Path(address).absolute().as_posix()
    fits = _WRITABLE.match(name)
    if not scheme(address) and fits is not None and fits.end() < len(name):
        what = f"{name[fits.end() :][:3]!r} in the path cannot be written by deltalake"
        raise TableError(f"{address}: {what}; name another folder")


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
    folder = None if scheme(address) else Path(address)
    is_new = folder is not None and not folder.exists()
    try:
        with any_about(address, WHAT), pq.ParquetFile(path) as file:
            deltalake.write_deltalake(
                address,
                pa.RecordBatchReader.from_batches(file.schema_arrow, file.iter_batches()),
                mode="overwrite",
                schema_mode="overwrite",
                storage_options=_options(address),
            )
    except TableError:
        if is_new and folder is not None:
            # A table that the library refused, without a log.
            shutil.rmtree(folder, ignore_errors=True)
        raise
