"""Reader of JSON Lines: the texts by Arrow, where a line is what Arrow and Python read alike."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json

from superuri.tables.files import columns, delimited, json_lines, pieces, source, strings
from superuri.tables.files.columns import OCTETS, scalar
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.reading import Block
from superuri.tables.files.reading_text import TextReader

#: So many names that lines of JSON have become columns.
MOST_COLUMNS = 1000
#: An object as most are; what may be in it that Arrow reads otherwise; as deep as both read.
_OBJECT = r"^\{.*\}\r?$"
_OTHERWISE = r"\\u[dD][89a-fA-F]|[:,\[]\s*-?(NaN|Inf)|\x00"
_DEEP = 200


class _Texts(NamedTuple):
    """The texts of some lines, as ``strings.Texts``, and whether one has the column."""

    texts: strings.Texts
    seen: bool


class JsonReader(TextReader):
    """A file with one JSON object on each line."""

    def _pieces(self, given: source.Source) -> Iterator[pieces.Piece]:
        """Return the lines, some at a time, each without its line feed."""
        while not given.is_at_end():
            data = given.lines(pieces.MOST)
            if data:
                given.take(len(data))
            else:
                data = given.line()
            lines = pc.split_pattern(pa.array([data], OCTETS), "\n").flatten()
            if data.endswith(b"\n"):
                lines = lines[:-1]
            sizes = pc.add(pc.binary_length(lines), 1)
            yield pieces.Piece([lines], sizes, {}, set(), 0)

    def blocks(self) -> Iterator[Block]:
        seen = some = False
        with about(self.name), closing(self.open()) as given:
            for group in pieces.grouped(self._pieces(given), len(self.names or ())):
                some = True
                lines = columns.together([piece.columns[0] for piece in group])
                found = self._texts(lines, seen=seen)
                seen = seen or found.seen
                yield self._block(lines, found.texts, given.raw.tell())
        if some and not seen:
            raise TableError(f"{self.name}: no object in it has {self.column!r}")

    def _block(self, lines: pa.Array, texts: strings.Texts, read: int) -> Block:
        order = {}
        if self.order:
            rows = columns.texts_of(lines)
            for name in self.order:
                values = [json_lines.fields(r).get(name) if _is_object(r) else None for r in rows]
                order[name] = strings.held(values)
        return Block(lines, texts.strings, order, texts.odd, texts.raw, texts.halves, read)

    def _texts(self, lines: pa.Array, *, seen: bool) -> _Texts:
        """Return the texts of lines."""
        if len(lines) <= strings.ONE_BY_ONE:
            return self._one_by_one(lines)
        mask = self._plain(lines)
        made = None if mask is None else self._parsed(lines.filter(mask))
        if mask is None or made is None:
            # What is odd is in one half of the lines, most often.
            half = len(lines) // 2
            one = self._texts(lines[:half], seen=seen)
            other = self._texts(lines[half:], seen=seen or one.seen)
            return _Texts(strings.behind(one.texts, other.texts), seen or one.seen or other.seen)
        if not seen and made.null_count == len(made):
            return self._one_by_one(lines)
        if len(made) == len(lines):
            return _Texts(strings.Texts(made, {}, {}, {}), seen=True)
        rest = self._one_by_one(lines.filter(pc.invert(mask))).texts
        return _Texts(_merged(mask, made, rest), seen=True)

    @staticmethod
    def _plain(lines: pa.Array) -> pa.BooleanArray | None:
        """Return which lines Arrow reads as Python does, if it reads any that is an object."""
        if not strings.is_utf8(lines):
            return None
        texts = lines.cast(pa.large_string())
        depth = pc.add(pc.count_substring(texts, "["), pc.count_substring(texts, "{"))
        is_object = pc.and_(pc.match_substring_regex(texts, _OBJECT), pc.less(depth, _DEEP))
        return pc.and_not(is_object, pc.match_substring_regex(texts, _OTHERWISE))

    def _parsed(self, lines: pa.Array) -> pa.Array | None:
        """Return the texts as Arrow reads them, if it reads them all."""
        if not len(lines):
            return pa.array([], pa.string())
        if strings.is_odd(self.column):
            return None
        data = columns.content(columns.joined([lines, scalar(b"\n")]))
        schema = pa.schema([(self.column, pa.string())])
        try:
            table = pyarrow.json.read_json(
                pa.BufferReader(data),
                pyarrow.json.ReadOptions(use_threads=False, block_size=len(data) + 1),
                pyarrow.json.ParseOptions(
                    explicit_schema=schema, unexpected_field_behavior="ignore"
                ),
            )
        except pa.ArrowInvalid:
            return None
        return columns.whole(table.column(0)) if len(table) == len(lines) else None

    def _one_by_one(self, lines: pa.Array) -> _Texts:
        rows = columns.texts_of(lines)
        objects = [json_lines.decoded(row) for row in rows]
        odd = {n: strings.NO_OBJECT for n, each in enumerate(objects) if each is None}
        found = strings.strings(
            [
                json_lines.text((each or {}).get(self.column), row)
                for each, row in zip(objects, rows, strict=True)
            ]
        )
        seen = any(self.column in (each or {}) for each in objects)
        return _Texts(found._replace(odd=odd | found.odd), seen)

    def survey(self) -> None:
        names: dict[str, None] = {}
        with about(self.name), closing(self.open()) as given:
            for piece in self._pieces(given):
                for line in columns.texts_of(piece.columns[0]):
                    found = json_lines.decoded(line) or ()
                    names |= dict.fromkeys(json_lines.spelled(name, line) for name in found)
                    if len(names) > MOST_COLUMNS:
                        self.rest = "rest"
                        break
                if self.rest:
                    break
        # Lines that are not an object stand there.
        kept = dict.fromkeys(list(names)[:MOST_COLUMNS])
        self.names: list[str] | None = list(kept | {self.column: None})

    def columns(self, block: Block) -> dict[str, list[Any]]:
        # A line that is not an object stands where its text would.
        none = {n for n, why in block.odd.items() if why == strings.NO_OBJECT}
        lines = columns.texts_of(block.rows)
        rows = [
            {self.column: line.rstrip("\r")} if n in none else json_lines.fields(line)
            for n, line in enumerate(lines)
        ]
        names = self.names or []
        made = {name: [row.get(name) for row in rows] for name in names}
        if self.rest:
            [rest] = delimited.unique([*names, self.rest])[len(names) :]
            known = frozenset(names)
            made[rest] = [
                None if n in none or known.issuperset(row) else json_lines.others(line, known)
                for n, (row, line) in enumerate(zip(rows, lines, strict=True))
            ]
        return made


def _is_object(line: str) -> bool:
    return json_lines.decoded(line) is not None


def _merged(mask: pa.BooleanArray, made: pa.Array, rest: strings.Texts) -> strings.Texts:
    """Return texts in the places of the mask, and the rest in the others."""
    others = pc.invert(mask)
    places = pc.indices_nonzero(others).to_pylist()
    texts = pc.replace_with_mask(pa.nulls(len(mask), pa.string()), mask, made)
    return strings.Texts(
        pc.replace_with_mask(texts, others, rest.strings),
        {places[n]: why for n, why in rest.odd.items()},
        {places[n]: octets for n, octets in rest.raw.items()},
        {places[n]: text for n, text in rest.halves.items()},
    )
