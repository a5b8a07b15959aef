"""Application of one verb to a column of a table."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from superuri import _scratch
from superuri.columns import arrow
from superuri.errors import URIError
from superuri.tables.files import formats, places, reading, streams, strings, writing
from superuri.tables.files.failure import RowError, about
from superuri.tables.job import inputs as inputs_of
from superuri.tables.job import locks, outputs, staged


@dataclass
class Done:
    """What became of the rows: how many there were, and how many the verb refused.

    ``findings`` counts what ``lint`` found, by severity, and ``blank`` the lines without anything
    on them that were left out of CSV and TSV.
    """

    rows: int = 0
    refused: int = 0
    findings: Counter[str] = field(default_factory=Counter, repr=False)
    blank: int = field(default=0, repr=False)
    #: What a store could not promise, a sentence each.
    notes: list[str] = field(default_factory=list, repr=False)

    def asdict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Done:
        """Return the result that `asdict` made these values of."""
        return cls(**{**values, "findings": Counter(values["findings"])})


def apply(  # noqa: PLR0913  because a job has as many sides
    inputs: places.Paths,
    verb: str,
    column: str,
    output: str | os.PathLike[str],
    *,
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

    ``verb`` and ``options`` are those of ``columns.arrow.apply``. The result takes the column's
    place, unless ``name`` says what it is called; findings of ``lint`` always are beside it. A
    row that the verb refuses stays as it is, is null, or ends the job, as ``on_error`` says.
    Inputs and output are as of ``tidy``; the output appears whole, or not at all.

    A result that the output cannot contain, such as a tab in TSV, is refused: that row fails.

    Raises TableError as ``tidy`` does, and RowError, one of these, where ``on_error`` is "raise".
    """
    policy = arrow.policy_of(verb, on_error)

    def job(names: Sequence[str | places.Copy], made: staged.Outputs) -> Done:
        with streams.target(made.output, names) as target, about(made.output, "written"):
            work = _Work(names, verb, column, target, name)
            work.options = {**options, "threads": threads}
            work.on_error = policy
            with locks.held([work.out]), _scratch.cleanup(work.remove), ExitStack() as files:
                return work.run(progress or (lambda *_: None), files)

    shown = {key: repr(value) for key, value in options.items()}
    facts = {"verb": verb, "column": column, "as": name, "on_error": policy, "options": shown}
    given = staged.Outputs(os.fspath(output))
    request = staged.Request(places.listed(inputs), given, facts, table_version, progress)
    return staged.run(request, job, Done.from_json)


class _Work:
    """A verb over a table: where everything is."""

    options: dict[str, Any]
    on_error: arrow.Policy

    def __init__(
        self,
        inputs: Sequence[str | places.Copy],
        verb: str,
        column: str,
        output: str,
        name: str | None,
    ) -> None:
        self.places = places.find(inputs)
        # Before anything is read: what changes from here on is noticed in the end.
        self.given = inputs_of.facts(self.places)
        self.out = Path(output)
        self.is_folder = places.is_folder(output)
        if self.is_folder:
            outputs.check_folder(self.out)
        outputs.check(self.out)
        places.check_apart(self.out, self.places)
        self.verb, self.column = verb, column
        self.finds = verb in arrow.FINDS
        self.called = name or (f"{column}_{verb}" if self.finds else column)
        # Arrow's names are texts.
        self.label = strings.triplets(self.called)
        self.readers = [formats.reader(place, column, []) for place in self.places]
        if self.called != column:
            for reader in self.readers:
                reader.take([self.label], "choose another name with --as")
        #: Where it is made, for nobody else to read. What was killed there is removed.
        self.folder = outputs.beside(self.out, "work")
        self.made = self.folder / "output"
        self.done = Done()

    def remove(self) -> None:
        _scratch.remove(str(self.folder))

    def run(self, progress: Callable[[str, float, int], None], files: ExitStack) -> Done:
        """Do all of it; ``files`` lets go of what is open in the end."""
        outputs.remove(self.folder)
        self.folder.mkdir(0o700)
        whole = sum(max(1, place.path.stat().st_size) for place in self.places)
        before = 0
        instead = self.column if self.called == self.column else ""
        one: writing.Writer | None = None
        if not self.is_folder:
            target = places.place(self.out)
            formats.survey(self.readers, target.format)
            one = formats.writer(target, self.made)
        for reader in self.readers:
            if one is None:
                path = self.made / reader.place.inside
                path.parent.mkdir(parents=True, exist_ok=True)
            else:
                one.partitions = reader.place.partitions
            writer = one or formats.writer(reader.place, path)
            files.callback(writer.discard)
            first = self.done.rows
            for block in reader.blocks():
                rows = _Rows(block, reader.name, self.done.rows - first, writer.place.format)
                writer.add(reader, block, self.result(rows), None, instead)
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

    def result(self, given: _Rows) -> writing.More:
        """Return what the verb makes of a block's texts."""
        block, keeps = given.block, self.on_error == "keep"
        self.done.rows += len(block)
        self.done.blank += block.blank
        # What is not valid UTF-8 is done as the octets that it is.
        texts = block.texts
        if block.raw:
            others = [None if n in block.raw else x for n, x in enumerate(texts.to_pylist())]
            texts = pa.array(others, pa.string())
        made, refused = self._apply(texts, given, 0)
        if not block.raw and not block.odd and not refused:
            return writing.More(pa.table({self.label: made}), {})
        rows = made.to_pylist()
        for n, octets in block.raw.items():
            one, not_done = self._apply(pa.array([octets], pa.binary()), given, n)
            [new] = one.to_pylist()
            rows[n] = new.decode("utf-8", "replace") if isinstance(new, bytes) else new
            refused |= not_done
        for n, why in sorted(block.odd.items()):
            self._check(given, n, strings.ODD[why])
        stays = frozenset(refused | set(block.odd)) if keeps else frozenset()
        kept = {n: text for n, text in block.as_given().items() if n in stays}
        for n in stays:
            rows[n] = block.texts[n].as_py()
        self.done.refused += len(refused) + len(block.odd)
        table = pa.table({self.label: pa.array(rows, made.type)})
        return writing.More(table, {self.label: kept} if kept else {}, stays)

    def _apply(self, texts: pa.Array, given: _Rows, at: int) -> tuple[pa.Array, set[int]]:
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
        if given.format == "tsv" and pa.types.is_string(made.type):
            fits = pc.invert(pc.match_substring_regex(made, "[\t\n\r]"))
            for n in pc.indices_nonzero(pc.invert(fits)).to_pylist():
                self._check(given, at + n, NOT_IN_TSV)
                refused.add(n)
            made = pc.if_else(fits, made, None)
        return made, {at + n for n in refused}

    def _check(self, given: _Rows, at: int, why: str) -> None:
        """End the job with a row that fails, if the policy is to raise."""
        if self.on_error == "raise":
            raise RowError(given.where(at, why))


class _Rows(NamedTuple):
    """A block: which file it is of, which of the rows there is its first, and where it goes."""

    block: reading.Block
    file: str
    first: int
    format: str

    def where(self, at: int, why: str) -> str:
        return f"{self.file}, row {self.first + at + 1:,}: {why}"


#: Why the result of a row cannot be written.
NOT_IN_TSV = "the result has a tab or the end of a line, and no field of TSV can"
