"""Dialect of a text file: its delimiter, quotation mark, header and encoding.

Readers and writers only know the internal form: CSV with ``,`` and ``"``, or TSV, in UTF-8. A file
in another dialect is converted while it is read: bytes are exchanged one for one (``,`` for ``;``
and ``;`` for ``,``), so that damage stays where it is. The fields are converted back.
"""

import codecs
import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from superuri._values import table_names
from superuri._values.nearest import nearest
from superuri._values.table_names import ENCODINGS, PARTITIONS, WORDS
from superuri.tables.files import columns
from superuri.tables.files.failure import TableError

#: The byte order marks of UTF-16.
BOMS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_DELIMITERS = (",", ";", "\t", "|")
_QUOTES = ('"', "'")
#: An escaped byte (surrogateescape), or three of them that encode a lone surrogate of UTF-16.
_OCTETS = re.compile("\udced([\udca0-\udcbf])([\udc80-\udcbf])|[\udc80-\udcff]")
_NOT_ASCII = re.compile("[^\0-\x7f]")


class InputOptions(NamedTuple):
    """The options for the inputs' format; None is detected from names and contents."""

    format: str | None = None
    delimiter: str | None = None
    quote: str | None = None
    header: bool | None = None
    encoding: str | None = None
    #: Whether the names of partitions are "decoded" or "raw".
    partitions: str = PARTITIONS[0]

    def checked(self) -> "InputOptions":
        """Return the options validated, with internal format names.

        Raises TableError for invalid values.
        """
        form = _check_name("format", self.format, WORDS)
        encoding = _check_name("encoding", self.encoding, ENCODINGS)
        try:
            delimiter = None if self.delimiter is None else table_names.delimiter(self.delimiter)
            quote = None if self.quote is None else table_names.quote(self.quote)
        except ValueError as error:
            raise TableError(str(error)) from error
        if quote and quote == delimiter:
            raise TableError(f"the delimiter and the quotation mark are both {quote!r}")
        _check_name("value of partitions", self.partitions, PARTITIONS)
        format_name = WORDS[form] if form else None
        return InputOptions(format_name, delimiter, quote, self.header, encoding, self.partitions)


def _check_name(
    what: str, word: str | None, words: "tuple[str, ...] | dict[str, str]"
) -> str | None:
    if word is not None and word not in words:
        suggestion = nearest(word, [*words])
        hint = f"did you mean {suggestion}? " if suggestion else ""
        raise TableError(f"there is no {what} {word!r}; {hint}use {', '.join(words)}")
    return word


#: No options: everything is detected.
NO_OPTIONS = InputOptions()


class Dialect(NamedTuple):
    delimiter: str = ","
    #: Empty if fields cannot be quoted.
    quote: str = '"'
    header: bool = True
    encoding: str = "utf-8"

    @property
    def kind(self) -> str:
        """The internal form of its rows."""
        return "csv" if self.quote else "tsv"

    def bytes_from_internal(self, data: bytes) -> bytes:
        table = _translation_tables(self)[1]
        return data.translate(table) if table else data

    def text_from_internal(self, text: str) -> str:
        return _translate_text(text, _translation_tables(self)[1])

    def text_to_internal(self, text: str) -> str:
        return _translate_text(text, _translation_tables(self)[0])

    def fields_from_internal(self, column: pa.Array) -> pa.Array:
        return _translate_fields(column, _translation_tables(self)[1])

    def fields_to_internal(self, column: pa.Array) -> pa.Array:
        return _translate_fields(column, _translation_tables(self)[0])

    def decoder(self) -> Callable[[bytes, bool], bytes] | None:
        """Return a function that converts the file's next bytes to internal ones, if needed."""
        table = _translation_tables(self)[0]
        if self.encoding == "utf-8":
            return (lambda data, _: data.translate(table)) if table else None
        errors = "surrogatepass" if self.is_utf16 else "surrogateescape"
        decode = codecs.getincrementaldecoder(self.encoding)(errors).decode

        def convert(data: bytes, final: bool) -> bytes:  # noqa: FBT001  it is called with positions
            encoded = decode(data, final).encode("utf-8", errors)
            return encoded.translate(table) if table else encoded

        return convert

    @property
    def is_utf16(self) -> bool:
        """Whether the encoding is UTF-16, which has every character."""
        return self.encoding.startswith("utf-16")

    def encoded(self, data: bytes, *, json: bool) -> tuple[bytes, int]:
        """Encode UTF-8 for the file, and count the characters that had to be escaped."""
        if self.encoding == "utf-8":
            return data, 0
        text = data.decode("utf-8", "surrogateescape")
        try:
            return text.encode(self.encoding), 0
        except UnicodeEncodeError:
            pass
        count = 0

        def replacement(match: re.Match[str]) -> str:
            nonlocal count
            result, is_escaped = self._write_character(match[0], json=json)
            count += is_escaped
            return result

        result = (_OCTETS if self.is_utf16 else _NOT_ASCII).sub(replacement, text)
        errors = "surrogatepass" if self.is_utf16 else "surrogateescape"
        return result.encode(self.encoding, errors), count

    def _write_character(self, character: str, *, json: bool) -> tuple[str, bool]:
        """Return a character as it is written, and whether it is escaped."""
        if len(character) > 1:
            encoded = character.encode("utf-8", "surrogateescape")
            return encoded.decode("utf-8", "surrogatepass"), False
        if "\udc80" <= character <= "\udcff":
            octet = character.encode("utf-8", "surrogateescape")
            if self.is_utf16 or _is_defined(self.encoding, octet):
                return f"%{octet[0]:02X}", True
            return character, False
        if _can_encode(self.encoding, character):
            return character, False
        if json:
            units = character.encode("utf-16-be")
            return "".join(f"\\u{units[n : n + 2].hex()}" for n in range(0, len(units), 2)), True
        return "".join(f"%{octet:02X}" for octet in character.encode()), True

    def unencodable_rows(self, texts: pa.Array) -> list[int]:
        if self.encoding == "utf-8" or self.is_utf16:
            return []
        try:
            columns.content(texts.cast(columns.OCTETS)).to_pybytes().decode().encode(self.encoding)
        except UnicodeEncodeError:
            rows = enumerate(texts.to_pylist())
            return [n for n, text in rows if text and not _can_encode(self.encoding, text)]
        return []

    def differences(self, other: "Dialect") -> list[str]:
        result = []
        if self.delimiter != other.delimiter:
            result.append(f"delimiter {self.delimiter!r}")
        if self.quote != other.quote:
            result.append(f"quotation mark {self.quote}" if self.quote else "no quotation marks")
        if self.header != other.header:
            result.append("no header")
        if self.encoding != other.encoding:
            result.append(self.encoding)
        return result


#: The default dialects.
BY_FORMAT = {"csv": Dialect(), "tsv": Dialect("\t", ""), "txt": Dialect("", "", header=False)}


def default(name: str) -> Dialect:
    return BY_FORMAT.get(name, Dialect())


def bom_encoding(head: bytes) -> str | None:
    """Return the encoding of a file's byte order mark, if it is one of UTF-16."""
    if head.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        raise TableError("it is UTF-32: convert it to UTF-8")
    return BOMS.get(head[:2])


def candidates(base: Dialect, options: InputOptions) -> list[Dialect]:
    """Return the dialects that a file may have, ``base`` first."""
    delimiters = _DELIMITERS if options.delimiter is None else (options.delimiter,)
    quotes = (base.quote, *_QUOTES) if options.quote is None else (options.quote,)
    others = [base._replace(delimiter=d, quote=q) for q in quotes for d in delimiters if d != q]
    return list(dict.fromkeys([base, *others]))


@cache
def _translation_tables(dialect: Dialect) -> tuple[bytes | None, bytes | None]:
    """Return the tables that translate the file's bytes to internal ones, and back."""
    pairs = [(dialect.delimiter, ",")] if dialect.quote else [(dialect.delimiter, "\t")]
    pairs += [(dialect.quote, '"')] if dialect.quote else []
    table = [*range(256)]
    if not dialect.delimiter:
        return None, None
    for file_char, internal_char in pairs:
        a, b = ord(file_char), table.index(ord(internal_char))
        table[a], table[b] = table[b], table[a]
    if table == [*range(256)]:
        return None, None
    inverse = [table.index(n) for n in range(256)]
    return bytes(table), bytes(inverse)


def _translate_text(text: str, table: bytes | None) -> str:
    return text.translate(_character_table(table)) if table else text


@cache
def _character_table(table: bytes) -> dict[int, int]:
    return {n: octet for n, octet in enumerate(table) if n != octet}


def _translate_fields(column: pa.Array, table: bytes | None) -> pa.Array:
    if table is None or not len(column):
        return column
    data = columns.content(column).to_pybytes().translate(table)
    ends = pc.cumulative_sum(pc.binary_length(column).cast(pa.int64()))
    offsets = pa.concat_arrays([pa.array([0], pa.int64()), ends]).buffers()[1]
    return pa.Array.from_buffers(columns.OCTETS, len(column), [None, offsets, pa.py_buffer(data)])


@cache
def _is_defined(encoding: str, octet: bytes) -> bool:
    try:
        octet.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _can_encode(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
