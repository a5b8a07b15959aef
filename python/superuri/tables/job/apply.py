"""Application of one verb to a column of a table."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Literal

import superuri._scratch as _scratch
from superuri.columns import arrow
from superuri.tables.engines import sql
from superuri.tables.files import places, streams
from superuri.tables.files.dialect import InputOptions
from superuri.tables.files.failure import about
from superuri.tables.job import choices, locks, staged, tasks
from superuri.tables.job.applying import ApplyJob, ApplyWork
from superuri.tables.job.request import Inputs, Outputs, Progress
from superuri.tables.job.results import Done
from superuri.tables.storage.address import is_versioned, name_of


def apply(  # noqa: PLR0913  one parameter for each option
    inputs: places.Paths,
    verb: str,
    column: str | Iterable[str],
    output: str | os.PathLike[str],
    *,
    input_format: str | None = None,
    delimiter: str | None = None,
    quote: str | None = None,
    header: bool | None = None,
    table_encoding: str | None = None,
    partitions: Literal["decoded", "raw"] = "decoded",
    union_by_name: bool = False,
    name: str | Iterable[str] | None = None,
    on_error: arrow.Policy = "keep",
    threads: int | None = None,
    table_version: int | None = None,
    rejects: str | os.PathLike[str] | None = None,
    dry_run: bool = False,
    progress: Progress | None = None,
    **options: object,
) -> Done:
    r"""Write the tables with a verb applied to a column, and return how many rows failed.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "in.csv").write_text("id,name\n1,a b\n2,c\n")
    >>> from superuri import tables
    >>> tables.apply([str(folder / "in.csv")], "encode", "name", str(folder / "out.csv"))
    Done(rows=2, refused=0)
    >>> (folder / "out.csv").read_text()
    'id,name\n1,a%20b\n2,c\n'

    ``column`` may be several: each gets its own result. ``verb`` and ``options`` are those of
    ``columns.arrow.apply``, or of the command. The result replaces the column, or becomes a new
    column called ``name``; what is found in a text, such as a key or its parts, is always a new
    column, or several. The ``format`` of ``get`` may be several: each gets a column, and all are
    read in one pass. ``on_error`` is the policy for a row that fails, or an element of a list: it
    stays unchanged, becomes null, or ends the job. ``rejects`` is a table for the rows that fail,
    with their errors. With ``dry_run``, nothing is written. Inputs, their dialect and the output
    are as for ``tidy``; the output appears complete, or not at all.

    A row whose result the output cannot contain, such as a tab in TSV, fails.

    Raises TableError as ``tidy`` does, and its subclass RowError if ``on_error`` is "raise".
    """
    scheme = options.get("default_scheme")
    sql.check_scheme(scheme if isinstance(scheme, str) else None)
    dialect = InputOptions(
        input_format, delimiter, quote, header, table_encoding, partitions
    ).checked()
    names = choices.checked(choices.as_list(column))
    new = None if name is None else choices.as_list(name)
    policy: arrow.Policy = "null" if on_error == "keep" and tasks.extracts(verb) else on_error
    work = ApplyWork(verb, names, new, union_by_name, policy, options)
    wide = name is not None or tasks.extracts(verb)
    report = progress or (lambda *_: None)
    begun = time.monotonic()

    def applied(inputs: list[places.Place], local: Outputs) -> Done:
        with ExitStack() as files:
            written = [
                files.enter_context(streams.target(each, inputs, adds_columns=wide or n > 0))
                for n, each in enumerate(filter(None, (local.output, local.rejects)))
            ]
            files.enter_context(about(local.output, "written"))
            job = ApplyJob(inputs, work, written, threads)
            files.enter_context(locks.acquire([each.path for each in job.outputs]))
            files.enter_context(_scratch.cleanup(job.remove))
            return job.run(report, files)

    given = Inputs(places.path_names(inputs), dialect, table_version)
    targets = Outputs(
        places.path_name(output), rejects=None if rejects is None else places.path_name(rejects)
    )
    with ExitStack() as files:
        if dry_run:
            targets = Outputs(
                _scratch_output(targets.output, files.enter_context(_scratch.folder()))
            )
        done = staged.run(given, targets, work.settings(), applied, Done.from_json, report)
    if not dry_run:
        done.written_files = targets.named()
    done.seconds = time.monotonic() - begun
    return done


def _scratch_output(output: str, folder: str) -> str:
    """Return the name of an output in a scratch folder, of the same kind as the output."""
    if streams.is_stream(output):
        return os.devnull
    if is_versioned(output):
        return f"{folder}/out.parquet"
    return f"{folder}/{name_of(output)}{'/' if places.is_folder(output) else ''}"
