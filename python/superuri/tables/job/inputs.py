"""Inputs of a job: whether they are still what they were when it began to read them."""

from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place

#: Of each input: its path, length in bytes, time of change in nanoseconds, and inode.
Facts = list[list[str | int]]


def facts(places: list[Place]) -> Facts:
    """Return what tells each input from another version of it."""
    return [_fact(place) for place in places]


def _fact(place: Place) -> list[str | int]:
    path = place.path
    if place.digest:
        # A copy of what was piped: the same bytes are the same input.
        return [place.label, path.stat().st_size, place.digest]
    with about(str(path)):
        found = path.stat()
        return [str(path.resolve()), found.st_size, found.st_mtime_ns, found.st_ino]


def check_unchanged(places: list[Place], before: Facts) -> None:
    """Refuse inputs of which one has changed: it may have been read half old and half new."""
    for place, old in zip(places, before, strict=True):
        if _fact(place) != old:
            message = "it has changed while it was read; the old output is as it was"
            raise TableError(f"{place.path}: {message}; run it again")
