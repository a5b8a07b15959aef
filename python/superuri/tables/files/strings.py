"""Strings: the texts of rows as Arrow strings, which are valid UTF-8."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pyarrow as pa

from superuri.tables.files import columns

#: The codes of rows without a valid text, and their messages.
NO_TEXT = "no-text"
SURROGATE = "surrogate"
NO_OBJECT = "no-object"
SHORT = "short-row"
NOT_UTF8 = "invalid-utf8"
MESSAGES = {
    NO_TEXT: "the value is not valid text",
    SURROGATE: "half of a surrogate pair has no UTF-8",
    NO_OBJECT: "the line is not a JSON object",
    SHORT: "the row ends before the column",
    NOT_UTF8: "the text is not valid UTF-8: --table-encoding names the encoding of a table",
}

_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED_BYTE = re.compile("[\udc80-\udcff]")
_LONE_SURROGATE = re.compile("[\ud800-\udc7f\udd00-\udfff]")

#: Up to this number of rows, a batch is converted row by row instead of being split.
SMALL_BATCH = 64


class SurrogateText(str):
    """A text with lone surrogates that do not represent bytes."""

    __slots__ = ()


class Texts(NamedTuple):
    """Texts as strings; bytes that are not valid UTF-8 are percent-encoded, as by ``clean``."""

    strings: pa.Array
    #: The codes of rows without a valid text.
    invalid: dict[int, str]
    #: The original bytes of rows that are not valid UTF-8.
    raw: dict[int, bytes]
    #: The original texts of rows with lone surrogates.
    surrogates: dict[int, SurrogateText]

    def checked(self) -> Texts:
        """Return the texts, of which those that are not valid UTF-8 are invalid."""
        if not self.raw:
            return self
        values = [
            None if n in self.raw else text for n, text in enumerate(self.strings.to_pylist())
        ]
        invalid = {**self.invalid, **dict.fromkeys(self.raw, NOT_UTF8)}
        return self._replace(strings=pa.array(values, pa.string()), invalid=invalid)


def from_values(values: Sequence[object]) -> Texts:
    try:
        return Texts(pa.array(values, pa.string()), {}, {}, {})
    except (UnicodeEncodeError, pa.ArrowException, TypeError):
        return _one_by_one(values)


def _one_by_one(values: Iterable[object]) -> Texts:
    invalid: dict[int, str] = {}
    raw: dict[int, bytes] = {}
    surrogates: dict[int, SurrogateText] = {}
    texts: list[str | None] = []
    for at, value in enumerate(values):
        text = None
        if isinstance(value, bytes):
            text = _escaped(value)
            if text.encode() != value:
                raw[at] = value
        elif isinstance(value, str):
            try:
                if isinstance(value, SurrogateText):
                    value.encode()
                encoded = value.encode("utf-8", "surrogateescape")
                text = _escaped(encoded)
                if text != value:
                    raw[at] = encoded
            except UnicodeEncodeError:
                invalid[at], surrogates[at] = SURROGATE, SurrogateText(value)
        elif value is not None:
            invalid[at] = NO_TEXT
        texts.append(text)
    return Texts(pa.array(texts, pa.string()), invalid, raw, surrogates)


def _escaped(encoded: bytes) -> str:
    """Decode bytes; those that are not valid UTF-8 are percent-encoded."""
    return triplets(encoded.decode("utf-8", "surrogateescape"))


def triplets(text: str) -> str:
    """Percent-encode the bytes in a text that surrogateescape could not decode."""
    return _ESCAPED_BYTE.sub(lambda match: f"%{ord(match[0]) - 0xDC00:02X}", text)


def repeated(text: str | None, count: int) -> pa.Array:
    return pa.repeat(pa.scalar(None if text is None else triplets(text), pa.string()), count)


def has_surrogate(text: str) -> bool:
    """Return whether a text has a surrogate, and so cannot be encoded in UTF-8."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def escape_surrogates(text: str, *, keep_bytes: bool = False) -> str:
    """Replace surrogates by JSON escapes, except escaped bytes with ``keep_bytes``."""
    pattern = _LONE_SURROGATE if keep_bytes else _SURROGATE
    return pattern.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def to_arrow(texts: Sequence[str | None] | pa.Array) -> pa.Array:
    """Return texts as Arrow strings, with everything that is not UTF-8 escaped."""
    if isinstance(texts, pa.Array):
        return from_bytes(texts).strings
    converted = from_values(texts)
    if not converted.surrogates:
        return converted.strings
    texts_ = converted.strings.to_pylist()
    for at, text in converted.surrogates.items():
        texts_[at] = escape_surrogates(text)
    return pa.array(texts_, pa.string())


def from_column(column: pa.ChunkedArray) -> Texts:
    type_ = column.type
    if pa.types.is_dictionary(type_):
        column = column.cast(type_.value_type)
    return from_bytes(columns.as_array(column).cast(pa.large_binary()))


def from_bytes(array: pa.Array) -> Texts:
    """Convert bytes to texts; only small batches with invalid UTF-8 are converted row by row."""
    if len(array) > SMALL_BATCH and not is_utf8(array):
        half = len(array) // 2
        return concatenated(from_bytes(array[:half]), from_bytes(array[half:]))
    if is_utf8(array):
        return Texts(array.cast(pa.string()), {}, {}, {})
    return _one_by_one(array.to_pylist())


def concatenated(first: Texts, second: Texts) -> Texts:
    count = len(first.strings)
    return Texts(
        pa.concat_arrays([first.strings, second.strings]),
        first.invalid | {count + n: code for n, code in second.invalid.items()},
        first.raw | {count + n: data for n, data in second.raw.items()},
        first.surrogates | {count + n: text for n, text in second.surrogates.items()},
    )


def is_utf8(array: pa.Array) -> bool:
    try:
        array.cast(pa.large_string())
    except pa.ArrowInvalid:
        return False
    return True


def is_text(type_: pa.DataType) -> bool:
    if pa.types.is_dictionary(type_):
        type_ = type_.value_type
    names = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
    return str(type_) in {"null", *names}
