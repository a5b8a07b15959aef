"""Plan of a job over tables: inputs, options and outputs, checked before anything is written."""

from pathlib import Path
from typing import Any

from superuri._core import __version__
from superuri.tables.engines import sql
from superuri.tables.files import formats, places, reading, strings
from superuri.tables.files.failure import TableError
from superuri.tables.files.places import Place
from superuri.tables.files.reading import Reader
from superuri.tables.job import choices
from superuri.tables.job.inputs import Fingerprints, fingerprints
from superuri.tables.job.outputs import check, check_folder, hidden_path
from superuri.tables.job.request import Outputs, Work


class Plan:
    def __init__(self, inputs: list[Place], work: Work, outputs: Outputs, engine: str) -> None:
        self.places: list[Place] = inputs
        # Before anything is read: the end of the job compares them.
        self.fingerprints: Fingerprints = fingerprints(self.places)
        self.columns: list[str] = choices.checked(work.columns)
        if work.prefix is not None and len(work.columns) > 1:
            raise TableError("a prefix is for one column: each of several has its own name")
        #: For each column, the prefix of its new columns. Names in Arrow are valid UTF-8.
        self.prefixes: list[str] = [
            strings.triplets(f"{name}_" if work.prefix is None else work.prefix)
            for name in work.columns
        ]
        self.work: Work = work
        self.order: list[tuple[str, bool]] = [_parse_order(word) for word in work.order]
        self.output: Path = Path(outputs.output)
        self.engine: str = engine
        self.is_folder: bool = engine == "spark" or places.is_folder(outputs.output)
        target = self.output / "all.parquet" if self.is_folder else self.output
        self.target: Place = places.place(target)
        ending = ".parquet" if self.is_folder else ""
        findings = outputs.findings or places.beside(self.output, "findings", ending)
        self.findings: Place = places.place(Path(findings))
        self.report: Path | None = Path(outputs.report) if outputs.report else None
        self.readers: list[Reader] = [
            formats.reader(place, self.columns, [name for name, _ in self.order])
            for place in self.places
        ]
        self._check()
        self.folder: Path = hidden_path(self.output, "tidy")

    def _check(self) -> None:
        """Raise for outputs and names that cannot work, before anything is written."""
        if self.is_folder:
            check_folder(self.output)
        for _, path in self.outputs():
            check(path)
        for reader in self.readers:
            reader.check_new_names(self.new_columns(), "name a --prefix")
        if self.work.union and self.is_folder:
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
            if real in seen or (self.is_folder and self.output.resolve() in real.parents):
                raise TableError(f"{path}: something else is written there; name another file")
            seen.add(real)

    def new_columns(self) -> list[str]:
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
            "union": self.work.union,
            "order": self.order,
            "same": self.work.same,
            "dedupe": self.work.dedupe,
            "tracking": self.work.tracking and [*self.work.tracking],
            "trim": self.work.trim,
            "default_scheme": self.work.default_scheme,
            "outputs": [str(self.output), str(self.findings.path), str(self.report)],
            "rows": [reading.ROWS, reading.SIZE],
            "engine": self.engine,
        }

    def outputs(self) -> list[tuple[str, Path]]:
        """Return the outputs' names in the work folder, and their final paths: the output last."""
        summary = places.summary_of(self.output)
        outputs = [("findings", self.findings.path), ("summary", summary), ("output", self.output)]
        return [("report", self.report), *outputs] if self.report else outputs


def _parse_order(word: str) -> tuple[str, bool]:
    """Return a column to order by, and whether it is descending."""
    name, _, direction = word.strip().rpartition(" ")
    if name and direction.lower() in {"asc", "desc"}:
        return name.strip(), direction.lower() == "desc"
    return word.strip(), False
