"""Folders in which files are created and named, as on Unix and as on Windows."""

import errno
import os
import stat
from pathlib import Path

import pytest

from kit.isolated import run
from kit.modes import mode_of, umask
from superuri import _system

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Unix: descriptors of folders")


def is_closed(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError as error:
        return error.errno == errno.EBADF
    return False


@pytest.mark.parametrize("as_on", ["unix", "windows"])
def test_a_file_is_made_renamed_and_removed(as_on, tmp_path, monkeypatch):
    monkeypatch.setattr(_system, "_FOLDERS", as_on == "unix")
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    folder = _system.Folder(str(before))
    assert folder.path == str(before)
    if as_on == "unix":
        # The folder is found by its descriptor.
        before.rename(after)
    else:
        assert folder.descriptor == -1
        after = before
    with umask(0):
        descriptor = folder.make("new")
    assert not os.get_inheritable(descriptor)
    assert os.write(descriptor, b"text") == 4
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.read(descriptor, 1)
    os.close(descriptor)
    assert (after / "new").read_bytes() == b"text"
    assert mode_of(after / "new") == 0o666
    with pytest.raises(FileExistsError):
        folder.make("new")
    (after / "old").write_text("replaced")
    folder.rename("new", "old")
    assert [path.name for path in after.iterdir()] == ["old"]
    assert (after / "old").read_bytes() == b"text"
    folder.remove("old")
    folder.remove("old")
    assert list(after.iterdir()) == []
    folder.sync()
    held = folder.descriptor
    if as_on == "unix":
        assert not os.get_inheritable(held)
        assert stat.S_ISDIR(os.fstat(held).st_mode)
    folder.close()
    assert folder.descriptor == -1
    assert held == -1 or is_closed(held)
    folder.close()


def test_a_folder_with_the_lowest_descriptor_is_closed():
    code = """
import os
from superuri import _system
os.close(0)
folder = _system.Folder("/")
held = folder.descriptor
folder.close()
try:
    os.fstat(0)
except OSError:
    print(held, folder.descriptor)
"""
    assert run(code) == "0 -1\n"


def test_a_folder_is_not_a_file(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        _system.Folder(str(tmp_path / "file"))


def test_a_nameless_file_is_given_a_name(tmp_path: Path):
    flags = getattr(os, "O_TMPFILE", 0) | os.O_WRONLY
    try:
        os.close(os.open(tmp_path, flags))
    except OSError:
        pytest.skip("the file system has no nameless files")
    folder = _system.Folder(str(tmp_path))
    with umask(0):
        descriptor = folder.make_nameless()
    assert list(tmp_path.iterdir()) == []
    assert not os.get_inheritable(descriptor)
    assert os.write(descriptor, b"text") == 4
    assert _system.path_of(descriptor) == f"/proc/self/fd/{descriptor}"
    folder.link(_system.path_of(descriptor), "named")
    os.close(descriptor)
    folder.close()
    assert (tmp_path / "named").read_bytes() == b"text"
    assert not (tmp_path / "named").is_symlink()
    assert mode_of(tmp_path / "named") == 0o666


def test_a_system_without_nameless_files_makes_none(tmp_path, monkeypatch):
    monkeypatch.setattr(_system, "_NAMELESS", 0)
    folder = _system.Folder(str(tmp_path))
    assert folder.make_nameless() == -1
    folder.close()


def test_a_folder_that_is_gone_has_no_nameless_file(tmp_path: Path):
    gone = tmp_path / "gone"
    gone.mkdir()
    folder = _system.Folder(str(gone))
    gone.rmdir()
    assert folder.make_nameless() == -1
    folder.close()


def test_the_mode_of_an_older_file_is_kept(tmp_path: Path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.touch()
    new.touch()
    for mode in (0o600, 0o755):
        old.chmod(mode)
        _system.keep_rights(new, old.stat())
        assert mode_of(new) == mode
    with new.open() as opened:
        old.chmod(0o444)
        _system.keep_rights(opened.fileno(), old.stat())
    assert mode_of(new) == 0o444


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the superuser changes owners"
)
def test_the_owner_of_an_older_file_is_kept(tmp_path: Path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.touch()
    new.touch()
    os.chown(old, 1234, 4321)
    _system.keep_rights(new, old.stat())
    assert (new.stat().st_uid, new.stat().st_gid) == (1234, 4321)


def test_a_folder_is_opened_where_its_flag_is_missing(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "O_DIRECTORY")
    folder = _system.Folder(str(tmp_path))
    assert folder.descriptor >= 0
    folder.close()
