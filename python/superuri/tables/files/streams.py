"""Streams: a table written to standard output, a device or a pipe.

It is made as a file is, and poured out once it is complete.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from superuri import _core, _scratch
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place

STANDARD = {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTOR = re.compile("/dev/fd/([0-9]+)")


def is_stream(output: str) -> bool:
    """Return whether this is not a name of a file or folder."""
    if output in STANDARD or _DESCRIPTOR.fullmatch(output):
        return True
    path = Path(output)
    return path.exists() and not path.is_file() and not path.is_dir()


@contextmanager
def target(output: str, inputs: list[Place], *, adds_columns: bool = False) -> Iterator[str]:
    """Give the name of what to make; if a stream was meant, that goes there then.

    ``wide`` says that it has more columns than its inputs: a list of lines becomes CSV.
    """
    if not is_stream(output):
        yield output
        return
    formats = sorted({place.format for place in inputs})
    if adds_columns and formats == ["txt"]:
        formats = ["csv"]
    if len(formats) > 1:
        several = " and ".join(formats)
        message = f"{output}: its inputs are {several}; name a file with the ending of a format"
        raise TableError(message)
    with _scratch.folder() as folder:
        made = Path(folder, f"out.{formats[0]}")
        yield str(made)
        with made.open("rb") as file, about(output, "written"):
            if output in STANDARD:
                while part := file.read(1 << 20):
                    _core.append((STANDARD[output], output), part)
                return
            number = _DESCRIPTOR.fullmatch(output)
            where = int(number[1]) if number else output
            with open(where, "wb", closefd=number is None) as stream:
                shutil.copyfileobj(file, stream)
