"""Job on this machine: a table cleaned, normalised, keyed and deduplicated, no row lost.

A first pass processes the blocks, each into a part on the disk; one query finds the duplicates in
the parts; a second pass reads the input again and writes it with its new columns.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import cached_property, partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from superuri.tables.engines import direct, duckdb, sql
from superuri.tables.files import formats, reading, writing
from superuri.tables.files.failure import TableError, about
from superuri.tables.job import blocks, choices, elements, running
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
from superuri.tables.job.request import Progress, Say
from superuri.tables.report.summary import NO_SCHEME, Summary

#: Characters at the beginning of a formula in a spreadsheet.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def run(plan: Plan, memory: str, threads: int | None, progress: Progress, say: Say) -> Summary:
    with running.started(plan, say) as started:
        if not started.is_complete:
            with _engine(plan, memory, threads) as engine:
                summary = Job(plan, started.manifest, engine, progress).run()
            started.complete(summary)
        return started.publish()


@contextmanager
def _engine(plan: Plan, memory: str, threads: int | None) -> Iterator[duckdb.Engine]:
    try:
        with closing(duckdb.Engine(plan.folder, memory, threads)) as engine:
            yield engine
    except duckdb.Error as error:
        raise TableError(f"{plan.folder}: DuckDB failed ({str(error).splitlines()[0]})") from error


class Job:
    """The work of one job on this machine: its parts, its output and its findings."""

    def __init__(
        self, plan: Plan, manifest: Manifest, engine: duckdb.Engine, progress: Progress
    ) -> None:
        self.plan, self.manifest, self.engine, self.progress = plan, manifest, engine, progress
        self.sizes: list[int] = [max(1, place.path.stat().st_size) for place in plan.places]
        #: For each input, the numbers of its blocks' first rows among the rows of all inputs.
        self.starts: list[list[int]] = [[] for _ in plan.places]
        self.summary = Summary(files=len(plan.places), dialects=choices.dialects(plan.readers))

    def run(self) -> Summary:
        plan = self.plan
        schema = None
        if not plan.is_folder:
            schema = choices.common_schema(plan.readers, plan.target.format, union=plan.work.union)
        self._process_blocks()
        for c in range(len(plan.columns)):
            self._find_duplicates(c)
        # What the query held is free while the output is written.
        self.engine.close()
        with ExitStack() as files:
            self._write_output(schema, files)
        self.summary.account(dedupe=plan.work.dedupe)
        self._write_findings(sorted(self.manifest.parts))
        return self.summary

    def _process_blocks(self) -> None:
        """Process the blocks of all inputs that an earlier run did not, and count their rows."""
        parts = self.manifest.parts
        number = 0
        for at, reader in enumerate(self.plan.readers):
            first = number
            # A spreadsheet would read it as a formula.
            is_formula = reader.name.startswith(FORMULA)
            name = f".{os.sep}{reader.name}" if is_formula else reader.name
            for n, block in enumerate(reader.blocks()):
                for c, column in enumerate(self.plan.columns):
                    part = part_name(at, n, c)
                    if part not in parts:
                        column_block = reader.for_column(block, c) if c else block
                        source = blocks.Source(name, column, number, first, self.findings)
                        self._process(part, column_block, source)
                    self.summary.add(parts[part], reader.name, column if c else None)
                self.starts[at].append(number)
                number += len(block)
                self.progress("cleaning", 0.7 * self._share(at, block), number)

    def _share(self, at: int, block: reading.Block) -> float:
        """Return the share of the inputs that is read with this block of an input."""
        return (sum(self.sizes[:at]) + block.read) / sum(self.sizes)

    @cached_property
    def findings(self) -> pa.Schema:
        """The columns of the table of findings."""
        several = len(self.plan.columns) > 1
        lists = any(each.has_lists(c) for c in self.plan.columns for each in self.plan.readers)
        return blocks.schema(several=several, lists=lists)

    def _find_duplicates(self, c: int) -> None:
        """Find the duplicates of a column; those of the first column count as duplicate rows."""
        plan, column, manifest, engine = self.plan, self.plan.columns[c], self.manifest, self.engine
        parts = [
            str(plan.folder / part_name(at, n, c))
            for at, blocks_of in enumerate(self.starts)
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
                parts, plan.work.same, order, path, lists=lists == {True}
            )
            files = {path.name: manifest.write(path.name, find)}
            manifest.add(path.stem, rows=pq.read_metadata(path).num_rows, files=files)
        if c == 0:
            self.summary.duplicates = manifest.parts[path.stem]["rows"]
            self.summary.domains = engine.domains(parts, lists=lists == {True})

    def _is_text(self, name: str) -> bool:
        def is_text(reader: reading.Reader) -> bool:
            if reader.schema is None or name in reader.from_path:
                return True
            return bool(pa.types.is_string(reader.schema.field(name).type))

        return any(map(is_text, self.plan.readers))

    def _process(self, part: str, block: reading.Block, source: blocks.Source) -> None:
        """Process a block, write its part, and record it in the manifest."""
        work = self.plan.work
        first, order = 0, {}
        if block.lengths is None:
            first = source.number
            order = {f"order_{n}": column for n, column in enumerate(block.order.values())}
        result = direct.process(
            *(block.texts, order, first, self.engine.threads),
            default_scheme=work.default_scheme,
            tracking=work.tracking,
            trim=work.trim,
        )
        if block.lengths is not None:
            derived, findings, counts = elements.process(block, source, result)
        else:
            derived = blocks.with_errors(result.derived, block.invalid)
            findings = blocks.findings(result.findings, block.invalid, source)
            counts = blocks.counts(block, source, derived, (result.counts, result.examples))
        if work.default_scheme is not None:
            counts["meant"] = [row for row in counts["meant"] if row[0] != NO_SCHEME]
        strings = blocks.dictionary_columns(self.findings)
        made = (part, derived, ["host", "domain", "error"])
        found = (part.replace("made", "findings"), findings, strings)
        files = {
            name: self.manifest.write(name, partial(write, table, columns))
            for name, table, columns in (made, found)
        }
        self.manifest.add(part, **counts, files=files)

    def _write_output(self, schema: pa.Schema | None, files: ExitStack) -> None:
        """Write the output, and count its rows and escapes; ``files`` closes the writers."""
        output = self.plan.folder / "output"
        if output.is_dir():
            shutil.rmtree(output)
        rows = 0
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
                if n >= len(self.starts[at]):
                    raise TableError(f"{reader.name}: it has changed while it was read")
                more, keep = self._new_columns((at, n), reader, block)
                writer.add(writing.Batch(reader, block, more), keep)
                self.summary.written += keep.true_count if keep is not None else len(block)
                rows += len(block)
                self.progress("writing", 0.7 + 0.3 * self._share(at, block), rows)
            if self.plan.is_folder:
                self._close(writer)
        if self.plan.is_folder:
            complete: dict[str, Any] = {"rows": self.summary.written}
            complete |= {"files": [place.inside for place in self.plan.places]}
            (output / COMPLETE).write_text(json.dumps(complete, indent=1) + "\n")
        elif writer is not None:
            self._close(writer)

    def _close(self, writer: writing.Writer) -> None:
        writer.close()
        self.summary.escaped += writer.escaped
        self.summary.foreign += writer.unencodable

    def _new_columns(
        self, place: tuple[int, int], reader: reading.Reader, block: reading.Block
    ) -> tuple[writing.NewColumns, pa.BooleanArray | None]:
        """Return the new columns of a block, and the mask of rows to write (None: all)."""
        start, count = self.starts[place[0]][place[1]], len(block)
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
            if c == 0 and self.plan.work.dedupe:
                keep = pc.invert(is_duplicate).combine_chunks()
        return writing.NewColumns(pa.table(columns), kept), keep

    def _write_findings(self, parts: list[str]) -> None:
        place = self.plan.findings
        writer = formats.writer(place, self.plan.folder / "findings")
        reader = MemoryReader(place, self.findings)
        names = [name.replace("made", "findings") for name in parts if "made-" in name]
        for table in tables(self.plan.folder, names, self.findings):
            block = reading.Block(table, table.column("code"), {}, {}, {}, {}, 0)
            writer.add(writing.Batch(reader, block, writing.NewColumns(table.select([]), {})), None)
        writer.close()
