"""How far has a long job come?"""

from __future__ import annotations

import os
import sys
import time

# A job shorter than this has no progress worth showing; in seconds.
PATIENCE = 1.0

ERASE = "\r\x1b[K"


class Progress:
    """The progress line of one job, whose size is known if all its sources are files."""

    def __init__(self, sources: list[str | None]) -> None:
        self.size = total(sources)
        self.begun = time.monotonic()
        self.shown = False

    def __call__(self, read: int, records: int, failed: int) -> None:
        """Show how much has been read, if it is time to."""
        spent = time.monotonic() - self.begun
        if spent < PATIENCE:
            return
        self.shown = True
        parts = [f"{records:,} lines", f"{records / spent / 1e6:.1f} M/s"]
        parts.append(f"{read / spent / 1e6:,.0f} MB/s")
        if failed:
            parts.append(f"{failed:,} invalid")
        if self.size and 0 < read <= self.size:
            parts.insert(0, f"{100 * read // self.size:3d} %")
            parts.append(f"{spent * (self.size - read) / read:.0f} s left")
        self.write(ERASE + "  ".join(parts))

    def end(self) -> None:
        """Take the line away."""
        if self.shown:
            self.write(ERASE)

    def write(self, text: str) -> None:
        """Write to the terminal, which may be gone."""
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            pass


def total(sources: list[str | None]) -> int:
    """Return the size of all sources in bytes; 0 if any is not known."""
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
