"""Addresses of remote files: recognised, redacted for messages, and joined."""

import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from superuri._values.table_names import FORMATS, SUMMARY

# A single letter before the colon is a drive of Windows.
_ADDRESS = re.compile("([A-Za-z][A-Za-z0-9+.-]+)://")
#: Programs that manage tables, and the paths that identify them.
MANAGED = (
    ("Delta Lake", re.compile("(?:^|/)_delta_log/")),
    ("Iceberg", re.compile("(?:^|/)metadata/[^/]*[.]metadata[.]json$")),
    ("Hudi", re.compile("(?:^|/)[.]hoodie/")),
)

#: The suffix of the folder of a new Delta table, and the folder in every Delta table.
DELTA, DELTA_LOG = ".delta", "_delta_log"
#: The scheme of tables in a catalog of Iceberg.
ICEBERG = "iceberg"


class RemoteFile(NamedTuple):
    """A remote file: its address, relative path, size in bytes and version.

    A file with an empty version may change at any time.
    """

    address: str
    inside: str
    size: int
    version: str


def scheme(name: str) -> str:
    """Return the scheme of an address, or an empty string for a path.

    >>> scheme("s3://bucket/a.csv"), scheme("C:/a.csv"), scheme("a.csv")
    ('s3', '', '')
    """
    found = _ADDRESS.match(name)
    return found[1].lower() if found else ""


def redacted(address: str) -> str:
    """Return an address for messages, without password and query, which may be secrets.

    >>> redacted("https://me:pw@e.com/a.csv?X-Amz-Signature=1")
    'https://e.com/a.csv'
    """
    if scheme(address) not in {"http", "https"}:
        return address
    url = urlsplit(address)
    return f"{url.scheme}://{url.netloc.rpartition('@')[2]}{url.path}"


def name_of(address: str) -> str:
    """Return the last segment of an address as a file name.

    >>> name_of("https://e.com/a%20b.csv?x=1"), name_of("s3://b/day=1/")
    ('a b.csv', 'day=1')
    """
    if scheme(address) in {"http", "https"}:
        address = unquote(urlsplit(address).path)
    return Path(address).name


def below(address: str, inside: str) -> str:
    return f"{address.rstrip('/')}/{inside}"


def beside(address: str, name: str) -> str:
    return f"{address.rstrip('/').rpartition('/')[0]}/{name}"


def sibling(output: str, name: str) -> str:
    """Return the address of a file next to an output, which may be the folder of a Delta table."""
    return beside(output, name) if scheme(output) else str(Path(output).resolve().with_name(name))


def is_table(inside: str) -> bool:
    """Return whether this is a file of rows, not one of an engine's metadata."""
    parts = inside.split("/")
    is_hidden = any(part.startswith((".", "_")) or part in {"", ".."} for part in parts)
    name = parts[-1].lower()
    is_rows = not name.endswith(SUMMARY) and any(ending in name for ending in FORMATS)
    return is_rows and not is_hidden


def is_elsewhere(name: str) -> bool:
    """Return whether this is an address or a Delta table, not a plain local file or folder."""
    return bool(scheme(name)) or is_delta(name)


def is_versioned(name: str) -> bool:
    """Return whether this is a Delta or an Iceberg table."""
    return scheme(name) == ICEBERG or is_delta(name)


def is_delta(name: str) -> bool:
    """Return whether this is the folder of a Delta table, existing or named as one."""
    is_named = name.rstrip("/").endswith(DELTA)
    return is_named or (not scheme(name) and Path(name, DELTA_LOG).is_dir())
