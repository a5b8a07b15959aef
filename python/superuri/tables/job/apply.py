"""Application of one verb to a column of a table."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from superuri import _scratch
from superuri.columns import arrow
from superuri.errors import URIError
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
from superuri.tables.job import choices, locks, outputs, staged
from superuri.tables.job import inputs as inputs_of
from superuri.tables.job.results import Rows, in_lists, together


@dataclass
class Done:
    """What became of the rows: how many there were, and how many the verb refused.

    A row with a list, of which an element was refused, counts once. ``findings`` counts what
    ``lint`` found, by severity, and ``blank`` the lines without anything on them that were left out
    of CSV and TSV. ``dialects`` has how tables of text were read, where not as by default: the
    first file, and how many more.
    """

    rows: int = 0
    refused: int = 0
    findings: Counter[str] = field(default_factory=Counter, repr=False)
    blank: int = field(default=0, repr=False)
    dialects: list[tuple[str, str, int]] = field(default_factory=list, repr=False)
    #: What a store could not promise, a sentence each.
    notes: list[str] = field(default_factory=list, repr=False)

    def asdict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Done:
        """Return the result that `asdict` made these values of."""
        dialects = [tuple(each) for each in values["dialects"]]
        return cls(**{**values, "findings": Counter(values["findings"]), "dialects": dialects})


def apply(  # noqa: PLR0913  because a job has as many sides
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
    union_by_name: bool = False,
    name: str | None = None,
    on_error: arrow.Policy = "keep",
    threads: int | None = None,
    table_version: int | None = None,
    progress: Callable[[str, float, int], None] | None = None,
    **options: object,
) -> Done:
    r"""Write the tables with the verb done to a column, and return how many rows it refused.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "in.csv").write_text("id,name\n1,a b\n2,c\n")
    >>> from superuri import tables
    >>> tables.apply([str(folder / "in.csv")], "encode", "name", str(folder / "out.csv"))
    Done(rows=2, refused=0)
    >>> (folder / "out.csv").read_text()
    'id,name\n1,a%20b\n2,c\n'

    ``column`` may be several: each gets its own result. ``verb`` and ``options`` are those of
    ``columns.arrow.apply``. The result takes the column's place, unless ``name`` says what it is
    called; findings of ``lint`` always are beside it. A row that the verb refuses stays as it is,
    is null, or ends the job, as ``on_error`` says; of a list, the element does. Inputs, their
    dialect and the output are as of ``tidy``; the output appears whole, or not at all.

    A result that the output cannot contain, such as a tab in TSV, is refused: that row fails.

    Raises TableError as ``tidy`` does, and RowError, one of these, where ``on_error`` is "raise".
    """
    policy = arrow.policy_of(verb, on_error)
    asked = InputOptions(input_format, delimiter, quote, header, table_encoding).checked()
    names = choices.distinct(choices.listed(column))
    wide = name is not None or verb in arrow.FINDS

    def job(found: list[places.Place], made: staged.Outputs) -> Done:
        with (
            streams.target(made.output, found, adds_columns=wide) as target,
            about(made.output, "written"),
        ):
            work = _Work(found, verb, names, target, name, union=union_by_name)
            work.options = {**options, "threads": threads}
            work.on_error = policy
            with locks.held([work.out]), _scratch.cleanup(work.remove), ExitStack() as files:
                return work.run(progress or (lambda *_: None), files)

    shown = {key: repr(value) for key, value in options.items()}
    facts = {"verb": verb, "columns": names, "union": union_by_name, "options": shown}
    facts |= {"as": name, "on_error": policy}
    given = staged.Outputs(os.fspath(output))
    request = staged.Request(
        places.path_names(inputs), given, facts, asked, table_version, progress
    )
    return staged.run(request, job, Done.from_json)


class _Work:
    """A verb over a table: where everything is."""

    options: dict[str, Any]
    on_error: arrow.Policy

    def __init__(  # noqa: PLR0913  because a job has as many sides
        self,
        inputs: list[places.Place],
        verb: str,
        columns: list[str],
        output: str,
        name: str | None,
        *,
        union: bool,
    ) -> None:
        self.places = inputs
        # Before anything is read: what changes from here on is noticed in the end.
        self.given = inputs_of.facts(self.places)
        self.out = Path(output)
        self.is_folder = places.is_folder(output)
        self.union = union
        if self.is_folder:
            outputs.check_folder(self.out)
            if union:
                raise TableError(f"{self.out}: {choices.NO_UNION}")
        outputs.check(self.out)
        places.check_apart(self.out, self.places)
        self.verb, self.columns = verb, columns
        if name is not None and len(columns) > 1:
            raise TableError(f"{name!r} names one result, and there are {len(columns)} columns")
        finds = verb in arrow.FINDS
        called = [name or (f"{each}_{verb}" if finds else each) for each in columns]
        # Arrow's names are texts.
        self.labels = [strings.triplets(each) for each in called]
        #: The columns that the results are instead of, if they are.
        self.instead: list[str] = columns if called == columns else []
        self.readers = [formats.reader(place, columns, []) for place in self.places]
        if not self.instead:
            for reader in self.readers:
                reader.check_new_names(self.labels, "choose another name with --as")
        #: Where it is made, for nobody else to read. What was killed there is removed.
        self.folder = outputs.beside(self.out, "work")
        self.made = self.folder / "output"
        self.done = Done(dialects=choices.dialects(self.readers))

        #: The rows of a block in which a text was refused.
        self.failed: set[int] = set()

    def remove(self) -> None:
        _scratch.remove(str(self.folder))

    def run(self, progress: Callable[[str, float, int], None], files: ExitStack) -> Done:
        """Do all of it; ``files`` lets go of what is open in the end."""
        outputs.remove(self.folder)
        self.folder.mkdir(0o700)
        whole = sum(max(1, place.path.stat().st_size) for place in self.places)
        before = 0
        one: writing.Writer | None = None
        if not self.is_folder:
            target = places.place(self.out)
            schema = choices.united(self.readers, target.format, union=self.union)
            one = formats.writer(target, self.made, template=self.readers[0])
            one.union = schema
        for reader in self.readers:
            if one is None:
                path = self.made / reader.place.inside
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
                self.failed = set()
                every = [
                    reader.for_column(block, n) if n else block for n in range(len(self.columns))
                ]
                made = [
                    self.result(Rows(each, reader, row, writer), n) for n, each in enumerate(every)
                ]
                self.done.refused += len(self.failed)
                writer.add(reader, block, together(made), None, self.instead)
                progress(self.verb, (before + block.read) / whole, self.done.rows)
            before += reader.place.path.stat().st_size
            if one is None:
                writer.close()
        if one is None:
            (self.made / outputs.COMPLETE).write_text(f'{{"rows": {self.done.rows}}}\n')
        else:
            one.close()
        outputs.settle(self.made, self.out)
        inputs_of.check_unchanged(self.places, self.given)
        with _scratch.uninterrupted():
            outputs.put(self.made, self.out)
        return self.done

    def result(self, given: Rows, n: int) -> writing.NewColumns:
        """Return what the verb makes of a block's texts in one of the columns."""
        label = self.labels[n]
        block, keeps = given.block, self.on_error == "keep"
        # What is not valid UTF-8 is done as the octets that it is.
        texts = block.texts
        if block.raw:
            others = [None if n in block.raw else x for n, x in enumerate(texts.to_pylist())]
            texts = pa.array(others, pa.string())
        made, refused = self._apply(texts, given, 0)
        if not block.raw and not block.invalid and not refused:
            return in_lists(
                writing.NewColumns(pa.table({label: made}), {}), given, bool(self.instead)
            )
        rows = made.to_pylist()
        for at, octets in block.raw.items():
            one, not_done = self._apply(pa.array([octets], pa.binary()), given, at)
            [new] = one.to_pylist()
            rows[at] = new.decode("utf-8", "replace") if isinstance(new, bytes) else new
            refused |= not_done
        for at, why in sorted(block.invalid.items()):
            self._check(given, at, strings.MESSAGES[why])
        stays = frozenset(refused | set(block.invalid)) if keeps else frozenset()
        kept = {at: text for at, text in block.original_texts().items() if at in stays}
        for at in stays:
            rows[at] = block.texts[at].as_py()
        self.failed |= given.rows(refused | set(block.invalid))
        table = pa.table({label: pa.array(rows, made.type)})
        more = writing.NewColumns(table, {label: kept} if kept else {}, {label: stays})
        return in_lists(more, given, bool(self.instead))

    def _apply(self, texts: pa.Array, given: Rows, at: int) -> tuple[pa.Array, set[int]]:
        """Return what the verb makes of texts, the first of which is at that row; of which not.

        What it cannot do is null.
        """
        policy: arrow.Policy = "raise" if self.on_error == "raise" else "null"
        try:
            made = arrow.apply(
                texts, self.verb, on_error=policy, with_errors=policy == "null", **self.options
            ).to_pyarrow()
        except URIError as error:
            message = str(error).partition(": ")[2] or str(error)
            raise RowError(given.where(at + getattr(error, "row", 0), message)) from error
        refused: set[int] = set()
        if policy == "null":
            errors = made.field("error")
            refused = set(pc.indices_nonzero(errors.is_valid()).to_pylist())
            made = made.field("value")
        if self.verb == "lint":
            severities = pc.struct_field(pc.list_flatten(made), "severity")
            for each in pc.value_counts(severities).to_pylist():
                self.done.findings[each["values"]] += each["counts"]
        if pa.types.is_string(made.type) and (odd := given.writer.unwritable(made)):
            for n, why in sorted(odd.items()):
                self._check(given, at + n, why)
            made = pc.if_else(columns.row_mask(odd, len(made)), None, made)
            refused |= set(odd)
        return made, {at + n for n in refused}

    def _check(self, given: Rows, at: int, why: str) -> None:
        """End the job with a row that fails, if the policy is to raise."""
        if self.on_error == "raise":
            raise RowError(given.where(at, why))
