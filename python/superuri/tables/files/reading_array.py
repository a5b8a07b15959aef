"""Reader of a JSON array of objects, a few of them at a time."""

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import json_lines, pieces, source
from superuri.tables.files.columns import OCTETS
from superuri.tables.files.failure import TableError
from superuri.tables.files.reading_json import JsonReader
from superuri.tables.files.reading_text import split

#: White space of JSON; and one with the end of a line in it, which no text of JSON contains.
_SPACE = re.compile(r"[ \t\r\n]*")
_BREAK = re.compile(r"[ \t]*[\r\n][ \t\r\n]*")
_DECODER = json.JSONDecoder()
#: Characters that are taken off the text at once.
_TAKEN = 1 << 20


class ArrayReader(JsonReader):
    """A file with one array of JSON: each element is a row, as a line is elsewhere.

    A file of one object on each line is often called ``.json``, too: it is read as that.
    """

    def dialect_note(self) -> str:
        said = [super().dialect_note(), "an object on each line" if self._lines else ""]
        return ", ".join(filter(None, said))

    _lines = False

    def _pieces(self, given: source.Source) -> Iterator[pieces.Piece]:
        begins = given.peek(source.READ).lstrip(b" \t\r\n")
        if begins.startswith(b"{"):
            if b"\n" not in begins:
                begins = given.peek(source.LONGEST_LINE).lstrip(b" \t\r\n")
            if json_lines.decoded(begins.partition(b"\n")[0].decode("utf-8", "replace")) is None:
                message = "it is an object, not an array of objects"
                raise TableError(f"{self.name}: {message}")
            self._lines = True
            yield from split(given)
            return
        text = _Text(given, self.name)
        lines: list[bytes] = []
        size = 0
        for element in text.elements():
            line = _BREAK.sub(" ", element).encode("utf-8", "surrogateescape")
            lines.append(line)
            size += len(line)
            if size >= pieces.MOST or len(lines) >= pieces.FEW:
                yield _piece(lines)
                lines, size = [], 0
        if lines:
            yield _piece(lines)


def _piece(lines: list[bytes]) -> pieces.Piece:
    made = pa.array(lines, OCTETS)
    return pieces.Piece([made], pc.add(pc.binary_length(made), 1), {}, set(), 0)


class _Text:
    """The text of a file, of which what was read is let go."""

    def __init__(self, given: source.Source, name: str) -> None:
        self.given = given
        self.name = name
        self.held = ""
        self.at = 0
        self.row = 0
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self.ended = False

    def elements(self) -> Iterator[str]:
        """Return the elements of the array, each as it is written."""
        if self._next() != "[":
            raise TableError(f"{self.name}: it is not an array of JSON")
        self.at += 1
        if self._next() != "]":
            while True:
                self.row += 1
                yield self._element()
                mark = self._next()
                self.at += 1
                if mark == "]":
                    break
                if mark != ",":
                    raise self._damaged(f"there is {mark!r}" if mark else "the file ends")
        else:
            self.at += 1
        if behind := self._next():
            raise self._damaged(f"there is {behind!r} behind the array")

    def _next(self) -> str:
        """Return the next character that is not white space; nothing at the end."""
        while True:
            found = _SPACE.match(self.held, self.at)
            self.at = found.end() if found else self.at
            if self.at < len(self.held):
                return self.held[self.at]
            if not self._more(source.READ):
                return ""

    def _more(self, size: int) -> bool:
        """Hold so much more of the text, if there is any."""
        if self.ended:
            return False
        data = self.given.peek(size)
        self.given.consume(len(data))
        self.ended = not data
        self.held = self.held[self.at :] + self._decode(data, self.ended)
        self.at = 0
        return True

    def _element(self) -> str:
        """Take the element that is next."""
        self._next()
        size = source.READ
        while True:
            end, why = self._end()
            # A number may go on behind what is held.
            if end < len(self.held) and not why:
                break
            if len(self.held) - self.at > source.LONGEST_LINE:
                limit = f"it is longer than {source.LONGEST_LINE >> 20}M bytes"
                raise self._damaged(why or limit)
            if not self._more(size):
                raise self._damaged(why or "the file ends")
            size *= 2
        if end - self.at > source.LONGEST_LINE:
            raise self._damaged(f"it is longer than {source.LONGEST_LINE >> 20}M bytes")
        element = self.held[self.at : end]
        self.at = end
        if self.at > _TAKEN:
            self.held, self.at = self.held[self.at :], 0
        return element

    def _end(self) -> tuple[int, str]:
        """Return where the element ends, as far as the text is held, or why not."""
        try:
            found: tuple[Any, int] = _DECODER.raw_decode(self.held, self.at)
        except json.JSONDecodeError as error:
            return len(self.held), error.msg
        except RecursionError:
            # It is deeper than Python reads: a row that is not done.
            return json_lines.value_end(self.held, self.at), ""
        return found[1], ""

    def _damaged(self, why: str) -> TableError:
        return TableError(f"{self.name}: it is damaged at row {self.row:,}: {why}")
