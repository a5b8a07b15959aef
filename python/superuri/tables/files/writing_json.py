"""Writer of JSON Lines: what came in as lines stays as it is written."""

import re
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from superuri.tables.files import columns, encoded, json_lines, strings
from superuri.tables.files.columns import scalar
from superuri.tables.files.failure import about
from superuri.tables.files.reading import Block, Reader
from superuri.tables.files.writing import More
from superuri.tables.files.writing_text import TextWriter

#: The end of an object with a member, without white space.
_END = r"[^\s{]\}$"
#: An escape that may stand for a letter of a name.
_LETTER = r"\\u00[2-7]"
#: A name that no other escape can stand for a part of.
_SIMPLE = re.compile(r"[A-Za-z0-9_ .:-]+")


class JsonWriter(TextWriter):
    """One JSON object on each line; those that came in as lines stay as they are written."""

    def add(
        self,
        reader: Reader,
        block: Block,
        more: More,
        keep: pa.Array | None,
        instead: str = "",
    ) -> None:
        if reader.place.format == "jsonl":
            rows = self._changed(block, more, instead)
        else:
            whole = self.columns(reader, block, more, instead)
            whole |= {} if instead else more.columns()
            rows = _objects(whole, len(block))
        with about(self.name, "written"):
            if not self.first:
                self.begin(reader)
            kept = rows if keep is None else rows.filter(keep)
            self.write(columns.joined([kept, scalar(b"\n")]))

    def _changed(self, block: Block, more: More, instead: str) -> pa.Array:
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
        slow = {*block.odd, *(n for kept in more.kept.values() for n in kept)}
        slow |= set(pc.indices_nonzero(pc.invert(mask)).to_pylist())
        return self._by_hand(block, more, instead, made, sorted(slow))

    def _by_hand(
        self, block: Block, more: More, instead: str, made: pa.Array, slow: list[int]
    ) -> pa.Array:
        """Return what was made, with these rows made one by one."""
        if not slow:
            return made
        lines = columns.texts_of(block.rows.take(pa.array(slow)))
        new = {name: [value] * len(block) for name, value in self.partitions}
        new |= more.columns()
        is_text = block.texts.is_valid().take(pa.array(slow)).to_pylist()
        found: dict[int, bytes] = {}
        for at, line, has_text in zip(slow, lines, is_text, strict=True):
            if block.odd.get(at) == strings.NO_OBJECT or (instead and at in more.stays):
                row = line
            elif instead:
                row = json_lines.with_value(line, instead, new[[*new][-1]][at], is_text=has_text)
            else:
                row = json_lines.with_members(line, {name: new[name][at] for name in new})
            found[at] = row.encode("utf-8", "surrogateescape")
        return columns.put(made, found)


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
