r"""Tables: a table cleaned, normalised, keyed, deduplicated and linted.

>>> import csv, pathlib, tempfile
>>> folder = pathlib.Path(tempfile.mkdtemp())
>>> _ = (folder / "in.csv").write_text("id,url\n1,HTTP://e.com/a b\n2,http://e.com/a%20b\n")
>>> from superuri import tables
>>> done = tables.tidy([str(folder / "in.csv")], "url", str(folder / "out.csv"))
>>> done.rows, done.cleaned, done.duplicates, done.lost
(2, 1, 1, 0)
>>> [row["url_normal"] for row in csv.DictReader((folder / "out.csv").read_text().splitlines())]
['http://e.com/a%20b', 'http://e.com/a%20b']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from os import PathLike

    from superuri._core import Tracking
    from superuri.tables.files.places import Paths
    from superuri.tables.report.summary import Summary as Summary

from superuri._values.table_names import DUCKDB_MEMORY
from superuri.tables.files.failure import MissingError as MissingError
from superuri.tables.files.failure import RowError as RowError
from superuri.tables.files.failure import TableError as TableError

try:
    from superuri.tables.files.dialect import InputOptions
    from superuri.tables.files.places import path_name, path_names
    from superuri.tables.job import choices
    from superuri.tables.job.apply import apply as apply
    from superuri.tables.job.request import EngineOptions, Inputs, Outputs, Work
except ImportError as _missing:
    if _missing.name not in {"pyarrow", "pyarrow.parquet", "pyarrow.compute"}:
        raise
    raise MissingError('tables are read with pyarrow: pip install "superuri[duckdb]"') from _missing

__all__ = ["tidy"]


def tidy(  # noqa: PLR0913  one parameter for each option
    inputs: Paths,
    column: str | Iterable[str],
    output: str | PathLike[str],
    *,
    input_format: str | None = None,
    delimiter: str | None = None,
    quote: str | None = None,
    header: bool | None = None,
    table_encoding: str | None = None,
    partitions: Literal["decoded", "raw"] = "decoded",
    union_by_name: bool = False,
    order_by: str | list[str] | None = None,
    same: Literal["key", "normal"] = "key",
    dedupe: bool = False,
    tracking: Tracking | Iterable[str] | None = None,
    prefix: str | None = None,
    default_scheme: str | None = None,
    trim: bool = False,
    findings: str | PathLike[str] | None = None,
    report: str | PathLike[str] | None = None,
    memory: str = f"{DUCKDB_MEMORY}MiB",
    threads: int | None = None,
    engine: Literal["duckdb", "spark"] = "duckdb",
    master: str | None = None,
    table_version: int | None = None,
    progress: Callable[[str, float, int], None] | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Summary:
    """Write the tables with new columns, and return a summary.

    Args:
        inputs: One or several files, folders and patterns: Parquet, CSV, TSV, JSON Lines, JSON
            arrays, Arrow IPC and lists of lines, text formats also compressed (.gz, .zst); also
            addresses (s3://…, https://…), a ``file:`` URI of a path, and tables of Delta and
            Iceberg; "-" is standard input, which is copied to a temporary file first.
        column: The column with the URLs, or several; ``r.url`` is a field of a struct, unless a
            column has this name. A column may have lists of URLs. A list of lines has one column,
            ``url``; a table without a header has ``1``, ``2`` and so on.
        output: A file, or a folder with a file for each input, in the same folders; "-" is standard
            output, which is written in the format of the inputs, at the end. It may be an address
            (s3://…), a Delta table (a folder called ``….delta``, or one that exists), or an
            Iceberg table (iceberg://CATALOG/NAMESPACE.TABLE).
        input_format: The format of the inputs, whatever their names: "csv", "tsv", "jsonl", "json",
            "parquet", "arrow", "feather" or "txt".
        delimiter: The delimiter of CSV and TSV. None: detected from the first row.
        quote: The quotation mark of CSV and TSV, or "none". None: detected, too.
        header: Whether the first row names the columns. None: detected, too.
        table_encoding: The encoding of tables of text: "utf-8", "latin-1", "windows-1252", "utf-16"
            (by its byte order mark), "utf-16-le" or "utf-16-be". None: UTF-8, or UTF-16 with a
            byte order mark.
        partitions: Whether the names and values of Hive partitions (``k=a%20b``) that become
            columns are "decoded" (a + stays; ``__HIVE_DEFAULT_PARTITION__`` is null) or "raw".
        union_by_name: Whether the inputs of one output may have different columns: missing columns
            are null.
        order_by: Columns, each optionally followed by " desc": of duplicates, the first row in this
            order is kept; ties keep the input's order.
        same: Whether duplicates have the same "key" or the same "normal" form.
        dedupe: Whether to leave out duplicates; with several columns, those of the first.
        tracking: The names of tracking parameters by which keys are made, instead of ours: a
            ``superuri.keys.Tracking``, or its rows; not with Spark.
        prefix: The prefix of the new columns' names; None is the column's name. It is followed by
            ``clean``, ``normal``, ``host``, ``domain``, ``key``, ``error`` (why a text
            was left unchanged) and ``duplicate``.
        default_scheme: The scheme of a text that begins with a host, such as "https" for "e.com/a",
            as in ``superuri.clean``. The findings are those of the text itself.
        trim: Whether to strip ASCII white space around each text first; not with Spark. Findings
            are those of the text itself.
        findings: The file for the linter's findings; None is next to the output.
        report: An HTML page for the summary; None writes no page.
        memory: The memory limit of DuckDB, such as "1GB"; it has a thread for each 64 MiB.
        threads: The number of threads; None is one for each processor.
        engine: DuckDB, embedded in this process, or Spark: its inputs are Parquet, and its output
            and findings are folders.
        master: The address of Spark; None is the configured one.
        table_version: The version of the Delta table, or the snapshot of the Iceberg table, to
            read; None is the newest.
        progress: Called with the current step, the finished share, and the number of rows.
        say: Called with messages about the job, such as that it continues.

    Returns:
        The summary.

    Raises:
        TableError: A file is damaged or lacks the column, or the disk is full. The old output stays
            unchanged, and a rerun continues the job.
    """
    from superuri.tables.job import tidying  # noqa: PLC0415  because `apply` does not need it

    options = InputOptions(
        input_format, delimiter, quote, header, table_encoding, partitions
    ).checked()
    rows = None if tracking is None else choices.tracking_rows(tracking, engine)
    order = [order_by] if isinstance(order_by, str) else order_by or []
    paths = [None if each is None else path_name(each) for each in (findings, report)]
    return tidying.tidy(
        Inputs(path_names(inputs), options, table_version),
        Work(
            *(choices.as_list(column), order, same, dedupe, prefix, union_by_name, default_scheme),
            tracking=rows,
            trim=trim,
        ),
        EngineOptions(engine, memory, threads, master),
        Outputs(path_name(output), *paths),
        progress or (lambda *_: None),
        say,
    )
