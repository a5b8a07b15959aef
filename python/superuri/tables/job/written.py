"""Written: an output of a job over one pass, a file or a folder with a file for each input."""

from contextlib import ExitStack
from pathlib import Path

import pyarrow as pa

from superuri.tables.files import formats, places, writing
from superuri.tables.files.failure import TableError
from superuri.tables.files.reading import Reader
from superuri.tables.job import choices, outputs


class TableOutput:
    """A file, or a folder with a file for each input; it is written in the work folder."""

    def __init__(self, name: str, folder: Path, inputs: list[places.Place], *, union: bool) -> None:
        self.path = Path(name)
        self.new = folder
        self.is_folder = places.is_folder(name)
        if self.is_folder:
            outputs.check_folder(self.path)
            if union:
                raise TableError(f"{self.path}: {choices.NO_UNION}")
        outputs.check(self.path)
        places.check_apart(self.path, inputs)
        self.writer: writing.Writer | None = None

    def begin(self, reader: Reader, schema: pa.Schema | None, files: ExitStack) -> writing.Writer:
        if self.is_folder:
            path = self.new / reader.place.inside
            path.parent.mkdir(parents=True, exist_ok=True)
            self.writer = formats.writer(reader.place, path, template=reader)
        else:
            target = places.place(self.path)
            self.writer = self.writer or formats.writer(target, self.new, template=reader)
            self.writer.union = schema
            self.writer.partitions = reader.place.partitions
        files.callback(self.writer.discard)
        return self.writer

    def end(self) -> None:
        """Close the file of an input in a folder."""
        if self.is_folder and self.writer:
            self.writer.close()

    def complete(self, rows: int) -> None:
        """Close the file, or mark the folder as complete."""
        if self.is_folder:
            (self.new / outputs.COMPLETE).write_text(f'{{"rows": {rows}}}\n')
        elif self.writer:
            self.writer.close()
        outputs.prepare(self.new, self.path)
