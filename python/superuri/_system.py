"""Operating system: what safe writing of files needs, on Unix and on Windows.

The only file of the package with flags and calls that some systems lack.
"""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

_CLOSED_ON_EXEC = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NAMELESS = getattr(os, "O_TMPFILE", 0)
# Windows cannot open folders, and identifies files by name only.
_FOLDERS = hasattr(os, "O_DIRECTORY") and os.open in os.supports_dir_fd
# linux/fs.h, fcntl.h
_EXCHANGE, _AT_FDCWD = 2, -100


class Folder:
    """A folder in which files are created and named, even if the folder is moved meanwhile."""

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
        """Return a descriptor of a file that vanishes unless it is given a name, or -1."""
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
        """Rename a file in one step; an existing file of that name is replaced."""
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
        if self.descriptor >= 0:
            os.close(self.descriptor)
        self.descriptor = -1


def path_of(descriptor: int) -> str:
    """Return a path to a nameless file, which only Linux has."""
    return f"/proc/self/fd/{descriptor}"


def keep_rights(target: int | Path | str, old: os.stat_result) -> None:
    """Give a file or folder the owner and mode of an older one, as far as this is allowed.

    The target is a path, or a descriptor if the system supports that.
    """
    if hasattr(os, "chown"):
        try:
            os.chown(target, old.st_uid, old.st_gid)
        except OSError:
            pass  # Only the superuser may change the owner.
        os.chmod(target, stat.S_IMODE(old.st_mode))


def open_lock(path: Path | str) -> int:
    """Return a descriptor of a lock file, which is created if needed; links are not followed."""
    more = getattr(os, "O_NOFOLLOW", 0) | _CLOSED_ON_EXEC
    return os.open(path, os.O_RDWR | os.O_CREAT | more, 0o666)


def lock(descriptor: int) -> bool:
    """Lock a file until its descriptor is closed; return False if another process holds the lock.

    Raises OSError if the file system has no locks.
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
        # Lock a byte that is never written, because Windows prevents reading of locked bytes.
        os.lseek(descriptor, 1 << 30, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError:
        return False
    finally:
        os.lseek(descriptor, 0, os.SEEK_SET)
    return True


def open_at_once(path: str) -> int:
    """Return a descriptor of the file, without following links or waiting for a FIFO."""
    more = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    return os.open(path, os.O_RDONLY | _CLOSED_ON_EXEC | more)


def sync(path: Path | str) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if os.path.isdir(path) and not _FOLDERS:
        return
    # Windows only flushes files that are open for writing.
    descriptor = os.open(path, os.O_RDONLY if _FOLDERS else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def exchange(one: Path, other: Path) -> bool:
    """Exchange two names in one step; return whether the system supports that."""
    import ctypes  # noqa: PLC0415  because most runs need none

    try:
        library = ctypes.CDLL(None, use_errno=True)
        names = [os.fsencode(path) for path in (one, other)]
        return not library.renameat2(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _EXCHANGE)
    except (OSError, AttributeError, TypeError):
        return False


def end_at_interrupt() -> None:
    """Let Ctrl-C end the process without a traceback, like other programs."""
    # `signal` takes longer to import, and opens files.
    import _signal as signal  # type: ignore[import-not-found]  # noqa: PLC0415  only a process ends

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def fill_closed() -> set[int]:
    """Return which of the descriptors 0, 1 and 2 are closed, and open a placeholder for each.

    Otherwise the next file that is opened would become standard output. Reading the placeholder of
    standard input fails, and so does writing to that of standard output, as with a closed one.
    Error messages are discarded without an error.
    """
    closed = set()
    for descriptor, way in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_RDWR)):
        try:
            os.fstat(descriptor)
        except OSError:
            closed.add(descriptor)
            os.open(os.devnull, way)
    return closed
