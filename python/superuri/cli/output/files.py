"""Files that are written whole or not at all: the old one stays until the new one is complete.

What is written has no name, or a passing one, until it is complete and on the disk. Then it takes
the target's name in one step. Devices, FIFOs and the like are written directly, and so is whatever
a descriptor of the process leads to: its file belongs to the program that opened it.
"""

import os
import stat
import time

from superuri import _core, _system
from superuri.cli.output import messages, signals

STANDARD = {1: "<stdout>", 2: "<stderr>"}

# Linux follows as many.
MOST_LINKS = 40


class Target:
    """A file that is being written. ``path`` is where to append, ``name`` what it is called.

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
        """Make the file that will be the target, with the rights of the old one."""
        # A symbolic link stays; what it points to is replaced.
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
        """Return a name beside the target's that nobody uses."""
        base = os.path.basename(self.final)
        return f".{base[:200]}.{os.getpid():x}{time.monotonic_ns():x}.tmp"

    def commit(self) -> None:
        """Give the complete file its name, once all of it is on the disk."""
        if not self.atomic or self.folder is None:
            return
        try:
            os.fsync(self.descriptor)
            if not self.temporary:
                self.temporary = self.unused()
                signals.unfinished.append(self.discard)
                self.folder.link(str(self.path), self.temporary)
            os.close(self.descriptor)  # Windows renames no open file.
            self.descriptor = -1
            self.folder.rename(self.temporary, os.path.basename(self.final))
            self.temporary = ""
            self.folder.sync()
        except OSError as error:
            raise type(error)(error.errno, error.strerror, self.name) from None
        finally:
            self.discard()

    def discard(self) -> None:
        """Leave no trace of a file that is not complete; after :meth:`commit`, let go."""
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
    """Return which descriptor of this process the name stands for, as /dev/stdout does, or -1."""
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
    """Return 1 or 2 of what is standard output or standard error; the name of anything else."""
    number = descriptor(name)
    return number if number in STANDARD else name


def same_file(one: str | int, other: str | int) -> bool:
    """Return whether both, names or descriptors, are one file, so that writing one harms the other.

    Devices, FIFOs and the like can be shared.
    """
    try:
        first, second = os.stat(one), os.stat(other)
    except OSError:
        # What is not there yet has no number.
        if isinstance(one, str) and isinstance(other, str):
            return os.path.realpath(one) == os.path.realpath(other)
        return False
    return stat.S_ISREG(first.st_mode) and os.path.samestat(first, second)


def is_named(text: str) -> bool:
    """Return whether a file has this name. A share of Windows is not asked: that would connect."""
    return not text.startswith(("//", "\\\\")) and os.path.isfile(text)


def status(name: str | int) -> os.stat_result | None:
    """Return what is known of the file; None if there is none."""
    try:
        return os.stat(name)
    except FileNotFoundError:
        return None


def write(data: bytes) -> None:
    """Write all of it to standard output, also to a pipe that would rather not wait.

    What a terminal would act on is escaped there.
    """
    if messages.is_terminal(1):
        _core.append((1, STANDARD[1]), data)
        return
    write_painted(data)


def write_text(text: str) -> None:
    """Write the text and an end of line to standard output."""
    write(text.encode("utf-8", "backslashreplace") + b"\n")


def write_painted(data: bytes, descriptor: int = 1) -> None:
    """Write all of it as it is: nothing in it may act on a terminal but our own colours."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(descriptor, view) :]
        except BlockingIOError:
            time.sleep(0.001)
        except OSError as error:
            raise type(error)(error.errno, error.strerror, STANDARD[descriptor]) from None
