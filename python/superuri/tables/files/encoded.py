"""Encoded columns: values as fields of CSV, of TSV, or as JSON, a whole column at a time.

Each row is what ``cells.field``, ``csv_text``, ``in_tsv`` and ``json_lines.dumped`` make of it.
"""

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import cells, columns, delimited, json_lines, strings
from superuri.tables.files.columns import OCTETS, scalar

#: What the csv module puts in quotation marks.
_IN_QUOTES = '[,"\r\n]'
#: What JSON escapes, and of that what has a number there, or a letter.
_ESCAPED = r'[\\"\x00-\x1f]'
_CONTROL = r"[\x00-\x1f]"


def fields(values: Any) -> pa.Array:  # noqa: ANN401  a column of Arrow, or a list
    """Return values as fields of text, as they are before a format writes them.

    Where values are in a dictionary, the fields may be in one, too.
    """
    if isinstance(values, (pa.Array, pa.ChunkedArray)):
        column = columns.as_array(values)
        if _is_short(column) and strings.is_text(column.type):
            return pa.DictionaryArray.from_arrays(column.indices, fields(column.dictionary))
        made = _plain(column)
        if made is not None:
            return made.fill_null(b"")
        values = cells.to_list(
            pa.chunked_array([values]) if isinstance(values, pa.Array) else values
        )
    # Most are texts: a call for each would take longest of all.
    return columns.from_texts([v if type(v) is str else cells.field(v) for v in values])


def _is_short(column: pa.Array) -> bool:
    """Return whether the dictionary of a column is shorter than it, and says all of it."""
    is_coded = pa.types.is_dictionary(column.type)
    return is_coded and len(column.dictionary) < len(column) and not column.null_count


def _plain(column: pa.Array) -> pa.Array | None:
    """Return the bytes of texts, whole numbers and truths; of others none."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return _plain(column.dictionary_decode())
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind):
        column = column.cast(pa.string())
    elif not strings.is_text(kind):
        return None
    return column.cast(pa.large_string() if pa.types.is_null(kind) else OCTETS).cast(OCTETS)


def in_csv(made: pa.Array, also: bytes = b"") -> pa.Array:
    """Return fields as CSV writes them: in quotation marks where they need them.

    They need them because of the bytes of ``also``, too.
    """
    if pa.types.is_dictionary(made.type):
        return in_csv(made.dictionary, also).take(made.indices)
    content = columns.content(made).to_pybytes()
    if not any(byte in content for byte in (b",", b'"', b"\r", b"\n")) and not also:
        return made
    needs = "".join(f"\\x{byte:02X}" for byte in also)
    pattern = _IN_QUOTES.replace("]", f"{needs}]")
    return columns.apply_where(made, pc.match_substring_regex(made, pattern), in_quotes)


def in_quotes(made: pa.Array) -> pa.Array:
    """Return fields in quotation marks."""
    doubled = pc.replace_substring(made, '"', '""')
    return columns.joined([scalar(b'"'), doubled, scalar(b'"')])


def in_tsv(made: pa.Array, delimiter: str = "\t") -> tuple[pa.Array, int]:
    """Return fields without quotation marks, and how many have triplets for that."""
    if pa.types.is_dictionary(made.type):
        made = made.dictionary_decode()
    mask = pc.match_substring_regex(made, delimited.not_in(delimiter))

    def make(odd: pa.Array) -> pa.Array:
        for one in (delimiter, "\n", "\r"):
            odd = pc.replace_substring(odd, one, f"%{ord(one):02X}") if one else odd
        return odd

    return columns.apply_where(made, mask, make), mask.true_count


def in_json(values: Any) -> pa.Array:  # noqa: ANN401  a column of Arrow, or a list
    """Return values as JSON."""
    if isinstance(values, (pa.Array, pa.ChunkedArray)):
        column = columns.as_array(values)
        if _is_short(column):
            return in_json(column.dictionary).take(column.indices)
        kind = column.type
        if pa.types.is_integer(kind) or pa.types.is_boolean(kind):
            return column.cast(pa.string()).cast(OCTETS).fill_null(b"null")
        made = _plain(column) if strings.is_text(kind) else None
        if made is not None and strings.is_utf8(made):
            return _texts(made).fill_null(b"null")
        values = cells.to_list(pa.chunked_array([column]))
    return columns.from_texts([strings.triplets(json_lines.dumped(value)) for value in values])


def _texts(made: pa.Array) -> pa.Array:
    mask = pc.match_substring_regex(made, _ESCAPED).fill_null(False)
    made = columns.apply_where(made, mask, _escaped)
    return columns.joined([scalar(b'"'), made, scalar(b'"')])


def _escaped(odd: pa.Array) -> pa.Array:
    plain = pc.replace_substring(pc.replace_substring(odd, "\\", "\\\\"), '"', '\\"')
    control = pc.match_substring_regex(odd, _CONTROL)
    made = [
        json_lines.dumped(each.decode())[1:-1].encode() for each in odd.filter(control).to_pylist()
    ]
    return pc.replace_with_mask(plain, control, pa.array(made, OCTETS)) if made else plain
