"""Operating system: what writing a file safely asks of it, on Unix and on Windows.

The only file of the package that names a flag or a call that some systems lack.
"""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

_CLOSED_ON_EXEC = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NAMELESS = getattr(os, "O_TMPFILE", 0)
# Windows opens no folder, and knows files by their names alone.
_FOLDERS = hasattr(os, "O_DIRECTORY") and os.open in os.supports_dir_fd
# linux/fs.h, fcntl.h
_EXCHANGE, _AT_FDCWD = 2, -100


class Folder:
    """A folder in which a file is made and named, also when the folder is moved meanwhile."""

    def __init__(self, path: str) -> None:
        self.path = path
        flags = os.O_RDONLY | _CLOSED_ON_EXEC | getattr(os, "O_DIRECTORY", 0)
        self.descriptor: int = os.open(path, flags) if _FOLDERS else -1

    def _name(self, name: str) -> str:
        return name if _FOLDERS else os.path.join(self.path, name)

    def make(self, name: str) -> int:
        """Return a descriptor of a new file with this name."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CLOSED_ON_EXEC
        if _FOLDERS:
            return os.open(name, flags, 0o666, dir_fd=self.descriptor)
        return os.open(self._name(name), flags, 0o666)

    def make_nameless(self) -> int:
        """Return a descriptor of a file that vanishes unless it gets a name, or -1."""
        if not _NAMELESS:
            return -1
        try:
            return os.open(self.path, _NAMELESS | os.O_WRONLY | _CLOSED_ON_EXEC, 0o666)
        except OSError:
            return -1

    def link(self, path: str, name: str) -> None:
        """Give a nameless file, known by its path, a name."""
        # A descriptor of the folder makes Python follow the link under /proc.
        os.link(path, name, src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)

    def rename(self, old: str, new: str) -> None:
        """Let the file take the name in one step, that of another file too."""
        if _FOLDERS:
            os.replace(old, new, src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)
        else:
            os.replace(self._name(old), self._name(new))

    def remove(self, name: str) -> None:
        """Remove the file, if it is there."""
        try:
            if _FOLDERS:
                os.unlink(name, dir_fd=self.descriptor)
            else:
                os.unlink(self._name(name))
        except OSError:
            pass

    def sync(self) -> None:
        """Wait until the names are on the disk."""
        if _FOLDERS:
            os.fsync(self.descriptor)

    def close(self) -> None:
        """Let go of the folder."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
        self.descriptor = -1


def path_of(descriptor: int) -> str:
    """Return a path that leads to a nameless file; Linux has one."""
    return f"/proc/self/fd/{descriptor}"


def keep_rights(target: int | Path | str, old: os.stat_result) -> None:
    """Give a file or folder the owner and the mode of an older one, as far as this is allowed.

    The target is a path or, where the system knows files by descriptors, a descriptor.
    """
    if hasattr(os, "chown"):
        try:
            os.chown(target, old.st_uid, old.st_gid)
        except OSError:
            pass  # Only the superuser may give files away.
        os.chmod(target, stat.S_IMODE(old.st_mode))


def open_lock(path: Path | str) -> int:
    """Return a descriptor of a file to lock; it is made if it is missing, no link is followed."""
    more = getattr(os, "O_NOFOLLOW", 0) | _CLOSED_ON_EXEC
    return os.open(path, os.O_RDWR | os.O_CREAT | more, 0o666)


def lock(descriptor: int) -> bool:
    """Lock a file until its descriptor is closed; return whether no other process has done so.

    Raises OSError where the file system knows no locks.
    """
    try:
        import fcntl  # noqa: PLC0415  because Windows lacks it
    except ImportError:
        return _lock_windows(descriptor)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock_windows(descriptor: int) -> bool:
    import msvcrt  # noqa: PLC0415  because only Windows has it

    try:
        # Of a byte that is never written, as what is locked cannot be read.
        os.lseek(descriptor, 1 << 30, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError:
        return False
    finally:
        os.lseek(descriptor, 0, os.SEEK_SET)
    return True


def open_at_once(path: str) -> int:
    """Return a descriptor of the file, not of what a link names; no FIFO is waited for."""
    more = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    return os.open(path, os.O_RDONLY | _CLOSED_ON_EXEC | more)


def sync(path: Path | str) -> None:
    """Wait until a file is on the disk, or the names in a folder."""
    if os.path.isdir(path) and not _FOLDERS:
        return
    # Windows flushes what may be written.
    descriptor = os.open(path, os.O_RDONLY if _FOLDERS else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def exchange(one: Path, other: Path) -> bool:
    """Exchange two names in one step; return whether this system can."""
    import ctypes  # noqa: PLC0415  because most runs need none

    try:
        library = ctypes.CDLL(None, use_errno=True)
        names = [os.fsencode(path) for path in (one, other)]
        return not library.renameat2(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _EXCHANGE)
    except (OSError, AttributeError, TypeError):
        return False


def end_at_interrupt() -> None:
    """Have Ctrl-C end the process without a traceback, as it ends other programs."""
    # `signal` would open files, and takes longer.
    import _signal as signal  # type: ignore[import-not-found]  # noqa: PLC0415  only a process ends

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def fill_closed() -> set[int]:
    """Return which of the descriptors 0, 1 and 2 are closed, and put something harmless there.

    Otherwise the next file that is opened would become standard output. What is put there cannot
    be read instead of standard input, nor written instead of standard output: it fails, as with a
    closed one. Messages that nobody can see are lost, and no failure.
    """
    closed = set()
    for descriptor, way in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_RDWR)):
        try:
            os.fstat(descriptor)
        except OSError:
            closed.add(descriptor)
            os.open(os.devnull, way)
    return closed
