"""Rows of the tables of sets and profiles, by the names that users type."""

from __future__ import annotations

import superuri.profiles as profiles
import superuri.sets as sets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from superuri._core import Display, Profile, Set


def rows(table: str) -> dict[str, Set | Profile | Display]:
    """Return every row of the table by name; sets by ``family.NAME``."""
    if table == "profiles":
        return {**profiles.names}
    if table == "displays":
        return {row.name: row for row in profiles.displays}
    return {**sets.names}
