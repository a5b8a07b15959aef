"""Staging: a job over tables that are elsewhere, or go there, done on copies on this machine.

The inputs are copied into a folder of the job, each in one version; the job works on the copies,
and its outputs are written to their addresses once all of them are complete. The folder is in the
temporary directory and named after the job: the same command finds there what is finished.
"""

import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from superuri import __version__, _scratch, _system
from superuri.tables.files import piped
from superuri.tables.files.dialect import NO_OPTIONS, InputOptions
from superuri.tables.files.failure import MissingError, RowError, TableError, about
from superuri.tables.files.places import Place
from superuri.tables.job import inputs, locks
from superuri.tables.storage.address import is_elsewhere, name_of, redacted, scheme

Progress = Callable[[str, float, int], None]


class _Result(Protocol):
    notes: list[str]

    def asdict(self) -> dict[str, Any]:
        """Return it as JSON has it."""


Result = TypeVar("Result", bound=_Result)


class Outputs(NamedTuple):
    """The names of a job's outputs, as they were given or as they are here."""

    output: str
    findings: str | None = None
    report: str | None = None


@dataclass
class Request:
    """What is asked for: the names, and what else tells the job from others."""

    inputs: list[str]
    outputs: Outputs
    facts: dict[str, Any]
    asked: InputOptions = NO_OPTIONS
    table_version: int | None = None
    progress: Progress | None = None

    def is_here(self) -> bool:
        """Return whether all is on this machine, in files."""
        names = [*self.inputs, *filter(None, self.outputs)]
        return self.table_version is None and not any(map(is_elsewhere, names))


def run(
    request: Request,
    work: Callable[[list[Place], Outputs], Result],
    read: Callable[[dict[str, Any]], Result],
) -> Result:
    """Do the work where the tables are, or on copies of them.

    ``read`` makes a result of what it was as JSON.
    """
    if request.is_here():
        with piped.input_files(request.inputs, request.asked) as found:
            return work(found, request.outputs)
    from superuri.tables.job.copies import Copies  # noqa: PLC0415  most jobs need no storage
    from superuri.tables.job.sending import Sending  # noqa: PLC0415  as above

    folder = _folder(request)
    progress = request.progress or (lambda *_: None)
    with _worded(request, folder), locks.held([folder]):
        _private(folder)
        copies = Copies(request.inputs, request.table_version, folder / "inputs")
        sending = Sending(request.outputs, folder / "outputs", copies)
        with piped.input_files(copies.made(progress), request.asked) as found:
            versions = {"copies": copies.facts(), "inputs": inputs.facts(found)}
            job = {"superuri": __version__, **versions, "asked": request.asked, **request.facts}
            result = _finished(folder, job, read)
            if result is None:
                sending.begin()
                result = work(found, Outputs(*sending.here))
                _finish(folder, job, result)
        result.notes += sending.sent(progress)
        _scratch.remove(str(folder))
    return result


def _folder(request: Request) -> Path:
    """Return the job's folder: of two jobs to one address, the same."""
    names: list[str | None] = list(request.outputs)
    if not scheme(request.outputs.output):
        names = [*(os.path.realpath(name) if name else None for name in names), *request.inputs]
    digest = hashlib.sha256(json.dumps(names).encode("utf-8", "surrogateescape")).hexdigest()
    return Path(tempfile.gettempdir(), f"superuri-{digest[:16]}")


def _private(folder: Path) -> None:
    """Make the folder for this user alone, and trust none that another user made."""
    with about(str(folder), "written"):
        folder.mkdir(0o700, exist_ok=True)
        found = folder.lstat()
    is_ours = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    if not stat.S_ISDIR(found.st_mode) or not is_ours:
        raise TableError(f"{folder}: another user made it; remove it, or set TMPDIR")


def _finished(
    folder: Path, job: dict[str, Any], read: Callable[[dict[str, Any]], Result]
) -> Result | None:
    """Return the result of this very job, if an earlier run came as far as sending it."""
    path = folder / "complete.json"
    try:
        noted = json.loads(path.read_text())
        if noted["job"] == json.loads(json.dumps(job)):
            return read(noted["result"])
    except (OSError, ValueError, KeyError):
        pass
    path.unlink(missing_ok=True)
    return None


def _finish(folder: Path, job: dict[str, Any], result: _Result) -> None:
    """Note that all outputs are complete and on the disk."""
    with about(str(folder), "written"):
        path = folder / "complete.tmp"
        path.write_text(json.dumps({"job": job, "result": result.asdict()}))
        _system.sync(path)
        path.replace(folder / "complete.json")
        _system.sync(folder)


@contextmanager
def _worded(request: Request, folder: Path) -> Iterator[None]:
    """Let errors name what was asked for, and say what stays on this machine."""

    def left() -> str:
        if not folder.exists():
            return ""
        if not any(path.is_file() for path in folder.rglob("*")):
            _scratch.remove(str(folder))
            return ""
        return f"{folder} keeps what is finished: a rerun continues there, or delete it"

    try:
        yield
    except MissingError:
        raise
    except TableError as error:
        message = str(error)
        if getattr(error.__cause__, "errno", None) is None:
            # Where the system fails, its files here are the matter.
            output = request.outputs.output
            for path in (folder / "outputs" / "output" / name_of(output), folder):
                if message.startswith(f"{path}: "):
                    message = f"{redacted(output)}{message[len(str(path)) :]}"
        others = "is writing it" in message
        keeps = "" if others or isinstance(error, RowError) or str(folder) in message else left()
        error.args = ("; ".join(filter(None, [message, keeps])),)
        raise
