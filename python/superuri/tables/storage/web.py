"""Files on the web: https and http, read-only.

Python's own client is used: to notice slow transfers, responses must be read as they arrive, which
larger clients hide.
"""

from collections.abc import Callable
from pathlib import Path

from superuri.tables.files.failure import TableError
from superuri.tables.storage import fetch
from superuri.tables.storage.address import RemoteFile, name_of, redacted


class Web:
    """The web as a read-only store."""

    def find(self, address: str) -> list[RemoteFile]:
        size, version = fetch.inspect(address, redacted(address))
        return [RemoteFile(address, name_of(address), size, version)]

    def fetch(self, found: RemoteFile, path: Path, progress: Callable[[int], None]) -> None:
        wanted = fetch.FileVersion(found.size, found.version)
        fetch.fetch(lambda: found.address, redacted(found.address), path, wanted, progress)

    def version(self, address: str) -> str:
        """Refuse to write."""
        message = "a web server is only read; name a file, or an address such as s3://bucket/key"
        raise TableError(f"{redacted(address)}: {message}")

    def put(self, path: Path, address: str, before: str, state: Path) -> str:  # noqa: ARG002  as all stores
        """Refuse to write."""
        return self.version(address)

    def remove(self, address: str) -> None:
        """Refuse to write."""
        self.version(address)
