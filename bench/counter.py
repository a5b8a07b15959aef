"""Instruction counter: the number of instructions of a call.

A count is the same on a busy machine, unlike a time. The processor counts the instructions of this
thread, without the kernel, if Linux allows that (perf_event_open). Otherwise valgrind counts them,
if it is installed: a program started by `under_valgrind` runs fifty times slower. The counts are
the same, except for code with AVX-512, which valgrind does not support.
"""

import ctypes
import os
import platform
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

# perf_event_open(2): its number on each machine, and the attributes of a count of instructions.
NUMBERS = {"x86_64": 298, "aarch64": 241}
SIZE = 112
HARDWARE, COUNT_OF_INSTRUCTIONS = 0, 1
NOT_THE_KERNEL = 1 << 5 | 1 << 6
MOST_CALLS = 7
#: The variable with the folder in which a program under valgrind finds its counts.
DUMPS = "SUPERURI_CALLGRIND"


class Instructions:
    """A counter of the instructions of this thread, minus those of an empty native call."""

    def __init__(self, between: Callable[[Callable[[str], object], str], int]) -> None:
        self._between = between
        self._asking = min(between(callable, "") for _ in range(100))

    @classmethod
    def open(cls) -> "Instructions | None":
        """Return a counter, or None if there is none."""
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
        """Return the lowest count of several calls, because the first ones do preparations."""
        return min(self._between(call, text) for _ in range(MOST_CALLS)) - self._asking

    def once(self, call: Callable[[str], object], text: str) -> int:
        """Return the count of a single call."""
        return self._between(call, text) - self._asking


class _Processor:
    """The processor's counter, as an open event."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def between(self, call: Callable[[str], object], text: str) -> int:
        start = os.read(self._descriptor, 8)
        call(text)
        end = os.read(self._descriptor, 8)
        return int.from_bytes(end, sys.byteorder) - int.from_bytes(start, sys.byteorder)


class _Valgrind:
    """The counter of valgrind, which writes a file and starts again at each call of `getppid`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = len(list(folder.glob("counts.*")))

    def between(self, call: Callable[[str], object], text: str) -> int:
        os.getppid()
        call(text)
        os.getppid()
        self._files += 2
        # The first of the two files has the instructions before the call.
        (self._folder / f"counts.{self._files - 1}").unlink()
        dump = (self._folder / f"counts.{self._files}").read_text(encoding="ascii")
        (self._folder / f"counts.{self._files}").unlink()
        return int(dump.rpartition("\ntotals: ")[2].split()[0])


def under_valgrind() -> bool:
    """Start this program again under valgrind; return False without valgrind."""
    valgrind = shutil.which("valgrind")
    if valgrind is None or DUMPS in os.environ:
        return False
    with tempfile.TemporaryDirectory() as folder:
        command = [valgrind, "--quiet", "--tool=callgrind", f"--callgrind-out-file={folder}/counts"]
        command += ["--dump-before=getppid", "--zero-before=getppid", sys.executable, *sys.argv]
        environment = os.environ | {
            DUMPS: folder,
            # A fixed hash seed, because a different one changes the counts.
            "PYTHONHASHSEED": "0",
            # `rep movsb` is one instruction for the processor, but one for each byte for valgrind.
            "GLIBC_TUNABLES": f"glibc.cpu.x86_rep_movsb_threshold={1 << 40:#x}",
        }
        sys.exit(subprocess.run(command, check=False, env=environment).returncode)
