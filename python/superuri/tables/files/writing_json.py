"""Writers of JSON Lines and JSON arrays; rows of JSON inputs keep their text."""

import re
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import columns, encoded, json_lines
from superuri.tables.files.columns import scalar
from superuri.tables.files.reading import Block, Reader
from superuri.tables.files.reading_json import JsonReader, non_objects
from superuri.tables.files.writing import Batch
from superuri.tables.files.writing_text import BATCH_ROWS, TextWriter

#: The end of an object with members, without white space.
_END = r"[^\s{]\}$"
#: An escape of a printable ASCII character.
_ESCAPED_CHARACTER = r"\\u00[2-7]"
#: A name of characters that no other escape can represent.
_SIMPLE = re.compile(r"[A-Za-z0-9_ .:-]+")


class JsonWriter(TextWriter):
    """A writer of one JSON object per line."""

    is_json = True

    def _converted(self, batch: Batch) -> pa.Array:
        if isinstance(batch.reader, JsonReader):
            return self._valid_rows(self._with_results(batch), batch.block, batch.reader)
        row_columns = self.columns(batch)
        row_columns |= {} if batch.replaced else batch.results.columns()
        return _objects(row_columns, len(batch.block))

    def _write(self, rows: pa.Array, reader: Reader, keep: pa.Array | None) -> None:
        if not self.first_input:
            self.start(reader)
        self._write_rows(rows if keep is None else rows.filter(keep))

    def _valid_rows(self, rows: pa.Array, block: Block, reader: Reader) -> pa.Array:  # noqa: ARG002  an array needs them
        """Return rows that are valid in this file; JSON Lines keeps any line."""
        return rows

    def _write_rows(self, rows: pa.Array) -> None:
        for start in range(0, len(rows), BATCH_ROWS):
            self.write(columns.joined([rows[start : start + BATCH_ROWS], scalar(b"\n")]))

    def _with_results(self, batch: Batch) -> pa.Array:
        """Return the lines with the results as new or replaced members."""
        block, results = batch.block, batch.results
        if batch.replaced or block.lengths is not None:
            return self._edit_lines(batch, block.rows, list(range(len(block))))
        names = [*(name for name, _ in self.partitions), *results.table.schema.names]
        mask = _appendable(block.rows, names)
        fixed = (f", {json_lines.dumped(n)}: {json_lines.dumped(v)}" for n, v in self.partitions)
        new = dict(zip(results.table.schema.names, results.table.columns, strict=True))
        members = encoded.json_members("".join([*fixed, ", "]), new)
        lines = columns.joined([pc.binary_slice(block.rows, 0, -1), *members])
        one_by_one = {*block.invalid, *(n for texts in results.overrides.values() for n in texts)}
        one_by_one |= set(pc.indices_nonzero(pc.invert(mask)).to_pylist())
        return self._edit_lines(batch, lines, sorted(one_by_one))

    def _edit_lines(self, batch: Batch, lines: pa.Array, one_by_one: list[int]) -> pa.Array:
        """Replace the lines of some rows by ones that are edited one by one."""
        if not one_by_one:
            return lines
        _, block, results, replaced = batch
        originals = columns.to_texts(block.rows.take(pa.array(one_by_one)))
        new: dict[str, dict[int, Any]] = {
            name: dict.fromkeys(one_by_one, value) for name, value in self.partitions
        }
        new |= results.values(one_by_one)
        replacements = list(zip(replaced, results.table.schema.names, strict=False))
        # The texts of a block are only those of its first column.
        is_known = len(replacements) == 1 and block.lengths is None
        is_text = block.texts.is_valid().to_pylist() if is_known else None
        not_objects = non_objects(block)
        edited: dict[int, bytes] = {}
        for n, line in zip(one_by_one, originals, strict=True):
            row = line
            is_object = n not in not_objects
            for name, label in replacements if is_object else ():
                if n not in results.unchanged.get(label, ()):
                    is_sure = is_text is not None and is_text[n] and "." not in name
                    row = json_lines.with_value(row, name, new[label][n], is_text=is_sure)
            if is_object and not replaced:
                row = json_lines.with_members(line, {name: new[name][n] for name in new})
            edited[n] = row.encode("utf-8", "surrogateescape")
        return columns.replace_rows(lines, edited)


class ArrayWriter(JsonWriter):
    """A writer of a JSON array with one element per line."""

    _has_rows = False

    def _valid_rows(self, rows: pa.Array, block: Block, reader: Reader) -> pa.Array:
        """Return the rows as elements: a line that is not JSON becomes a text in an object."""
        wrapped: dict[int, bytes] = {}
        for n in sorted(non_objects(block)):
            line = rows[n].as_py().decode("utf-8", "surrogateescape").rstrip("\r")
            if not json_lines.is_json(line):
                made = json_lines.dumped({reader.column: line})
                wrapped[n] = made.encode("utf-8", "surrogateescape")
        return columns.replace_rows(rows, wrapped)

    def _write_rows(self, rows: pa.Array) -> None:
        if len(rows):
            separators = pa.array([b",\n"] * len(rows), columns.OCTETS)
            if not self._has_rows:
                separators = columns.replace_rows(separators, {0: b"[\n"})
            self.write(columns.joined([separators, rows]))
            self._has_rows = True

    def _finish(self) -> None:
        self._put(b"\n]\n" if self._has_rows else b"[]\n")


def _appendable(lines: pa.Array, names: list[str]) -> pa.BooleanArray:
    """Return which lines are objects that end with a member and have none of these names."""
    mask = pc.match_substring_regex(lines, _END)
    # Most lines do not even contain the common prefix of all names.
    prefix = names[0]
    while not all(name.startswith(prefix) for name in names):
        prefix = prefix[:-1]
    for name in [prefix] if prefix else names:
        mask = pc.and_not(mask, pc.match_substring(lines, name))
    is_simple = all(_SIMPLE.fullmatch(name) for name in names)
    escapes = _ESCAPED_CHARACTER if is_simple else r"\\"
    return pc.and_not(mask, pc.match_substring_regex(lines, escapes))


def _objects(row_columns: dict[str, Any], count: int) -> pa.Array:
    if not row_columns:
        return pa.array([b"{}"] * count, columns.OCTETS)
    return columns.joined(encoded.json_members("{", row_columns))
