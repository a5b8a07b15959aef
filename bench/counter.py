"""Instruction counter: how many instructions a call takes.

A count is the same on a busy machine, where a time is not. The processor counts those of this
thread, outside the kernel, where Linux lets a program ask it (perf_event_open). Elsewhere valgrind
counts them, if it is installed: a program that is started by `under_valgrind` runs fifty times
slower, with the same counts up to what valgrind does not know (AVX-512).
"""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# perf_event_open(2): its number on each machine, and the attributes of a count of instructions.
NUMBERS = {"x86_64": 298, "aarch64": 241}
SIZE = 112
HARDWARE, COUNT_OF_INSTRUCTIONS = 0, 1
NOT_THE_KERNEL = 1 << 5 | 1 << 6
MOST_CALLS = 7
#: Where a program that runs under valgrind finds its counts.
DUMPS = "SUPERURI_CALLGRIND"


class Instructions:
    """A counter of the instructions of this thread, beyond those of an empty native call."""

    def __init__(self, between: Callable[[Callable[[str], object], str], int]) -> None:
        self._between = between
        self._asking = min(between(callable, "") for _ in range(100))

    @classmethod
    def open(cls) -> Instructions | None:
        """A counter, or None where there is none to be had."""
        if folder := os.environ.get(DUMPS):
            return cls(_Valgrind(Path(folder)).between)
        number = NUMBERS.get(platform.machine())
        if sys.platform != "linux" or number is None:
            return None
        fields = HARDWARE, SIZE, COUNT_OF_INSTRUCTIONS, 0, 0, 0, NOT_THE_KERNEL
        attributes = struct.pack("=IIQQQQQ", *fields).ljust(SIZE, b"\0")
        syscall = ctypes.CDLL(None, use_errno=True).syscall
        descriptor = syscall(number, attributes, 0, -1, -1, 0)
        return cls(_Processor(descriptor).between) if descriptor >= 0 else None

    def of(self, call: Callable[[str], object], text: str) -> int:
        """Those of a call: the least of a few, as the first ones prepare what they need."""
        return min(self._between(call, text) for _ in range(MOST_CALLS)) - self._asking

    def once(self, call: Callable[[str], object], text: str) -> int:
        """Those of a single call."""
        return self._between(call, text) - self._asking


class _Processor:
    """The count of the processor, by an open event."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def between(self, call: Callable[[str], object], text: str) -> int:
        start = os.read(self._descriptor, 8)
        call(text)
        end = os.read(self._descriptor, 8)
        return int.from_bytes(end, sys.byteorder) - int.from_bytes(start, sys.byteorder)


class _Valgrind:
    """The count of valgrind, which writes a file and begins again whenever `getppid` is called."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = len(list(folder.glob("counts.*")))

    def between(self, call: Callable[[str], object], text: str) -> int:
        os.getppid()
        call(text)
        os.getppid()
        self._files += 2
        # The first of the two files holds what came before the call.
        (self._folder / f"counts.{self._files - 1}").unlink()
        told = (self._folder / f"counts.{self._files}").read_text(encoding="ascii")
        (self._folder / f"counts.{self._files}").unlink()
        return int(told.rpartition("\ntotals: ")[2].split()[0])


def under_valgrind() -> bool:
    """Start this program again under valgrind; return False where there is no valgrind."""
    valgrind = shutil.which("valgrind")
    if valgrind is None or DUMPS in os.environ:
        return False
    with tempfile.TemporaryDirectory() as folder:
        command = [valgrind, "--quiet", "--tool=callgrind", f"--callgrind-out-file={folder}/counts"]
        command += ["--dump-before=getppid", "--zero-before=getppid", sys.executable, *sys.argv]
        environment = os.environ | {
            DUMPS: folder,
            # A hash that differs from run to run would walk other tables.
            "PYTHONHASHSEED": "0",
            # `rep movsb` is one instruction to the processor, and one for each byte to valgrind.
            "GLIBC_TUNABLES": f"glibc.cpu.x86_rep_movsb_threshold={1 << 40:#x}",
        }
        sys.exit(subprocess.run(command, check=False, env=environment).returncode)
