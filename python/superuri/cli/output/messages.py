"""Messages on standard error, and their style."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

RED, YELLOW, CYAN = "31;1", "33", "36"

# Messages for common errors; for others, the system's message is used.
WORDS = {
    "ENOENT": "there is no such file or directory",
    "EISDIR": "that is a directory",
    "EACCES": "permission denied",
    "ENOSPC": "the disk is full",
    "EDQUOT": "the quota is used up",
    "EROFS": "the file system is read-only",
    "EBADF": "it is closed",
    "ELOOP": "its symbolic links run in a circle",
}

#: Names of the standard streams, by the names or numbers that an exception has.
STANDARD: dict[str | int, str] = {
    **dict.fromkeys((0, "<stdin>"), "standard input"),
    **dict.fromkeys((1, "<stdout>"), "standard output"),
    **dict.fromkeys((2, "<stderr>"), "standard error"),
}


class TerminalStyle:
    """The choice of colours, one for the process: :data:`style`."""

    def __init__(self) -> None:
        self.when = "auto"

    def paint(self, text: str, colour: str) -> str:
        """Return the text of a message, coloured if that is wanted."""
        return coloured(text, colour) if self.colours(2) else text

    def colours(self, descriptor: int) -> bool:
        """Return whether output to the descriptor is coloured: as requested, or if it is a
        terminal.
        """
        if self.when != "auto":
            return self.when == "always"
        if os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR"):
            return True
        return os.environ.get("TERM") != "dumb" and is_terminal(descriptor)


style: TerminalStyle = TerminalStyle()


def coloured(text: str, colour: str) -> str:
    """Return the text in this colour (ECMA-48, SGR)."""
    return f"\x1b[{colour}m{text}\x1b[0m"


def is_terminal(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def columns() -> int:
    """Return the width of the terminal; 80 if there is none."""
    try:
        set_width = os.environ.get("COLUMNS", "")
        width = int(set_width) if set_width.isdigit() else 0
        return width or os.get_terminal_size(1).columns or 80
    except (OSError, ValueError):
        return 80


def quoted(text: str) -> str:
    """Return the text quoted for a shell, with characters that a terminal acts on escaped."""
    return "'" + printable(text).replace("'", "'\\''") + "'"


def say(text: str) -> None:
    """Write a message with passwords of URLs hidden; errors when writing it are ignored."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write("\n".join(_redacted(text)) + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass


def _redacted(text: str) -> list[str]:
    """Return the lines without passwords, each by itself: a quoted text ends with its line."""
    from superuri._values.passwords import redacted  # noqa: PLC0415  because it is slow to load

    return [*map(redacted, text.split("\n"))]


def say_error(who: str, text: str) -> None:
    """Report an error: a sentence, perhaps the text with a caret, perhaps help."""
    # A text at the start may be quoted, which `who` would precede.
    first, *rest = _redacted(text)
    drawn = [
        style.paint(line, RED)
        if line.strip() and not line.strip("^ ")
        else style.paint(line, CYAN)
        if line.startswith("help: ")
        else line
        for line in rest
    ]
    say("\n".join([f"{who}: {style.paint(first, RED)}", *drawn]))


def say_hint(text: str) -> None:
    """Suggest what may have been meant, on a terminal only."""
    if is_terminal(2):
        say(style.paint(f"hint: {text}", YELLOW))


def say_waiting(who: str) -> None:
    """On a terminal, report that the command waits for input, which may not be intended."""
    if is_terminal(0):
        say_hint(f"{who} reads what you type; Ctrl-D ends, and --help shows more")


def say_names_file(text: str, reads: str) -> None:
    """Warn, not only on a terminal, that a text is a file's name, with the command that reads the
    file.

    The result does not depend on it: the text is processed like any other.
    """
    import shlex  # noqa: PLC0415  because it is slow to load, and most texts name no file

    name = shlex.quote(f"./{text}" if text.startswith("-") else text)
    say(printable(f"hint: {text} is also the name of a file; {reads} {name} reads the file"))


def say_file_error(error: OSError) -> None:
    """Report in one sentence which file could not be read or written, and why."""
    from errno import errorcode  # noqa: PLC0415  because most runs need none

    words = WORDS.get(errorcode.get(error.errno or 0, "")) or (error.strerror or str(error))
    name = error.filename
    if isinstance(name, bytes):
        name = os.fsdecode(name)
    where = STANDARD.get(name, name)
    say_error("superuri", f"{printable(where)}: {words}" if where else words)


def printable(text: str) -> str:
    """Return the text on one line, with characters that a terminal acts on escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the suggestion to append to an error, or ""."""
    from superuri._values.nearest import nearest  # noqa: PLC0415  because only a mistake needs it

    found = nearest(word, known)
    return f"; did you mean {found}?" if found else ""
