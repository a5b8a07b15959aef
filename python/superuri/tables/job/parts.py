"""Parts of a job on this machine: the files with its intermediate results."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from superuri.tables.files import cells, reading
from superuri.tables.files.places import Place


class MemoryReader(reading.Reader):
    def __init__(self, place: Place, schema: pa.Schema) -> None:
        super().__init__(place._replace(format="memory"), [""], [])
        self.schema = schema

    def columns(self, block: reading.Block) -> dict[str, list[Any]]:
        return {name: cells.to_list(block.rows.column(name)) for name in block.rows.schema.names}


def part_name(file: int, block: int, column: int) -> str:
    """Return the name of the part for a block of an input file and a column, each by index."""
    return f"made-{file:05}-{block:06}{f'_{column:03}' if column else ''}.parquet"


def duplicates_name(column: int) -> str:
    return f"duplicates{f'_{column:03}' if column else ''}.parquet"


def tables(folder: Path, names: list[str], schema: pa.Schema) -> Iterator[pa.Table]:
    """Yield the tables in these files; without files, an empty one."""
    if not names:
        yield schema.empty_table()
    for name in names:
        yield read(folder / name)


def write(table: pa.Table, dictionaries: list[str], path: Path) -> None:
    """Write the table of a part, these columns as dictionaries; it is read once, and whole."""
    pq.write_table(
        table, path, use_dictionary=dictionaries, compression="lz4", write_statistics=False
    )


def read(path: Path) -> pa.Table:
    """Return the table in a part. `read_table` would hang if no thread can be started."""
    with pq.ParquetFile(path) as file:
        return file.read(use_threads=False)


def duplicate_numbers(path: Path, start: int, end: int) -> pa.Array:
    """Return the numbers of the duplicate rows from ``start`` to before ``end``."""
    found = [pa.array([], pa.int64())]
    with pq.ParquetFile(path) as file:
        at = file.schema_arrow.get_field_index("number")
        for group in range(file.num_row_groups):
            known = file.metadata.row_group(group).column(at).statistics
            if known is not None and known.has_min_max and (known.max < start or known.min >= end):
                continue
            column = file.read_row_group(group, ["number"], use_threads=False).column(0)
            is_within = pc.and_(pc.greater_equal(column, start), pc.less(column, end))
            found.append(column.filter(is_within).combine_chunks().cast(pa.int64()))
    return pa.concat_arrays(found)
