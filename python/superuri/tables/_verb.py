"""How is one verb done to a column of a table?"""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from superuri.columns import arrow
from superuri.errors import URIError
from superuri.tables import _manifest, _places, _read, _text, _write
from superuri.tables._failure import TableError

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Done:
    """What became of the rows: how many there were, and how many the verb refused."""

    rows: int = 0
    refused: int = 0


def apply(  # noqa: PLR0913  because a job has as many sides
    inputs: list[str],
    verb: str,
    column: str,
    output: str,
    *,
    name: str | None = None,
    on_error: arrow.Policy = "keep",
    threads: int | None = None,
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
    place, unless ``name`` says what it is called; findings of ``lint`` always stand beside it. A
    row that the verb refuses stays as it is, is null, or ends the job, as ``on_error`` says.
    Inputs and output are as of ``tidy``; the output appears whole, or not at all.

    Raises TableError as ``tidy`` does, and what the verb raises where ``on_error`` is "raise".
    """
    work = _Work(inputs, verb, column, output, name)
    work.options = {**options, "threads": threads}
    work.on_error = arrow.policy_of(verb, on_error)
    with ExitStack() as files:
        files.callback(_remove, work.made)
        return work.run(progress or (lambda *_: None), files)


class _Work:
    """A verb over a table: where everything is."""

    options: dict[str, Any]
    on_error: arrow.Policy

    def __init__(
        self, inputs: list[str], verb: str, column: str, output: str, name: str | None
    ) -> None:
        self.places = _places.find(inputs)
        self.out = Path(output)
        self.is_folder = _places.is_folder(output)
        if self.is_folder:
            _manifest.check_folder(self.out)
        _places.check_apart(self.out, self.places)
        self.verb, self.column = verb, column
        self.finds = verb in arrow.FINDS
        self.called = name or (f"{column}_{verb}" if self.finds else column)
        self.readers = [_read.reader(place, column, []) for place in self.places]
        for reader in self.readers:
            if self.called != column and self.called in (reader.names or []):
                message = f"{reader.name}: it has a column {self.called!r} already"
                raise TableError(message)
        self.made = self.out.parent / f".{self.out.name}.{verb}.tmp"
        _remove(self.made)
        self.done = Done()

    def run(self, progress: Callable[[str, float, int], None], files: ExitStack) -> Done:
        """Do all of it; ``files`` lets go of what is open in the end."""
        writer = None
        whole = sum(max(1, place.path.stat().st_size) for place in self.places)
        before = 0
        instead = self.column if self.called == self.column else ""
        for reader in self.readers:
            if self.is_folder:
                path = self.made / reader.place.inside
                path.parent.mkdir(parents=True, exist_ok=True)
                writer = _write.writer(reader.place, path)
            else:
                writer = writer or _write.writer(_places.place(self.out), self.made)
                writer.partitions = reader.place.partitions
            files.callback(writer.discard)
            first = self.done.rows
            for block in reader.blocks():
                table = pa.table({self.called: self.result(block, reader.name, first)})
                writer.add(reader, block, table, None, instead)
                progress(self.verb, (before + block.read) / whole, self.done.rows)
            before += reader.place.path.stat().st_size
            if self.is_folder:
                writer.close()
        if self.is_folder:
            (self.made / _manifest.COMPLETE).write_text(f'{{"rows": {self.done.rows}}}\n')
        elif writer is not None:
            writer.close()
        _manifest.put(self.made, self.out)
        return self.done

    def result(self, block: _read.Block, file: str, first: int) -> pa.Array:
        """Return what the verb makes of a block's texts, the file's first of which is known."""
        at = self.done.rows - first
        self.done.rows += len(block)
        self.done.refused += len(block.odd)
        if not block.raw:
            return self._apply(block.texts, self.on_error, file, at)
        # What is no UTF-8 is done as the octets that it is; what stays, stays as it is.
        others = [None if n in block.raw else x for n, x in enumerate(block.texts.to_pylist())]
        made = self._apply(pa.array(others, pa.string()), self.on_error, file, at)
        rows = made.to_pylist()
        policy: arrow.Policy = "null" if self.on_error == "keep" else self.on_error
        for n, octets in block.raw.items():
            one = self._apply(pa.array([octets], pa.binary()), policy, file, at + n)
            [new] = one.to_pylist()
            rows[n] = new.decode("utf-8", "replace") if isinstance(new, bytes) else new
            if new is None and self.on_error == "keep":
                block.odd[n] = _text.NO_TEXT
                rows[n] = block.texts[n].as_py()
        return pa.array(rows, made.type)

    def _apply(self, texts: pa.Array, policy: arrow.Policy, file: str, at: int) -> pa.Array:
        """Return what the verb makes of texts, and count those that it refuses."""
        with_errors = policy != "raise"
        try:
            made = arrow.apply(
                texts, self.verb, on_error=policy, with_errors=with_errors, **self.options
            ).to_pyarrow()
        except URIError as error:
            row = getattr(error, "row", 0) + at + 1
            message = f"{file}, row {row:,}: {str(error).partition(': ')[2] or error}"
            raise TableError(message) from error
        if not with_errors:
            return made
        errors = made.field("error")
        self.done.refused += len(errors) - errors.null_count
        return made.field("value")


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
