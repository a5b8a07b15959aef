"""Writers of tables: the rows of the inputs, unchanged, with new columns."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa

import superuri._system as _system
from superuri.tables.files import cells, delimited, replacing
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Partitions, Place
from superuri.tables.files.reading import Reader
from superuri.tables.files.replacing import Batch as Batch
from superuri.tables.files.replacing import NewColumns as NewColumns

#: Where the columns of inputs may differ.
FOLDER = "name a folder as the output, where each keeps its own columns"
#: What to do if the columns of inputs differ.
ADVICE = f"{FOLDER}, or take all columns of all (--union-by-name)"


class Writer:
    """A writer of a file at a temporary path; closing it flushes the file to the disk.

    A format converts a batch (`_converted`) and writes the result (`_write`).
    """

    def __init__(self, place: Place, path: Path, template: Reader | None = None) -> None:
        self.place: Place = place
        self.path: Path = path
        self.name: str = str(place.path)
        # The partition values of the input's path, which the output's path does not have.
        self.partitions: Partitions = ()
        # The reader whose dialect and types are used.
        self.template: Reader | None = template
        # The open files, in the order in which they are closed.
        self.files: list[Any] = []
        self._open()

    #: The columns of all inputs, for a union by name: missing columns are null.
    union: pa.Schema | None = None
    #: The number of fields that were escaped because the format cannot contain them.
    escaped = 0
    #: The input that determined the columns.
    first_input: str = ""

    def columns_error(self, reader: Reader, names: list[str], known: list[str]) -> TableError:
        """Return the error for an input whose columns differ from the first one's."""
        missing = next((name for name in known if name not in names), None)
        extra = next((name for name in names if name not in known), None)
        if missing is not None:
            what = f"it has no column {missing!r}, which {self.first_input} has"
        elif extra is not None:
            what = f"it has a column {extra!r}, which {self.first_input} does not have"
        else:
            what = f"its columns are in a different order from those of {self.first_input}"
        return TableError(f"{reader.name}: {what}; {ADVICE}")

    #: The number of characters that were escaped because they cannot be encoded.
    unencodable = 0

    def add(self, batch: Batch, keep: pa.Array | None) -> None:
        """Write the rows of a batch that are kept (None: all), with the results as columns."""
        rows = self._converted(batch)
        with about(self.name, "written"):
            self._write(rows, batch.reader, keep)

    def _open(self) -> None:
        """Open the file, unless that needs the columns."""

    def _converted(self, batch: Batch) -> Any:  # noqa: ANN401  each format has its own rows
        """Return the rows of a batch in the form of this file."""
        raise NotImplementedError

    def _write(self, rows: Any, reader: Reader, keep: pa.Array | None) -> None:  # noqa: ANN401  as above
        """Write the converted rows that are kept; the first ones determine the columns."""
        raise NotImplementedError

    def _finish(self) -> None:
        """Write the end of the file."""

    def unwritable(self, values: pa.Array) -> dict[int, str]:  # noqa: ARG002  most formats hold all
        """Return the results that a field of this file cannot contain, and why."""
        return {}

    def close(self) -> None:
        with about(self.name, "written"):
            self._finish()
            for file in self.files:
                file.close()
            _system.sync(self.path)

    def discard(self) -> None:
        """Close a file that is not finished; does nothing if it is."""
        for file in self.files:
            with suppress(OSError, ValueError):
                file.close()

    def columns(self, batch: Batch) -> dict[str, Any]:
        """Return the columns of a block, as lists or Arrow arrays, without new columns."""
        reader, block, results, replaced = replacing.replace_nested(batch)
        result = (
            _of_table(block.rows) if isinstance(block.rows, pa.Table) else reader.columns(block)
        )
        new_names = [] if replaced else results.table.schema.names
        # Columns with the name of a new one are renamed.
        names = delimited.unique([*new_names, *result])[len(new_names) :]
        result = dict(zip(names, result.values(), strict=True))
        if replaced:
            for name, (label, made) in zip(replaced, results.columns().items(), strict=True):
                old, unchanged = result[name], results.unchanged.get(label, ())
                if unchanged and not isinstance(old, list):
                    old = cells.to_list(
                        pa.chunked_array([old]) if isinstance(old, pa.Array) else old
                    )
                result[name] = [old[n] if n in unchanged else each for n, each in enumerate(made)]
        for name, value in self.partitions:
            result.setdefault(name, [value] * len(block))
        if self.union is not None:
            missing = [name for name in self.union.names if name not in result]
            result |= {name: [None] * len(block) for name in missing}
            result = {name: result.pop(name) for name in self.union.names} | result
        return result


def _of_table(table: pa.Table) -> dict[str, Any]:
    return dict(zip(delimited.unique(table.schema.names), table.columns, strict=True))
