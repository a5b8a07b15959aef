"""Application of one verb to a column of a table."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

import superuri._scratch as _scratch
from superuri.columns import arrow
from superuri.errors import URIError
from superuri.tables.engines import sql
from superuri.tables.engines.direct import in_hex
from superuri.tables.files import (
    columns,
    formats,
    places,
    streams,
    strings,
    writing,
)
from superuri.tables.files.dialect import InputOptions
from superuri.tables.files.failure import RowError, TableError, about
from superuri.tables.files.writing_text import TextWriter
from superuri.tables.job import choices, locks, outputs, staged
from superuri.tables.job import inputs as inputs_of
from superuri.tables.job.request import Inputs, Outputs, Progress
from superuri.tables.job.results import (
    OF_URIS,
    Done,
    Rows,
    combined,
    in_lists,
    lacks_a_scheme,
    without_host,
)


def apply(  # noqa: PLR0913  one parameter for each option
    inputs: places.Paths,
    verb: str,
    column: str | Iterable[str],
    output: str | os.PathLike[str],
    *,
    input_format: str | None = None,
    delimiter: str | None = None,
    quote: str | None = None,
    header: bool | None = None,
    table_encoding: str | None = None,
    partitions: Literal["decoded", "raw"] = "decoded",
    union_by_name: bool = False,
    name: str | None = None,
    on_error: arrow.Policy = "keep",
    threads: int | None = None,
    table_version: int | None = None,
    progress: Progress | None = None,
    **options: object,
) -> Done:
    r"""Write the tables with a verb applied to a column, and return how many rows failed.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "in.csv").write_text("id,name\n1,a b\n2,c\n")
    >>> from superuri import tables
    >>> tables.apply([str(folder / "in.csv")], "encode", "name", str(folder / "out.csv"))
    Done(rows=2, refused=0)
    >>> (folder / "out.csv").read_text()
    'id,name\n1,a%20b\n2,c\n'

    ``column`` may be several: each gets its own result. ``verb`` and ``options`` are those of
    ``columns.arrow.apply``. The result replaces the column, or becomes a new column called
    ``name``; the findings of ``lint`` are always a new column. ``on_error`` is the policy for a row
    that fails, or an element of a list: it stays unchanged, becomes null, or ends the job. Inputs,
    their dialect and the output are as for ``tidy``; the output appears complete, or not at all.

    A row whose result the output cannot contain, such as a tab in TSV, fails.

    Raises TableError as ``tidy`` does, and its subclass RowError if ``on_error`` is "raise".
    """
    scheme = options.get("default_scheme")
    sql.check_scheme(scheme if isinstance(scheme, str) else None)
    policy = arrow.policy_of(verb, on_error)
    dialect = InputOptions(
        input_format, delimiter, quote, header, table_encoding, partitions
    ).checked()
    names = choices.checked(choices.as_list(column))
    work = _Work(verb, names, name, union_by_name, policy, options)
    wide = name is not None or verb in arrow.FINDS
    report = progress or (lambda *_: None)

    def applied(inputs: list[places.Place], local: Outputs) -> Done:
        with (
            streams.target(local.output, inputs, adds_columns=wide) as target,
            about(local.output, "written"),
        ):
            job = _Job(inputs, work, target, threads)
            with locks.acquire([job.out]), _scratch.cleanup(job.remove), ExitStack() as files:
                return job.run(report, files)

    given = Inputs(places.path_names(inputs), dialect, table_version)
    targets = Outputs(places.path_name(output))
    return staged.run(given, targets, work.settings(), applied, Done.from_json, report)


class _Work(NamedTuple):
    """The verb, and what determines the rows of its output."""

    verb: str
    columns: list[str]
    name: str | None
    union: bool
    on_error: arrow.Policy
    options: dict[str, object]

    def settings(self) -> dict[str, Any]:
        """Return the work as values for JSON."""
        shown = {key: repr(value) for key, value in self.options.items()}
        settings = {**self._asdict(), "options": shown}
        return {"as": settings.pop("name"), **settings}


class _Job:
    """A verb over a table."""

    def __init__(
        self, inputs: list[places.Place], work: _Work, output: str, threads: int | None
    ) -> None:
        verb, columns, name, self.union, self.on_error, options = work
        self.options: dict[str, Any] = {**options, "threads": threads}
        self.places = inputs
        # Before anything is read: the end of the job compares them.
        self.fingerprints = inputs_of.fingerprints(self.places)
        self.out = Path(output)
        self.is_folder = places.is_folder(output)
        if self.is_folder:
            outputs.check_folder(self.out)
            if self.union:
                raise TableError(f"{self.out}: {choices.NO_UNION}")
        outputs.check(self.out)
        places.check_apart(self.out, self.places)
        self.verb, self.columns = verb, columns
        if name is not None and len(columns) > 1:
            raise TableError(f"{name!r} names one result, and there are {len(columns)} columns")
        finds = verb in arrow.FINDS
        names = [name or (f"{each}_{verb}" if finds else each) for each in columns]
        # Names in Arrow are valid UTF-8.
        self.labels = [strings.triplets(each) for each in names]
        #: The columns that the results replace.
        self.replaced: list[str] = columns if names == columns else []
        self.readers = [formats.reader(place, columns, []) for place in self.places]
        for reader in self.readers if self.replaced else ():
            for column in reader.from_path:
                what = f"{column!r} is in the names of its folders, which stay"
                raise TableError(f"{reader.name}: {what}; name a new column with --as")
        if not self.replaced:
            for reader in self.readers:
                reader.check_new_names(self.labels, "choose another name with --as")
        #: The private work folder. What a killed job left there is removed.
        self.folder = outputs.hidden_path(self.out, "work")
        self.new = self.folder / "output"
        self.done = Done(dialects=choices.dialects(self.readers))

        #: The rows of a block in which a text failed, or a result has no host.
        self.failed: set[int] = set()
        self.hostless: set[int] = set()

    def remove(self) -> None:
        _scratch.remove(str(self.folder))

    def run(self, progress: Progress, files: ExitStack) -> Done:
        """Do the job; ``files`` closes the writers at the end."""
        outputs.remove(self.folder)
        self.folder.mkdir(0o700)
        total = sum(max(1, place.path.stat().st_size) for place in self.places)
        before = 0
        one: writing.Writer | None = None
        if not self.is_folder:
            target = places.place(self.out)
            schema = choices.common_schema(self.readers, target.format, union=self.union)
            one = formats.writer(target, self.new, template=self.readers[0])
            one.union = schema
        for reader in self.readers:
            if one is None:
                path = self.new / reader.place.inside
                path.parent.mkdir(parents=True, exist_ok=True)
            else:
                one.partitions = reader.place.partitions
            writer = one or formats.writer(reader.place, path, template=reader)
            files.callback(writer.discard)
            first = self.done.rows
            for block in reader.blocks():
                row = self.done.rows - first
                self.done.rows += len(block)
                self.done.blank += block.blank
                self.failed, self.hostless = set(), set()
                columns = [
                    reader.for_column(block, n) if n else block for n in range(len(self.columns))
                ]
                results = [
                    self.result(Rows(each, reader, row, writer), n)
                    for n, each in enumerate(columns)
                ]
                self.done.refused += len(self.failed)
                self.done.hostless += len(self.hostless)
                batch = writing.Batch(reader, block, combined(results), self.replaced)
                writer.add(batch, None)
                progress(self.verb, (before + block.read) / total, self.done.rows)
            before += reader.place.path.stat().st_size
            if one is None:
                writer.close()
        if one is None:
            (self.new / outputs.COMPLETE).write_text(f'{{"rows": {self.done.rows}}}\n')
        else:
            one.close()
        outputs.prepare(self.new, self.out)
        inputs_of.check_unchanged(self.places, self.fingerprints)
        with _scratch.uninterrupted():
            outputs.publish(self.new, self.out)
        return self.done

    def result(self, rows: Rows, n: int) -> writing.NewColumns:
        """Return the results of a block in one of the columns."""
        label = self.labels[n]
        block, keeps = rows.block, self.on_error == "keep"
        # Texts that are not valid UTF-8 are processed as bytes, below.
        texts = block.texts
        if block.raw:
            others = [None if n in block.raw else x for n, x in enumerate(texts.to_pylist())]
            texts = pa.array(others, pa.string())
        results, failed = self._apply(texts, rows, 0)
        if not block.raw and not block.invalid and not failed:
            return in_lists(writing.NewColumns(pa.table({label: results}), {}), rows)
        values = results.to_pylist()
        for at, octets in block.raw.items():
            one, one_failed = self._apply(pa.array([octets], pa.binary()), rows, at)
            values[at] = one[0].as_py()
            failed |= one_failed
        for at, why in sorted(block.invalid.items()):
            self._raise(rows, at, strings.MESSAGES[why])
        stays = frozenset(failed | set(block.invalid)) if keeps else frozenset()
        kept = {at: text for at, text in block.original_texts().items() if at in stays}
        for at in stays:
            values[at] = block.texts[at].as_py()
        self.failed |= rows.rows_of(failed | set(block.invalid))
        table = pa.table({label: pa.array(values, results.type)})
        more = writing.NewColumns(table, {label: kept} if kept else {}, {label: stays})
        return in_lists(more, rows, replaces=bool(self.replaced))

    def _apply(self, texts: pa.Array, rows: Rows, at: int) -> tuple[pa.Array, set[int]]:
        """Return the results of texts that begin at index ``at``, and the indices that failed.

        A result that failed is null.
        """
        policy: arrow.Policy = "raise" if self.on_error == "raise" else "null"
        try:
            results = arrow.apply(
                texts, self.verb, on_error=policy, with_errors=policy == "null", **self.options
            ).to_pyarrow()
        except URIError as error:
            message = str(error).partition(": ")[2] or str(error)
            raise RowError(rows.message(at + getattr(error, "row", 0), message)) from error
        failed: set[int] = set()
        if policy == "null":
            errors = results.field("error")
            failed = set(pc.indices_nonzero(errors.is_valid()).to_pylist())
            results = results.field("value")
        if self.verb == "lint":
            severities = pc.struct_field(pc.list_flatten(results), "severity")
            for each in pc.value_counts(severities).to_pylist():
                self.done.findings[each["values"]] += each["counts"]
        if self.verb in OF_URIS:
            places = without_host(results)
            self.hostless |= rows.rows_of(at + n for n in places)
            self.done.bare = self.done.bare or lacks_a_scheme(texts, places)
        if self.verb in {"key", "scrapy"} and isinstance(rows.writer, TextWriter):
            results = in_hex(results)
        if pa.types.is_string(results.type) and (refused := rows.writer.unwritable(results)):
            for n, why in sorted(refused.items()):
                self._raise(rows, at + n, why)
            results = pc.if_else(columns.row_mask(refused, len(results)), None, results)
            failed |= set(refused)
        return results, {at + n for n in failed}

    def _raise(self, rows: Rows, at: int, why: str) -> None:
        """Raise for a row that fails, if that is the policy."""
        if self.on_error == "raise":
            raise RowError(rows.message(at, why))
