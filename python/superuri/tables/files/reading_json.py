"""Reader of JSON Lines: the texts by Arrow, where a line is what Arrow and Python read alike."""

from collections.abc import Container, Iterator
from contextlib import closing
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json

from superuri.tables.files import columns, delimited, json_lines, pieces, source, strings
from superuri.tables.files.columns import scalar
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Block
from superuri.tables.files.reading_text import TextReader, split

#: So many names that lines of JSON have become columns.
MOST_COLUMNS = 1000
#: So many lines say whether a column has lists.
FIRST = 1000
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

    def __init__(self, place: Place, text_columns: list[str], order: list[str]) -> None:
        super().__init__(place, text_columns, order)
        #: Which columns were looked for, and which of them an object has.
        self._looked: set[int] = set()
        self._seen: set[int] = set()
        with about(self.name), closing(self.open()) as given:
            first = next(self._pieces(given), None)
            rows = columns.to_texts(first.columns[0][:FIRST]) if first else []
        objects = [json_lines.decoded(row) or {} for row in rows]
        #: Whether each column has lists: the first value that it has says so.
        self.lists: list[bool] = [_has_list(objects, name) for name in text_columns]

    def has_lists(self, name: str) -> bool:
        """Return whether a column to work on has lists."""
        return name in self.text_columns and self.lists[self.text_columns.index(name)]

    def _pieces(self, given: source.Source) -> Iterator[pieces.Piece]:
        """Return the lines, some at a time, each without its line feed."""
        return split(given)

    def blocks(self) -> Iterator[Block]:
        some = False
        with about(self.name), closing(self.open()) as given:
            for group in pieces.grouped(self._pieces(given), len(self.names or ())):
                some = True
                lines = columns.concatenated([piece.columns[0] for piece in group])
                yield self._block(lines, given.raw.tell())
        for n in sorted(self._looked - self._seen) if some else ():
            raise TableError(f"{self.name}: no object in it has {self.text_columns[n]!r}")

    def _block(self, lines: pa.Array, read: int) -> Block:
        order = {}
        if self.order:
            rows = columns.to_texts(lines)
            for name in self.order:
                values = [json_lines.fields(r).get(name) if _is_object(r) else None for r in rows]
                order[name] = strings.to_arrow(values)
        return self.for_column(Block(lines, pa.array([], pa.string()), order, {}, {}, {}, read), 0)

    def for_column(self, block: Block, n: int) -> Block:
        self._looked.add(n)
        if self.lists[n]:
            return self._elements(block, n)
        name = self.text_columns[n]
        # A name with a dot may be a member of a member: that is for each line to say.
        read = self._texts if "." not in name else self._nested
        found = read(block.rows, name, seen=n in self._seen)
        if found.seen:
            self._seen.add(n)
        texts = found.texts
        return block.with_fields(
            texts=texts.strings,
            invalid=texts.invalid,
            raw=texts.raw,
            surrogates=texts.surrogates,
            lengths=None,
        )

    def _nested(self, lines: pa.Array, name: str, *, seen: bool) -> _Texts:
        del seen
        return self._one_by_one(lines, name)

    def _elements(self, block: Block, n: int) -> Block:
        """Return the elements of the lists of each row."""
        values: list[object] = []
        lengths: list[int | None] = []
        odd: dict[int, str] = {}
        for row in columns.to_texts(block.rows):
            found = json_lines.decoded(row)
            value = json_lines.value(found or {}, self.text_columns[n])
            if value is not None:
                self._seen.add(n)
            if value is None and found is not None:
                lengths.append(None)
            elif isinstance(value, list):
                values += [json_lines.text(each, row) for each in value]
                lengths.append(len(value))
            else:
                # It is not a list: all of it is one element that has no text.
                odd[len(values)] = strings.NO_OBJECT if found is None else strings.NO_TEXT
                values.append(None)
                lengths.append(1)
        texts = strings.from_values(values)
        return block.with_fields(
            texts=texts.strings,
            invalid=texts.invalid | odd,
            raw=texts.raw,
            surrogates=texts.surrogates,
            lengths=pa.array(lengths, pa.int64()),
        )

    def _texts(self, lines: pa.Array, name: str, *, seen: bool) -> _Texts:
        """Return the texts of lines."""
        if len(lines) <= strings.SMALL_BATCH:
            return self._one_by_one(lines, name)
        mask = self._plain(lines)
        made = None if mask is None else self._parsed(lines.filter(mask), name)
        if mask is None or made is None:
            # What is odd is in one half of the lines, most often.
            half = len(lines) // 2
            one = self._texts(lines[:half], name, seen=seen)
            other = self._texts(lines[half:], name, seen=seen or one.seen)
            return _Texts(
                strings.concatenated(one.texts, other.texts), seen or one.seen or other.seen
            )
        if not seen and made.null_count == len(made):
            return self._one_by_one(lines, name)
        if len(made) == len(lines):
            return _Texts(strings.Texts(made, {}, {}, {}), seen=True)
        rest = self._one_by_one(lines.filter(pc.invert(mask)), name).texts
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

    @staticmethod
    def _parsed(lines: pa.Array, name: str) -> pa.Array | None:
        """Return the texts as Arrow reads them, if it reads them all."""
        if not len(lines):
            return pa.array([], pa.string())
        if strings.has_surrogate(name):
            return None
        data = columns.content(columns.joined([lines, scalar(b"\n")]))
        schema = pa.schema([(name, pa.string())])
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
        return columns.as_array(table.column(0)) if len(table) == len(lines) else None

    @staticmethod
    def _one_by_one(lines: pa.Array, name: str) -> _Texts:
        rows = columns.to_texts(lines)
        objects = [json_lines.decoded(row) for row in rows]
        odd = {n: strings.NO_OBJECT for n, each in enumerate(objects) if each is None}
        found = strings.from_values(
            [
                json_lines.text(json_lines.value(each or {}, name), row)
                for each, row in zip(objects, rows, strict=True)
            ]
        )
        seen = any(json_lines.has(each or {}, name) for each in objects)
        return _Texts(found._replace(invalid=odd | found.invalid), seen)

    def survey(self) -> None:
        names: dict[str, None] = {}
        with about(self.name), closing(self.open()) as given:
            for piece in self._pieces(given):
                for line in columns.to_texts(piece.columns[0]):
                    found = json_lines.decoded(line) or ()
                    names |= dict.fromkeys(
                        json_lines.escape_surrogates(name, line) for name in found
                    )
                    if len(names) > MOST_COLUMNS:
                        self.rest = "rest"
                        break
                if self.rest:
                    break
        # Lines that are not an object stand there.
        kept = dict.fromkeys(list(names)[:MOST_COLUMNS])
        self.names: list[str] | None = list(kept | {self._spot(kept): None})

    def _spot(self, names: Container[str]) -> str:
        """Return the column for a line that is not an object: that of the text."""
        is_inside = self.column not in names and self.column.partition(".")[0] in names
        return self.column.partition(".")[0] if is_inside else self.column

    def columns(self, block: Block) -> dict[str, list[Any]]:
        # A line that is not an object stands where its text would.
        lines = columns.to_texts(block.rows)
        none = no_objects(block)
        spot = self._spot(self.names or ())
        rows = [
            {spot: line.rstrip("\r")} if n in none else json_lines.fields(line)
            for n, line in enumerate(lines)
        ]
        names = self.names or []
        made = {name: [row.get(name) for row in rows] for name in names}
        if self.rest:
            [rest] = delimited.unique([*names, self.rest])[len(names) :]
            known = frozenset(names)
            made[rest] = [
                None
                if n in none or known.issuperset(row)
                else json_lines.other_members(line, known)
                for n, (row, line) in enumerate(zip(rows, lines, strict=True))
            ]
        return made


def no_objects(block: Block) -> set[int]:
    """Return the lines of a block that are not an object."""
    if block.lengths is None:
        return {n for n, why in block.invalid.items() if why == strings.NO_OBJECT}
    # What is odd is said of elements there.
    rows = enumerate(columns.to_texts(block.rows))
    return {n for n, line in rows if json_lines.decoded(line) is None}


def _has_list(objects: list[dict[str, Any]], name: str) -> bool:
    values = (json_lines.value(each, name) for each in objects)
    return isinstance(next((value for value in values if value is not None), None), list)


def _is_object(line: str) -> bool:
    return json_lines.decoded(line) is not None


def _merged(mask: pa.BooleanArray, made: pa.Array, rest: strings.Texts) -> strings.Texts:
    """Return texts in the places of the mask, and the rest in the others."""
    others = pc.invert(mask)
    places = pc.indices_nonzero(others).to_pylist()
    texts = pc.replace_with_mask(pa.nulls(len(mask), pa.string()), mask, made)
    return strings.Texts(
        pc.replace_with_mask(texts, others, rest.strings),
        {places[n]: why for n, why in rest.invalid.items()},
        {places[n]: octets for n, octets in rest.raw.items()},
        {places[n]: text for n, text in rest.surrogates.items()},
    )
