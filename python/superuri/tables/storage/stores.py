"""Stores: what reads and writes the files of an address."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from superuri.tables.storage.address import RemoteFile, scheme


class Store(Protocol):
    """Where files are: each method raises TableError, one sentence that names the address."""

    def find(self, address: str) -> list[RemoteFile]:
        """Return the files that an address means; none where there are none."""

    def fetch(self, found: RemoteFile, path: Path, progress: Callable[[int], None]) -> None:
        """Copy a file to a path, under its name only once it is complete."""

    def version(self, address: str) -> str:
        """Return what tells a file from another version of it; nothing where there is none."""

    def put(self, path: Path, address: str, before: str, state: Path) -> str:
        """Write a file, if the one there is still of that version; it appears complete.

        Returns a sentence if this store cannot promise that.
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

        Raises TableError where what it works with is missing, or is not set up.
        """
        name = scheme(address)
        if name not in self._known:
            self._known[name] = _store(name)
        return self._known[name]
