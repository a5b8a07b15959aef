"""Job on this machine: a table cleaned, normalised, keyed and deduplicated, no row lost.

A first pass processes the blocks, each into a part on the disk; one query finds the duplicates in
the parts; a second pass reads the input again and writes it with its new columns.
"""

import json
import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property, partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from superuri.tables.engines import duckdb, sql
from superuri.tables.files import formats, reading, writing
from superuri.tables.files.failure import TableError, about
from superuri.tables.job import blocks, choices, elements
from superuri.tables.job.manifest import Manifest
from superuri.tables.job.outputs import COMPLETE
from superuri.tables.job.parts import (
    MemoryReader,
    duplicate_numbers,
    duplicates_name,
    part_name,
    read,
    tables,
    write,
)
from superuri.tables.job.plan import Plan
from superuri.tables.report.summary import Summary

#: Characters at the beginning of a formula in a spreadsheet.
FORMULA = ("=", "+", "-", "@", "\t", "\r")

Progress = Callable[[str, float, int], None]


class Job:
    """One job on this machine."""

    def __init__(self, plan: Plan, progress: Progress | None) -> None:
        self.plan = plan
        self.progress: Progress = progress or (lambda *_: None)

    def run(self, memory: str, threads: int | None, say: Callable[[str], None]) -> Summary:
        """Do the job, and return the summary."""

        def work(manifest: Manifest) -> Summary:
            try:
                engine = duckdb.Engine(self.plan.folder, memory, threads)
                try:
                    return self._work(engine, manifest)
                finally:
                    engine.close()
            except duckdb.Error as error:
                first = str(error).splitlines()[0]
                raise TableError(f"{self.plan.folder}: DuckDB failed ({first})") from error

        return self.plan.run(work, say)

    def _work(self, engine: duckdb.Engine, manifest: Manifest) -> Summary:
        plan = self.plan
        summary = Summary(files=len(plan.places), dialects=choices.dialects(plan.readers))
        schema = None
        if not plan.is_folder:
            schema = choices.common_schema(plan.readers, plan.target.format, union=plan.union)
        sizes = [max(1, place.path.stat().st_size) for place in plan.places]
        starts: list[list[int]] = []
        number = before = 0
        for at, reader in enumerate(plan.readers):
            starts.append([])
            first = number
            for n, block in enumerate(reader.blocks()):
                for c, column in enumerate(plan.columns):
                    part = part_name(at, n, c)
                    if part not in manifest.parts:
                        column_block = reader.for_column(block, c) if c else block
                        name = self._name_of(part)
                        source = blocks.Source(name, column, number, first, self.findings)
                        self._process(engine, manifest, part, column_block, source)
                    summary.add(manifest.parts[part], reader.name, column if c else None)
                starts[-1].append(number)
                number += len(block)
                self.progress("cleaning", 0.7 * (before + block.read) / sum(sizes), number)
            before += sizes[at]
        for c in range(len(plan.columns)):
            self._find_duplicates(engine, manifest, summary, starts, c)
        # What the query held is free while the output is written.
        engine.close()
        with ExitStack() as files:
            self._write_output(starts, summary, schema, files)
        summary.account(dedupe=plan.dedupe)
        self._write_findings(sorted(manifest.parts))
        return summary

    @cached_property
    def findings(self) -> pa.Schema:
        """The columns of the table of findings."""
        several = len(self.plan.columns) > 1
        lists = any(map(self._has_lists, self.plan.columns))
        return blocks.schema(several=several, lists=lists)

    def _has_lists(self, column: str) -> bool:
        return any(each.has_lists(column) for each in self.plan.readers)

    def _find_duplicates(
        self,
        engine: duckdb.Engine,
        manifest: Manifest,
        summary: Summary,
        starts: list[list[int]],
        c: int,
    ) -> None:
        """Find the duplicates of a column; those of the first column count as duplicate rows."""
        plan, column = self.plan, self.plan.columns[c]
        parts = [
            str(plan.folder / part_name(at, n, c))
            for at, blocks_of in enumerate(starts)
            for n in range(len(blocks_of))
        ]
        if not parts:
            return
        lists = {each.has_lists(column) for each in plan.readers}
        if len(lists) > 1:
            names = [each.name for each in plan.readers if each.has_lists(column)]
            raise TableError(f"{names[0]}: its column {column!r} has lists, in other files strings")
        order = [
            (f"order_{n}", descends, self._is_text(name))
            for n, (name, descends) in enumerate(plan.order)
        ]
        path = plan.folder / duplicates_name(c)
        if path.stem not in manifest.parts:
            find = lambda path: engine.duplicates(  # noqa: E731
                parts, plan.same, order, path, lists=lists == {True}
            )
            files = {path.name: manifest.write(path.name, find)}
            rows = pq.read_metadata(path).num_rows
            manifest.add(path.stem, rows=rows, files=files)
        if c == 0:
            summary.duplicates = manifest.parts[path.stem]["rows"]
            summary.domains = engine.domains(parts, lists=lists == {True})

    def _is_text(self, name: str) -> bool:
        """Return whether any input has texts in a column."""
        schemas = [reader.schema for reader in self.plan.readers]
        return any(each is None or pa.types.is_string(each.field(name).type) for each in schemas)

    def _process(
        self,
        engine: duckdb.Engine,
        manifest: Manifest,
        part: str,
        block: reading.Block,
        source: blocks.Source,
    ) -> None:
        """Process a block, write its part, and record it in the manifest."""
        if block.lengths is not None:
            derived, findings, counts = elements.process(block, source, engine.threads)
        else:
            result = engine.process(block, source.number)
            derived = blocks.with_errors(result.derived, block.invalid)
            findings = blocks.findings(result.findings, block.invalid, source)
            counts = blocks.counts(result, derived, block, source)
        strings = blocks.dictionary_columns(self.findings)
        files = {
            name: manifest.write(name, partial(write, table, columns))
            for name, table, columns in (
                (part, derived, ["host", "domain", "error"]),
                (part.replace("made", "findings"), findings, strings),
            )
        }
        manifest.add(part, **counts, files=files)

    def _name_of(self, part: str) -> str:
        name = self.plan.places[int(part.split("-")[1])].name
        # The same file, under a name that a spreadsheet does not read as a formula.
        return f".{os.sep}{name}" if name.startswith(FORMULA) else name

    def _write_output(
        self,
        starts: list[list[int]],
        summary: Summary,
        schema: pa.Schema | None,
        files: ExitStack,
    ) -> None:
        """Write the output, and count its rows and escapes; ``files`` closes the writers."""
        output = self.plan.folder / "output"
        if output.is_dir():
            shutil.rmtree(output)
        rows = 0
        sizes = [max(1, place.path.stat().st_size) for place in self.plan.places]
        writer = None
        for at, reader in enumerate(self.plan.readers):
            if self.plan.is_folder:
                path = output / reader.place.inside
                path.parent.mkdir(parents=True, exist_ok=True)
                writer = formats.writer(reader.place, path, template=reader)
            else:
                writer = writer or formats.writer(self.plan.target, output, template=reader)
                writer.union = schema
                writer.partitions = reader.place.partitions
            files.callback(writer.discard)
            for n, block in enumerate(reader.blocks()):
                if n >= len(starts[at]):
                    raise TableError(f"{reader.name}: it has changed while it was read")
                more, keep = self._new_columns((at, n), starts[at][n], reader, block)
                writer.add(reader, block, more, keep)
                summary.written += keep.true_count if keep is not None else len(block)
                rows += len(block)
                share = (sum(sizes[:at]) + block.read) / sum(sizes)
                self.progress("writing", 0.7 + 0.3 * share, rows)
            if self.plan.is_folder:
                self._close(writer, summary)
        if self.plan.is_folder:
            complete: dict[str, Any] = {"rows": summary.written}
            complete |= {"files": [place.inside for place in self.plan.places]}
            (output / COMPLETE).write_text(json.dumps(complete, indent=1) + "\n")
        elif writer is not None:
            self._close(writer, summary)

    @staticmethod
    def _close(writer: writing.Writer, summary: Summary) -> None:
        writer.close()
        summary.escaped += writer.escaped
        summary.foreign += writer.unencodable

    def _new_columns(
        self, place: tuple[int, int], start: int, reader: reading.Reader, block: reading.Block
    ) -> tuple[writing.NewColumns, pa.BooleanArray | None]:
        """Return the new columns of a block, and the mask of rows to write (None: all)."""
        count = len(block)
        columns: dict[str, Any] = {}
        kept: dict[str, dict[int, str]] = {}
        keep = None
        for c, prefix in enumerate(self.plan.prefixes):
            part = self.plan.folder / part_name(*place, c)
            with about(str(part)):
                derived = read(part)
                path = self.plan.folder / duplicates_name(c)
                duplicates = duplicate_numbers(path, start, start + count)
            if len(derived) != count:
                raise TableError(f"{part}: its input has changed while it was read")
            is_duplicate = pc.is_in(derived.column("number"), value_set=duplicates)
            columns |= {f"{prefix}{name}": derived.column(name) for name in sql.DERIVED}
            columns[f"{prefix}duplicate"] = is_duplicate
            failed = set(pc.indices_nonzero(derived.column("error").is_valid()).to_pylist())
            column_block = reader.for_column(block, c) if c else block
            unchanged = column_block.original_texts() if column_block.lengths is None else {}
            unchanged = {n: text for n, text in unchanged.items() if n in failed}
            if unchanged:
                kept |= {f"{prefix}{name}": unchanged for name in ("clean", "normal")}
            if c == 0 and self.plan.dedupe:
                keep = pc.invert(is_duplicate).combine_chunks()
        return writing.NewColumns(pa.table(columns), kept), keep

    def _write_findings(self, parts: list[str]) -> None:
        place = self.plan.findings
        writer = formats.writer(place, self.plan.folder / "findings")
        reader = MemoryReader(place, self.findings)
        names = [name.replace("made", "findings") for name in parts if "made-" in name]
        for table in tables(self.plan.folder, names, self.findings):
            block = reading.Block(table, table.column("code"), {}, {}, {}, {}, 0)
            writer.add(reader, block, writing.NewColumns(table.select([]), {}), None)
        writer.close()
