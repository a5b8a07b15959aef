"""Wire: whole answers of clients that are absent, have no exact way, or are not started."""

import json
import shutil
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from kit.command import PATIENCE, run
from superuri import _foreign, _scratch, wire
from superuri.errors import ParseError
from superuri.wire import loopback
from superuri.wire.changes import changes
from superuri.wire.clients import NAMES, Client

PYTHON = "{}.{}.{}".format(*sys.version_info[:3])
#: The longest URL that is sent, and one that has a byte more in fewer characters.
LONGEST = "/" + "a" * 16_383
TOO_LONG = "/" + "é" * 8_192

REFUSED = [
    # URL, code, start and end, message, help
    (TOO_LONG, "too-long", (0, 0), "the URL has more than 16,384 bytes", "servers take less"),
    ("/a\0b\0c", "nul", (2, 3), r'"\x00" at 2 can be handed to no client', "write %00"),
    (
        "ftp://é",
        "no-web-url",
        (0, 7),
        '"ftp://é" at 0..7 is not a URL of the Web',
        "begin it with http://, https:// or a slash",
    ),
    (
        "http://e.com\\@f/\\",
        "ambiguous-authority",
        (12, 13),
        r'"\\" at 12 does not show where the host ends',
        "write a slash, or %5C",
    ),
]


@pytest.mark.parametrize(
    ("url", "code", "span", "message", "help_"), REFUSED, ids=[row[1] for row in REFUSED]
)
def test_a_url_that_is_refused(url, code, span, message, help_):
    for refuse in (wire.target, wire.send):
        with pytest.raises(ParseError) as caught:
            refuse(url)
        error = caught.value
        assert (error.text, error.code, (error.start, error.end)) == (url, code, span)
        assert (str(error), error.help) == (message, help_)


def test_the_longest_url_is_taken() -> None:
    assert wire.target(LONGEST) == LONGEST


def test_a_backslash_after_a_slash_is_a_part_of_the_path() -> None:
    assert wire.target("/\\a") == wire.target("http://e.com/\\a#f") == "/\\a"


def test_an_unknown_client_is_refused_before_any_is_started() -> None:
    with pytest.raises(ValueError, match="telnet") as caught:
        wire.send("/a", iter(["urllib", "telnet"]))
    assert str(caught.value) == f"no client is called 'telnet'; there are {', '.join(NAMES)}"


def test_answers_are_in_the_order_of_the_names() -> None:
    names = ["urllib", "http.client", "urllib"]
    answers = wire.send("https://u:p@e.com/%7e?q=%2B#f", names, timeout=PATIENCE)
    assert answers == tuple(wire.Answer(name, PYTHON, "kept", "/%7e?q=%2B") for name in names)
    names = ["urllib", "http.client"]
    answers = wire.send("/a", names, timeout=PATIENCE)
    assert answers == tuple(wire.Answer(name, PYTHON, "kept", "/a") for name in names)
    [refused] = wire.send("/a b", ["urllib"], timeout=PATIENCE)
    assert refused[:5] == ("urllib", PYTHON, "refused", None, ())
    assert "InvalidURL: URL can't contain control characters" in refused.why


def test_a_client_that_is_not_installed_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_foreign, "_versions", {})
    monkeypatch.setenv("PATH", "")
    for exact in (False, True):
        answers = wire.send("/a", ["curl", "Node fetch", "PHP"], exact=exact, timeout=PATIENCE)
        assert answers == (
            wire.Answer("curl", "", "absent"),
            wire.Answer("Node fetch", "", "absent"),
            wire.Answer("PHP", "", "absent"),
        )
    done = run(["wire", "--client", "curl", "--json", "/a"])
    assert (done.returncode, json.loads(done.stdout)) == (
        0,
        {
            "url": "/a",
            "client": "curl",
            "version": None,
            "status": "absent",
            "written": "/a",
            "received": None,
            "why": None,
            "changes": [],
        },
    )


@pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")
def test_node_fetch_has_no_exact_way() -> None:
    answers = wire.send("/a", ["Node fetch"], exact=True, timeout=PATIENCE)
    assert answers == (wire.Answer("Node fetch", _foreign.version("node"), "none"),)


#: The code of a client that sends these bytes.
SENDS = r"""
import socket
socket.create_connection((host, port)).sendall(b"GET %s HTTP/1.1\r\n\r\n")
"""


def test_a_client_sends_in_its_usual_or_in_its_exact_way(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client("own", "python", SENDS % r"/\xe9", SENDS % r"/\xc3\xa9")
    monkeypatch.setattr("superuri.wire.CLIENTS", (client,))
    found = (wire.Change("path", 1, 2, "é", "\udce9", "rewritten"),)
    for url in ("/é", "http://e.com/é#f"):
        usual = wire.send(url, ["own"], timeout=PATIENCE)
        assert usual == (wire.Answer("own", PYTHON, "changed", "/\udce9", found),)
        exact = wire.send(url, ["own"], exact=True, timeout=PATIENCE)
        assert exact == (wire.Answer("own", PYTHON, "kept", "/é"),)


def test_a_client_runs_in_a_folder_that_is_named_after_the_command() -> None:
    code = "raise ValueError(__import__('os').getcwd())"
    client = Client("own", "python", code, None)
    received, why = loopback.ask(client, code, "/", PATIENCE)
    folder = Path(why.removeprefix("ValueError: "))
    assert (received, folder.name[:14], folder.exists()) == (None, "superuri-wire-", False)


def test_changes_after_a_part_of_another_length_are_aligned() -> None:
    assert changes("/x%7ey%7e", "/zz~y~") == [
        ("path", 1, 2, "x", "zz", "rewritten"),
        ("path", 2, 5, "%7e", "~", "decoded"),
        ("path", 6, 9, "%7e", "~", "decoded"),
    ]


def test_a_client_that_waits_its_turn_is_not_started_after_a_failure(monkeypatch):
    starts, ends, asks = threading.Thread.start, _scratch.end, loopback.ask
    started: list[threading.Thread] = []
    asked: list[str] = []
    stopped = threading.Event()

    def start(thread: threading.Thread) -> None:
        """Start a thread, but only one."""
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        starts(thread)

    def ask(client: Any, *arguments: Any) -> Any:
        asked.append(client.name)
        assert stopped.wait(PATIENCE)
        return asks(client, *arguments)

    def end(threads: set[int]) -> None:
        ends(threads)
        stopped.set()

    monkeypatch.setattr(threading.Thread, "start", start)
    monkeypatch.setattr("superuri.wire.ask", ask)
    monkeypatch.setattr(_scratch, "end", end)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        wire.send("/a", ["urllib", "http.client"], timeout=PATIENCE)
    assert "http.client" not in asked
