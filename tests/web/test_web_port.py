"""Port of the page: the last one, where the browser finds what it keeps."""

import os
import socket

import pytest

from kit import web

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web import port


@pytest.fixture
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "superuri" / "port"


def test_the_page_comes_back_to_its_port(state):
    with web.serving() as first:
        assert state.read_text() == f"{first.port}\n"
        with web.serving() as beside:  # the port is taken: another one, for this time
            assert beside.port != first.port
    with web.serving() as second:
        assert second.port == first.port
        assert second.path != first.path  # the token is new
    with web.serving("--port", "0") as other:
        assert other.port != first.port
    assert state.read_text() == f"{first.port}\n"


@pytest.mark.parametrize("text", ["", "x", "80", "-1", "99999", "1" * 9999, "\ufeff8080"])
def test_a_file_that_holds_no_port_counts_for_nothing(state, text):
    state.parent.mkdir()
    state.write_text(text)
    assert port.recall() in {0, 11111}


def test_a_folder_that_cannot_be_written_is_not_a_failure(monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", os.devnull)
    port.store(8080)
    assert port.recall() == 0
    with web.serving() as server:
        assert server.lives()


def test_a_port_that_somebody_else_has_is_left_alone(state):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        state.parent.mkdir()
        state.write_text(str(taken.getsockname()[1]))
        with web.serving() as server:
            assert server.port != taken.getsockname()[1]
