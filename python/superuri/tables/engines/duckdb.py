"""DuckDB: the job's SQL in this process, in little memory, on the disk where that is short."""

import re
from pathlib import Path
from typing import Any

import pyarrow as pa

from superuri.tables.engines import sql
from superuri.tables.files.failure import MissingError
from superuri.tables.files.reading import Block

try:
    from superuri.columns import duckdb as functions
except ImportError as _missing:
    raise MissingError(f"tidy works with DuckDB: {_missing}") from _missing

import duckdb

_GLOB = re.compile(r"[*?[]")
#: DuckDB hands a batch to one thread; it calls a function with a vector of 2048 rows.
BATCH_ROWS = 8192


class Done:
    """What the SQL made of a block."""

    def __init__(self, made: pa.Table, findings: pa.Table, counts: Any, examples: Any) -> None:  # noqa: ANN401
        self.made: pa.Table = made
        self.findings: pa.Table = findings
        self.counts: Any = counts
        self.examples: Any = examples


class Engine:
    """An embedded DuckDB that knows the verbs."""

    def __init__(self, folder: Path, memory: str, threads: int | None) -> None:
        config: dict[str, Any] = {"temp_directory": str(folder / "spill"), "memory_limit": memory}
        if threads:
            config["threads"] = threads
        self.con: duckdb.DuckDBPyConnection = functions.register(duckdb.connect(config=config))
        self.con.execute("SET preserve_insertion_order = true")
        # What Spark calls so.
        self.con.execute("CREATE MACRO explode(list) AS unnest(list)")

    def block(self, block: Block, first: int) -> Done:
        """Do the rows of a block, the first of which has this number."""
        numbers = pa.array(range(first, first + len(block)), pa.int64())
        order = {f"order_{n}": column for n, column in enumerate(block.order.values())}
        given = pa.table({"number": numbers, "text": block.texts, **order})
        batches = given.to_batches(max_chunksize=BATCH_ROWS)
        self.con.register("given", pa.Table.from_batches(batches, given.schema))
        made = self._table(f"{sql.derive(order)} ORDER BY number")
        ordered = "ORDER BY number, start, code"
        found = self._table(f"SELECT * FROM ({sql.FINDINGS}) AS f {ordered}")  # noqa: S608  ours
        self.con.register("findings", found)
        counts = self.con.execute(sql.COUNTS).fetchall()
        examples = self.con.execute(sql.EXAMPLES).fetchall()
        self.con.unregister("given")
        self.con.unregister("findings")
        return Done(made, found, counts, examples)

    def duplicates(
        self, parts: list[str], same: str, order: list[tuple[str, bool, bool]], path: Path
    ) -> None:
        """Write the numbers of all rows that are not the first of their class, in order."""
        self._view(parts)
        query = sql.duplicates(same, order)
        self.con.execute(f"COPY ({query}) TO '{_quoted(path)}' (FORMAT parquet)")

    def domains(self, parts: list[str]) -> list[tuple[str, int]]:
        self._view(parts)
        found: list[tuple[str, int]] = self.con.execute(sql.DOMAINS).fetchall()
        return found

    def _view(self, parts: list[str]) -> None:
        # The folders' names say nothing of the rows, whatever they look like.
        known = [_GLOB.sub(r"[\g<0>]", part) for part in parts]
        names = ", ".join(f"'{_quoted(part)}'" for part in known)
        files = f"read_parquet([{names}], hive_partitioning = false)"
        self.con.execute(f"CREATE OR REPLACE VIEW made AS SELECT * FROM {files}")  # noqa: S608  names of ours

    def _table(self, query: str) -> pa.Table:
        return self.con.sql(query).to_arrow_table()

    def close(self) -> None:
        """Let go of memory and of the files that spilled."""
        self.con.close()


def _quoted(path: object) -> str:
    return str(path).replace("'", "''")


#: What DuckDB raises: a full disk, most often.
Error = duckdb.Error
