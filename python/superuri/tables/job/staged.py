"""Staging: a job over remote tables, done on local copies.

The inputs are copied into a folder of the job, each at one version; the job works on the copies,
and its outputs are sent to their addresses when all of them are complete. The folder is in the
temporary directory and named after the job, so that a rerun finds the finished parts.
"""

import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

import superuri._scratch as _scratch
import superuri._system as _system
from superuri._core import __version__
from superuri.tables.files import piped
from superuri.tables.files.failure import LockedError, MissingError, RowError, TableError, about
from superuri.tables.files.places import Place
from superuri.tables.job import locks
from superuri.tables.job.inputs import fingerprints
from superuri.tables.job.request import Inputs, Outputs, Progress
from superuri.tables.storage.address import is_elsewhere, name_of, redacted, scheme


class _Result(Protocol):
    notes: list[str]

    def asdict(self) -> dict[str, Any]:
        """Return the result as values for JSON."""


Result = TypeVar("Result", bound=_Result)


def is_local(inputs: Inputs, outputs: Outputs) -> bool:
    """Return whether all inputs and outputs are files on this machine."""
    names = [*inputs.names, *filter(None, outputs)]
    return inputs.version is None and not any(map(is_elsewhere, names))


def run(  # noqa: PLR0913, PLR0917  the work, and what it works on
    inputs: Inputs,
    outputs: Outputs,
    settings: dict[str, Any],
    work: Callable[[list[Place], Outputs], Result],
    from_json: Callable[[dict[str, Any]], Result],
    progress: Progress,
) -> Result:
    """Do the work on the tables, or on local copies of remote ones.

    A job over remote tables with other ``settings`` starts over.
    """
    if is_local(inputs, outputs):
        with piped.input_files(inputs.names, inputs.options, inputs.own) as places:
            return work(places, outputs)
    from superuri.tables.job.copies import Copies  # noqa: PLC0415  most jobs need no storage
    from superuri.tables.job.sending import Sending  # noqa: PLC0415  as above

    folder = _folder(inputs, outputs)
    with _reword_errors(outputs.output, folder), locks.acquire([folder]):
        _make_private(folder)
        copies = Copies(inputs.names, inputs.version, folder / "inputs")
        sending = Sending(outputs, folder / "outputs", copies)
        with piped.input_files(copies.fetch(progress), inputs.options, inputs.own) as places:
            job = {"superuri": __version__, "copies": copies.versions()}
            job |= {"inputs": fingerprints(places), "asked": inputs.options, **settings}
            result = _load_result(folder, job, from_json)
            if result is None:
                sending.abort_uploads()
                result = work(places, sending.local)
                _save_result(folder, job, result)
        result.notes += sending.send(progress)
        _scratch.remove(str(folder))
    return result


def _folder(inputs: Inputs, outputs: Outputs) -> Path:
    """Return the job's folder; jobs with the same output have the same folder."""
    names: list[str | None] = list(outputs)
    if not scheme(outputs.output):
        names = [*(os.path.realpath(name) if name else None for name in names), *inputs.names]
    digest = hashlib.sha256(json.dumps(names).encode("utf-8", "surrogateescape")).hexdigest()
    return Path(tempfile.gettempdir(), f"superuri-{digest[:16]}")


def _make_private(folder: Path) -> None:
    """Make the folder with mode 700; raise if it exists and another user made it."""
    with about(str(folder), "written"):
        folder.mkdir(0o700, exist_ok=True)
        status = folder.lstat()
    is_ours = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    if not stat.S_ISDIR(status.st_mode) or not is_ours:
        raise TableError(f"{folder}: another user made it; remove it, or set TMPDIR")


def _load_result(
    folder: Path, job: dict[str, Any], from_json: Callable[[dict[str, Any]], Result]
) -> Result | None:
    """Return the result if an earlier run of the same job completed its outputs."""
    path = folder / "complete.json"
    try:
        saved = json.loads(path.read_text())
        if saved["job"] == json.loads(json.dumps(job)):
            return from_json(saved["result"])
    except (OSError, ValueError, KeyError):
        pass
    path.unlink(missing_ok=True)
    return None


def _save_result(folder: Path, job: dict[str, Any], result: _Result) -> None:
    """Record that all outputs are complete and on the disk."""
    with about(str(folder), "written"):
        path = folder / "complete.tmp"
        path.write_text(json.dumps({"job": job, "result": result.asdict()}))
        _system.sync(path)
        path.replace(folder / "complete.json")
        _system.sync(folder)


@contextmanager
def _reword_errors(output: str, folder: Path) -> Iterator[None]:
    """Make errors name the address instead of the copy, and the folder with finished parts."""

    def clean_up() -> str:
        if not folder.exists():
            return ""
        if not any(path.is_file() for path in folder.rglob("*")):
            _scratch.remove(str(folder))
            return ""
        return f"the finished parts are in {folder}: a rerun continues there, or delete it"

    try:
        yield
    except MissingError:
        raise
    except TableError as error:
        message = str(error)
        if getattr(error.__cause__, "errno", None) is None:
            # An error of the operating system keeps the local path.
            for path in (folder / "outputs" / "output" / name_of(output), folder):
                if message.startswith(f"{path}: "):
                    message = f"{redacted(output)}{message[len(str(path)) :]}"
        needs_note = not isinstance(error, (LockedError, RowError)) and str(folder) not in message
        note = clean_up() if needs_note else ""
        error.args = ("; ".join(filter(None, [message, note])),)
        raise
