"""Choices that `tidy` and `apply` share: columns, unions of tables, dialects."""

from collections.abc import Iterable

import pyarrow as pa

from superuri._core import Tracking
from superuri.tables.files import formats, reading
from superuri.tables.files.failure import TableError

NO_UNION = "in a folder each table keeps its own columns: union by name is for one file"


def as_list(columns: str | Iterable[str]) -> list[str]:
    """Return the columns as a list; a string is one column."""
    return [columns] if isinstance(columns, str) else list(columns)


def checked(names: list[str]) -> list[str]:
    """Return the columns; raise if there are none, or one is named twice."""
    if not names:
        raise TableError("name the column with the URLs")
    for name in names:
        if names.count(name) > 1:
            raise TableError(f"the column {name!r} is named twice")
    return names


def tracking_rows(tracking: Tracking | Iterable[str], engine: str) -> tuple[str, ...]:
    if engine == "spark":
        raise TableError("a table of tracking parameters of one's own is not for Spark")
    return (tracking if isinstance(tracking, Tracking) else Tracking(tracking)).rows


def common_schema(readers: list[reading.Reader], target: str, *, union: bool) -> pa.Schema | None:
    """Prepare the inputs of one output file; with ``union``, return the columns of all of them."""
    formats.survey(readers, target)
    return formats.union(readers, target) if union else None


def dialects(readers: list[reading.Reader]) -> list[tuple[str, str, int]]:
    """Return each dialect that is not the default, its first file, and the number of others."""
    found: dict[str, list[str]] = {}
    for each in readers:
        if dialect := each.dialect_note():
            found.setdefault(dialect, []).append(each.name)
    return [(dialect, names[0], len(names) - 1) for dialect, names in found.items()]
