"""Folders: the documents that `superuri lint` reads, and those that it skips."""

import os
import stat
from collections.abc import Iterator

import superuri._core as _core
import superuri._system as _system
from superuri._documents import encodings
from superuri.cli.arguments.parser import Namespace
from superuri.cli.lint.total import Total
from superuri.cli.output import messages

#: A longer file in a folder is not read; in bytes.
LONGEST = _core.MAX_LINE


def documents(options: Namespace, path: str, total: Total) -> Iterator[tuple[str, bytes]]:
    """Yield the document with its content, or each document in a folder.

    In a folder, hidden and excluded files are skipped and counted, and so are files that are not
    text, links, FIFOs, sockets and devices. An unreadable file there is reported and added to
    ``unread``. A document that is named directly must be readable, and may be a link.
    """
    if path != "-" and any(each.has(path) for each in options.excluded):
        total.skip("excluded file")
        return
    if path == "-" or not os.path.isdir(path):
        yield path, read(path)
        return
    for each in within(options, path, total):
        try:
            kind, data = contents(each)
        except OSError as error:
            tell(error, total)
            continue
        if kind:
            total.skip(kind)
        else:
            yield each, data


def read(name: str) -> bytes:
    """Return the content of the file, or of standard input."""
    if name == "-":
        messages.say_waiting("superuri lint")
    with os.fdopen(0, "rb", closefd=False) if name == "-" else open(name, "rb") as file:
        data: bytes = file.read()
    return data


def within(options: Namespace, folder: str, total: Total) -> Iterator[str]:
    """Yield the files in the folder and its subfolders, in order of names."""
    ignores = not options.no_gitignore
    for path, error in _core.Walk(folder, options.excluded, ignores=ignores):
        if error is not None:
            tell(error, total)
        if path is not None:
            yield os.path.normpath(path)


def contents(name: str) -> tuple[str, bytes]:
    """Return the kind of a file in a folder ("" for a document), and its content."""
    try:
        # Check first: opening a device may have effects. The file may be replaced meanwhile.
        kind = kind_of(os.lstat(name))
        if kind:
            return kind, b""
        with os.fdopen(_system.open_at_once(name), "rb") as file:
            kind = kind_of(os.fstat(file.fileno()))
            data = b"" if kind else file.read(encodings.SNIFFED)
            if not kind and not encodings.is_text(data):
                kind = "binary file"
            if kind:
                return kind, b""
            data += file.read(LONGEST)
    except OSError as error:
        # An error while reading does not name the file.
        raise type(error)(error.errno, error.strerror, name) from None
    if len(data) > LONGEST:
        from errno import EFBIG  # noqa: PLC0415  because most runs need none

        raise OSError(EFBIG, f"longer than {LONGEST:,} bytes; name it to lint it", name)
    return "", data


def kind_of(status: os.stat_result) -> str:
    """Return the kind of the file; "" for a regular file."""
    if stat.S_ISLNK(status.st_mode):
        return "link"
    return "" if stat.S_ISREG(status.st_mode) else "special file"


def tell(error: OSError, total: Total) -> None:
    """Report a file that cannot be read, and record it."""
    messages.say_file_error(error)
    total.unread.append(str(error.filename))
