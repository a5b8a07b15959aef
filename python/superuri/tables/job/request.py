"""Request of a job as its caller made it: the inputs, the work, the engine and the outputs."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from superuri.tables.files.dialect import InputOptions
from superuri.tables.storage.address import redacted

#: A function that is called with the current step, the finished share, and the number of rows.
Progress = Callable[[str, float, int], None]
#: A function that is called with messages about the job.
Say = Callable[[str], None]


class Inputs(NamedTuple):
    """The inputs of a job: files, folders, patterns and addresses, and how they are read."""

    names: list[str]
    options: InputOptions
    #: The version of the Delta or Iceberg table; None is the newest.
    version: int | None
    #: The outputs of an earlier run, which are not inputs even in a folder that is one.
    own: frozenset[Path] = frozenset()


class Work(NamedTuple):
    """The work of ``tidy``, which determines the rows of its outputs."""

    columns: list[str]
    order: list[str]
    same: str
    dedupe: bool
    prefix: str | None
    union: bool
    default_scheme: str | None
    #: The rows of a table of tracking parameters; None is ours.
    tracking: tuple[str, ...] | None = None
    #: Whether white space around each text is stripped first.
    trim: bool = False


class EngineOptions(NamedTuple):
    """The engine of ``tidy``, "duckdb" or "spark", and its options."""

    name: str
    memory: str
    threads: int | None
    master: str | None


class Outputs(NamedTuple):
    """The outputs of a job: their addresses, or their local paths."""

    output: str
    findings: str | None = None
    report: str | None = None
    #: The table of the rows that fail.
    rejects: str | None = None

    def named(self) -> dict[str, str]:
        """Return the names of the files that the caller named."""
        return {role: redacted(name) for role, name in self._asdict().items() if name is not None}
