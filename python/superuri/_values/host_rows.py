"""Rows of kinds of hosts: blocks of addresses, and names, each with its kind and source.

The engine has them (`syntax/hosts/special.rs`), for its linter too. If two blocks contain an
address, the longer prefix counts; of two names, the longer one.
"""

from typing import NamedTuple

import superuri._core as _core


class Registry(NamedTuple):
    """A registry, or the documents that rows were taken from."""

    title: str
    #: The date of the registry's own version; "" if it has none.
    version: str
    #: When the rows were last compared with it, or with a published copy of that version.
    checked: str
    #: (block or name, kind, is it of the public Internet?, RFC or page)
    rows: list[tuple[str, str, bool, str]]


#: The engine's Public Suffix List has no date of its own: it is newer than the list of the first
#: date, and was compared with that one on the second.
SUFFIX_LIST = ("2026-10-22", "2026-11-21")

ADDRESSES, NAMES = ([Registry(*row) for row in rows] for rows in _core.all_special_hosts())
