"""Folders: the documents that `lint` and `find` read, and those that they skip."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from typing import NamedTuple

import superuri._core as _core
import superuri._system as _system
from superuri._documents import encodings
from superuri.cli.arguments.parser import Namespace
from superuri.cli.input.tally import Tally
from superuri.cli.output import messages

#: A longer file in a folder is not read; in bytes.
LONGEST = _core.MAX_LINE


class Opened(NamedTuple):
    """A document, open for reading."""

    name: str
    #: Its first bytes, which show whether it is text.
    head: bytes
    #: The bytes after these.
    rest: BufferedReader
    #: Was it found in a folder?
    is_within: bool

    @property
    def shown(self) -> str:
        """The name in messages and findings."""
        return shown_name(self.name)


def shown_name(name: str) -> str:
    return "<stdin>" if name == "-" else name


def opened(options: Namespace, path: str, tally: Tally) -> Iterator[Opened]:
    """Yield the document, or each document in a folder.

    In a folder, hidden and excluded files are skipped and counted, and so are files that are not
    text, links, FIFOs, sockets and devices. An unreadable file there is reported and added to
    ``unread``. A document that is named directly must be readable, and may be a link.
    """
    if path != "-" and any(each.has(path) for each in options.excluded):
        tally.skip("excluded file")
        return
    if path == "-" or not os.path.isdir(path):
        if path == "-":
            messages.say_waiting(f"superuri {options.command}")
        with os.fdopen(0, "rb", closefd=False) if path == "-" else open(path, "rb") as file:
            yield Opened(path, file.read(encodings.SNIFFED), file, is_within=False)
        return
    for each in within(options, path, tally):
        try:
            kind, head, rest = open_within(each)
        except OSError as error:
            report(error, tally)
            continue
        if rest is None:
            tally.skip(kind)
            continue
        with rest:
            yield Opened(each, head, rest, is_within=True)


def documents(options: Namespace, path: str, tally: Tally) -> Iterator[tuple[str, bytes]]:
    """Yield the document, or each document in a folder, with its content, as ``opened`` does."""
    for each in opened(options, path, tally):
        try:
            # Closed at once, because it may be rewritten.
            with each.rest:
                data = whole(each, LONGEST if each.is_within else None, "name it to lint it")
        except OSError as error:
            if not each.is_within:
                raise
            report(error, tally)
            continue
        yield each.name, data


def whole(document: Opened, longest: int | None, help: str) -> bytes:  # noqa: A002  as in a row
    """Return the content of a document. Raises OSError if it is longer than that."""
    with naming(document.name):
        data = document.head + document.rest.read(-1 if longest is None else longest)
    if longest is not None and len(data) > longest:
        from errno import EFBIG  # noqa: PLC0415  because most runs need none

        raise OSError(EFBIG, f"longer than {longest:,} bytes; {help}", document.shown)
    return data


def within(options: Namespace, folder: str, tally: Tally) -> Iterator[str]:
    """Yield the files in the folder and its subfolders, in order of names."""
    for path, error in _core.Walk(folder, options.excluded, ignores=not options.no_gitignore):
        if error is not None:
            report(error, tally)
        if path is not None:
            yield os.path.normpath(path)


def open_within(name: str) -> tuple[str, bytes, BufferedReader | None]:
    """Return a file in a folder with its first bytes; or its kind, if it is not a document."""
    with naming(name):
        # Check first: opening a device may have effects. The file may be replaced meanwhile.
        kind = kind_of(os.lstat(name))
        if kind:
            return kind, b"", None
        file = os.fdopen(_system.open_at_once(name), "rb")
        try:
            kind = kind_of(os.fstat(file.fileno()))
            head = b"" if kind else file.read(encodings.SNIFFED)
            if not kind and encodings.is_text(head):
                return "", head, file
        except OSError:
            file.close()
            raise
        file.close()
        return kind or "binary file", b"", None


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Put the name of the file into errors; one while reading does not have it."""
    try:
        yield
    except OSError as error:
        if error.filename is None and name != "-":
            raise type(error)(error.errno, error.strerror, name) from None
        raise


def kind_of(status: os.stat_result) -> str:
    """Return the kind of the file; "" for a regular file."""
    if stat.S_ISLNK(status.st_mode):
        return "link"
    return "" if stat.S_ISREG(status.st_mode) else "special file"


def report(error: OSError, tally: Tally) -> None:
    messages.say_file_error(error)
    tally.unread.append(str(error.filename))
