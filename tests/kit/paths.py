"""Paths of tables: the files that each library reads for an odd one."""

import importlib
import os
import tempfile
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from kit import toml

TABLE = toml.read("tables/paths.toml")


def _obstore(store: Any, path: str) -> bytes:
    folder, _, name = path.rpartition("/")
    place = store.from_url(folder) if folder else store.LocalStore(prefix=".")
    return bytes(place.get(name).bytes())


def _superuri(tables: Any, path: str) -> str:
    tables.apply([path], "clean", "url", "its.tsv")
    return Path("its.tsv").read_text()


#: The distribution, the module, and what returns the contents of the files that it reads.
LIBRARIES: dict[str, tuple[str, str, Callable[[Any, str], object]]] = {
    "pandas": ("pandas", "pandas", lambda m, it: m.read_csv(it)),
    "pyarrow": ("pyarrow", "pyarrow.dataset", lambda m, it: m.dataset(it, format="csv").to_table()),
    "Polars": ("polars", "polars", lambda m, it: m.scan_csv(it).collect()),
    "DuckDB": ("duckdb", "duckdb", lambda m, it: m.execute("from read_csv(?)", [it]).fetchall()),
    "fsspec": ("fsspec", "fsspec", lambda m, it: m.open(it).open().read()),
    "open_files": (
        *("fsspec", "fsspec"),
        lambda m, it: [file.open().read() for file in m.open_files(it)],
    ),
    "obstore": ("obstore", "obstore.store", _obstore),
    "superuri": ("superuri", "superuri.tables", _superuri),
}


def version_of(name: str) -> str:
    """Return the version that is installed, or an empty text."""
    try:
        return version(LIBRARIES[name][0])
    except PackageNotFoundError:
        return ""


def files_read(name: str, path: str, files: list[str]) -> list[str]:
    """Return those of the files that a library reads for the path, or none if it refuses it."""
    _, module, read = LIBRARIES[name]
    library = importlib.import_module(module)
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for number, file in enumerate(files):
                Path(file).parent.mkdir(exist_ok=True)
                Path(file).write_text(f"url\nn{number}\n")
            found = str(read(library, path.format(folder=folder)))
        except Exception:  # noqa: BLE001  because each library has errors of its own
            return []
        finally:
            os.chdir(before)
    return [file for number, file in enumerate(files) if f"n{number}" in found]
