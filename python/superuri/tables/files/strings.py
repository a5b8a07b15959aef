"""Strings: what a row's text becomes, so that every engine can hold it."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pyarrow as pa

#: The codes of rows without a text for a verb, and their messages.
NO_TEXT = "no-text"
SURROGATE = "surrogate"
NO_OBJECT = "no-object"
SHORT = "short-row"
MESSAGES = {
    NO_TEXT: "the value is not valid text",
    SURROGATE: "half of a surrogate pair has no UTF-8",
    NO_OBJECT: "the line is not a JSON object",
    SHORT: "the row ends before the column",
}

_SURROGATE = re.compile("[\ud800-\udfff]")
_OCTET = re.compile("[\udc80-\udcff]")
_NO_OCTET = re.compile("[\ud800-\udc7f\udd00-\udfff]")


#: So few rows are not worth a call for half of them.
SMALL_BATCH = 64


class SurrogateText(str):
    """A text with half of a surrogate pair, which stands for no octet."""

    __slots__ = ()


class Texts(NamedTuple):
    """Texts as strings; octets that are not UTF-8 are triplets, as ``clean`` makes them."""

    strings: pa.Array
    #: The rows that have no text, and why.
    invalid: dict[int, str]
    #: The rows with octets that are not valid UTF-8, as they are.
    raw: dict[int, bytes]
    #: The texts that have no UTF-8 at all.
    surrogates: dict[int, SurrogateText]


def from_values(values: Sequence[object]) -> Texts:
    """Return the texts."""
    try:
        return Texts(pa.array(values, pa.string()), {}, {}, {})
    except (UnicodeEncodeError, pa.ArrowException, TypeError):
        return _one_by_one(values)


def _one_by_one(values: Iterable[object]) -> Texts:
    invalid: dict[int, str] = {}
    raw: dict[int, bytes] = {}
    surrogates: dict[int, SurrogateText] = {}
    made: list[str | None] = []
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
                octets = value.encode("utf-8", "surrogateescape")
                text = _escaped(octets)
                if text != value:
                    raw[at] = octets
            except UnicodeEncodeError:
                invalid[at], surrogates[at] = SURROGATE, SurrogateText(value)
        elif value is not None:
            invalid[at] = NO_TEXT
        made.append(text)
    return Texts(pa.array(made, pa.string()), invalid, raw, surrogates)


def _escaped(octets: bytes) -> str:
    """Return the text of octets; those that are not valid UTF-8 as triplets."""
    return triplets(octets.decode("utf-8", "surrogateescape"))


def triplets(text: str) -> str:
    """Return a text; octets that are not valid UTF-8 as triplets."""
    return _OCTET.sub(lambda found: f"%{ord(found[0]) - 0xDC00:02X}", text)


def has_surrogate(text: str) -> bool:
    """Return whether a text has no UTF-8."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def escape_surrogates(text: str, *, octets: bool = False) -> str:
    """Return a text; each half of a surrogate pair as JSON writes it, ``octets`` as they are."""
    surrogates = _NO_OCTET if octets else _SURROGATE
    return surrogates.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def to_arrow(texts: Sequence[str | None] | pa.Array) -> pa.Array:
    """Return texts as strings, with nothing in them left out."""
    if isinstance(texts, pa.Array):
        return from_bytes(texts).strings
    found = from_values(texts)
    if not found.surrogates:
        return found.strings
    made = found.strings.to_pylist()
    for at, text in found.surrogates.items():
        made[at] = escape_surrogates(text)
    return pa.array(made, pa.string())


def from_column(column: pa.ChunkedArray) -> Texts:
    """Return a column of strings or octets."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        column = column.cast(kind.value_type)
    array = column.combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    return from_bytes(array.cast(pa.large_binary()))


def from_bytes(array: pa.Array) -> Texts:
    """Return an array of bytes; only what is near bytes that are not UTF-8 goes row by row."""
    if len(array) > SMALL_BATCH and not is_utf8(array):
        half = len(array) // 2
        return concatenated(from_bytes(array[:half]), from_bytes(array[half:]))
    if is_utf8(array):
        return Texts(array.cast(pa.string()), {}, {}, {})
    return _one_by_one(array.to_pylist())


def concatenated(one: Texts, other: Texts) -> Texts:
    """Return the texts of both, those of the other one behind."""
    first = len(one.strings)
    return Texts(
        pa.concat_arrays([one.strings, other.strings]),
        one.invalid | {first + n: why for n, why in other.invalid.items()},
        one.raw | {first + n: octets for n, octets in other.raw.items()},
        one.surrogates | {first + n: text for n, text in other.surrogates.items()},
    )


def is_utf8(array: pa.Array) -> bool:
    """Return whether an array of bytes holds texts."""
    try:
        array.cast(pa.large_string())
    except pa.ArrowInvalid:
        return False
    return True


def is_text(kind: pa.DataType) -> bool:
    """Return whether a column of this type holds texts."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    names = (
        "null",
        "string",
        "large_string",
        "string_view",
        "binary",
        "large_binary",
        "binary_view",
    )
    return str(kind) in names
