"""Address of what is elsewhere: which names are addresses, how they are shown and put together."""

import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from superuri._values.table_names import FORMATS

# A letter and a colon alone is a disk of Windows.
_ADDRESS = re.compile("([A-Za-z][A-Za-z0-9+.-]+)://")
#: What other programs keep beside the files of a table, and which of them.
MANAGED = (
    ("Delta Lake", re.compile("(?:^|/)_delta_log/")),
    ("Iceberg", re.compile("(?:^|/)metadata/[^/]*[.]metadata[.]json$")),
    ("Hudi", re.compile("(?:^|/)[.]hoodie/")),
)

#: What the name of a folder ends in that is to be a Delta table; what is in it then.
DELTA, DELTA_LOG = ".delta", "_delta_log"


class RemoteFile(NamedTuple):
    """One file elsewhere: where, its name below what was asked for, its length and version.

    A version without a name is another one each time.
    """

    address: str
    inside: str
    size: int
    version: str


def scheme(name: str) -> str:
    """Return the scheme of an address, or nothing for a path.

    >>> scheme("s3://bucket/a.csv"), scheme("C:/a.csv"), scheme("a.csv")
    ('s3', '', '')
    """
    found = _ADDRESS.match(name)
    return found[1].lower() if found else ""


def redacted(address: str) -> str:
    """Return an address for messages: without passwords and without a query, as both are secrets.

    >>> shown("https://me:pw@e.com/a.csv?X-Amz-Signature=1")
    'https://e.com/a.csv'
    """
    if scheme(address) not in {"http", "https"}:
        return address
    found = urlsplit(address)
    return f"{found.scheme}://{found.netloc.rpartition('@')[2]}{found.path}"


def name_of(address: str) -> str:
    """Return the last name of an address, as a file here is called.

    >>> name_of("https://e.com/a%20b.csv?x=1"), name_of("s3://b/day=1/")
    ('a b.csv', 'day=1')
    """
    if scheme(address) in {"http", "https"}:
        address = unquote(urlsplit(address).path)
    return Path(address.rstrip("/")).name


def below(address: str, inside: str) -> str:
    """Return the address of what is in a folder."""
    return f"{address.rstrip('/')}/{inside}"


def beside(address: str, name: str) -> str:
    """Return the address of what is in the same folder."""
    return f"{address.rstrip('/').rpartition('/')[0]}/{name}"


def is_table(inside: str) -> bool:
    """Return whether this is a file of rows, and nothing that engines put beside them."""
    parts = inside.split("/")
    is_hidden = any(part.startswith((".", "_")) or part in {"", ".."} for part in parts)
    return not is_hidden and any(ending in parts[-1].lower() for ending in FORMATS)


def is_elsewhere(name: str) -> bool:
    """Return whether this is not a plain file or folder here."""
    return bool(scheme(name)) or is_delta(name)


def is_delta(name: str) -> bool:
    """Return whether this is, or by its name is to be, the folder of a Delta table."""
    is_named = name.rstrip("/").endswith(DELTA)
    return is_named or (not scheme(name) and Path(name, DELTA_LOG).is_dir())
