"""Reader of JSON Lines: Arrow parses the lines that it parses as Python does, Python the others."""

from collections.abc import Collection, Iterator
from contextlib import closing
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json

from superuri.tables.files import chunks, columns, delimited, json_lines, source, strings
from superuri.tables.files.columns import scalar
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Block
from superuri.tables.files.reading_text import LINES_COLUMN, TextReader, line_chunks

#: The maximum number of member names that become columns.
MAX_COLUMNS = 1000
#: The number of lines in which columns of lists are detected.
SAMPLE_LINES = 1000
#: Contents that Arrow parses differently; a depth that both can parse.
_NOT_ARROW = r"\\u[dD][89a-fA-F]|[:,\[]\s*-?(NaN|Inf)|\x00"
_MAX_DEPTH = 200


class _ColumnTexts(NamedTuple):
    """The texts of a column in some lines, and whether any line has the column."""

    texts: strings.Texts
    is_present: bool


class JsonReader(TextReader):
    """A file with one JSON object on each line."""

    def __init__(self, place: Place, text_columns: list[str], order: list[str]) -> None:
        super().__init__(place, text_columns, order)
        #: The columns that were searched for, and those that were present.
        self._searched: set[int] = set()
        self._present: set[int] = set()
        with about(self.name), closing(self.open()) as file:
            first = next(self._chunks(file), None)
            rows = columns.to_texts(first.columns[0][:SAMPLE_LINES]) if first else []
        objects = [json_lines.decoded(row) or {} for row in rows]
        #: Whether each column has lists, by its first value.
        self.lists: list[bool] = [_has_list(objects, name) for name in text_columns]
        self._take_from_path({name for each in objects for name in each})

    def has_lists(self, name: str) -> bool:
        return name in self.text_columns and self.lists[self.text_columns.index(name)]

    def _chunks(self, file: source.Source) -> Iterator[chunks.Chunk]:
        """Yield the lines in chunks, without line feeds."""
        return line_chunks(file)

    def blocks(self) -> Iterator[Block]:
        has_rows = False
        with about(self.name), closing(self.open()) as file:
            for group in chunks.grouped(self._chunks(file), len(self.names or ())):
                has_rows = True
                lines = columns.concatenated([chunk.columns[0] for chunk in group])
                yield self._block(lines, file.raw.tell())
        for n in sorted(self._searched - self._present) if has_rows else ():
            raise TableError(f"{self.name}: no object in it has {self.text_columns[n]!r}")

    def _block(self, lines: pa.Array, read: int) -> Block:
        order = {}
        if self.order:
            rows = columns.to_texts(lines)

            def own(name: str) -> pa.Array:
                found = (
                    json_lines.fields(r) if json_lines.decoded(r) is not None else {} for r in rows
                )
                values = [fields.get(name) for fields in found]
                return strings.to_arrow(values)

            order = self._order(len(rows), own)
        return self.for_column(Block(lines, pa.array([], pa.string()), order, {}, {}, {}, read), 0)

    def _for_own_column(self, block: Block, n: int) -> Block:
        self._searched.add(n)
        if self.lists[n]:
            return self._elements(block, n)
        name = self.text_columns[n]
        # Whether a name with a dot is a nested member can differ from line to line.
        if "." in name:
            found = self._one_by_one(block.rows, name)
        else:
            found = self._texts(block.rows, name, is_present=n in self._present)
        if found.is_present:
            self._present.add(n)
        return block.with_texts(found.texts.checked(), lengths=None)

    def _elements(self, block: Block, n: int) -> Block:
        """Return the block with the elements of its lists as texts."""
        values: list[object] = []
        lengths: list[int | None] = []
        invalid: dict[int, str] = {}
        for row in columns.to_texts(block.rows):
            found = json_lines.decoded(row)
            value = json_lines.value(found or {}, self.text_columns[n])
            if value is not None:
                self._present.add(n)
            if value is None and found is not None:
                lengths.append(None)
            elif isinstance(value, list):
                values += [json_lines.text(each, row) for each in value]
                lengths.append(len(value))
            else:
                # Anything but a list counts as one invalid element.
                invalid[len(values)] = strings.NO_OBJECT if found is None else strings.NO_TEXT
                values.append(None)
                lengths.append(1)
        texts = strings.from_values(values).checked()
        texts = texts._replace(invalid=texts.invalid | invalid)
        return block.with_texts(texts, lengths=pa.array(lengths, pa.int64()))

    def _texts(self, lines: pa.Array, name: str, *, is_present: bool) -> _ColumnTexts:
        if len(lines) <= strings.SMALL_BATCH or not columns.can_parse():
            return self._one_by_one(lines, name)
        mask = self._arrow_mask(lines)
        parsed = None if mask is None else self._parsed(lines.filter(mask), name)
        if mask is None or parsed is None:
            # Most often, only one half has the lines that Arrow cannot parse.
            half = len(lines) // 2
            first = self._texts(lines[:half], name, is_present=is_present)
            second = self._texts(lines[half:], name, is_present=is_present or first.is_present)
            return _ColumnTexts(
                strings.concatenated(first.texts, second.texts),
                is_present or first.is_present or second.is_present,
            )
        if not is_present and parsed.null_count == len(parsed):
            return self._one_by_one(lines, name)
        if len(parsed) == len(lines):
            return _ColumnTexts(strings.Texts(parsed, {}, {}, {}), is_present=True)
        rest = self._one_by_one(lines.filter(pc.invert(mask)), name).texts
        return _ColumnTexts(_merged(mask, parsed, rest), is_present=True)

    @staticmethod
    def _arrow_mask(lines: pa.Array) -> pa.BooleanArray | None:
        """Return which lines Arrow parses as Python does; None if they are not all UTF-8."""
        if not strings.is_utf8(lines):
            return None
        ends = pc.or_(pc.ends_with(lines, "}"), pc.ends_with(lines, "}\r"))
        is_object = pc.and_(pc.starts_with(lines, "{"), ends)
        # A short line cannot be deep.
        is_long = pc.greater_equal(pc.binary_length(lines), _MAX_DEPTH)
        long = lines.filter(is_long)
        depth = pc.add(pc.count_substring(long, "["), pc.count_substring(long, "{"))
        is_deep = pc.replace_with_mask(is_long, is_long, pc.greater_equal(depth, _MAX_DEPTH))
        texts = lines.cast(pa.large_string())
        is_odd = pc.or_(is_deep, pc.match_substring_regex(texts, _NOT_ARROW))
        return pc.and_not(is_object, is_odd)

    @staticmethod
    def _parsed(lines: pa.Array, name: str) -> pa.Array | None:
        """Return the texts as parsed by Arrow, or None if it cannot parse all lines."""
        if not len(lines):
            return pa.array([], pa.string())
        if strings.has_surrogate(name):
            return None
        data = columns.content(columns.joined([lines, scalar(b"\n")]))
        schema = pa.schema([(name, pa.string())])
        reading = pyarrow.json.ReadOptions(use_threads=False, block_size=len(data) + 1)
        parsing = pyarrow.json.ParseOptions(schema, unexpected_field_behavior="ignore")
        try:
            table = pyarrow.json.read_json(pa.BufferReader(data), reading, parsing)
        except pa.ArrowInvalid:
            return None
        return columns.as_array(table.column(0)) if len(table) == len(lines) else None

    @staticmethod
    def _one_by_one(lines: pa.Array, name: str) -> _ColumnTexts:
        rows = columns.to_texts(lines)
        objects = [json_lines.decoded(row) for row in rows]
        invalid = {n: strings.NO_OBJECT for n, each in enumerate(objects) if each is None}
        values = (json_lines.value(each or {}, name) for each in objects)
        found = strings.from_values(list(map(json_lines.text, values, rows)))
        is_present = any(json_lines.has(each or {}, name) for each in objects)
        return _ColumnTexts(found._replace(invalid=invalid | found.invalid), is_present)

    def survey(self) -> None:
        names: dict[str, None] = {}
        with about(self.name), closing(self.open()) as file:
            for chunk in self._chunks(file):
                for line in columns.to_texts(chunk.columns[0]):
                    values = json_lines.decoded(line) or ()
                    names |= {json_lines.escape_surrogates(name, line): None for name in values}
                    if len(names) > MAX_COLUMNS:
                        self.rest = "rest"
                        break
                if self.rest:
                    break
        # Lines that are not objects need a column as well.
        kept = dict.fromkeys(list(names)[:MAX_COLUMNS])
        self.names: list[str] | None = list(kept | {self._fallback_column(kept): None})

    def _fallback_column(self, names: Collection[str]) -> str:
        """Return the column for lines that are not objects: the one of the texts, if there is."""
        if self.column in self.from_path:
            return next(iter(names), LINES_COLUMN)
        is_inside = self.column not in names and self.column.partition(".")[0] in names
        return self.column.partition(".")[0] if is_inside else self.column

    def columns(self, block: Block) -> dict[str, list[Any]]:
        lines = columns.to_texts(block.rows)
        not_objects = non_objects(block)
        fallback = self._fallback_column(self.names or ())
        rows = [
            {fallback: line.rstrip("\r")} if n in not_objects else json_lines.fields(line)
            for n, line in enumerate(lines)
        ]
        names = self.names or []
        result = {name: [row.get(name) for row in rows] for name in names}
        if self.rest:
            [rest] = delimited.unique([*names, self.rest])[len(names) :]
            known = frozenset(names)
            result[rest] = [
                None
                if n in not_objects or known.issuperset(row)
                else json_lines.other_members(line, known)
                for n, (row, line) in enumerate(zip(rows, lines, strict=True))
            ]
        return result


def non_objects(block: Block) -> set[int]:
    """Return the lines of a block that are not objects."""
    if block.lengths is None:
        return {n for n, why in block.invalid.items() if why == strings.NO_OBJECT}
    # With lists, `invalid` has numbers of elements.
    rows = enumerate(columns.to_texts(block.rows))
    return {n for n, line in rows if json_lines.decoded(line) is None}


def _has_list(objects: list[dict[str, Any]], name: str) -> bool:
    values = (json_lines.value(each, name) for each in objects)
    return isinstance(next((value for value in values if value is not None), None), list)


def _merged(mask: pa.BooleanArray, parsed: pa.Array, rest: strings.Texts) -> strings.Texts:
    """Return one column: `parsed` has the rows of the mask, and `rest` the other rows."""
    others = pc.invert(mask)
    rows = pc.indices_nonzero(others).to_pylist()
    texts = pc.replace_with_mask(pa.nulls(len(mask), pa.string()), mask, parsed)
    return strings.Texts(
        pc.replace_with_mask(texts, others, rest.strings),
        {rows[n]: why for n, why in rest.invalid.items()},
        {rows[n]: octets for n, octets in rest.raw.items()},
        {rows[n]: text for n, text in rest.surrogates.items()},
    )
