"""Plan of a job over tables: inputs, options and outputs, checked before anything is written."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import superuri._scratch as _scratch
import superuri._system as _system
from superuri._core import __version__
from superuri.tables.engines import sql
from superuri.tables.files import formats, places, reading, strings
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Reader
from superuri.tables.job import choices, locks, outputs
from superuri.tables.job import inputs as inputs_of
from superuri.tables.job.manifest import Manifest
from superuri.tables.report import html
from superuri.tables.report.summary import Summary


class Plan:
    """The inputs, options and outputs of a job."""

    def __init__(  # noqa: PLR0913  one parameter for each option
        self,
        inputs: list[Place],
        columns: list[str],
        output: str,
        *,
        order_by: list[str],
        same: str,
        dedupe: bool,
        prefix: str | None,
        union: bool,
        findings: str | None,
        report: str | None,
        engine: str,
    ) -> None:
        self.places: list[Place] = inputs
        # Before anything is read: the end of the job compares them.
        self.fingerprints: inputs_of.Fingerprints = inputs_of.fingerprints(self.places)
        self.columns: list[str] = choices.checked(columns)
        self.same: str = same
        self.dedupe: bool = dedupe
        if prefix is not None and len(columns) > 1:
            raise TableError("a prefix is for one column: each of several has its own name")
        #: For each column, the prefix of its new columns. Names in Arrow are valid UTF-8.
        self.prefixes: list[str] = [
            strings.triplets(f"{name}_" if prefix is None else prefix) for name in columns
        ]
        self.union: bool = union
        self.order: list[tuple[str, bool]] = [_parse_order(word) for word in order_by]
        self.output: Path = Path(output)
        self.engine = engine
        self.is_folder: bool = engine == "spark" or places.is_folder(output)
        target = self.output / "all.parquet" if self.is_folder else self.output
        self.target: Place = places.place(target)
        self.findings: Place = places.place(
            Path(findings)
            if findings
            else places.beside(self.output, "findings", ".parquet" if self.is_folder else "")
        )
        self.report: Path | None = Path(report) if report else None
        self.readers: list[Reader] = [
            formats.reader(place, self.columns, [name for name, _ in self.order])
            for place in self.places
        ]
        self._check()
        self.folder: Path = outputs.hidden_path(self.output, "tidy")

    def _check(self) -> None:
        """Raise for outputs and names that cannot work, before anything is written."""
        if self.is_folder:
            outputs.check_folder(self.output)
        for _, path in self.outputs():
            outputs.check(path)
        for reader in self.readers:
            reader.check_new_names(self.new_columns(), "name a --prefix")
        if self.union and self.is_folder:
            raise TableError(f"{self.output}: {choices.NO_UNION}")
        new = self.new_columns()
        repeated = next((name for name in new if new.count(name) > 1), None)
        if repeated is not None:
            raise TableError(f"two new columns would be called {repeated!r}: tidy one column")
        for path in (self.output, self.findings.path, *([self.report] if self.report else [])):
            places.check_apart(path, self.places)
        seen: set[Path] = set()
        for _, path in self.outputs():
            real = path.resolve()
            if real in seen or (real != self.output.resolve() and self._is_inside(real)):
                raise TableError(f"{path}: something else is written there; name another file")
            seen.add(real)

    def _is_inside(self, path: Path) -> bool:
        return self.is_folder and self.output.resolve() in path.parents

    def new_columns(self) -> list[str]:
        """Return the names of the new columns."""
        names = (*sql.DERIVED, "duplicate")
        return [f"{prefix}{name}" for prefix in self.prefixes for name in names]

    def settings(self) -> dict[str, Any]:
        """Return the inputs and options: a job with other ones starts over."""
        return {
            "superuri": __version__,
            "inputs": self.fingerprints,
            "columns": self.columns,
            "prefixes": self.prefixes,
            "asked": [place.options for place in self.places],
            "union": self.union,
            "order": self.order,
            "same": self.same,
            "dedupe": self.dedupe,
            "outputs": [str(self.output), str(self.findings.path), str(self.report)],
            "rows": [reading.ROWS, reading.SIZE],
            "engine": self.engine,
        }

    def outputs(self) -> list[tuple[str, Path]]:
        """Return the outputs' names in the work folder, and their final paths: the output last."""
        summary = places.beside(self.output, "summary", ".json")
        outputs = [("findings", self.findings.path), ("summary", summary), ("output", self.output)]
        return [("report", self.report), *outputs] if self.report else outputs

    def run(self, work: Callable[[Manifest], Summary], say: Callable[[str], None]) -> Summary:
        """Do the work that is not finished, publish the outputs, and return the summary."""
        with locks.acquire(path for _, path in self.outputs()):
            manifest = Manifest(self.folder, self.settings(), _MODES[self.engine])
            if manifest.status:
                say(f"{self.output}: {manifest.status}")
            with _scratch.cleanup(lambda: self._clean_up(manifest)):
                try:
                    summary = self._run(manifest, work)
                except TableError as error:
                    message = self._clean_up(manifest)
                    error.args = ("; ".join([str(error), *filter(None, [message])]),)
                    raise
                except BaseException:
                    if message := self._clean_up(manifest):
                        say(message)
                    raise
                finally:
                    manifest.close()
                with _scratch.uninterrupted():
                    manifest.remove()
        if self.folder.exists():
            say(f"{self.folder}: the job is complete; this folder could not be removed")
        return summary

    def _clean_up(self, manifest: Manifest) -> str:
        """Remove the folder of a failed job if no part is finished; else return a message."""
        if not self.folder.exists() or _scratch.holds(str(self.folder.absolute())):
            return ""
        if not manifest.parts:
            _scratch.remove(str(self.folder))
            return ""
        return f"the finished parts are in {self.folder}: a rerun continues there, or delete it"

    def _run(self, manifest: Manifest, work: Callable[[Manifest], Summary]) -> Summary:
        begun = time.monotonic()
        if not self._is_ready(manifest):
            manifest.parts.pop("ready", None)
            summary = work(manifest)
            summary.seconds = time.monotonic() - begun
            self._write(summary)
            inputs_of.check_unchanged(self.places, self.fingerprints)
            sizes = {name: outputs.size(self.folder / name) for name, _ in self.outputs()}
            manifest.add("ready", summary=summary.asdict(), sizes=sizes)
        published: list[str] = []
        try:
            with _scratch.uninterrupted():
                for name, path in self.outputs():
                    if outputs.publish(self.folder / name, path):
                        published.append(str(path))
        except TableError as error:
            if published:
                error.args = (f"{error}; already replaced: {', '.join(published)}",)
            raise
        return Summary.from_json(manifest.parts["ready"]["summary"])

    def _is_ready(self, manifest: Manifest) -> bool:
        """Return whether all outputs are complete, each in the work folder or published."""
        ready = manifest.parts.get("ready")
        if ready is None:
            return False
        for name, path in self.outputs():
            new = self.folder / name
            where = new if outputs.is_pending(new) else path
            if not where.exists() or outputs.size(where) != ready["sizes"].get(name):
                return False
        return True

    def _write(self, summary: Summary) -> None:
        """Write the summary and the report, and sync all outputs to the disk."""
        # Without the time, a rerun gives the same bytes.
        values = {**summary.asdict(), "seconds": None}
        with about(str(self.output), "written"):
            (self.folder / "summary").write_text(json.dumps(values, indent=1) + "\n")
            if self.report:
                (self.folder / "report").write_text(html.page(summary), "utf-8", "replace")
        for name, path in self.outputs():
            outputs.prepare(self.folder / name, path)
        with about(str(self.folder), "written"):
            _system.sync(self.folder)


#: Modes of the work folders: private, except for Spark, whose executors may be other users.
_MODES = {"duckdb": 0o700, "spark": 0o777}


def _parse_order(word: str) -> tuple[str, bool]:
    """Return a column to order by, and whether it is descending."""
    name, _, direction = word.strip().rpartition(" ")
    if name and direction.lower() in {"asc", "desc"}:
        return name.strip(), direction.lower() == "desc"
    return word.strip(), False
