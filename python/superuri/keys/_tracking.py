"""Tables of tracking parameters: ours, and those of a file."""

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import superuri._core as _core
from superuri.keys import _clearurls as clearurls


class Tracker(NamedTuple):
    """A row of our table of tracking parameters."""

    #: The decoded name; a ``*`` at its end is any text.
    name: str
    #: The service that uses it.
    source: str
    #: The day it was last compared with its source.
    checked: str


class ReadTracking(NamedTuple):
    """A table that was read, and the rules that are not in it."""

    table: _core.Tracking
    #: Each rule that has no row, and why.
    refused: tuple[tuple[str, str], ...]


def trackers() -> tuple[Tracker, ...]:
    """Return our table: every name that ``also="drop-tracking"`` drops.

    Returns:
        A tuple of rows: name, source, and the day when it was checked.

    Example:
        >>> from superuri import keys
        >>> keys.trackers()[0].name
        'utm_*'
    """
    return tuple(Tracker(*row) for row in _core.all_trackers())


def read_tracking(file: str | os.PathLike[str]) -> ReadTracking:
    r"""Read a table of tracking parameters from a file: a list of rows, or the rules of ClearURLs.

    Args:
        file: The path of the file: text with one row of ``Tracking`` a line, where lines that begin
            with ``#`` are comments; or the JSON of ClearURLs (``data.min.json``).

    Returns:
        The table, and the rules of ClearURLs that it does not have, each with the reason: their
        regular expressions are read as far as rows can have them, and whole URLs are not blocked. A
        row excludes every path that begins like that of an exception.

    Raises:
        ValueError: A row cannot be read, or the file is not UTF-8 or not the JSON of ClearURLs.
        OSError: The file cannot be read.

    Example:
        >>> import pathlib, tempfile
        >>> from superuri import keys
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "names.txt")
        ...     _ = file.write_text("# shops\nref amazon.*\nspm\n")
        ...     keys.read_tracking(file).table.rows
        ('ref amazon.*', 'spm')

    Source:
        <https://docs.clearurls.xyz/latest/specs/rules/>.
    """
    text = Path(file).read_text(encoding="utf-8-sig")
    if not text.lstrip().startswith("{"):
        return ReadTracking(_core.Tracking(text.splitlines()), ())
    try:
        providers: Any = json.loads(text)["providers"]
        rows, refused = clearurls.rows(providers)
    except (AttributeError, KeyError, RecursionError, TypeError, json.JSONDecodeError) as error:
        what = "a list of names, nor the rules of ClearURLs"
        raise ValueError(f"{os.fspath(file)!r} is neither {what}") from error
    return ReadTracking(_core.Tracking(rows), tuple(refused))
