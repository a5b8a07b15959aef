"""Applying: a verb over the columns of a table, block by block, in one pass."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

import superuri._scratch as _scratch
from superuri.columns import arrow
from superuri.errors import URIError
from superuri.tables.engines.direct import in_hex
from superuri.tables.files import columns, formats, places, strings, writing
from superuri.tables.files.failure import RowError, TableError
from superuri.tables.files.reading import Block, Reader
from superuri.tables.files.writing_text import TextWriter
from superuri.tables.job import choices, cures, outputs, tasks
from superuri.tables.job import inputs as inputs_of
from superuri.tables.job.request import Progress
from superuri.tables.job.results import (
    OF_URIS,
    Done,
    Rows,
    combined,
    in_lists,
    lacks_a_scheme,
    without_host,
)
from superuri.tables.job.tasks import Task
from superuri.tables.job.written import TableOutput
from superuri.tables.report import outcome

#: The code of a result that a field of the output cannot contain.
UNWRITABLE = "unwritable"


class ApplyWork(NamedTuple):
    """The verb, and what determines the rows of its output."""

    verb: str
    columns: list[str]
    names: list[str] | None
    union: bool
    on_error: arrow.Policy
    options: dict[str, object]

    def settings(self) -> dict[str, Any]:
        """Return the work as values for JSON."""
        shown = {key: repr(value) for key, value in self.options.items()}
        settings = {**self._asdict(), "options": shown}
        return {"as": settings.pop("names"), **settings}


class Failure(NamedTuple):
    task: Task
    code: str
    texts: pa.Array
    at: int

    def cure(self) -> str:
        return cures.cure(self.task.verb, self.task.options, self.code, self.texts[self.at].as_py())


class ApplyJob:
    def __init__(
        self, inputs: list[places.Place], work: ApplyWork, written: list[str], threads: int | None
    ) -> None:
        verb, column_names, names, self.union, self.on_error, options = work
        self.threads = threads
        self.places = inputs
        # Before anything is read: the end of the job compares them.
        self.fingerprints = inputs_of.fingerprints(self.places)
        #: The private work folder. What a killed job left there is removed.
        self.folder = outputs.hidden_path(Path(written[0]), "work")
        #: The output, and the table of the rows that fail if there is one.
        self.outputs = [
            TableOutput(name, self.folder / word, inputs, union=self.union)
            for word, name in zip(("output", "rejects"), written, strict=False)
        ]
        self.verb, self.columns = verb, column_names
        self.tasks = tasks.of(verb, column_names, names, options)
        labels = [label for task in self.tasks for label in task.labels()]
        #: The columns that the results replace.
        self.replaced: list[str] = column_names if labels == column_names else []
        self.readers = [formats.reader(place, column_names, []) for place in self.places]
        for reader in self.readers if self.replaced else ():
            for column in reader.from_path:
                what = f"{column!r} is in the names of its folders, which stay"
                raise TableError(f"{reader.name}: {what}; name a new column with --as")
        if not self.replaced:
            for reader in self.readers:
                reader.check_new_names(labels, "choose another name with --as")
        self.done = Done(
            files=len(self.places),
            dialects=choices.dialects(self.readers),
            extracts=tasks.extracts(verb),
            keeps=self.on_error == "keep",
        )
        #: For each column, the rows of a block in which a text failed.
        self.failures: list[dict[int, Failure]] = []
        #: The mask of the rows of a block that are changed, and the rows without a host.
        self.changed: pa.Array = columns.row_mask((), 0)
        self.hostless: set[int] = set()

    def remove(self) -> None:
        _scratch.remove(str(self.folder))

    def run(self, progress: Progress, files: ExitStack) -> Done:
        """Do the job; ``files`` closes the writers at the end."""
        outputs.remove(self.folder)
        self.folder.mkdir(0o700)
        total = sum(max(1, place.path.stat().st_size) for place in self.places)
        before = 0
        schemas: list[pa.Schema | None] = []
        for each in self.outputs:
            target = None if each.is_folder else places.place(each.path).format
            schema = (
                choices.common_schema(self.readers, target, union=self.union) if target else None
            )
            schemas.append(schema)
        for reader in self.readers:
            writers = [
                each.begin(reader, schema, files)
                for each, schema in zip(self.outputs, schemas, strict=True)
            ]
            first = self.done.rows
            for block in reader.blocks():
                self._process(block, reader, self.done.rows - first, writers)
                progress(self.verb, (before + block.read) / total, self.done.rows)
            before += reader.place.path.stat().st_size
            for each in self.outputs:
                each.end()
        for each in self.outputs:
            each.complete(self.done.rows)
        inputs_of.check_unchanged(self.places, self.fingerprints)
        with _scratch.uninterrupted():
            # The output last: a new one with old rejects would look complete.
            for each in reversed(self.outputs):
                outputs.publish(each.new, each.path)
        return self.done

    def _process(
        self, block: Block, reader: Reader, first: int, writers: list[writing.Writer]
    ) -> None:
        """Process a block whose first row has the index ``first``, and write and count its rows."""
        done = self.done
        self.failures = [{} for _ in self.columns]
        self.changed, self.hostless = columns.row_mask((), len(block)), set()
        each = [reader.for_column(block, n) if n else block for n in range(len(self.columns))]
        results = [
            self._result(Rows(each[task.column], reader, first, writers[0]), task)
            for task in self.tasks
        ]
        failed: dict[int, Failure] = {}
        for failures in reversed(self.failures):
            failed |= failures
        codes = {at: failed[at].code for at in sorted(failed)}
        done.add_reasons(outcome.reasons(codes, lambda at: failed[at].cure()), reader.name, first)
        done.rows += len(block)
        done.blank += block.blank
        done.empty += block.empty
        done.refused += len(failed)
        done.hostless += len(self.hostless)
        done.changed += self.changed.true_count
        writers[0].add(writing.Batch(reader, block, combined(results), self.replaced), None)
        for rejects in writers[1:]:
            errors: dict[str, pa.Array] = {}
            for column, failures in zip(self.columns, self.failures, strict=True):
                found = [failures[n].code if n in failures else None for n in range(len(block))]
                errors[strings.triplets(f"{column}_error")] = pa.array(found, pa.string())
            more = writing.NewColumns(pa.table(errors), {})
            rejects.add(writing.Batch(reader, block, more), columns.row_mask(failed, len(block)))

    def _result(self, rows: Rows, task: Task) -> writing.NewColumns:
        block, labels = rows.block, task.labels()
        texts = block.texts
        # Octets of a binary column that are not valid UTF-8 are processed as bytes, below.
        if block.raw:
            others = [None if n in block.raw else x for n, x in enumerate(texts.to_pylist())]
            texts = pa.array(others, pa.string())
        results, codes = self._apply(texts, rows, range(len(texts)), task)
        for at in sorted(block.invalid):
            self._raise(rows, at, strings.MESSAGES[block.invalid[at]])
        codes |= block.invalid
        replaces = bool(self.replaced)
        if not self.done.extracts:
            self._count_changes(rows, results[0], codes)
        places = [at for at in block.raw if at not in block.invalid]
        if places:
            octets = pa.array([block.raw[at] for at in places], pa.binary())
            added, added_codes = self._apply(octets, rows, places, task)
            codes |= added_codes
            order = [*range(len(texts))]
            for n, at in enumerate(places):
                order[at] = len(texts) + n
            results = [
                pa.concat_arrays([old, new.cast(old.type)]).take(pa.array(order, pa.int64()))
                for old, new in zip(results, added, strict=True)
            ]
        self._note_failures(rows, codes, task)
        stays = frozenset(codes) if self.on_error == "keep" else frozenset()
        if not stays:
            return in_lists(writing.NewColumns(pa.table(results, labels), {}), rows)
        mask = columns.row_mask(stays, len(texts))
        table = pa.table([pc.if_else(mask, block.texts, results[0])], labels)
        kept = {at: text for at, text in block.original_texts().items() if at in stays}
        more = writing.NewColumns(table, {labels[0]: kept} if kept else {}, {labels[0]: stays})
        return in_lists(more, rows, replaces=replaces)

    def _note_failures(self, rows: Rows, codes: dict[int, str], task: Task) -> None:
        """Note the first failure of each row."""
        known = self.failures[task.column]
        for at, row in zip(sorted(codes), rows.rows_at(sorted(codes)), strict=True):
            known.setdefault(row, Failure(task, codes[at], rows.block.texts, at))

    def _count_changes(self, rows: Rows, results: pa.Array, failed: dict[int, str]) -> None:
        """Count the rows whose result is another text."""
        mask = pc.not_equal(results, rows.block.texts).fill_null(False)
        if rows.block.lengths is not None:
            changed = rows.rows_of(pc.indices_nonzero(mask).to_pylist()) - rows.rows_of(failed)
            mask = columns.row_mask(changed, len(rows.block))
        self.changed = pc.or_(mask, self.changed)

    def _apply(
        self, texts: pa.Array, rows: Rows, places: Sequence[int], task: Task
    ) -> tuple[list[pa.Array], dict[int, str]]:
        """Return the results of texts at these places of a block, and the codes of their errors.

        A result that failed is null.
        """
        policy: arrow.Policy = "raise" if self.on_error == "raise" else "null"
        try:
            results, errors = task.results(texts, policy, self.threads)
        except URIError as error:
            message = str(error).partition(": ")[2] or str(error)
            raise RowError(rows.message(places[getattr(error, "row", 0)], message)) from error
        found = pc.indices_nonzero(errors.is_valid()).to_pylist()
        failed: dict[int, str] = dict(zip(found, errors.drop_null().to_pylist(), strict=True))
        if self.verb == "lint":
            severities = pc.struct_field(pc.list_flatten(results[0]), "severity")
            for each in pc.value_counts(severities).to_pylist():
                counts = self.done.findings
                counts[each["values"]] = counts.get(each["values"], 0) + each["counts"]
        if self.verb == "parse":
            has_host = results[task.fields().index("host")].is_valid()
            hostless = pc.indices_nonzero(
                pc.and_(pc.and_(texts.is_valid(), errors.is_null()), pc.invert(has_host))
            ).to_pylist()
        elif self.verb in OF_URIS:
            hostless = without_host(results[0])
        else:
            hostless = []
        self.hostless |= rows.rows_of(places[n] for n in hostless)
        self.done.bare = self.done.bare or lacks_a_scheme(texts, hostless)
        if self.verb in {"key", "scrapy"} and isinstance(rows.writer, TextWriter):
            results = [in_hex(results[0])]
        for n, result in enumerate(results):
            if pa.types.is_string(result.type) and (refused := rows.writer.unwritable(result)):
                for at, why in sorted(refused.items()):
                    self._raise(rows, places[at], why)
                results[n] = pc.if_else(columns.row_mask(refused, len(result)), None, result)
                failed |= dict.fromkeys(refused, UNWRITABLE)
        return results, {places[n]: code for n, code in failed.items()}

    def _raise(self, rows: Rows, at: int, why: str) -> None:
        """Raise for a row that fails, if that is the policy."""
        if self.on_error == "raise":
            raise RowError(rows.message(at, why))
