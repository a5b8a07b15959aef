"""Machine and date of a measurement: the processor, the versions, the memory."""

import ctypes
import datetime as dt
import os
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeVar

import superuri
from superuri._core import TIER

Made = TypeVar("Made")


def processor() -> str:
    """Return the name of the processor."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def described(command: str) -> list[str]:
    """Return the date, the command, the machine and the versions, as a list in Markdown."""
    return [
        f"* {dt.datetime.now(tz=dt.timezone.utc):%Y-%m-%d}, `{command}`",
        f"* {processor()}, {os.cpu_count()} cores, instruction set of the kernels: {TIER}",
        (
            f"* {platform.system()} {platform.machine()}, "
            f"{platform.python_implementation()} {platform.python_version()}, "
            f"superuri {superuri.__version__}"
        ),
    ]


def versions(*names: str) -> str:
    """Return the versions of those libraries that are installed."""
    found = []
    for name in names:
        with suppress(PackageNotFoundError):
            found.append(f"{name} {version(name)}")
    return ", ".join(found)


def _field(file: str, name: str) -> int | None:
    """Return a number of octets, which Linux gives in kibibytes; None on other systems."""
    path = Path("/proc", file)
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024
    return None


def available() -> int | None:
    """Return how much memory is available for programs, or None if unknown."""
    return _field("meminfo", "MemAvailable")


def peak(work: Callable[[], Made]) -> tuple[Made, int | None]:
    """Return the result of the work, and its peak memory beyond that before."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is None:
        return work(), None
    # Memory that the allocator keeps from earlier work would hide the use of this one.
    trim(0)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = _field("self/status", "VmRSS") or 0
    made = work()
    return made, max(0, (_field("self/status", "VmHWM") or 0) - before)
