"""Shim between a process and the C library, built from ``shim.c``, which documents it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kit import TESTS

SOURCE = TESTS / "kit" / "shim.c"
_ENUM = re.search(r"enum group \{(.*?)GROUPS", SOURCE.read_text(), re.DOTALL)
assert _ENUM
#: The groups of calls that are counted together, in the order of their numbers.
GROUPS = [name.lower() for name in re.findall(r"[A-Z]+", _ENUM[1])]
#: Special values in place of error numbers.
SHORT, SIGNAL = 1000, 2000

needed = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="Linux with a C compiler"
)


def built(folder: Path) -> Path:
    """Return the path of the shim's library."""
    library = folder / "shim.so"
    command = ["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE)]
    subprocess.run([*command, "-ldl", "-lpthread"], check=True)
    return library
