"""Source: the decompressed bytes of a text file, read in whole lines."""

import gzip
import io
from collections.abc import Callable, Iterator
from typing import IO, Any

import pyarrow as pa

from superuri.tables.files import delimited
from superuri.tables.files.failure import TableError
from superuri.tables.files.places import Place

#: Bytes per read.
READ = 1 << 20
#: The maximum length of a line in bytes; a longer one ends the job.
LONGEST_LINE = delimited.LONGEST_ROW


class Source:
    """The bytes of a file that are not consumed yet."""

    def __init__(self, place: Place) -> None:
        self.name: str = place.name
        self.raw: IO[bytes] = place.path.open("rb")
        self._stream: Any = self.raw
        if place.compression == "gzip":
            # Python's gzip accepts trailing zeros.
            self._stream = io.BufferedReader(gzip.GzipFile(fileobj=self.raw), READ)
        elif place.compression:
            # This stream is not closed explicitly: `close` closes the file below it.
            self._stream = io.BufferedReader(
                pa.CompressedInputStream(pa.PythonFile(self.raw, "r"), place.compression), READ
            )
        self._buffer = b""
        self._position = 0
        self._ended = False
        self._decode: Callable[[bytes, bool], bytes] | None = None

    def set_decoder(self, decode: Callable[[bytes, bool], bytes]) -> None:
        """Decode all bytes that are not consumed, including those that are read later."""
        rest = self._buffer[self._position :]
        self._buffer, self._position, self._decode = decode(rest, self._ended), 0, decode

    def prepend(self, data: bytes) -> None:
        """Insert bytes before those that are not consumed."""
        self._buffer, self._position = data + self._buffer[self._position :], 0

    def close(self) -> None:
        self.raw.close()

    def _fill(self, size: int) -> None:
        """Fill the buffer with at least ``size`` bytes, or up to the end of the file."""
        available = len(self._buffer) - self._position
        if available >= size or self._ended:
            return
        parts = [self._buffer[self._position :]]
        while available < size and not self._ended:
            part = self._stream.read(max(READ, size - available))
            self._ended = not part
            if self._decode:
                part = self._decode(part, self._ended)
            parts.append(part)
            available += len(part)
        self._buffer, self._position = b"".join(parts), 0

    def peek(self, size: int) -> bytes:
        """Return the next bytes without consuming them."""
        self._fill(size)
        return self._buffer[self._position : self._position + size]

    def lines(self, size: int) -> bytes:
        """Return whole lines of at most ``size`` bytes without consuming them.

        Returns nothing if the next line is longer.
        """
        self._fill(size)
        left = len(self._buffer) - self._position
        if self._ended and left <= size:
            return self._buffer[self._position :]
        start = self._position
        return self._buffer[start : self._buffer.rfind(b"\n", start, start + size) + 1]

    def consume(self, size: int) -> None:
        self._position += size

    def is_at_end(self) -> bool:
        self._fill(1)
        return self._position == len(self._buffer)

    def line(self, end: bytes = b"\n") -> bytes:
        """Consume the next line.

        Raises TableError if it is too long, as may be in a small compressed file.
        """
        searched, size = 0, READ
        while (line_end := self._buffer.find(end, self._position + searched) + 1) == 0:
            searched = len(self._buffer) - self._position
            if self._ended or searched > LONGEST_LINE:
                line_end = len(self._buffer)
                break
            size = min(2 * size, LONGEST_LINE + 1)
            self._fill(size)
        if line_end - self._position > LONGEST_LINE:
            raise TableError(f"{self.name}: a line is longer than {LONGEST_LINE >> 20}M bytes")
        line = self._buffer[self._position : line_end]
        self._position = line_end
        return line

    def each_line(self, end: bytes = b"\n") -> Iterator[bytes]:
        while line := self.line(end):
            yield line
