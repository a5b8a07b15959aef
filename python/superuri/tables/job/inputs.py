"""Inputs of a job: fingerprints of their files, by which changes are detected."""

from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place

#: For each input: path, length in bytes, modification time in nanoseconds, inode.
Fingerprints = list[list[str | int]]


def fingerprints(places: list[Place]) -> Fingerprints:
    return [_fingerprint(place) for place in places]


def _fingerprint(place: Place) -> list[str | int]:
    path = place.path
    if place.digest:
        # A copy of piped data: it is identified by its bytes.
        return [place.label, path.stat().st_size, place.digest]
    with about(str(path)):
        status = path.stat()
        return [str(path.resolve()), status.st_size, status.st_mtime_ns, status.st_ino]


def check_unchanged(places: list[Place], before: Fingerprints) -> None:
    """Raise if an input has changed: the job may have read a mix of old and new data."""
    for place, old in zip(places, before, strict=True):
        if _fingerprint(place) != old:
            message = "it has changed while it was read; the old output is unchanged"
            raise TableError(f"{place.path}: {message}; run it again")
