"""Paths of tables: the files that each library reads for an odd one.

    PYTHONPATH=tests python -m kit.paths

asks those that are installed, and prints the rows of tests/tables/paths.toml.
"""

import importlib
import json
import os
import tempfile
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from kit import TESTS
from kit.tables import tomllib

TABLE = tomllib.loads((TESTS / "tables" / "paths.toml").read_text("utf-8"))


def _fsspec(path: str) -> str:
    with importlib.import_module("fsspec").open(path) as file:
        return file.read().decode()


def _open_files(path: str) -> str:
    files = importlib.import_module("fsspec").open_files(path)
    return "".join(file.open().read().decode() for file in files)


def _obstore(path: str) -> str:
    store = importlib.import_module("obstore.store")
    folder, _, name = path.rpartition("/")
    place = store.from_url(folder) if folder else store.LocalStore(prefix=".")
    return bytes(place.get(name).bytes()).decode()


def _duckdb(path: str) -> str:
    found = importlib.import_module("duckdb").execute("select url from read_csv(?)", [path])
    return str(found.fetchall())


def _superuri(path: str) -> str:
    importlib.import_module("superuri.tables").apply([path], "clean", "url", "its.tsv")
    return Path("its.tsv").read_text()


#: The distribution, and what returns a text with the contents of the files that are read.
LIBRARIES: dict[str, tuple[str, Callable[[str], str]]] = {
    "pandas": ("pandas", lambda it: str(importlib.import_module("pandas").read_csv(it))),
    "pyarrow": (
        "pyarrow",
        lambda it: str(
            importlib.import_module("pyarrow.dataset").dataset(it, format="csv").to_table()
        ),
    ),
    "Polars": (
        "polars",
        lambda it: str(importlib.import_module("polars").scan_csv(it).collect()),
    ),
    "DuckDB": ("duckdb", _duckdb),
    "fsspec": ("fsspec", _fsspec),
    "open_files": ("fsspec", _open_files),
    "obstore": ("obstore", _obstore),
    "superuri": ("superuri", _superuri),
}


def version_of(name: str) -> str:
    """Return the version that is installed, or an empty text."""
    try:
        return version(LIBRARIES[name][0])
    except PackageNotFoundError:
        return ""


def files_read(name: str, path: str, files: list[str]) -> list[str]:
    """Return those of the files that a library reads for the path, or none if it refuses it."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for number, file in enumerate(files):
                Path(file).parent.mkdir(exist_ok=True)
                Path(file).write_text(f"url\nn{number}\n")
            read = LIBRARIES[name][1](path.format(folder=folder))
        except Exception:  # noqa: BLE001  because each library has errors of its own
            return []
        finally:
            os.chdir(before)
    return [file for number, file in enumerate(files) if f"n{number}" in read]


if __name__ == "__main__":
    for case in TABLE["case"]:
        sent = {key: case[key] for key in ("path", "files")}
        rows = {name: files_read(name, **sent) for name in LIBRARIES if version_of(name)}
        print("\n[[case]]")
        print(*(f"{key} = {json.dumps(it)}" for key, it in (sent | rows).items()), sep="\n")
