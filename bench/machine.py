"""Machine and day of a measurement: the processor, the versions, the memory."""

from __future__ import annotations

import ctypes
import datetime as dt
import os
import platform
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import superuri
from superuri._core import TIER

if TYPE_CHECKING:
    from collections.abc import Callable

Made = TypeVar("Made")


def processor() -> str:
    """What the processor is called."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def told(command: str) -> list[str]:
    """The day, the command, the machine and the versions, as a list of Markdown."""
    return [
        f"* {dt.datetime.now(tz=dt.timezone.utc):%Y-%m-%d}, `{command}`",
        f"* {processor()}, {os.cpu_count()} cores, instruction set of the kernels: {TIER}",
        (
            f"* {platform.system()} {platform.machine()}, "
            f"{platform.python_implementation()} {platform.python_version()}, "
            f"superuri {superuri.__version__}"
        ),
    ]


def _field(file: str, name: str) -> int | None:
    """Octets, as Linux tells them in kibibytes; None where nobody does."""
    path = Path("/proc", file)
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024
    return None


def available() -> int | None:
    """How much memory is left for programs to have, or None where nobody says."""
    return _field("meminfo", "MemAvailable")


def peak(work: Callable[[], Made]) -> tuple[Made, int | None]:
    """What the work made, and how much memory it had at most beyond what was there before."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is None:
        return work(), None
    # What the allocator keeps of earlier work would hide what this work takes.
    trim(0)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = _field("self/status", "VmRSS") or 0
    made = work()
    return made, max(0, (_field("self/status", "VmHWM") or 0) - before)
