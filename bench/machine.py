"""What was it measured on, and when?"""

from __future__ import annotations

import datetime as dt
import os
import platform
from pathlib import Path

import superuri
from superuri._core import TIER


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


def available() -> int | None:
    """How many bytes of memory are left for programs to have, or None where nobody says."""
    meminfo = Path("/proc/meminfo")
    if meminfo.exists():
        for line in meminfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return None
