"""Choices that `tidy` and a verb share: which columns, and how their tables go together."""

from collections.abc import Iterable

import pyarrow as pa

from superuri.tables.files import formats, reading
from superuri.tables.files.failure import TableError

NO_UNION = "in a folder each table keeps its own columns: union by name is for one file"


def listed(asked: str | Iterable[str]) -> list[str]:
    """Return the columns that are meant; a name alone is one."""
    return [asked] if isinstance(asked, str) else list(asked)


def distinct(names: list[str]) -> list[str]:
    """Return the columns, if there are some, each once."""
    if not names:
        raise TableError("say which column has the URLs")
    for name in names:
        if names.count(name) > 1:
            raise TableError(f"the column {name!r} is named twice")
    return names


def united(readers: list[reading.Reader], target: str, *, union: bool) -> pa.Schema | None:
    """Prepare tables that go to one file, and return their columns if they may differ."""
    formats.survey(readers, target)
    return formats.union(readers, target) if union else None


def dialects(readers: list[reading.Reader]) -> list[tuple[str, str, int]]:
    """Return how tables are written, where not as by default: the first file of each, the rest."""
    found: dict[str, list[str]] = {}
    for each in readers:
        if said := each.dialect_note():
            found.setdefault(said, []).append(each.name)
    return [(said, names[0], len(names) - 1) for said, names in found.items()]
