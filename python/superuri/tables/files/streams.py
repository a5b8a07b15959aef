"""Streams: a table written to standard output, a device or a pipe.

The table is written to a temporary file and copied once it is complete.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import superuri._core as _core
import superuri._scratch as _scratch
from superuri.tables.files.failure import TableError, about
from superuri.tables.files.places import Place

_STANDARD = {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTOR = re.compile("/dev/fd/([0-9]+)")


def is_stream(output: str) -> bool:
    """Return whether the output is a stream, not a file or folder."""
    if output in _STANDARD or _DESCRIPTOR.fullmatch(output):
        return True
    path = Path(output)
    return path.exists() and not path.is_file() and not path.is_dir()


@contextmanager
def target(output: str, inputs: list[Place], *, adds_columns: bool = False) -> Iterator[str]:
    """Yield the name of the file to write; for a stream, the file is copied to it at the end.

    With ``adds_columns``, the output has more columns than the inputs: lines become CSV.
    """
    if not is_stream(output):
        yield output
        return
    formats = sorted({place.format for place in inputs})
    if adds_columns and formats == ["txt"]:
        formats = ["csv"]
    if len(formats) > 1:
        names = " and ".join(formats)
        message = f"{output}: its inputs are {names}; name a file with the extension of a format"
        raise TableError(message)
    with _scratch.folder() as folder:
        path = Path(folder, f"out.{formats[0]}")
        yield str(path)
        with path.open("rb") as file, about(output, "written"):
            if output in _STANDARD:
                while part := file.read(1 << 20):
                    _core.append((_STANDARD[output], output), part)
                return
            number = _DESCRIPTOR.fullmatch(output)
            where = int(number[1]) if number else output
            with open(where, "wb", closefd=number is None) as stream:
                shutil.copyfileobj(file, stream)
