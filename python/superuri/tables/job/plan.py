"""Plan of a job over tables: what it is asked to do, whether that makes sense, what is done."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from superuri import __version__, _scratch, _system
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
    """One job: what is read, what is made of it, and where that goes."""

    def __init__(  # noqa: PLR0913  because a job has as many sides
        self,
        inputs: list[Place],
        asked: list[str],
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
        # Before anything is read: what changes from here on is noticed in the end.
        self.given: inputs_of.Facts = inputs_of.facts(self.places)
        self.columns: list[str] = choices.distinct(asked)
        self.same: str = same
        self.dedupe: bool = dedupe
        if prefix is not None and len(asked) > 1:
            raise TableError("a prefix is for one column: each of several has its own name")
        #: What begins the names of the new columns of each. Arrow's names are texts.
        self.prefixes: list[str] = [
            strings.triplets(f"{name}_" if prefix is None else prefix) for name in asked
        ]
        self.union: bool = union
        self.order: list[tuple[str, bool]] = [_ordered(word) for word in order_by]
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
        self.folder: Path = outputs.beside(self.output, "tidy")

    def _check(self) -> None:
        """Refuse what would end badly, before anything is written."""
        if self.is_folder:
            outputs.check_folder(self.output)
        for _, path in self.outputs():
            outputs.check(path)
        for reader in self.readers:
            reader.check_new_names(self.new(), "name a --prefix")
        if self.union and self.is_folder:
            raise TableError(f"{self.output}: {choices.NO_UNION}")
        double = next((name for name in self.new() if self.new().count(name) > 1), None)
        if double is not None:
            raise TableError(f"two new columns would be called {double!r}: tidy one column")
        for path in (self.output, self.findings.path, *([self.report] if self.report else [])):
            places.check_apart(path, self.places)
        seen: set[Path] = set()
        for _, path in self.outputs():
            known = path.resolve()
            if known in seen or (known != self.output.resolve() and self._is_inside(known)):
                raise TableError(f"{path}: something else is written there; name another file")
            seen.add(known)

    def _is_inside(self, path: Path) -> bool:
        return self.is_folder and self.output.resolve() in path.parents

    def new(self) -> list[str]:
        """Return the names of the new columns."""
        names = (*sql.DERIVED, "duplicate")
        return [f"{prefix}{name}" for prefix in self.prefixes for name in names]

    def facts(self) -> dict[str, Any]:
        """Return what this job does: one that does anything else starts clean."""
        return {
            "superuri": __version__,
            "inputs": self.given,
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
        """Return what is made in the job's folder, and the names it takes: the output last."""
        summary = places.beside(self.output, "summary", ".json")
        outputs = [("findings", self.findings.path), ("summary", summary), ("output", self.output)]
        return [("report", self.report), *outputs] if self.report else outputs

    def done(self, work: Callable[[Manifest], Summary], say: Callable[[str], None]) -> Summary:
        """Do what is not done yet, name its outputs, and return what became of the rows."""
        with locks.held(path for _, path in self.outputs()):
            manifest = Manifest(self.folder, self.facts(), _MODES[self.engine])
            if manifest.story:
                say(f"{self.output}: {manifest.story}")
            with _scratch.cleanup(lambda: self._left(manifest)):
                try:
                    summary = self._done(manifest, work)
                except TableError as error:
                    error.args = ("; ".join([str(error), *filter(None, [self._left(manifest)])]),)
                    raise
                except BaseException:
                    if left := self._left(manifest):
                        say(left)
                    raise
                finally:
                    manifest.close()
                with _scratch.uninterrupted():
                    manifest.remove()
        if self.folder.exists():
            say(f"{self.folder}: the job is complete; this folder could not be removed")
        return summary

    def _left(self, manifest: Manifest) -> str:
        """Return what a job that has failed leaves behind; one with nothing finished, nothing."""
        if not self.folder.exists() or _scratch.holds(str(self.folder.absolute())):
            return ""
        if not manifest.parts:
            _scratch.remove(str(self.folder))
            return ""
        return f"{self.folder} keeps what is finished: a rerun continues there, or delete it"

    def _done(self, manifest: Manifest, work: Callable[[Manifest], Summary]) -> Summary:
        begun = time.monotonic()
        if not self._is_ready(manifest):
            manifest.parts.pop("ready", None)
            summary = work(manifest)
            summary.seconds = time.monotonic() - begun
            self._write(summary)
            inputs_of.check_unchanged(self.places, self.given)
            sizes = {made: outputs.size(self.folder / made) for made, _ in self.outputs()}
            manifest.add("ready", summary=summary.asdict(), sizes=sizes)
        placed: list[str] = []
        try:
            with _scratch.uninterrupted():
                for made, path in self.outputs():
                    if outputs.put(self.folder / made, path):
                        placed.append(str(path))
        except TableError as error:
            if placed:
                error.args = (f"{error}; {', '.join(placed)}: new already",)
            raise
        return Summary.from_json(manifest.parts["ready"]["summary"])

    def _is_ready(self, manifest: Manifest) -> bool:
        """Return whether all outputs were made, and each is where it was made or has its name."""
        ready = manifest.parts.get("ready")
        if ready is None:
            return False
        for made, path in self.outputs():
            where = self.folder / made if outputs.is_waiting(self.folder / made) else path
            if not where.exists() or outputs.size(where) != ready["sizes"].get(made):
                return False
        return True

    def _write(self, summary: Summary) -> None:
        """Write the summary, and the page if there is to be one; all is on the disk then."""
        # The bytes of a job's files depend on the result, not on the time it took.
        values = {**summary.asdict(), "seconds": None}
        with about(str(self.output), "written"):
            (self.folder / "summary").write_text(json.dumps(values, indent=1) + "\n")
            if self.report:
                (self.folder / "report").write_text(html.page(summary), "utf-8", "replace")
        for made, path in self.outputs():
            outputs.settle(self.folder / made, path)
        with about(str(self.folder), "written"):
            _system.sync(self.folder)


#: The modes of the work folders: a table may be private; Spark's executors may be other users.
_MODES = {"duckdb": 0o700, "spark": 0o777}


def _ordered(word: str) -> tuple[str, bool]:
    """Return a column to order by, and whether it descends."""
    name, _, way = word.strip().rpartition(" ")
    if name and way.lower() in {"asc", "desc"}:
        return name.strip(), way.lower() == "desc"
    return word.strip(), False
