"""Writers of tables: what came in goes out as it was, with more columns."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from superuri.tables.files import cells, delimited, replacing
from superuri.tables.files.failure import TableError
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Block, Reader
from superuri.tables.files.replacing import NewColumns as NewColumns

#: What helps where the columns of inputs differ.
ADVICE = (
    "name a folder as the output, where each keeps its own columns, or take all columns of all "
    "(--union-by-name)"
)


class Writer:
    """A file that is being written, under a passing name, and on the disk once it is closed."""

    def __init__(
        self,
        place: Place,
        path: Path,
        partitions: tuple[tuple[str, str], ...],
        template: Reader | None = None,
    ) -> None:
        self.place: Place = place
        self.path: Path = path
        self.name: str = str(place.path)
        # What the folders of the input say of its rows, where the output has no such folders.
        self.partitions = partitions
        # What it is like, where its format has several ways.
        self.template: Reader | None = template

    #: The columns of all inputs, where they differ and that is meant: the missing are null.
    union: pa.Schema | None = None
    #: How many fields had what this format cannot say, and were written in other words.
    escaped = 0
    #: The input whose columns it has.
    first: str = ""

    def columns_error(self, reader: Reader, names: list[str], known: list[str]) -> TableError:
        """Return the refusal of an input whose columns are not those of the first one."""
        lacks = next((name for name in known if name not in names), None)
        more = next((name for name in names if name not in known), None)
        if lacks is not None:
            what = f"it has no column {lacks!r}, which {self.first} has"
        elif more is not None:
            what = f"it has a column {more!r}, which {self.first} has not"
        else:
            what = f"its columns have another order than those of {self.first}"
        return TableError(f"{reader.name}: {what}; {ADVICE}")

    #: How many characters the encoding does not have, and were written in other words.
    unencodable = 0

    def add(
        self,
        reader: Reader,
        block: Block,
        more: NewColumns,
        keep: pa.Array | None,
        instead: Sequence[str] = (),
    ) -> None:
        """Write the rows of a block that are kept, with these columns more.

        The columns may replace those of the rows that ``instead`` names, one each.
        """
        raise NotImplementedError

    def unwritable(self, made: pa.Array) -> dict[int, str]:  # noqa: ARG002  most formats hold all
        """Return which results no field of this file can hold as they are, and why."""
        return {}

    def close(self) -> None:
        """Finish the file."""
        raise NotImplementedError

    def discard(self) -> None:
        """Let go of a file that is not finished; of one that is, nothing is left."""

    def columns(
        self, reader: Reader, block: Block, more: NewColumns, instead: Sequence[str]
    ) -> dict[str, Any]:
        """Return the rows of a block as columns, lists or Arrow's, without the new ones."""
        block, more, instead = replacing.settled(reader, block, more, instead)
        found = _of_table(block.rows) if isinstance(block.rows, pa.Table) else reader.columns(block)
        new = [] if instead else more.table.schema.names
        # What is called as a new column is gets another name.
        names = delimited.unique([*new, *found])[len(new) :]
        found = dict(zip(names, found.values(), strict=True))
        if instead:
            for name, (label, made) in zip(instead, more.columns().items(), strict=True):
                old, stays = found[name], more.unchanged.get(label, ())
                if stays and not isinstance(old, list):
                    old = cells.to_list(
                        pa.chunked_array([old]) if isinstance(old, pa.Array) else old
                    )
                found[name] = [old[n] if n in stays else each for n, each in enumerate(made)]
        for name, value in self.partitions:
            found.setdefault(name, [value] * len(block))
        if self.union is not None:
            lacks = [name for name in self.union.names if name not in found]
            found |= {name: [None] * len(block) for name in lacks}
            found = {name: found.pop(name) for name in self.union.names} | found
        return found


def _of_table(table: pa.Table) -> dict[str, Any]:
    return dict(zip(delimited.unique(table.schema.names), table.columns, strict=True))
