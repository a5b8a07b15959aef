"""Which rows may be named on the command line?"""

from __future__ import annotations

from superuri import profiles, sets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from superuri import Profile, Set


def rows(option: str) -> dict[str, Set | Profile]:
    """Return every row that the option understands by its name; of a set, ``family.NAME``."""
    if option == "profile":
        return {**profiles.names}
    return {f"{row.family}.{row.name}": row for row in sets.rows}
