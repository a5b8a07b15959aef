"""Plan of a job over tables: what it is asked to do, whether that makes sense, what is done."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from superuri import __version__
from superuri.tables.engines import sql
from superuri.tables.files import formats, places, reading, strings
from superuri.tables.files.failure import TableError
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Reader
from superuri.tables.job.manifest import Manifest, check_folder, put
from superuri.tables.report import html
from superuri.tables.report.summary import Summary


class Plan:
    """One job: what is read, what is made of it, and where that goes."""

    def __init__(  # noqa: PLR0913  because a job has as many sides
        self,
        inputs: list[str],
        column: str,
        output: str,
        *,
        order_by: list[str],
        same: str,
        dedupe: bool,
        prefix: str,
        findings: str | None,
        report: str | None,
        engine: str,
    ) -> None:
        self.places: list[Place] = places.find(inputs)
        self.column: str = column
        self.same: str = same
        self.dedupe: bool = dedupe
        # Arrow's names are texts.
        self.prefix: str = strings.triplets(prefix)
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
            formats.reader(place, column, [name for name, _ in self.order]) for place in self.places
        ]
        self._check()
        name = self.output.name or "output"
        self.folder: Path = self.output.parent / f".{name}.tidy"

    def _check(self) -> None:
        """Refuse what would end badly, before anything is written."""
        if self.is_folder:
            check_folder(self.output)
        for reader in self.readers:
            new = [f"{self.prefix}{name}" for name in (*sql.DERIVED, "duplicate")]
            reader.take(new, "name a --prefix")
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

    def facts(self) -> dict[str, Any]:
        """Return what this job does: one that does anything else starts clean."""
        stats = [(str(p.path.resolve()), p.path.stat()) for p in self.places]
        return {
            "superuri": __version__,
            "inputs": [[name, stat.st_size, stat.st_mtime_ns] for name, stat in stats],
            "column": self.column,
            "prefix": self.prefix,
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
        begun = time.monotonic()
        facts = self.facts()
        manifest = Manifest(self.folder, facts)
        if manifest.story:
            say(f"{self.output}: {manifest.story}")
        try:
            if "ready" not in manifest.parts:
                summary = work(manifest)
                self._check_unchanged(facts)
                summary.seconds = time.monotonic() - begun
                self._write(summary)
                manifest.add("ready", summary=summary.asdict())
            told = manifest.parts["ready"]["summary"]
            for made, final in self.outputs():
                put(self.folder / made, final)
        except BaseException:
            manifest.close()
            raise
        manifest.remove()
        return Summary.told(told)

    def _check_unchanged(self, facts: dict[str, Any]) -> None:
        if self.facts() != facts:
            raise TableError("an input has changed while it was read; the old output is as it was")

    def _write(self, summary: Summary) -> None:
        """Write the summary, and the page if there is to be one."""
        # The bytes of a job's files depend on the result, not on the time it took.
        told = {**summary.asdict(), "seconds": None}
        (self.folder / "summary").write_text(json.dumps(told, indent=1) + "\n")
        if self.report:
            (self.folder / "report").write_text(html.page(summary), "utf-8", "replace")


def _ordered(word: str) -> tuple[str, bool]:
    """Return a column to order by, and whether it descends."""
    name, _, way = word.strip().rpartition(" ")
    if name and way.lower() in {"asc", "desc"}:
        return name.strip(), way.lower() == "desc"
    return word.strip(), False
