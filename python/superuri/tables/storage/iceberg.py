"""Iceberg tables of a catalog: one snapshot is exported, and a result is written as one commit.

The address is iceberg://CATALOG/NAMESPACE.TABLE; pyiceberg finds the catalog, as its documentation
says, in ~/.pyiceberg.yaml or in PYICEBERG_CATALOG__….
"""

import warnings
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import superuri._system as _system
from superuri.tables.files.failure import MissingError, TableError, any_about

try:
    from pyiceberg.catalog import Catalog, load_catalog
    from pyiceberg.exceptions import NoSuchTableError
    from pyiceberg.expressions import AlwaysTrue
except ImportError as _missing:
    raise MissingError(
        'Iceberg tables work with pyiceberg: pip install "superuri[iceberg]"'
    ) from _missing


#: The subject of errors that pyiceberg raises.
WHAT = "the Iceberg table"
#: Rows that are committed at once: each batch is a snapshot of the same commit.
ROWS = 1 << 20


def _catalog(address: str) -> tuple[Catalog, str]:
    """Return the catalog of a table, and its name there."""
    name, _, table = address.partition("://")[2].partition("/")
    if not name or "." not in table:
        raise TableError(f"{address}: name a table as iceberg://CATALOG/NAMESPACE.TABLE")
    return load_catalog(name), table


def _table(address: str) -> Any:  # noqa: ANN401  its class is not public
    catalog, name = _catalog(address)
    return catalog.load_table(name)


def check(address: str) -> None:
    """Do nothing: a catalog names its tables."""


def version(address: str, wanted: int | None) -> int:
    """Return the number of the wanted snapshot; None is the current one. 0: there is none."""
    with any_about(address, WHAT):
        table = _table(address)
        if wanted is None:
            current = table.current_snapshot()
            return current.snapshot_id if current else 0
        if table.snapshot_by_id(wanted) is None:
            raise TableError(f"{address}: it has no snapshot {wanted}")
        return wanted


def export(address: str, number: int, path: Path) -> None:
    """Write the rows of a snapshot to a Parquet file, which is renamed once it is complete."""
    part = path.with_name(f"{path.name}.part")
    with any_about(address, WHAT):
        reader = _table(address).scan(snapshot_id=number or None).to_arrow_batch_reader()
        # The numbers of the fields, in their metadata, would be those of another table.
        schema = pa.schema([field.remove_metadata() for field in reader.schema])
        with pq.ParquetWriter(part, schema) as writer:
            for batch in reader:
                writer.write_batch(pa.RecordBatch.from_arrays(batch.columns, schema=schema))
    _system.sync(part)
    part.replace(path)


def commit(path: Path, address: str) -> None:
    """Replace the rows and columns of the table by a Parquet file's; old snapshots are kept."""
    with any_about(address, WHAT), pq.ParquetFile(path) as file:
        schema = file.schema_arrow.remove_metadata()
        catalog, name = _catalog(address)
        try:
            table = catalog.load_table(name)
        except NoSuchTableError:
            catalog.create_namespace_if_not_exists(name.rpartition(".")[0])
            table = catalog.create_table(name, schema)
        with table.transaction() as transaction:
            with transaction.update_schema(allow_incompatible_changes=True) as update:
                for old in set(table.schema().column_names) - set(schema.names):
                    if "." not in old:
                        update.delete_column(old)
                update.union_by_name(schema)
            with warnings.catch_warnings():
                # A table may have no rows.
                warnings.filterwarnings("ignore", "Delete operation did not match any records")
                transaction.delete(AlwaysTrue())
            for batch in file.iter_batches(ROWS):
                transaction.append(pa.Table.from_batches([batch], batch.schema).cast(schema))
