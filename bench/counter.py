"""Instruction counter: how many instructions a call takes.

A count is the same on a busy machine, where a time is not. The processor counts those of this
thread, outside the kernel, where Linux lets a program ask it (perf_event_open); elsewhere
`Instructions.open` answers None.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# perf_event_open(2): its number on each machine, and the attributes of a count of instructions.
NUMBERS = {"x86_64": 298, "aarch64": 241}
SIZE = 112
HARDWARE, COUNT_OF_INSTRUCTIONS = 0, 1
NOT_THE_KERNEL = 1 << 5 | 1 << 6
MOST_CALLS = 7


class Instructions:
    """A counter of the instructions of this thread, beyond those of an empty native call."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._asking = min(self._between(callable, "") for _ in range(100))

    @classmethod
    def open(cls) -> Instructions | None:
        """A counter, or None where there is none to be had."""
        number = NUMBERS.get(platform.machine())
        if sys.platform != "linux" or number is None:
            return None
        fields = HARDWARE, SIZE, COUNT_OF_INSTRUCTIONS, 0, 0, 0, NOT_THE_KERNEL
        attributes = struct.pack("=IIQQQQQ", *fields).ljust(SIZE, b"\0")
        syscall = ctypes.CDLL(None, use_errno=True).syscall
        descriptor = syscall(number, attributes, 0, -1, -1, 0)
        return cls(descriptor) if descriptor >= 0 else None

    def of(self, call: Callable[[str], object], text: str) -> int:
        """Those of a call: the least of a few, as the first ones prepare what they need."""
        return min(self._between(call, text) for _ in range(MOST_CALLS)) - self._asking

    def once(self, call: Callable[[str], object], text: str) -> int:
        """Those of a single call."""
        return self._between(call, text) - self._asking

    def _between(self, call: Callable[[str], object], text: str) -> int:
        start = os.read(self._descriptor, 8)
        call(text)
        end = os.read(self._descriptor, 8)
        return int.from_bytes(end, sys.byteorder) - int.from_bytes(start, sys.byteorder)
