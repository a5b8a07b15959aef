"""Stores: the readers and writers of remote files, by scheme."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from superuri.tables.storage.address import RemoteFile, scheme


class Store(Protocol):
    """A store of files. All methods raise TableError with the address."""

    def find(self, address: str) -> list[RemoteFile]:
        """Return the files of an address, which may be a folder or a pattern."""

    def fetch(self, found: RemoteFile, path: Path, progress: Callable[[int], None]) -> None:
        """Copy a file to a path, where it appears once it is complete."""

    def version(self, address: str) -> str:
        """Return the version of a file, or an empty string if it does not exist."""

    def put(self, path: Path, address: str, before: str, state: Path) -> str:
        """Write a file if the existing one is still of the version ``before``.

        Returns a note if this store cannot guarantee that.
        """

    def remove(self, address: str) -> None:
        """Remove a file."""


def _store(name: str) -> Store:
    if name in {"http", "https"}:
        from superuri.tables.storage import web  # noqa: PLC0415  each needs a library of its own

        return web.Web()
    if name == "s3":
        from superuri.tables.storage import s3  # noqa: PLC0415  as above

        return s3.S3()
    from superuri.tables.storage import systems  # noqa: PLC0415  as above

    return systems.Systems()


class Stores:
    """The stores of one job, each opened once."""

    def __init__(self) -> None:
        self._known: dict[str, Store] = {}

    def of(self, address: str) -> Store:
        """Return the store of an address.

        Raises TableError if its library is not installed or not configured.
        """
        name = scheme(address)
        if name not in self._known:
            self._known[name] = _store(name)
        return self._known[name]
