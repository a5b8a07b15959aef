"""Tables with versions: Delta and Iceberg, of which a job reads one version and commits one."""

from pathlib import Path
from types import ModuleType

from superuri.tables.storage.address import ICEBERG, scheme


def _library(address: str) -> ModuleType:
    if scheme(address) == ICEBERG:
        from superuri.tables.storage import iceberg  # noqa: PLC0415  each needs a library of its own

        return iceberg
    from superuri.tables.storage import delta  # noqa: PLC0415  as above

    return delta


def check(address: str) -> None:
    """Raise if the library cannot write a table of this name."""
    _library(address).check(address)


def version(address: str, wanted: int | None) -> int:
    """Return the number of the wanted version; None is the newest one."""
    number: int = _library(address).version(address, wanted)
    return number


def export(address: str, number: int, path: Path) -> None:
    """Write the rows of a version to a Parquet file, which is renamed once it is complete."""
    _library(address).export(address, number, path)


def commit(path: Path, address: str) -> None:
    """Replace the rows of the table by a Parquet file's, in one commit; old versions are kept."""
    _library(address).commit(path, address)
