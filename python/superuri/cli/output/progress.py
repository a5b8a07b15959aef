"""Progress of a long job, on the terminal."""

import os
import sys
import time

# Seconds until progress is shown; a shorter job needs none.
PATIENCE = 1.0

ERASE = "\r\x1b[K"


# Seconds between updates.
GLANCE = 0.1


class Progress:
    """The line on the terminal that shows the progress of a job."""

    def __init__(self) -> None:
        self.begun: float = time.monotonic()
        self.last: float = 0.0

    def spent(self) -> float:
        """Return the seconds since the start, if the line should be updated, otherwise 0."""
        now = time.monotonic()
        if now - self.begun < PATIENCE or now - self.last < GLANCE:
            return 0
        self.last = now
        return now - self.begun

    def end(self) -> None:
        """Remove the line."""
        if self.last:
            self.write(ERASE)

    def write(self, text: str) -> None:
        """Write to the terminal, which may be closed."""
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            pass


class RowProgress(Progress):
    """The progress of a job over tables."""

    def __call__(self, doing: str, share: float, rows: int) -> None:
        """Show the share of the work that is done, if it is time for an update."""
        spent = self.spent()
        if not spent:
            return
        left = f", {spent * (1 - share) / share:,.0f} s left" if share else ""
        rate = f"{rows / spent:,.0f} rows/s"
        self.write(f"{ERASE}{doing}: {100 * share:3.0f} %, {rows:,} rows, {rate}{left}")


class LineProgress(Progress):
    """The progress of a job over lines, with a percentage if all its sources are files."""

    def __init__(self, sources: list[str | None]) -> None:
        super().__init__()
        self.size: int = total(sources)

    def __call__(self, read: int, records: int, failed: int) -> None:
        """Show how much has been read, if it is time for an update."""
        spent = self.spent()
        if not spent:
            return
        parts = [f"{records:,} lines", f"{records / spent / 1e6:.1f} M/s"]
        parts.append(f"{read / spent / 1e6:,.0f} MB/s")
        if failed:
            parts.append(f"{failed:,} invalid")
        if self.size and 0 < read <= self.size:
            parts.insert(0, f"{100 * read // self.size:3d} %")
            parts.append(f"{spent * (self.size - read) / read:.0f} s left")
        self.write(ERASE + "  ".join(parts))


def total(sources: list[str | None]) -> int:
    """Return the size of all sources in bytes; 0 if one is unknown."""
    size = 0
    for source in sources:
        try:
            now = (os.fstat(0) if source is None else os.stat(source)).st_size
        except OSError:
            return 0
        if now == 0:
            return 0
        size += now
    return size
