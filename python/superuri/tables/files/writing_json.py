"""Writer of JSON Lines: what came in as lines stays as it is written."""

import re
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import columns, encoded, json_lines, strings
from superuri.tables.files.columns import scalar
from superuri.tables.files.failure import about
from superuri.tables.files.reading import Block, Reader
from superuri.tables.files.reading_json import JsonReader, non_objects
from superuri.tables.files.writing import NewColumns
from superuri.tables.files.writing_text import TextWriter

#: The end of an object with a member, without white space.
_END = r"[^\s{]\}$"
#: An escape that may stand for a letter of a name.
_LETTER = r"\\u00[2-7]"
#: A name that no other escape can stand for a part of.
_SIMPLE = re.compile(r"[A-Za-z0-9_ .:-]+")


class JsonWriter(TextWriter):
    """One JSON object on each line; those that came in as lines stay as they are written."""

    is_json = True

    def add(
        self,
        reader: Reader,
        block: Block,
        more: NewColumns,
        keep: pa.Array | None,
        instead: Sequence[str] = (),
    ) -> None:
        if isinstance(reader, JsonReader):
            rows = self._settled(self._changed(block, more, instead), block, reader)
        else:
            whole = self.columns(reader, block, more, instead)
            whole |= {} if instead else more.columns()
            rows = _objects(whole, len(block))
        with about(self.name, "written"):
            if not self.first:
                self.begin(reader)
            kept = rows if keep is None else rows.filter(keep)
            self._write_rows(kept)

    def _settled(self, rows: pa.Array, block: Block, reader: Reader) -> pa.Array:  # noqa: ARG002  an array needs them
        """Return the rows as this file can hold them: any line is one."""
        return rows

    def _write_rows(self, rows: pa.Array) -> None:
        self.write(columns.joined([rows, scalar(b"\n")]))

    def _changed(self, block: Block, more: NewColumns, instead: Sequence[str]) -> pa.Array:
        """Return the lines with new members, or with another value of one."""
        if instead:
            return self._by_hand(block, more, instead, block.rows, list(range(len(block))))
        names = [*(name for name, _ in self.partitions), *more.table.schema.names]
        every = [scalar(json_lines.dumped(value).encode()) for _, value in self.partitions]
        every += [encoded.in_json(column) for column in more.table.columns]
        mask = _plain(block.rows, names)
        parts: list[Any] = [pc.binary_slice(block.rows, 0, -1)]
        for name, values in zip(names, every, strict=True):
            parts += [scalar(f", {json_lines.dumped(name)}: ".encode()), values]
        made = columns.joined([*parts, scalar(b"}")])
        if block.lengths is not None:
            return self._by_hand(block, more, instead, block.rows, list(range(len(block))))
        slow = {*block.invalid, *(n for kept in more.overrides.values() for n in kept)}
        slow |= set(pc.indices_nonzero(pc.invert(mask)).to_pylist())
        return self._by_hand(block, more, instead, made, sorted(slow))

    def _by_hand(
        self,
        block: Block,
        more: NewColumns,
        instead: Sequence[str],
        made: pa.Array,
        slow: list[int],
    ) -> pa.Array:
        """Return what was made, with these rows made one by one."""
        if not slow:
            return made
        lines = columns.to_texts(block.rows.take(pa.array(slow)))
        new = {name: [value] * len(block) for name, value in self.partitions}
        new |= more.columns()
        put = list(zip(instead, more.table.schema.names, strict=False))
        # The texts of a block are those of its first column.
        is_plain = block.lengths is None
        is_text = block.texts.is_valid().to_pylist() if len(put) == 1 and is_plain else None
        not_objects = non_objects(block)
        found: dict[int, bytes] = {}
        for at, line in zip(slow, lines, strict=True):
            row = line
            is_object = at not in not_objects
            for name, label in put if is_object else ():
                if at not in more.unchanged.get(label, ()):
                    sure = is_text is not None and is_text[at] and "." not in name
                    row = json_lines.with_value(row, name, new[label][at], is_text=sure)
            if is_object and not instead:
                row = json_lines.with_members(line, {name: new[name][at] for name in new})
            found[at] = row.encode("utf-8", "surrogateescape")
        return columns.replace_rows(made, found)


class ArrayWriter(JsonWriter):
    """An array of JSON, with an element on each line."""

    _begun = False

    def _settled(self, rows: pa.Array, block: Block, reader: Reader) -> pa.Array:
        """Return the rows as elements: a line that is not JSON is a text in an object."""
        found: dict[int, bytes] = {}
        for n in sorted(non_objects(block)):
            line = rows[n].as_py().decode("utf-8", "surrogateescape").rstrip("\r")
            if not json_lines.is_json(line):
                made = json_lines.dumped({reader.column: line})
                found[n] = made.encode("utf-8", "surrogateescape")
        return columns.replace_rows(rows, found)

    def _write_rows(self, rows: pa.Array) -> None:
        if len(rows):
            marks = pa.array([b",\n"] * len(rows), columns.OCTETS)
            marks = marks if self._begun else columns.replace_rows(marks, {0: b"[\n"})
            self.write(columns.joined([marks, rows]))
            self._begun = True

    def close(self) -> None:
        with about(self.name, "written"):
            self._put(b"\n]\n" if self._begun else b"[]\n")
        super().close()


def _plain(lines: pa.Array, names: list[str]) -> pa.BooleanArray:
    """Return which lines are objects that end in a member, and have none of the new ones."""
    mask = pc.match_substring_regex(lines, _END)
    # Most lines have not even what all new names begin with.
    begins = names[0]
    while not all(name.startswith(begins) for name in names):
        begins = begins[:-1]
    for name in [begins] if begins else names:
        mask = pc.and_not(mask, pc.match_substring(lines, name))
    is_simple = all(_SIMPLE.fullmatch(name) for name in names)
    odd = _LETTER if is_simple else r"\\"
    return pc.and_not(mask, pc.match_substring_regex(lines, odd))


def _objects(whole: dict[str, Any], count: int) -> pa.Array:
    """Return an object for each row."""
    parts: list[Any] = []
    for n, (name, values) in enumerate(whole.items()):
        before = ", " if n else "{"
        key = strings.triplets(json_lines.dumped(name))
        parts += [scalar(f"{before}{key}: ".encode()), encoded.in_json(values)]
    if not parts:
        return pa.array([b"{}"] * count, columns.OCTETS)
    return columns.joined([*parts, scalar(b"}")])
