"""Tasks: what a verb makes of each column, and the names of the new columns."""

from __future__ import annotations

from typing import Any, NamedTuple

import pyarrow as pa

import superuri._core as _core
from superuri._values.table_names import column_of
from superuri.columns import arrow
from superuri.columns._options import OPTIONS
from superuri.tables.files import strings
from superuri.tables.files.columns import trimmed
from superuri.tables.files.failure import TableError
from superuri.tables.job import lines


class Task(NamedTuple):
    """A verb over a column, and its new column; of ``parse``, the prefix of its new columns."""

    column: int
    name: str
    verb: str
    options: dict[str, Any]

    def labels(self) -> list[str]:
        """Return the names of the new columns. Names in Arrow are valid UTF-8."""
        return [strings.triplets(f"{self.name}{field}") for field in self.fields()]

    def fields(self) -> list[str]:
        """Return the ends of the names of the new columns."""
        if self.verb != "parse":
            return [""]
        return [field.name for field in pa.array(arrow.apply([], "parse")).type]

    def results(
        self, texts: pa.Array, on_error: arrow.Policy, threads: int | None
    ) -> tuple[list[pa.Array], pa.Array]:
        """Return each new column, and the code of the error of each text that fails."""
        options = {name: value for name, value in self.options.items() if name != "trim"}
        if self.options.get("trim") and not pa.types.is_binary(texts.type):
            texts = trimmed(texts)
        known = options.keys() <= {*OPTIONS.get(self.verb, ())}
        if not lines.has(self.verb) or (known and self.verb in arrow.VERBS):
            column = arrow.apply(
                texts, self.verb, on_error=on_error, with_errors=True, threads=threads, **options
            )
        else:
            given = lines.options(self.verb, options, threads)
            column = _core.apply_to_column(texts, given, on_error)
        both = pa.array(column)
        values = both.field("value")
        columns = values.flatten() if self.verb == "parse" else [values]
        return columns, both.field("error").field("code")


def extracts(verb: str) -> bool:
    """Return whether a verb finds something in a text, which does not replace the text."""
    return verb in arrow.FINDS or lines.extracts(verb)


def of(
    verb: str, columns: list[str], names: list[str] | None, options: dict[str, Any]
) -> list[Task]:
    """Return the tasks of a verb; ``names`` are those of the new columns."""
    formats: list[dict[str, Any]] = [options]
    if verb == "get":
        given = options["format"]
        # As in SQL, a text of a table is cleaned first.
        each = [given] if isinstance(given, str) else given
        formats = [{**options, "format": one, "clean": True} for one in each]
    count = len(columns) * len(formats)
    if names is not None and len(names) != count:
        named = ", ".join(map(repr, names))
        raise TableError(f"{count} results need {count} names, not {named}")
    made = [(n, column, own) for n, column in enumerate(columns) for own in formats]
    if names is None:
        names = [_usual_name(verb, column, own) for _, column, own in made]
    elif verb == "parse":
        names = [f"{name}_" for name in names]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise TableError(f"two results would be in one column, {twice!r}: name each with --as")
    return [Task(n, name, verb, own) for (n, _, own), name in zip(made, names, strict=True)]


def _usual_name(verb: str, column: str, options: dict[str, Any]) -> str:
    """Return the name of the new column, or the column's own if the result replaces it."""
    if verb == "get":
        name = column_of(column, options["format"])
        if name is None:
            raise TableError(f"name the column for {options['format']!r} with --as")
        return name
    if verb == "parse":
        return f"{column}_"
    return f"{column}_{verb}" if extracts(verb) else column
