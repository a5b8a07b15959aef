"""Dialect of a table of text: its delimiter, quotation mark, header and encoding.

Readers and writers know one way to write CSV and one to write TSV. A file in another dialect is
changed while it is read, so that it is written in that way, and fields are changed back: bytes are
exchanged one for one (``,`` for ``;`` and ``;`` for ``,``), and texts are encoded in UTF-8. What is
damaged is damaged in the same places then.
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
from superuri._values.table_names import ENCODINGS, WORDS
from superuri.tables.files import columns
from superuri.tables.files.failure import TableError

#: What begins a file of these encodings.
MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_DELIMITERS = (",", ";", "\t", "|")
_QUOTES = ('"', "'")
#: A byte that is not valid UTF-8; before it, the three of half of a surrogate pair in UTF-16.
_OCTETS = re.compile("\udced([\udca0-\udcbf])([\udc80-\udcbf])|[\udc80-\udcff]")
_NOT_ASCII = re.compile("[^\0-\x7f]")


class InputOptions(NamedTuple):
    """What the options say about the inputs; None is what their names and bytes say."""

    format: str | None = None
    delimiter: str | None = None
    quote: str | None = None
    header: bool | None = None
    encoding: str | None = None

    def checked(self) -> "InputOptions":
        """Return it in the words that are used here.

        Raises TableError where it makes no sense.
        """
        form = _known("format", self.format, WORDS)
        encoding = _known("encoding", self.encoding, ENCODINGS)
        try:
            delimiter = None if self.delimiter is None else table_names.delimiter(self.delimiter)
            quote = None if self.quote is None else table_names.quote(self.quote)
        except ValueError as error:
            raise TableError(str(error)) from error
        if quote and quote == delimiter:
            raise TableError(f"the delimiter and the quotation mark are both {quote!r}")
        return InputOptions(WORDS[form] if form else None, delimiter, quote, self.header, encoding)


def _known(what: str, word: str | None, words: "tuple[str, ...] | dict[str, str]") -> str | None:
    if word is not None and word not in words:
        near = nearest(word, [*words])
        meant = f"did you mean {near}? " if near else ""
        raise TableError(f"there is no {what} {word!r}; {meant}use {', '.join(words)}")
    return word


#: Nothing: the names say all.
NO_OPTIONS = InputOptions()


class Dialect(NamedTuple):
    """How a table of text is written."""

    delimiter: str = ","
    #: Nothing where a field cannot contain a delimiter or the end of a line.
    quote: str = '"'
    header: bool = True
    encoding: str = "utf-8"

    @property
    def kind(self) -> str:
        """The way that the bytes of fields are read and written here."""
        return "csv" if self.quote else "tsv"

    def theirs(self, data: bytes) -> bytes:
        """Return bytes in our way as they are in the file."""
        table = _swap(self)[1]
        return data.translate(table) if table else data

    def their_text(self, text: str) -> str:
        """Return a field that was read in our way as it is in the file."""
        return _text(text, _swap(self)[1])

    def our_text(self, text: str) -> str:
        """Return a field of the file for our way."""
        return _text(text, _swap(self)[0])

    def their_fields(self, column: pa.Array) -> pa.Array:
        """Return fields that were read in our way as they are in the file."""
        return _fields(column, _swap(self)[1])

    def our_fields(self, column: pa.Array) -> pa.Array:
        """Return fields of the file for our way."""
        return _fields(column, _swap(self)[0])

    def decoder(self) -> Callable[[bytes, bool], bytes] | None:
        """Return what makes the next bytes of a file the ones that are read here, if it differs."""
        table = _swap(self)[0]
        if self.encoding == "utf-8":
            return (lambda data, _: data.translate(table)) if table else None
        errors = "surrogatepass" if self.is_wide else "surrogateescape"
        decode = codecs.getincrementaldecoder(self.encoding)(errors).decode

        def change(data: bytes, final: bool) -> bytes:  # noqa: FBT001  it is called so only
            made = decode(data, final).encode("utf-8", errors)
            return made.translate(table) if table else made

        return change

    @property
    def is_wide(self) -> bool:
        """Whether it is UTF-16, which has every character."""
        return self.encoding.startswith("utf-16")

    def encoded(self, data: bytes, *, json: bool) -> tuple[bytes, int]:
        """Return bytes as the file has them, and how many characters it has in other words."""
        if self.encoding == "utf-8":
            return data, 0
        text = data.decode("utf-8", "surrogateescape")
        try:
            return text.encode(self.encoding), 0
        except UnicodeEncodeError:
            pass
        count = 0

        def spelled(found: re.Match[str]) -> str:
            nonlocal count
            made, is_other = self._spelled(found[0], json=json)
            count += is_other
            return made

        made = (_OCTETS if self.is_wide else _NOT_ASCII).sub(spelled, text)
        errors = "surrogatepass" if self.is_wide else "surrogateescape"
        return made.encode(self.encoding, errors), count

    def _spelled(self, found: str, *, json: bool) -> tuple[str, bool]:
        """Return how a character is written, and whether that is in other words."""
        if len(found) > 1:
            octets = found.encode("utf-8", "surrogateescape")
            return octets.decode("utf-8", "surrogatepass"), False
        if "\udc80" <= found <= "\udcff":
            octet = found.encode("utf-8", "surrogateescape")
            if self.is_wide or _has(self.encoding, octet):
                return f"%{octet[0]:02X}", True
            return found, False
        if _can(self.encoding, found):
            return found, False
        if json:
            units = found.encode("utf-16-be")
            return "".join(f"\\u{units[n : n + 2].hex()}" for n in range(0, len(units), 2)), True
        return "".join(f"%{octet:02X}" for octet in found.encode()), True

    def lacks(self, texts: pa.Array) -> list[int]:
        """Return the rows whose text the encoding does not have."""
        if self.encoding == "utf-8" or self.is_wide:
            return []
        try:
            columns.content(texts.cast(columns.OCTETS)).to_pybytes().decode().encode(self.encoding)
        except UnicodeEncodeError:
            rows = enumerate(texts.to_pylist())
            return [n for n, text in rows if text and not _can(self.encoding, text)]
        return []

    def beside(self, other: "Dialect") -> list[str]:
        """Return what differs from another dialect."""
        said = []
        if self.delimiter != other.delimiter:
            said.append(f"delimiter {self.delimiter!r}")
        if self.quote != other.quote:
            said.append(f"quotation mark {self.quote}" if self.quote else "no quotation marks")
        if self.header != other.header:
            said.append("no header")
        if self.encoding != other.encoding:
            said.append(self.encoding)
        return said


#: What a name says of its file.
BY_FORMAT = {"csv": Dialect(), "tsv": Dialect("\t", ""), "txt": Dialect("", "", header=False)}


def default(form: str) -> Dialect:
    """Return the dialect of a format."""
    return BY_FORMAT.get(form, Dialect())


def marked(begins: bytes) -> str | None:
    """Return the encoding that the first bytes of a file are the mark of."""
    if begins.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        raise TableError("it is UTF-32: convert it to UTF-8")
    return MARKS.get(begins[:2])


def candidates(base: Dialect, options: InputOptions) -> list[Dialect]:
    """Return the dialects that a file may have, the usual one first."""
    delimiters = _DELIMITERS if options.delimiter is None else (options.delimiter,)
    quotes = (base.quote, *_QUOTES) if options.quote is None else (options.quote,)
    many = [base._replace(delimiter=d, quote=q) for q in quotes for d in delimiters if d != q]
    return list(dict.fromkeys([base, *many]))


@cache
def _swap(dialect: Dialect) -> tuple[bytes | None, bytes | None]:
    """Return the tables that change the bytes of a file into ours, and ours into the file's."""
    ours = [(dialect.delimiter, ",")] if dialect.quote else [(dialect.delimiter, "\t")]
    ours += [(dialect.quote, '"')] if dialect.quote else []
    table = [*range(256)]
    if not dialect.delimiter:
        return None, None
    for theirs, our in ours:
        one, other = ord(theirs), table.index(ord(our))
        table[one], table[other] = table[other], table[one]
    if table == [*range(256)]:
        return None, None
    back = [table.index(n) for n in range(256)]
    return bytes(table), bytes(back)


def _text(text: str, table: bytes | None) -> str:
    return text.translate(_characters(table)) if table else text


@cache
def _characters(table: bytes) -> dict[int, int]:
    return {n: octet for n, octet in enumerate(table) if n != octet}


def _fields(column: pa.Array, table: bytes | None) -> pa.Array:
    if table is None or not len(column):
        return column
    data = columns.content(column).to_pybytes().translate(table)
    ends = pc.cumulative_sum(pc.binary_length(column).fill_null(0).cast(pa.int64()))
    offsets = pa.concat_arrays([pa.array([0], pa.int64()), ends]).buffers()[1]
    return pa.Array.from_buffers(columns.OCTETS, len(column), [None, offsets, pa.py_buffer(data)])


@cache
def _has(encoding: str, octet: bytes) -> bool:
    """Return whether a byte is a character of an encoding."""
    try:
        octet.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _can(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
