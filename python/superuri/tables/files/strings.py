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
ODD = {
    NO_TEXT: "the value is not valid text",
    SURROGATE: "half of a surrogate pair has no UTF-8",
    NO_OBJECT: "the line is not a JSON object",
    SHORT: "the row ends before the column",
}

_SURROGATE = re.compile("[\ud800-\udfff]")
_OCTET = re.compile("[\udc80-\udcff]")
_NO_OCTET = re.compile("[\ud800-\udc7f\udd00-\udfff]")


#: So few rows are not worth a call for half of them.
ONE_BY_ONE = 64


class Half(str):
    """A text with half of a surrogate pair, which stands for no octet."""

    __slots__ = ()


class Texts(NamedTuple):
    """Texts as strings; octets that are not UTF-8 are triplets, as ``clean`` makes them."""

    strings: pa.Array
    #: The rows that have no text, and why.
    odd: dict[int, str]
    #: The rows with octets that are not valid UTF-8, as they are.
    raw: dict[int, bytes]
    #: The texts that have no UTF-8 at all.
    halves: dict[int, Half]


def strings(values: Sequence[object]) -> Texts:
    """Return the texts."""
    try:
        return Texts(pa.array(values, pa.string()), {}, {}, {})
    except (UnicodeEncodeError, pa.ArrowException, TypeError):
        return _one_by_one(values)


def _one_by_one(values: Iterable[object]) -> Texts:
    odd: dict[int, str] = {}
    raw: dict[int, bytes] = {}
    halves: dict[int, Half] = {}
    made: list[str | None] = []
    for at, value in enumerate(values):
        text = None
        if isinstance(value, bytes):
            text = _escaped(value)
            if text.encode() != value:
                raw[at] = value
        elif isinstance(value, str):
            try:
                if isinstance(value, Half):
                    value.encode()
                octets = value.encode("utf-8", "surrogateescape")
                text = _escaped(octets)
                if text != value:
                    raw[at] = octets
            except UnicodeEncodeError:
                odd[at], halves[at] = SURROGATE, Half(value)
        elif value is not None:
            odd[at] = NO_TEXT
        made.append(text)
    return Texts(pa.array(made, pa.string()), odd, raw, halves)


def _escaped(octets: bytes) -> str:
    """Return the text of octets; those that are not valid UTF-8 as triplets."""
    return triplets(octets.decode("utf-8", "surrogateescape"))


def triplets(text: str) -> str:
    """Return a text; octets that are not valid UTF-8 as triplets."""
    return _OCTET.sub(lambda found: f"%{ord(found[0]) - 0xDC00:02X}", text)


def is_odd(text: str) -> bool:
    """Return whether a text has no UTF-8."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def spelled(text: str, *, octets: bool = False) -> str:
    """Return a text; each half of a surrogate pair as JSON writes it, ``octets`` as they are."""
    halves = _NO_OCTET if octets else _SURROGATE
    return halves.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def held(texts: Sequence[str | None] | pa.Array) -> pa.Array:
    """Return texts as strings, with nothing in them left out."""
    if isinstance(texts, pa.Array):
        return of_octets(texts).strings
    found = strings(texts)
    if not found.halves:
        return found.strings
    made = found.strings.to_pylist()
    for at, text in found.halves.items():
        made[at] = spelled(text)
    return pa.array(made, pa.string())


def of_column(column: pa.ChunkedArray) -> Texts:
    """Return a column of strings or octets."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        column = column.cast(kind.value_type)
    array = column.combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    return of_octets(array.cast(pa.large_binary()))


def of_octets(array: pa.Array) -> Texts:
    """Return an array of bytes; only what is near bytes that are not UTF-8 goes row by row."""
    if len(array) > ONE_BY_ONE and not is_utf8(array):
        half = len(array) // 2
        return behind(of_octets(array[:half]), of_octets(array[half:]))
    if is_utf8(array):
        return Texts(array.cast(pa.string()), {}, {}, {})
    return _one_by_one(array.to_pylist())


def behind(one: Texts, other: Texts) -> Texts:
    """Return the texts of both, those of the other one behind."""
    first = len(one.strings)
    return Texts(
        pa.concat_arrays([one.strings, other.strings]),
        one.odd | {first + n: why for n, why in other.odd.items()},
        one.raw | {first + n: octets for n, octets in other.raw.items()},
        one.halves | {first + n: text for n, text in other.halves.items()},
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
