"""Run of a plan: it continues where it was interrupted, and publishes its outputs at the end."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import superuri._scratch as _scratch
import superuri._system as _system
from superuri.tables.files.failure import TableError, about
from superuri.tables.job import inputs, locks, outputs
from superuri.tables.job.manifest import Manifest
from superuri.tables.job.plan import Plan
from superuri.tables.job.request import Say
from superuri.tables.report import html
from superuri.tables.report.summary import Summary

#: Modes of the work folders: private, except for Spark, whose executors may be other users.
_MODES = {"duckdb": 0o700, "spark": 0o777}


@contextmanager
def started(plan: Plan, say: Say) -> Iterator["Run"]:
    """Lock the outputs, and yield the run; at the end, remove the work folder.

    If the run fails, the folder stays with its finished parts, and the message names it.
    """
    with locks.acquire(path for _, path in plan.outputs()):
        manifest = Manifest(plan.folder, plan.settings(), _MODES[plan.engine])
        if manifest.status:
            say(f"{plan.output}: {manifest.status}")
        with _scratch.cleanup(lambda: _clean_up(plan.folder, manifest)):
            try:
                yield Run(plan, manifest)
            except TableError as error:
                message = _clean_up(plan.folder, manifest)
                error.args = ("; ".join([str(error), *filter(None, [message])]),)
                raise
            except BaseException:
                if message := _clean_up(plan.folder, manifest):
                    say(message)
                raise
            finally:
                manifest.close()
            with _scratch.uninterrupted():
                manifest.remove()
    if plan.folder.exists():
        say(f"{plan.folder}: the job is complete; this folder could not be removed")


def _clean_up(folder: Path, manifest: Manifest) -> str:
    """Remove the folder of a failed job if no part is finished; else return a message."""
    if not folder.exists() or _scratch.holds(str(folder.absolute())):
        return ""
    if not manifest.parts:
        _scratch.remove(str(folder))
        return ""
    return f"the finished parts are in {folder}: a rerun continues there, or delete it"


class Run:
    """The run of a plan, with the manifest of its finished parts."""

    def __init__(self, plan: Plan, manifest: Manifest) -> None:
        self.plan, self.manifest = plan, manifest
        self.begun: float = time.monotonic()
        #: Whether there is nothing to do but to publish the outputs.
        self.is_complete: bool = self._is_complete()
        if not self.is_complete:
            manifest.parts.pop("ready", None)

    def _is_complete(self) -> bool:
        """Return whether all outputs are complete, each in the work folder or published."""
        ready = self.manifest.parts.get("ready")
        if ready is None:
            return False
        for name, path in self.plan.outputs():
            new = self.plan.folder / name
            where = new if outputs.is_pending(new) else path
            if not where.exists() or outputs.size(where) != ready["sizes"].get(name):
                return False
        return True

    def complete(self, summary: Summary) -> None:
        """Write the summary and the report, sync all outputs, and record that they are complete."""
        plan, folder = self.plan, self.plan.folder
        summary.seconds = time.monotonic() - self.begun
        # Without the time, a rerun gives the same bytes.
        values = {**summary.asdict(), "seconds": None}
        del values["written_files"]
        with about(str(plan.output), "written"):
            (folder / "summary").write_text(json.dumps(values, indent=1) + "\n")
            if plan.report:
                (folder / "report").write_text(html.page(summary), "utf-8", "replace")
        for name, path in plan.outputs():
            outputs.prepare(folder / name, path)
        with about(str(folder), "written"):
            _system.sync(folder)
        inputs.check_unchanged(plan.places, plan.fingerprints)
        sizes = {name: outputs.size(folder / name) for name, _ in plan.outputs()}
        self.manifest.add("ready", summary=summary.asdict(), sizes=sizes)

    def publish(self) -> Summary:
        """Rename the outputs to their final names, and return the summary."""
        published: list[str] = []
        try:
            with _scratch.uninterrupted():
                for name, path in self.plan.outputs():
                    if outputs.publish(self.plan.folder / name, path):
                        published.append(str(path))
        except TableError as error:
            if published:
                error.args = (f"{error}; already replaced: {', '.join(published)}",)
            raise
        return Summary.from_json(self.manifest.parts["ready"]["summary"])
