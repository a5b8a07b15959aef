"""Locks, descriptors and signals: what safe writing of files asks of the operating system."""

import ctypes
import os
import signal
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kit.isolated import run
from kit.modes import mode_of, umask
from superuri import _system

fcntl: Any = pytest.importorskip("fcntl", reason="Unix: descriptors")


@pytest.mark.parametrize("flags", [("O_NOFOLLOW",), ()])
def test_one_process_holds_a_lock(flags, tmp_path, monkeypatch):
    path = tmp_path / "lock"
    if not flags:
        monkeypatch.delattr(os, "O_NOFOLLOW")
    with umask(0):
        one = _system.open_lock(path)
    other = _system.open_lock(str(path))
    assert (os.get_inheritable(one), path.read_bytes(), mode_of(path)) == (False, b"", 0o666)
    assert os.write(one, b"x") == 1
    assert os.read(other, 1) == b"x"
    assert [_system.lock(one), _system.lock(other)] == [True, False]
    os.close(one)
    assert _system.lock(other) is True
    os.close(other)
    (tmp_path / "link").symlink_to(path)
    if flags:
        with pytest.raises(OSError, match="symbolic link"):
            _system.open_lock(tmp_path / "link")


def test_on_windows_a_byte_is_locked_that_is_never_written(tmp_path, monkeypatch):
    calls = []

    def locking(descriptor: int, how: int, count: int) -> None:
        calls.append((descriptor, os.lseek(descriptor, 0, os.SEEK_CUR), how, count))
        if len(calls) > 1:
            raise OSError("another process holds it")

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking))
    descriptor = _system.open_lock(tmp_path / "lock")
    try:
        os.write(descriptor, b"text")
        assert [_system.lock(descriptor), _system.lock(descriptor)] == [True, False]
        assert calls == [(descriptor, 1 << 30, 2, 1)] * 2
        assert os.read(descriptor, 9) == b"text"
    finally:
        os.close(descriptor)


@pytest.mark.parametrize("lacks", [(), ("O_NONBLOCK", "O_NOFOLLOW")])
def test_a_file_is_opened_at_once(lacks, tmp_path, monkeypatch):
    path, fifo, link = (tmp_path / name for name in ("file", "fifo", "link"))
    path.write_bytes(b"text")
    os.mkfifo(fifo)
    link.symlink_to(path)
    for name in lacks:
        monkeypatch.delattr(os, name)
    for each, want in (
        ((path, b"text"), (link, b"text")) if lacks else ((path, b"text"), (fifo, b""))
    ):
        descriptor = _system.open_at_once(str(each))
        assert (os.read(descriptor, 9), os.get_inheritable(descriptor)) == (want, False)
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.write(descriptor, b"x")
        os.close(descriptor)
    if not lacks:
        with pytest.raises(OSError, match="symbolic link"):
            _system.open_at_once(str(link))


def synced(path: Any, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Sync a path and return how each descriptor was opened."""
    ways = []
    fsync = os.fsync

    def noted(descriptor: int) -> None:
        ways.append(fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE)
        fsync(descriptor)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", noted)
        _system.sync(path)
    return ways


def test_files_and_folders_are_written_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "file"
    file.write_bytes(b"text")
    for path in (tmp_path, file, str(file)):
        assert synced(path, monkeypatch) == [os.O_RDONLY]
    with pytest.raises(FileNotFoundError):
        _system.sync(tmp_path / "absent")
    # Windows only flushes files that are open for writing, and no folders.
    monkeypatch.setattr(_system, "_FOLDERS", False)
    assert synced(file, monkeypatch) == [os.O_RDWR]
    assert synced(tmp_path, monkeypatch) == []


def test_two_names_are_exchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("1")
    assert _system.exchange(one, other) is False
    assert one.read_text() == "1"
    other.write_text("2")
    is_known = hasattr(ctypes.CDLL(None), "renameat2")
    assert _system.exchange(one, other) is is_known
    assert (one.read_text(), other.read_text()) == (("2", "1") if is_known else ("1", "2"))
    monkeypatch.chdir(tmp_path)
    assert _system.exchange(Path("one"), Path("other")) is is_known
    assert one.read_text() == "1"
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: SimpleNamespace())
    assert _system.exchange(one, other) is False


def test_an_interrupt_ends_the_process_without_a_traceback():
    code = "import os, signal\nfrom superuri import _system\n"
    end = "_system.end_at_interrupt()\nos.kill(os.getpid(), signal.SIGINT)\nprint('alive')"
    assert run(code + end, status=-signal.SIGINT) == ""
    ignored = "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    assert run(code + ignored + end) == "alive\n"


def test_closed_descriptors_are_filled():
    code = """
import os, sys
from superuri import _system
out = os.dup(1)
for each in map(int, sys.argv[1:]):
    os.close(each)
found = _system.fill_closed()
tries = []
for each, act in ((0, lambda: os.read(0, 1)), (1, lambda: os.write(1, b"x")),
                  (2, lambda: os.write(2, b"x")), (2, lambda: os.read(2, 1))):
    if each in found:
        try:
            tries.append(act())
        except OSError as error:
            tries.append(error.errno == 9)
os.write(out, f"{sorted(found)} {tries}".encode())
"""
    assert run(code) == "[] []"
    assert run(code, 0) == "[0] [True]"
    assert run(code, 1) == "[1] [True]"
    assert run(code, 2) == "[2] [1, b'']"
    assert run(code, 0, 1, 2) == "[0, 1, 2] [True, True, 1, b'']"
