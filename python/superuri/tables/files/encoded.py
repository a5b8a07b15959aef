"""Encoded columns: whole columns as fields of CSV or TSV, or as JSON.

Each row equals the result of ``cells.field``, ``csv_text``, ``in_tsv`` and ``json_lines.dumped``.
"""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import cells, columns, delimited, json_lines, strings
from superuri.tables.files.columns import OCTETS, scalar

#: The characters for which the csv module quotes a field.
_IN_QUOTES = '[,"\r\n]'
#: The characters that JSON escapes, and those of them that are control characters.
_ESCAPED = r'[\\"\x00-\x1f]'
_CONTROL = r"[\x00-\x1f]"


def fields(values: Any) -> pa.Array:  # noqa: ANN401  a column of Arrow, or a list
    """Return values as text, without quotation marks and escapes.

    The result may be dictionary-encoded if the values are.
    """
    if isinstance(values, (pa.Array, pa.ChunkedArray)):
        column = columns.as_array(values)
        if _has_short_dictionary(column) and strings.is_text(column.type):
            return pa.DictionaryArray.from_arrays(column.indices, fields(column.dictionary))
        texts = _simple_bytes(column)
        if texts is not None:
            return texts.fill_null(b"")
        values = cells.to_list(
            pa.chunked_array([values]) if isinstance(values, pa.Array) else values
        )
    # Most values are str: a call for each of them would dominate the time.
    return columns.from_texts([v if type(v) is str else cells.field(v) for v in values])


def _has_short_dictionary(column: pa.Array) -> bool:
    """Return whether a column without nulls has a dictionary that is shorter than the column."""
    is_dictionary = pa.types.is_dictionary(column.type)
    return is_dictionary and len(column.dictionary) < len(column) and not column.null_count


def _simple_bytes(column: pa.Array) -> pa.Array | None:
    """Return texts, integers and booleans as bytes; None for other types."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return _simple_bytes(column.dictionary_decode())
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind):
        column = column.cast(pa.string())
    elif not strings.is_text(kind):
        return None
    return column.cast(pa.large_string() if pa.types.is_null(kind) else OCTETS).cast(OCTETS)


def in_csv(fields: pa.Array, quoted_bytes: bytes = b"") -> pa.Array:
    """Return fields of CSV, quoted where necessary.

    A field that contains a byte of ``quoted_bytes`` is quoted as well.
    """
    if pa.types.is_dictionary(fields.type):
        return in_csv(fields.dictionary, quoted_bytes).take(fields.indices)
    content = columns.content(fields).to_pybytes()
    if not any(byte in content for byte in (b",", b'"', b"\r", b"\n")) and not quoted_bytes:
        return fields
    extra = "".join(f"\\x{byte:02X}" for byte in quoted_bytes)
    pattern = _IN_QUOTES.replace("]", f"{extra}]")
    return columns.apply_where(fields, pc.match_substring_regex(fields, pattern), in_quotes)


def in_quotes(fields: pa.Array) -> pa.Array:
    doubled = pc.replace_substring(fields, '"', '""')
    return columns.joined([scalar(b'"'), doubled, scalar(b'"')])


def in_tsv(fields: pa.Array, delimiter: str = "\t") -> tuple[pa.Array, int]:
    """Return unquoted fields with percent-encoded delimiters and line ends, and their number."""
    if pa.types.is_dictionary(fields.type):
        fields = fields.dictionary_decode()
    mask = pc.match_substring_regex(fields, delimited.unquoted_forbidden(delimiter))

    def escape(values: pa.Array) -> pa.Array:
        for character in (delimiter, "\n", "\r"):
            if character:
                values = pc.replace_substring(values, character, f"%{ord(character):02X}")
        return values

    return columns.apply_where(fields, mask, escape), mask.true_count


def in_json(values: Any) -> pa.Array:  # noqa: ANN401  a column of Arrow, or a list
    if isinstance(values, (pa.Array, pa.ChunkedArray)):
        column = columns.as_array(values)
        if _has_short_dictionary(column):
            return in_json(column.dictionary).take(column.indices)
        kind = column.type
        if pa.types.is_integer(kind) or pa.types.is_boolean(kind):
            return column.cast(pa.string()).cast(OCTETS).fill_null(b"null")
        texts = _utf8_texts(column)
        if texts is not None:
            quoted = columns.joined([scalar(b'"'), _in_json_quotes(texts), scalar(b'"')])
            return quoted.fill_null(b"null")
        values = cells.to_list(pa.chunked_array([column]))
    return columns.from_texts([strings.triplets(json_lines.dumped(value)) for value in values])


def json_members(before: str, members: Mapping[str, Any]) -> list[pa.Array | pa.Scalar]:
    """Return the members of JSON objects and their ends, in parts to be joined.

    ``before`` is what precedes the first one. The quotation marks of texts belong to the parts
    before and after them, because each part takes time.
    """
    parts: list[pa.Array | pa.Scalar] = []
    for name, column in members.items():
        before += f"{strings.triplets(json_lines.dumped(name))}: "
        texts = _utf8_texts(column)
        if texts is None or texts.null_count:
            parts += [scalar(before.encode()), in_json(column)]
            before = ", "
        else:
            parts += [scalar(f'{before}"'.encode()), _in_json_quotes(texts)]
            before = '", '
    return [*parts, scalar(f"{before.removesuffix(', ')}}}".encode())]


def _utf8_texts(values: Any) -> pa.Array | None:  # noqa: ANN401  as in_json
    """Return texts as bytes if they are all valid UTF-8, and None for other values."""
    if not isinstance(values, (pa.Array, pa.ChunkedArray)):
        return None
    column = columns.as_array(values)
    if not strings.is_text(column.type) or _has_short_dictionary(column):
        return None
    texts = _simple_bytes(column)
    return texts if texts is not None and strings.is_utf8(texts) else None


def _in_json_quotes(texts: pa.Array) -> pa.Array:
    mask = pc.match_substring_regex(texts, _ESCAPED).fill_null(False)
    return columns.apply_where(texts, mask, _escaped)


def _escaped(texts: pa.Array) -> pa.Array:
    escaped = pc.replace_substring(pc.replace_substring(texts, "\\", "\\\\"), '"', '\\"')
    has_control = pc.match_substring_regex(texts, _CONTROL)
    rows = texts.filter(has_control).to_pylist()
    replacements = [json_lines.dumped(text.decode())[1:-1].encode() for text in rows]
    if not replacements:
        return escaped
    return pc.replace_with_mask(escaped, has_control, pa.array(replacements, OCTETS))
