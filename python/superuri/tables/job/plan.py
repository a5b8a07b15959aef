"""What is a job over tables asked to do, and does that make sense?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from superuri import __version__
from superuri.tables.engines import sql
from superuri.tables.files import formats, places, reading, strings
from superuri.tables.files.failure import TableError
from superuri.tables.job import manifest

if TYPE_CHECKING:
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
        self.places = places.find(inputs)
        self.column, self.same, self.dedupe = column, same, dedupe
        # Arrow's names are texts.
        self.prefix = strings.triplets(prefix)
        self.order = [_ordered(word) for word in order_by]
        self.output = Path(output)
        self.engine = engine
        self.is_folder = engine == "spark" or places.is_folder(output)
        target = self.output / "all.parquet" if self.is_folder else self.output
        self.target = places.place(target)
        self.findings = places.place(
            Path(findings)
            if findings
            else places.beside(self.output, "findings", ".parquet" if self.is_folder else "")
        )
        self.report = Path(report) if report else None
        self.readers = [
            formats.reader(place, column, [name for name, _ in self.order]) for place in self.places
        ]
        self._check()
        name = self.output.name or "output"
        self.folder = self.output.parent / f".{name}.tidy"

    def _check(self) -> None:
        """Refuse what would end badly, before anything is written."""
        if self.is_folder:
            manifest.check_folder(self.output)
        for reader in self.readers:
            new = [f"{self.prefix}{name}" for name in (*sql.DERIVED, "duplicate")]
            reader.take(new, "name a --prefix")
        for path in (self.output, self.findings.path, *([self.report] if self.report else [])):
            places.check_apart(path, self.places)
        seen: set[Path] = set()
        for _, path in self.outputs():
            known = path.resolve()
            if known in seen or (known != self.output.resolve() and self._is_inside(known)):
                message = f"{path}: something else is written there; name another file"
                raise TableError(message)
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

    def check(self, facts: dict[str, Any]) -> None:
        """Refuse what was made of inputs that have changed meanwhile."""
        if self.facts() != facts:
            message = "an input has changed while it was read; the old output is as it was"
            raise TableError(message)

    def outputs(self) -> list[tuple[str, Path]]:
        """Return what is made in the job's folder, and the names it takes: the output last."""
        summary = places.beside(self.output, "summary", ".json")
        outputs = [("findings", self.findings.path), ("summary", summary), ("output", self.output)]
        return [("report", self.report), *outputs] if self.report else outputs

    def write_summary(self, summary: Summary) -> None:
        """Write the summary, and the page if there is to be one."""
        # The bytes of a job's files tell what it made, not how long that took.
        told = {**summary.asdict(), "seconds": None}
        (self.folder / "summary").write_text(json.dumps(told, indent=1) + "\n")
        if self.report:
            from superuri.tables.report import html  # noqa: PLC0415  because few ask for it

            (self.folder / "report").write_text(html.page(summary), "utf-8", "replace")


def _ordered(word: str) -> tuple[str, bool]:
    """Return a column to order by, and whether it descends."""
    name, _, way = word.strip().rpartition(" ")
    if name and way.lower() in {"asc", "desc"}:
        return name.strip(), way.lower() == "desc"
    return word.strip(), False
