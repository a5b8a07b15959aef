"""Parts of a job on this machine: the files in which it keeps what it has made."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from superuri.tables.files import cells, reading
from superuri.tables.files.places import Place


class Ready(reading.Reader):
    """A table that is in memory already."""

    def __init__(self, place: Place, schema: pa.Schema) -> None:
        super().__init__(place._replace(format="memory"), [""], [])
        self.schema = schema

    def columns(self, block: reading.Block) -> dict[str, list[Any]]:
        return {name: cells.to_list(block.rows.column(name)) for name in block.rows.schema.names}


def part_name(at: int, n: int, c: int) -> str:
    """Return the name of what is made of a block of a file, for one of the columns."""
    return f"made-{at:05}-{n:06}{f'_{c:03}' if c else ''}.parquet"


def again_name(c: int) -> str:
    """Return the name of the duplicates of a column."""
    return f"duplicates{f'_{c:03}' if c else ''}.parquet"


def tables(folder: Path, names: list[str], schema: pa.Schema) -> Iterator[pa.Table]:
    if not names:
        yield schema.empty_table()
    for name in names:
        yield read(folder / name)


def read(path: Path) -> pa.Table:
    """Return the table in a file of ours. Where no thread can be made, `read_table` would hang."""
    with pq.ParquetFile(path) as file:
        return file.read(use_threads=False)


def numbers(path: Path, start: int, end: int) -> pa.Array:
    """Return the numbers of duplicates from one row to another, of a file that has all of them."""
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
