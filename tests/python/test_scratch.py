"""Scratch folders: each is removed with the program in it, however the process ends."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kit.isolated import run
from superuri import _scratch

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Unix: signals")


def test_a_folder_is_removed_with_the_program_in_it(monkeypatch):
    monkeypatch.setattr(_scratch, "ended", set())
    with _scratch.folder("superuri-test-") as path:
        assert Path(path).name.startswith("superuri-test-")
        assert list(Path(path).iterdir()) == []
        inner = f"{path}/a/b"
        assert [_scratch.holds(each) for each in (path, inner, path + "x", "/")] == [
            *(True, True, False, False),
        ]
        code = "import os, time; print(os.getcwd(), flush=True); time.sleep(600)"
        program = _scratch.start(path, [sys.executable, "-c", code], stdout=subprocess.PIPE)
        assert program.stdout
        with program.stdout as lines:
            assert lines.readline().decode().strip() == os.path.realpath(path)
        with _scratch.folder() as other:
            assert _scratch.holds(f"{other}/x")
        _scratch.end({threading.get_ident() + 1})
        assert program.poll() is None
        _scratch.end({threading.get_ident()})
        assert program.returncode == -signal.SIGKILL
        with pytest.raises(InterruptedError, match="the work was interrupted"):
            _scratch.start(path, [sys.executable, "-c", code])
    assert not Path(path).exists()
    assert not _scratch.holds(path)


def test_a_folder_is_removed_even_if_one_of_its_name_is_left(tmp_path: Path):
    path = tmp_path / "a"
    for left in (path, tmp_path / "a.gone"):
        (left / "b").mkdir(parents=True)
        (left / "b" / "c").touch()
    _scratch.remove(str(path))
    assert list(tmp_path.iterdir()) == []
    _scratch.remove(str(path))
    # A file cannot be replaced by a folder.
    path.mkdir()
    (tmp_path / "a.gone").touch()
    _scratch.remove(str(path))
    assert [left.name for left in tmp_path.iterdir()] == ["a.gone"]


def test_everything_is_cleaned_up_when_the_process_ends():
    code = """
import os, sys
from superuri import _scratch
def fails():
    raise OSError("no message")
with _scratch.folder() as one, _scratch.folder() as other, _scratch.cleanup(lambda: "first"):
    program = _scratch.start(one, [sys.executable, "-c", "import time; time.sleep(600)"])
    with _scratch.cleanup(fails), _scratch.cleanup(lambda: None), _scratch.cleanup(lambda: "last"):
        messages = _scratch.end_all()
        print(messages, os.path.exists(one), os.path.exists(other), program.returncode, flush=True)
        os._exit(3)
"""
    assert run(code, status=3) == f"['last', 'first'] False False {-signal.SIGKILL}\n"
