"""DuckDB: finds the duplicates of a job with limited memory, spilling to the disk."""

import re
from pathlib import Path
from typing import Any

import pyarrow as pa

from superuri.tables.engines import sql
from superuri.tables.files.failure import MissingError

try:
    import duckdb
except ImportError as _missing:
    message = 'tidy works with DuckDB: pip install "superuri[duckdb]"'
    raise MissingError(message) from _missing

#: The memory that DuckDB needs for each thread, generously; with less, it can fail.
PER_THREAD = 64 << 20
#: The units in which DuckDB shows memory.
UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB")
_GLOB = re.compile(r"[*?[]")


class Engine:
    def __init__(self, folder: Path, memory: str, threads: int | None) -> None:
        config: dict[str, Any] = {"temp_directory": str(folder / "spill"), "memory_limit": memory}
        self.threads = threads
        self.con: duckdb.DuckDBPyConnection = duckdb.connect(config=config)
        self.con.execute("SET preserve_insertion_order = true")
        self.con.execute(f"SET threads = {self._most_threads()}")

    def _most_threads(self) -> int:
        """Return how many threads the memory is enough for, at most the number that is wanted."""
        query = "SELECT current_setting('memory_limit'), current_setting('threads')"
        [(shown, cores)] = self.con.execute(query).fetchall()
        amount, unit = shown.split()
        memory = float(amount) * 1024 ** UNITS.index(unit)
        return max(1, min(self.threads or cores, int(memory / PER_THREAD)))

    def duplicates(
        self,
        parts: list[str],
        same: str,
        order: list[tuple[str, bool, bool]],
        path: Path,
        *,
        lists: bool,
    ) -> None:
        """Write the numbers of all rows but the first of each class, in order."""
        # Arrow keeps free memory, which the limit of DuckDB does not count.
        pa.default_memory_pool().release_unused()
        self._view(parts, by_name=bool(order))
        query = sql.duplicates(same, order, lists=lists)
        self.con.execute(f"COPY ({query}) TO '{_quoted(path)}' (FORMAT parquet)")

    def domains(self, parts: list[str], *, lists: bool) -> list[tuple[str, int]]:
        """Return the domains with the most rows."""
        self._view(parts)
        query = sql.domains(lists=lists)
        rows: list[tuple[str, int]] = self.con.execute(query).fetchall()
        return rows

    def _view(self, parts: list[str], *, by_name: bool = False) -> None:
        """Make the view ``made``; with ``by_name``, columns have a type that holds all values."""
        # A name with wildcards is one file, and a folder such as `day=1` is not a partition.
        escaped = [_GLOB.sub(r"[\g<0>]", part) for part in parts]
        names = ", ".join(f"'{_quoted(part)}'" for part in escaped)
        files = f"read_parquet([{names}], hive_partitioning = false, union_by_name = {by_name})"
        self.con.execute(f"CREATE OR REPLACE VIEW made AS SELECT * FROM {files}")  # noqa: S608  names of ours

    def close(self) -> None:
        """Release the memory and the temporary files."""
        self.con.close()


def _quoted(path: object) -> str:
    return str(path).replace("'", "''")


#: DuckDB's exception, most often for a full disk.
Error = duckdb.Error
