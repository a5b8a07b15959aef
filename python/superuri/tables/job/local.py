"""Job on this machine: a table cleaned, normalised, keyed and deduplicated, no row lost.

A first pass does the SQL block by block, each into a part on the disk; one query finds the
duplicates among the parts; a second pass reads the input again and writes it with its new columns.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from superuri.tables.engines import duckdb, sql
from superuri.tables.files import cells, formats, reading, writing
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place
from superuri.tables.job import blocks
from superuri.tables.job.manifest import Manifest
from superuri.tables.job.outputs import COMPLETE
from superuri.tables.job.plan import Plan
from superuri.tables.report.summary import Summary

#: What begins a formula in a spreadsheet.
FORMULA = ("=", "+", "-", "@", "\t", "\r")

Progress = Callable[[str, float, int], None]


class Job:
    """One job on this machine."""

    def __init__(self, plan: Plan, progress: Progress | None) -> None:
        self.plan = plan
        self.progress: Progress = progress or (lambda *_: None)

    def run(self, memory: str, threads: int | None, say: Callable[[str], None]) -> Summary:
        """Do the job, and return what became of the rows."""

        def work(manifest: Manifest) -> Summary:
            engine = duckdb.Engine(self.plan.folder, memory, threads)
            try:
                return self._work(engine, manifest)
            except duckdb.Error as error:
                first = str(error).splitlines()[0]
                raise TableError(f"{self.plan.folder}: DuckDB could not go on ({first})") from error
            finally:
                engine.close()

        return self.plan.done(work, say)

    def _work(self, engine: duckdb.Engine, manifest: Manifest) -> Summary:
        summary = Summary(files=len(self.plan.places))
        if not self.plan.is_folder:
            formats.survey(self.plan.readers, self.plan.target.format)
        sizes = [max(1, place.path.stat().st_size) for place in self.plan.places]
        starts: list[list[int]] = []
        number = before = 0
        for at, reader in enumerate(self.plan.readers):
            starts.append([])
            first = number
            for n, block in enumerate(reader.blocks()):
                part = f"made-{at:05}-{n:06}.parquet"
                if part not in manifest.parts:
                    self._part(engine, manifest, part, block, (number, first))
                summary.add(manifest.parts[part], reader.name)
                starts[-1].append(number)
                number += len(block)
                self.progress("cleaning", 0.7 * (before + block.read) / sum(sizes), number)
            before += sizes[at]
        parts = [str(self.plan.folder / name) for name in sorted(manifest.parts) if "made-" in name]
        numbers = self.plan.folder / "duplicates.parquet"
        if parts:
            order = [
                (f"order_{n}", descends, self._is_text(name))
                for n, (name, descends) in enumerate(self.plan.order)
            ]
            if "duplicates" not in manifest.parts:
                find = lambda path: engine.duplicates(parts, self.plan.same, order, path)  # noqa: E731
                files = {numbers.name: manifest.make(numbers.name, find)}
                rows = pq.read_metadata(numbers).num_rows
                manifest.add("duplicates", rows=rows, files=files)
            summary.duplicates = manifest.parts["duplicates"]["rows"]
            summary.domains = engine.domains(parts)
        with ExitStack() as opened:
            summary.written, summary.escaped = self._put(starts, numbers, opened)
        summary.account(dedupe=self.plan.dedupe)
        self._write_findings(sorted(manifest.parts))
        return summary

    def _is_text(self, name: str) -> bool:
        schema = self.plan.readers[0].schema
        return schema is None or pa.types.is_string(schema.field(name).type)

    def _part(
        self,
        engine: duckdb.Engine,
        manifest: Manifest,
        part: str,
        block: reading.Block,
        numbers: tuple[int, int],
    ) -> None:
        """Do a block, and say so in the manifest once it is on the disk."""
        number, first = numbers
        done = engine.block(block, number)
        made = blocks.with_errors(done.made, block.odd)
        findings = blocks.findings(done.findings, block.odd, self._name_of(part), number, first)
        files = {
            name: manifest.make(name, partial(pq.write_table, table, use_dictionary=words))
            for name, table, words in (
                (part, made, ["host", "domain", "error"]),
                (part.replace("made", "findings"), findings, blocks.WORDS),
            )
        }
        manifest.add(part, **blocks.facts(done, made, block, number, first), files=files)

    def _name_of(self, part: str) -> str:
        name = self.plan.places[int(part.split("-")[1])].name
        # A spreadsheet takes it for a formula; it is the same file.
        return f".{os.sep}{name}" if name.startswith(FORMULA) else name

    def _put(self, starts: list[list[int]], numbers: Path, files: ExitStack) -> tuple[int, int]:
        """Write the output, and return how many rows it has, and how many fields in other words.

        ``files`` lets go of what is open.
        """
        output = self.plan.folder / "output"
        if output.is_dir():
            shutil.rmtree(output)
        written = rows = escaped = 0
        sizes = [max(1, place.path.stat().st_size) for place in self.plan.places]
        writer = None
        for at, reader in enumerate(self.plan.readers):
            if self.plan.is_folder:
                path = output / reader.place.inside
                path.parent.mkdir(parents=True, exist_ok=True)
                writer = formats.writer(reader.place, path)
            else:
                writer = writer or formats.writer(self.plan.target, output)
                writer.partitions = reader.place.partitions
            files.callback(writer.discard)
            for n, block in enumerate(reader.blocks()):
                if n >= len(starts[at]):
                    raise TableError(f"{reader.name}: it has changed while it was read")
                part = self.plan.folder / f"made-{at:05}-{n:06}.parquet"
                more, keep = self._more(part, starts[at][n], numbers, block)
                writer.add(reader, block, more, keep)
                written += keep.true_count if keep is not None else len(block)
                rows += len(block)
                share = (sum(sizes[:at]) + block.read) / sum(sizes)
                self.progress("writing", 0.7 + 0.3 * share, rows)
            if self.plan.is_folder:
                writer.close()
                escaped += writer.escaped
        if self.plan.is_folder:
            complete = {"rows": written, "files": [place.inside for place in self.plan.places]}
            (output / COMPLETE).write_text(json.dumps(complete, indent=1) + "\n")
        elif writer is not None:
            writer.close()
            escaped = writer.escaped
        return written, escaped

    def _more(
        self, part: Path, start: int, numbers: Path, block: reading.Block
    ) -> tuple[writing.More, pa.BooleanArray | None]:
        """Return the new columns of a block, and which of its rows stay."""
        count = len(block)
        with about(str(part)):
            made = _read(part)
            found = _numbers(numbers, start, start + count)
        if len(made) != count:
            raise TableError(f"{part}: its input has changed while it was read")
        again = pc.is_in(made.column("number"), value_set=found)
        prefix = self.plan.prefix
        more = {f"{prefix}{name}": made.column(name) for name in sql.DERIVED}
        more[f"{prefix}duplicate"] = again
        refused = set(pc.indices_nonzero(made.column("error").is_valid()).to_pylist())
        as_given = {n: text for n, text in block.as_given().items() if n in refused}
        kept = {f"{prefix}{name}": as_given for name in ("clean", "normal")} if as_given else {}
        keep = pc.invert(again).combine_chunks() if self.plan.dedupe else None
        return writing.More(pa.table(more), kept), keep

    def _write_findings(self, parts: list[str]) -> None:
        place = self.plan.findings
        writer = formats.writer(place, self.plan.folder / "findings")
        reader = _Ready(place)
        names = [name.replace("made", "findings") for name in parts if "made-" in name]
        for table in _tables(self.plan.folder, names):
            block = reading.Block(table, table.column("code"), {}, {}, {}, {}, 0)
            writer.add(reader, block, writing.More(table.select([]), {}), None)
        writer.close()


class _Ready(reading.Reader):
    """A table that is in memory already."""

    def __init__(self, place: Place) -> None:
        super().__init__(place._replace(format="memory"), "", [])
        self.schema = blocks.FINDINGS

    def columns(self, block: reading.Block) -> dict[str, list[Any]]:
        return {name: cells.listed(block.rows.column(name)) for name in block.rows.schema.names}


def _tables(folder: Path, names: list[str]) -> Iterator[pa.Table]:
    if not names:
        yield blocks.FINDINGS.empty_table()
    for name in names:
        yield _read(folder / name)


def _read(path: Path) -> pa.Table:
    """Return the table in a file of ours. Where no thread can be made, `read_table` would hang."""
    with pq.ParquetFile(path) as file:
        return file.read(use_threads=False)


def _numbers(path: Path, start: int, end: int) -> pa.Array:
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
