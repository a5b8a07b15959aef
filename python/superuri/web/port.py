"""Port of the page: the last one is used again, so that the browser finds its stored data.

Browsers store data by origin, which includes the port. The first time a free port is chosen, and
stored; it is used again unless another program has it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

#: Unprivileged ports.
PORTS = range(1024, 1 << 16)


def place() -> Path:
    """Return the file that holds the port."""
    folder = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(folder or Path.home() / ".local" / "state") / "superuri" / "port"


def recall() -> int:
    """Return the stored port, or 0 if there is none."""
    with suppress(OSError, ValueError, RuntimeError):
        port = int(place().read_text("ascii")[:5])
        return port if port in PORTS else 0
    return 0


def store(port: int) -> None:
    """Store the port for the next time, if the file can be written."""
    with suppress(OSError, RuntimeError):
        path = place()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_text(f"{port}\n", "ascii")
