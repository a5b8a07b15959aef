"""Source: the bytes of a file of text, unpacked, of which whole lines are taken."""

import gzip
import io
from collections.abc import Callable, Iterator
from typing import IO, Any

import pyarrow as pa

from superuri.tables.files import delimited
from superuri.tables.files.failure import TableError
from superuri.tables.files.places import Place

#: Bytes that are read at once.
READ = 1 << 20
#: Bytes of a line; a longer one ends the job.
LONGEST_LINE = delimited.LONGEST_ROW


class Source:
    """The bytes of a file, from the first that is not taken yet."""

    def __init__(self, place: Place) -> None:
        self.name: str = place.name
        self.raw: IO[bytes] = place.path.open("rb")
        self._stream: Any = self.raw
        if place.compression == "gzip":
            # It accepts the zeros that tapes end with.
            self._stream = io.BufferedReader(gzip.GzipFile(fileobj=self.raw), READ)
        elif place.compression:
            # Not closed with a block of rows half read: the file below it is.
            self._stream = io.BufferedReader(
                pa.CompressedInputStream(pa.PythonFile(self.raw, "r"), place.compression), READ
            )
        self._held = b""
        self._at = 0
        self._ended = False
        self._change: Callable[[bytes, bool], bytes] | None = None

    def change(self, change: Callable[[bytes, bool], bytes]) -> None:
        """Have all bytes that are not taken changed, those that are read later, too."""
        held = self._held[self._at :]
        self._held, self._at, self._change = change(held, self._ended), 0, change

    def put(self, data: bytes) -> None:
        """Have other bytes taken first."""
        self._held, self._at = data + self._held[self._at :], 0

    def close(self) -> None:
        """Let go of the file."""
        self.raw.close()

    def _hold(self, size: int) -> None:
        """Hold so many bytes, if there are as many."""
        have = len(self._held) - self._at
        if have >= size or self._ended:
            return
        parts = [self._held[self._at :]]
        while have < size and not self._ended:
            part = self._stream.read(max(READ, size - have))
            self._ended = not part
            if self._change:
                part = self._change(part, self._ended)
            parts.append(part)
            have += len(part)
        self._held, self._at = b"".join(parts), 0

    def begins(self, size: int) -> bytes:
        """Return the first bytes, which are not taken."""
        self._hold(size)
        return self._held[self._at : self._at + size]

    def lines(self, size: int) -> bytes:
        """Return the next lines of at most so many bytes, which are not taken; none if none is."""
        self._hold(size)
        left = len(self._held) - self._at
        if self._ended and left <= size:
            return self._held[self._at :]
        return self._held[self._at : self._held.rfind(b"\n", self._at, self._at + size) + 1]

    def take(self, size: int) -> None:
        """Take so many bytes, which are held."""
        self._at += size

    def is_at_end(self) -> bool:
        """Return whether all is taken."""
        self._hold(1)
        return self._at == len(self._held)

    def line(self, end: bytes = b"\n") -> bytes:
        """Take the next line.

        Raises TableError where it is too long: it may be all that a small packed file unpacks to.
        """
        looked, size = 0, READ
        while (found := self._held.find(end, self._at + looked) + 1) == 0:
            looked = len(self._held) - self._at
            if self._ended or looked > LONGEST_LINE:
                found = len(self._held)
                break
            size = min(2 * size, LONGEST_LINE + 1)
            self._hold(size)
        if found - self._at > LONGEST_LINE:
            message = f"{self.name}: a line is longer than {LONGEST_LINE >> 20}M bytes"
            raise TableError(message)
        taken = self._held[self._at : found]
        self._at = found
        return taken

    def each_line(self, end: bytes = b"\n") -> Iterator[bytes]:
        """Take the lines, one after the other."""
        while line := self.line(end):
            yield line
