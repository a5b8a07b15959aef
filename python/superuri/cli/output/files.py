"""Files that are written in full or not at all: the old one is kept until the new one is complete.

The new file has no name, or a temporary one, until it is complete and on the disk. Then it is
renamed in one step. Devices, FIFOs and the like are written directly, and so are descriptors of the
process: their file belongs to the program that opened it.
"""

import os
import stat
import time

import superuri._core as _core
import superuri._system as _system
from superuri.cli.output import messages, signals

STANDARD = {1: "<stdout>", 2: "<stderr>"}

# The limit of Linux for following links.
MOST_LINKS = 40


class Target:
    """A file that is being written: append to ``path``; ``name`` is for messages.

    The path of standard output is 1, that of standard error is 2.
    """

    path: str | int

    def __init__(self, name: str) -> None:
        self.path = place(name)
        self.name: str = name if isinstance(self.path, str) else STANDARD[self.path]
        self.temporary: str = ""
        self.descriptor: int = -1
        self.folder: _system.Folder | None = None
        old = status(self.path)
        if old is not None and stat.S_ISDIR(old.st_mode):
            from errno import EISDIR  # noqa: PLC0415  because most runs need none

            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), name)
        self.atomic: bool = descriptor(name) < 0 and (old is None or stat.S_ISREG(old.st_mode))
        if self.atomic:
            try:
                self.begin(old)
            except OSError as error:
                self.discard()
                raise type(error)(error.errno, error.strerror, name) from None

    def __enter__(self) -> "Target":  # noqa: PYI034  because Self is younger than Python 3.10
        return self

    def __exit__(self, *_: object) -> None:
        self.discard()

    def append(self, data: bytes) -> None:
        _core.append((self.path, self.name), data)

    def begin(self, old: os.stat_result | None) -> None:
        """Create the new file, with the mode of the old one."""
        # A symbolic link is kept; the file that it points to is replaced.
        self.final: str = os.path.realpath(self.name)
        if old is not None and not os.access(self.final, os.W_OK):
            from errno import EACCES  # noqa: PLC0415  because most runs need none

            raise PermissionError(EACCES, os.strerror(EACCES), self.name)
        self.folder = _system.Folder(os.path.dirname(self.final))
        self.descriptor = self.folder.make_nameless()
        if self.descriptor >= 0:
            self.path = _system.path_of(self.descriptor)
            if status(self.path) is None:
                os.close(self.descriptor)
                self.descriptor = -1
        if self.descriptor < 0:
            self.temporary = self.unused()
            signals.unfinished.append(self.discard)
            self.path = os.path.join(self.folder.path, self.temporary)
            self.descriptor = self.folder.make(self.temporary)
        if old is not None:
            _system.keep_rights(self.descriptor, old)

    def unused(self) -> str:
        """Return an unused name in the folder of the target."""
        base = os.path.basename(self.final)
        return f".{base[:200]}.{os.getpid():x}{time.monotonic_ns():x}.tmp"

    def commit(self) -> None:
        """Rename the complete file, once it is on the disk."""
        if not self.atomic or self.folder is None:
            return
        try:
            os.fsync(self.descriptor)
            if not self.temporary:
                self.temporary = self.unused()
                signals.unfinished.append(self.discard)
                self.folder.link(str(self.path), self.temporary)
            os.close(self.descriptor)  # Windows cannot rename an open file.
            self.descriptor = -1
            self.folder.rename(self.temporary, os.path.basename(self.final))
            self.temporary = ""
            self.folder.sync()
        except OSError as error:
            raise type(error)(error.errno, error.strerror, self.name) from None
        finally:
            self.discard()

    def discard(self) -> None:
        """Remove an incomplete file; after :meth:`commit`, only close."""
        if self.folder is not None:
            if self.temporary:
                self.folder.remove(self.temporary)
            self.folder.close()
        self.temporary, self.folder = "", None
        if self.descriptor >= 0:
            os.close(self.descriptor)
        self.descriptor = -1
        if self.discard in signals.unfinished:
            signals.unfinished.remove(self.discard)


def descriptor(name: str) -> int:
    """Return the descriptor of this process that the name means, such as /dev/stdout, or -1."""
    if name == "-":
        return 1
    descriptors = os.path.realpath("/dev/fd")
    for _ in range(MOST_LINKS):
        folder, base = os.path.split(os.path.abspath(name))
        if base.isdecimal() and os.path.realpath(folder) == descriptors:
            return int(base)
        try:
            name = os.path.join(folder, os.readlink(name))
        except OSError:
            break
    return -1


def place(name: str) -> str | int:
    """Return 1 or 2 for standard output or standard error; otherwise the name."""
    number = descriptor(name)
    return number if number in STANDARD else name


def same_file(one: str | int, other: str | int) -> bool:
    """Return whether both names or descriptors are the same file, so that writing one harms the
    other.

    Devices, FIFOs and the like can be shared.
    """
    try:
        first, second = os.stat(one), os.stat(other)
    except OSError:
        # A file that does not exist yet has no inode.
        if isinstance(one, str) and isinstance(other, str):
            return os.path.realpath(one) == os.path.realpath(other)
        return False
    return stat.S_ISREG(first.st_mode) and os.path.samestat(first, second)


def is_named(text: str) -> bool:
    """Return whether the file exists. Windows shares are not checked, because that would
    connect.
    """
    return not text.startswith(("//", "\\\\")) and os.path.isfile(text)


def status(name: str | int) -> os.stat_result | None:
    """Return the status of the file; None if it does not exist."""
    try:
        return os.stat(name)
    except FileNotFoundError:
        return None


def write(data: bytes) -> None:
    """Write everything to standard output, even to a non-blocking pipe.

    On a terminal, control characters are escaped.
    """
    if messages.is_terminal(1):
        _core.append((1, STANDARD[1]), data)
        return
    write_painted(data)


def write_text(text: str) -> None:
    """Write the text and an end of line to standard output."""
    write(text.encode("utf-8", "backslashreplace") + b"\n")


def write_painted(data: bytes, descriptor: int = 1) -> None:
    """Write everything unchanged: only for text whose control characters are our own colours."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(descriptor, view) :]
        except BlockingIOError:
            time.sleep(0.001)
        except OSError as error:
            raise type(error)(error.errno, error.strerror, STANDARD[descriptor]) from None
