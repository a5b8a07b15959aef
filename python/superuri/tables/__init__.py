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

from os import fspath
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from os import PathLike

    from superuri.tables.files.places import Paths, Place
    from superuri.tables.report.summary import Summary as Summary

from superuri.tables.files.failure import MissingError as MissingError
from superuri.tables.files.failure import RowError as RowError
from superuri.tables.files.failure import TableError as TableError

try:
    from superuri.tables.job.apply import apply as apply
except ImportError as _missing:
    if _missing.name not in {"pyarrow", "pyarrow.parquet", "pyarrow.compute"}:
        raise
    raise MissingError('tables are read with pyarrow: pip install "superuri[duckdb]"') from _missing

__all__ = ["tidy"]


def tidy(  # noqa: PLR0913  because a job has as many sides
    inputs: Paths,
    column: str | Iterable[str],
    output: str | PathLike[str],
    *,
    input_format: str | None = None,
    delimiter: str | None = None,
    quote: str | None = None,
    header: bool | None = None,
    table_encoding: str | None = None,
    union_by_name: bool = False,
    order_by: str | list[str] | None = None,
    same: Literal["key", "normal"] = "key",
    dedupe: bool = False,
    prefix: str | None = None,
    findings: str | PathLike[str] | None = None,
    report: str | PathLike[str] | None = None,
    memory: str = "1GB",
    threads: int | None = None,
    engine: Literal["duckdb", "spark"] = "duckdb",
    master: str | None = None,
    table_version: int | None = None,
    progress: Callable[[str, float, int], None] | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Summary:
    """Write the tables with more columns, and return a summary of the rows.

    Args:
        inputs: One or several files, folders and patterns: Parquet, CSV, TSV, JSON Lines, arrays of
            JSON, Arrow IPC and lists of lines, those of text also packed (.gz, .zst); also at an
            address (s3://…, https://…), and tables of Delta Lake; "-" is standard input, which is
            copied to a temporary file first.
        column: The column with the URLs, or several; ``r.url`` is a field of a struct, unless a
            column is called so. A column may have lists of URLs. A list of lines has one column,
            ``url``; a table without a header has ``1``, ``2`` and so on.
        output: A file, or a folder with a file for each input, in the same folders; "-" is standard
            output, which is written in the format of the inputs, at the end. It may be an address
            (s3://…) or a table of Delta Lake (a folder called ``….delta``, or one that exists).
        input_format: What the inputs are, whatever their names say: "csv", "tsv", "jsonl", "json",
            "parquet", "arrow", "feather" or "txt".
        delimiter: What is between the fields of CSV and TSV. None: detected by the first row.
        quote: What fields of CSV and TSV are quoted with, or "none". None: detected, too.
        header: Whether the first row names the columns. None: detected, too.
        table_encoding: The encoding of tables of text: "utf-8", "latin-1", "windows-1252", "utf-16"
            (by its mark), "utf-16-le" or "utf-16-be". None: UTF-8, unless there is a mark.
        union_by_name: Whether the inputs of one output may have different columns: those that one
            has not are null.
        order_by: Columns, each optionally followed by " desc": of duplicates, the first row in this
            order is kept; ties keep the input's order.
        same: What a duplicate is: a row of the same "key", or of the same "normal" form.
        dedupe: Whether duplicates are left out; of several columns, those of the first.
        prefix: What the names of the new columns begin with; None is the column's name. It is
            followed by ``clean``, ``normal``, ``host``, ``domain``, ``key``, ``error`` (why a text
            was left unchanged) and ``duplicate``.
        findings: Where the table of the linter's findings is written; None is next to the output.
        report: An HTML page for the summary; None writes no page.
        memory: The memory that DuckDB may use, such as "1GB".
        threads: How many threads; None is one for each processor.
        engine: DuckDB, embedded in this process, or Spark: there the inputs are Parquet, and the
            output and the findings are folders.
        master: The address of Spark; None is the configured one.
        table_version: The version of a table of Delta Lake that is read; None is the newest.
        progress: Called with the current step, the share that is done, and the number of rows.
        say: Called with sentences worth a line.

    Returns:
        The summary.

    Raises:
        TableError: A file is damaged or lacks the column, or the disk is full. The old output stays
            unchanged, and a rerun continues the job.
    """
    from superuri.tables.files import streams  # noqa: PLC0415  because it needs the engine
    from superuri.tables.files.dialect import InputOptions  # noqa: PLC0415  as above
    from superuri.tables.files.places import path_names  # noqa: PLC0415  as above
    from superuri.tables.job import choices, staged  # noqa: PLC0415  as above
    from superuri.tables.job.plan import Plan  # noqa: PLC0415  because it needs the readers
    from superuri.tables.report.summary import Summary  # noqa: PLC0415  as above

    given = staged.Outputs(
        fspath(output),
        None if findings is None else fspath(findings),
        None if report is None else fspath(report),
    )
    asked = InputOptions(input_format, delimiter, quote, header, table_encoding).checked()
    columns = choices.listed(column)
    order = [order_by] if isinstance(order_by, str) else order_by or []
    facts = {"columns": columns, "order": order, "same": same, "dedupe": dedupe, "prefix": prefix}
    facts |= {"union": union_by_name}
    request = staged.Request(path_names(inputs), given, facts, asked, table_version, progress)
    if engine == "spark" and streams.is_stream(given.output):
        raise TableError(f"{given.output}: Spark writes a folder: name one")
    if engine == "spark" and not request.is_here():
        message = "with --engine spark, inputs and outputs are paths that each executor sees"
        raise TableError(f"{given.output}: {message}; mount the store, or leave out the engine")

    def work(found: list[Place], made: staged.Outputs) -> Summary:
        with streams.target(made.output, found, adds_columns=True) as name:
            plan = Plan(
                found,
                columns,
                name,
                order_by=order,
                same=same,
                dedupe=dedupe,
                prefix=prefix,
                union=union_by_name,
                findings=made.findings,
                report=made.report,
                engine=engine,
            )
            if engine == "spark":
                from superuri.tables.job import spark  # noqa: PLC0415  because it may be missing

                return spark.run(plan, master, say)
            from superuri.tables.job.local import Job  # noqa: PLC0415  because DuckDB may be missing

            def say_output(text: str) -> None:
                # The job says where its output is made: people know where it goes.
                say(text.replace(f"{made.output.rstrip('/')}: ", f"{given.output}: ", 1))

            return Job(plan, progress).run(memory, threads, say_output)

    return staged.run(request, work, Summary.from_json)
