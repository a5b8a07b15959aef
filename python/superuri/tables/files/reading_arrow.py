"""Reader of Arrow IPC files (Feather) and streams."""

from collections.abc import Iterator
from contextlib import closing
from typing import IO, Any

import pyarrow as pa

from superuri.tables.files import reading
from superuri.tables.files.failure import TableError
from superuri.tables.files.reading import TypedReader

#: The first bytes of a file, which a stream does not have, and of Feather's first version.
MAGIC = b"ARROW1"
FEATHER_1 = b"FEA1"


class ArrowReader(TypedReader):
    """A reader of Arrow IPC files and streams, which are detected by their contents."""

    def _open(self) -> tuple[Any, Any]:
        """Open the file, and return it with Arrow's reader."""
        file = self.place.path.open("rb")
        try:
            is_file_format = self._is_file_format(file)
            source = pa.PythonFile(file, "r")
            reader: Any = pa.ipc.open_file(source) if is_file_format else pa.ipc.open_stream(source)
        except BaseException:
            file.close()
            raise
        return file, reader

    def _is_file_format(self, file: IO[bytes]) -> bool:
        """Return whether it is Arrow's file format, not a stream."""
        head = file.read(len(MAGIC))
        file.seek(0)
        if head.startswith(FEATHER_1):
            message = "it is in Feather's first version; write it again as version 2"
            raise TableError(f"{self.name}: {message}")
        return head == MAGIC

    def _schema(self) -> pa.Schema:
        file, reader = self._open()
        with closing(file):
            return reader.schema

    def _tables(self) -> Iterator[tuple[pa.Table, int]]:
        file, reader = self._open()
        size = self.place.path.stat().st_size
        with closing(file):
            for batch, read in self._batches(file, reader, size):
                # Offsets of a damaged file could lead to reads beyond the buffers.
                batch.validate(full=True)
                rows = max(1, len(batch))
                batch_rows = max(1, min(reading.ROWS, reading.SIZE * rows // max(1, batch.nbytes)))
                for start in range(0, len(batch), batch_rows):
                    yield pa.Table.from_batches([batch.slice(start, batch_rows)]), read

    @staticmethod
    def _batches(file: Any, reader: Any, size: int) -> Iterator[tuple[pa.RecordBatch, int]]:  # noqa: ANN401  Arrow types them no better
        if isinstance(reader, pa.ipc.RecordBatchFileReader):
            count = reader.num_record_batches
            for n in range(count):
                yield reader.get_batch(n), size * (n + 1) // count
        else:
            for batch in reader:
                yield batch, file.tell()
