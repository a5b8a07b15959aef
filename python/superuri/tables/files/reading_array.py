"""Reader of a JSON array of objects, parsed element by element."""

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import chunks, json_lines, source
from superuri.tables.files.columns import OCTETS
from superuri.tables.files.failure import TableError
from superuri.tables.files.reading_json import JsonReader
from superuri.tables.files.reading_text import line_chunks

#: JSON's white space.
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()
#: The number of consumed characters after which they are removed from the buffer.
_TRIM = 1 << 20


class ArrayReader(JsonReader):
    """A reader of a JSON array: each element is a row.

    Files named ``.json`` often have one object per line instead: these are read as JSON Lines.
    """

    def dialect_note(self) -> str:
        notes = [super().dialect_note(), "an object on each line" if self._is_lines else ""]
        return ", ".join(filter(None, notes))

    _is_lines = False

    def _chunks(self, file: source.Source) -> Iterator[chunks.Chunk]:
        head = file.peek(source.READ).lstrip(b" \t\r\n")
        if head.startswith(b"{"):
            if b"\n" not in head:
                head = file.peek(source.LONGEST_LINE).lstrip(b" \t\r\n")
            if json_lines.decoded(head.partition(b"\n")[0].decode("utf-8", "replace")) is None:
                message = "it is neither an array of objects nor an object on each line"
                raise TableError(f"{self.name}: {message}")
            self._is_lines = True
            yield from line_chunks(file)
            return
        text = _ArrayText(file, self.name)
        lines: list[bytes] = []
        size = 0
        for element in text.elements():
            line = _on_one_line(element).encode("utf-8", "surrogateescape")
            lines.append(line)
            size += len(line)
            if size >= chunks.MAX_BYTES or len(lines) >= chunks.MAX_ROWS:
                yield _chunk(lines)
                lines, size = [], 0
        if lines:
            yield _chunk(lines)


def _on_one_line(element: str) -> str:
    """Replace line breaks, and the space around them, by one space; JSON strings contain none."""
    if "\n" not in element and "\r" not in element:
        return element
    parts = (part.strip(" \t") for part in element.replace("\r", "\n").split("\n"))
    return " ".join(filter(None, parts))


def _chunk(lines: list[bytes]) -> chunks.Chunk:
    array = pa.array(lines, OCTETS)
    return chunks.Chunk([array], pc.add(pc.binary_length(array), 1), {}, set(), 0)


class _ArrayText:
    """The text of a file with an array; consumed text is dropped from memory."""

    def __init__(self, file: source.Source, name: str) -> None:
        self.file = file
        self.name = name
        self.buffer = ""
        self.position = 0
        self.row = 0
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self.ended = False

    def elements(self) -> Iterator[str]:
        if self._peek() != "[":
            raise TableError(f"{self.name}: it is not an array of JSON")
        self.position += 1
        if self._peek() != "]":
            while True:
                self.row += 1
                yield self._element()
                separator = self._peek()
                self.position += 1
                if separator == "]":
                    break
                if separator != ",":
                    raise self._damaged(f"there is {separator!r}" if separator else "the file ends")
        else:
            self.position += 1
        if rest := self._peek():
            raise self._damaged(f"there is {rest!r} behind the array")

    def _peek(self) -> str:
        """Skip white space, and return the next character; nothing at the end."""
        while True:
            match = _SPACE.match(self.buffer, self.position)
            self.position = match.end() if match else self.position
            if self.position < len(self.buffer):
                return self.buffer[self.position]
            if not self._fill(source.READ):
                return ""

    def _fill(self, size: int) -> bool:
        """Read more text into the buffer; return false at the end of the file."""
        if self.ended:
            return False
        data = self.file.peek(size)
        self.file.consume(len(data))
        self.ended = not data
        self.buffer = self.buffer[self.position :] + self._decode(data, self.ended)
        self.position = 0
        return True

    def _element(self) -> str:
        """Consume the next element."""
        self._peek()
        size = source.READ
        while True:
            end, why = self._element_end()
            # At the end of the buffer, a number may be incomplete.
            if end < len(self.buffer) and not why:
                break
            if len(self.buffer) - self.position > source.LONGEST_LINE:
                limit = f"it is longer than {source.LONGEST_LINE >> 20}M bytes"
                raise self._damaged(why or limit)
            if not self._fill(size):
                raise self._damaged(why or "the file ends")
            size *= 2
        if end - self.position > source.LONGEST_LINE:
            raise self._damaged(f"it is longer than {source.LONGEST_LINE >> 20}M bytes")
        element = self.buffer[self.position : end]
        self.position = end
        if self.position > _TRIM:
            self.buffer, self.position = self.buffer[self.position :], 0
        return element

    def _element_end(self) -> tuple[int, str]:
        """Return the end of the element in the buffer, and why it cannot be parsed, if so."""
        try:
            decoded: tuple[Any, int] = _DECODER.raw_decode(self.buffer, self.position)
        except json.JSONDecodeError as error:
            return len(self.buffer), error.msg
        except RecursionError:
            # It is nested too deeply for Python: the row will be an error.
            return json_lines.value_end(self.buffer, self.position), ""
        return decoded[1], ""

    def _damaged(self, why: str) -> TableError:
        return TableError(f"{self.name}: it is damaged at row {self.row:,}: {why}")
