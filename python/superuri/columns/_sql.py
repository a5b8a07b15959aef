"""SQL functions: a verb over the batches of an SQL engine, with its options as arguments.

DuckDB, Spark and DataFusion register the same functions: the text first, then (on DataFusion only
in functions of expressions) the options of the verb in the order of the engine's table of verbs, or
one struct of them.
"""

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

import superuri._caret as caret
from superuri.columns import arrow
from superuri.columns._options import OPTIONS, check, documented, named
from superuri.errors import URIError

#: Characters of a text that an error shows.
SHOWN = 100


def call(
    verb: str,
    on_error: arrow.Policy,
    kind: pa.DataType,
    fixed: dict[str, Any],
    texts: pa.Array,
    *given: pa.Array,
) -> pa.Array:
    """Return the results of a verb for a batch of texts; a null option gives null.

    ``fixed`` are options that the caller sets, ``given`` the columns of those in the query. These
    are nearly always constant; otherwise rows with the same values are processed together.
    """
    name, names = arrow.NAMES[verb], OPTIONS[verb]
    if len(given) > len(names):
        takes = ", ".join(["text", *names])
        raise TypeError(f"{name} takes ({takes}), not {len(given) + 1} arguments")

    def results(rows: pa.Array, values: list[object]) -> pa.Array:
        named = values[0] if len(values) == 1 and isinstance(values[0], dict) else None
        options = dict(zip(names, values, strict=False)) if named is None else named
        if None in values or None in options.values():
            return pa.nulls(len(rows), kind)
        # A verb takes several encodings as a tuple.
        options = {name: tuple(v) if isinstance(v, list) else v for name, v in options.items()}
        options = {**fixed, **options}
        return _apply(verb, on_error, kind, rows, options)

    if all(map(_is_constant, given)):
        return results(texts, [column[0].as_py() for column in given] if len(texts) else [])
    groups = list(_groups(name, given))
    parts = pa.concat_arrays(results(texts.take(rows), values) for values, rows in groups)
    # Sorted back into the order of the input.
    return parts.take(pc.array_sort_indices(pa.concat_arrays(rows for _, rows in groups)))


def function(verb: str, udf: Callable[[str, arrow.Policy, dict[str, Any]], Any]) -> Any:  # noqa: ANN401  engines have no common type
    """Return the verb as a function of an engine's columns; ``udf`` makes the engine's function."""

    def work(col: Any, *values: object, **options: Any) -> Any:  # noqa: ANN401  as above
        policy = arrow.policy_of(verb, options.pop("on_error", "null"))
        given = named(verb, values, options)
        arrow.apply([], verb, on_error=policy)
        check(verb, given)
        return udf(verb, policy, given)(col)

    return documented(work, verb, "col", {"on_error": "null"})


def kind_of(verb: str) -> pa.DataType:
    """Return the type of the verb's results, taken from a call without rows."""
    return pa.array(arrow.apply([], verb)).type


def _is_constant(column: pa.Array) -> bool:
    """Return whether all rows are equal, by comparing the column with itself shifted by one."""
    return len(column) < 2 or column[1:].equals(column[:-1])  # noqa: PLR2004  one row is constant


def _groups(name: str, columns: tuple[pa.Array, ...]) -> Any:  # noqa: ANN401  pairs
    """Yield the values of the options, and the rows that have them."""
    for column in columns:
        if pa.types.is_nested(column.type):
            raise TypeError(f"{name}: an option that is a list is one for all rows")
    names = [str(n) for n, _ in enumerate(columns)]
    table = pa.table([*columns, pa.array(range(len(columns[0])))], [*names, "row"])
    grouped = table.group_by(names).aggregate([("row", "list")])
    values = zip(*(grouped.column(name).to_pylist() for name in names), strict=True)
    for each, rows in zip(values, grouped.column("row_list"), strict=True):
        yield list(each), rows.values


def _apply(
    verb: str, on_error: arrow.Policy, kind: pa.DataType, texts: pa.Array, options: dict[str, Any]
) -> pa.Array:
    """Return the results of the verb for texts with the same options."""
    name = arrow.NAMES[verb]
    if options:
        try:
            check(verb, options)
        except (LookupError, TypeError, ValueError) as error:
            raise type(error)(f"{name}: {error}") from error
    try:
        results = pa.array(arrow.apply(texts, verb, on_error=on_error, threads=1, **options))
    except URIError as error:
        raise _with_text(name, error) from error
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from error
    if pa.types.is_string(kind) and pa.types.is_binary(results.type):
        results = _valid_utf8(results)
    return results if results.type == kind else results.cast(kind)


def _valid_utf8(octets: pa.Array) -> pa.Array:
    """Return the bytes as strings; bytes that are not valid UTF-8 become null."""
    return pa.array(
        [None if row is None else _text(row) for row in octets.to_pylist()], pa.string()
    )


def _text(octets: bytes) -> str | None:
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return None


def _with_text(name: str, error: URIError) -> URIError:
    """Return the error with the text instead of the row: the row of a batch is meaningless."""
    text = error.text if isinstance(error.text, str) else error.text.decode("latin-1")
    shown = caret.masked(text)
    shown = shown if len(shown) <= SHOWN else shown[:SHOWN] + "…"
    sentence = f"{name}({shown!r}): {str(error).partition(': ')[2]}"
    return type(error)(sentence, error.text, error.start, error.end, error.code, error.help)
