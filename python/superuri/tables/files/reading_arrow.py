"""Reader of Arrow IPC, as files (Feather) and as streams."""

from collections.abc import Iterator
from contextlib import closing
from typing import IO, Any

import pyarrow as pa

from superuri.tables.files import reading
from superuri.tables.files.failure import TableError
from superuri.tables.files.reading import TypedReader

#: What begins a file; a stream begins otherwise. The third is Feather's first version.
FILE = b"ARROW1"
OLD = b"FEA1"


class ArrowReader(TypedReader):
    """A table in a file or stream of Arrow IPC, whatever its name says."""

    def _opened(self) -> tuple[Any, Any]:
        """Return the file, and what reads it."""
        if self.place.compression:
            raise TableError(f"{self.name}: it is packed; unpack it, Arrow has its own compression")
        file = self.place.path.open("rb")
        try:
            is_file = self._begins(file)
            source = pa.PythonFile(file, "r")
            reader: Any = pa.ipc.open_file(source) if is_file else pa.ipc.open_stream(source)
        except BaseException:
            file.close()
            raise
        return file, reader

    def _begins(self, file: IO[bytes]) -> bool:
        """Return whether it is a file of Arrow, and not a stream."""
        begins = file.read(len(FILE))
        file.seek(0)
        if begins.startswith(OLD):
            message = "it is of Feather's first version; write it again as version 2"
            raise TableError(f"{self.name}: {message}")
        return begins == FILE

    def _schema(self) -> pa.Schema:
        file, reader = self._opened()
        with closing(file):
            return reader.schema

    def _tables(self) -> Iterator[tuple[pa.Table, int]]:
        file, reader = self._opened()
        size = self.place.path.stat().st_size
        with closing(file):
            for batch, read in self._batches(file, reader, size):
                # Its numbers may lead anywhere: a damaged file would be read beyond its end.
                batch.validate(full=True)
                rows = max(1, len(batch))
                some = max(1, min(reading.ROWS, reading.SIZE * rows // max(1, batch.nbytes)))
                for start in range(0, len(batch), some):
                    yield pa.Table.from_batches([batch.slice(start, some)]), read

    @staticmethod
    def _batches(file: Any, reader: Any, size: int) -> Iterator[tuple[pa.RecordBatch, int]]:  # noqa: ANN401  Arrow types them no better
        if isinstance(reader, pa.ipc.RecordBatchFileReader):
            count = reader.num_record_batches
            for n in range(count):
                yield reader.get_batch(n), size * (n + 1) // count
        else:
            for batch in reader:
                yield batch, file.tell()
