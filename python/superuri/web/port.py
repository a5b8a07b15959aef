"""Port of the page: the one that it had last, so that a browser finds there what it keeps.

Browsers keep a page's history and its choices by its port. One that is free is taken the first
time, and again each time while nobody else has it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

#: Ports that need no rights, and are handed out for a while.
PORTS = range(1024, 1 << 16)


def place() -> Path:
    """Return the file that holds the port."""
    folder = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(folder or Path.home() / ".local" / "state") / "superuri" / "port"


def recall() -> int:
    """Return the port that the page had last, or 0 if none is known."""
    with suppress(OSError, ValueError, RuntimeError):
        port = int(place().read_text("ascii")[:5])
        return port if port in PORTS else 0
    return 0


def store(port: int) -> None:
    """Keep the port for the next time, where that can be done."""
    with suppress(OSError, RuntimeError):
        path = place()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_text(f"{port}\n", "ascii")
