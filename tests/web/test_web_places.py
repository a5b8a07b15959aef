"""The file that holds the port of the page, and the port that `serve` takes."""

import errno
import os
import socket
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web import port
from superuri.web.server import listening, listening_as_before, serve


def test_the_file_is_where_the_system_keeps_such_state(monkeypatch, tmp_path):
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert port.place() == tmp_path / "home" / ".local" / "state" / "superuri" / "port"
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert port.place() == tmp_path / "local" / "superuri" / "port"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert port.place() == tmp_path / "state" / "superuri" / "port"


def test_a_port_is_stored_again_and_again(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "a" / "b"))
    assert port.recall() == 0
    for number in (8080, 1024, 65535):
        port.store(number)
        assert port.place().read_text("ascii") == f"{number}\n"
        assert port.recall() == number
    for number in (1023, 65536):
        port.store(number)
        assert port.recall() == 0
    if os.name == "posix":
        assert port.place().parent.stat().st_mode & 0o777 == 0o700


def test_a_port_that_is_free_is_listened_on_again(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with listening_as_before("127.0.0.1") as first:
        address, number = first.getsockname()
        assert (address, port.recall()) == ("127.0.0.1", number)
        with listening_as_before("127.0.0.1") as second:
            assert second.getsockname()[1] not in {0, number}
        assert port.recall() == number
    with listening_as_before("127.0.0.1") as third:
        assert third.getsockname() == (address, number)


def test_a_port_that_is_taken_is_an_error():
    with listening() as taken:
        assert taken.family == socket.AF_INET
        address, number = taken.getsockname()
        assert address == "127.0.0.1"
        with pytest.raises(OSError) as caught:  # noqa: PT011  because each system says it otherwise
            serve(number, browse=False)
        assert caught.value.errno in {errno.EADDRINUSE, errno.EACCES}
