"""Wire: clients send what they are documented to send, and nothing leaves the machine."""

import socket
import subprocess
import sys
from urllib.parse import urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import superuri
from kit import ROOT
from kit.amount import FULL
from kit.command import PATIENCE
from kit.strategies import SETTINGS
from superuri import whatwg, wire
from superuri.errors import EncodeError, ParseError
from superuri.wire import loopback, programs
from superuri.wire.changes import changes
from superuri.wire.clients import CLIENTS, NAMES, Client

DOCS = ROOT / "docs"
# Characters that a presigned URL may contain, all legal.
SIGNED = "https://bucket.example/a%40b/~u/%7e/x%2Fy//../%27z?X-Sig=a+b%2B%2f&o='&e=#frag"

TARGETS = [
    ("https://u:p@e.com:1/a?b#c", "/a?b"),
    ("HTTP://e.com", "/"),
    ("//e.com?q", "/?q"),
    ("http://e.com#f", "/"),
    ("/a//b?", "/a//b?"),
    ("http://[::1]:80/x", "/x"),
    ("http://e.com/\\@elsewhere/", "/\\@elsewhere/"),
    ("http://e.com?@elsewhere/", "/?@elsewhere/"),
    ("http://e.com#@elsewhere/", "/"),
    ("https://e.com/é |", "/é |"),
]
REFUSED = [
    ("", "no-web-url"),
    ("e.com/a", "no-web-url"),
    ("ftp://e.com/", "no-web-url"),
    (" http://e.com/", "no-web-url"),
    ("http:/e.com", "no-web-url"),
    ("http://e.com\\@elsewhere/", "ambiguous-authority"),
    ("\\\\elsewhere/", "no-web-url"),
    ("/a\0b", "nul"),
    ("/" + "a" * wire.LONGEST, "too-long"),
]
CHANGES = [
    ("/%7eu", "/~u", [("path", 1, 4, "%7e", "~", "decoded")]),
    ("/a?x='", "/a?x=%27", [("query", 5, 6, "'", "%27", "encoded")]),
    ("/%c3%a9", "/%C3%A9", [("path", 1, 7, "%c3%a9", "%C3%A9", "case")]),
    ("/é", "/%C3%A9", [("path", 1, 2, "é", "%C3%A9", "encoded")]),
    ("/é", "/\udce9", [("path", 1, 2, "é", "\udce9", "rewritten")]),
    ("/a/../b", "/b", [("path", 1, 6, "a/../", "", "dots")]),
    ("/a?", "/a", [("query", 2, 3, "?", "", "dropped")]),
    ("/a", "/a#b", [("path", 2, 2, "", "#b", "added")]),
    ("/%2F", "//", [("path", 1, 4, "%2F", "/", "decoded")]),
    ("/a+b", "/a b", [("path", 2, 3, "+", " ", "rewritten")]),
    ("/|{", "/%7C%7B", [("path", 1, 3, "|{", "%7C%7B", "encoded")]),
    (
        "/a/./b%7e",
        "/a/b~",
        [("path", 3, 5, "./", "", "dots"), ("path", 6, 9, "%7e", "~", "decoded")],
    ),
    (
        "/x" + "%7e" * 300,
        "/" + "~" * 300,
        [("path", 1, 2, "x", "", "dropped"), ("path", 2, 902, "%7e" * 300, "~" * 300, "decoded")],
    ),
    ("/" + "a" * 9000, "/" + "b" * 9000, [("path", 1, 9001, "a" * 9000, "b" * 9000, "rewritten")]),
]


@pytest.fixture(scope="module")
def exact():
    return {answer.client: answer for answer in wire.send(SIGNED, exact=True, timeout=PATIENCE)}


@pytest.mark.parametrize(
    "client", [client for client in CLIENTS if client.exact], ids=lambda client: client.name
)
def test_the_exact_way_sends_exactly_these_bytes(client, exact, report):
    answer = exact[client.name]
    if answer.status == "absent":
        report(f"NOT RUN: {client.name} is not installed")
        pytest.skip(f"no {client.name}")
    assert (answer.status, answer.received) == ("kept", wire.target(SIGNED)), answer.why
    assert superuri.is_uri(answer.received)


def test_the_page_is_up_to_date():
    command = [sys.executable, DOCS, "--check", "wire", *([] if FULL else ["--signed"])]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("url", "target"), TARGETS)
def test_what_is_to_arrive(url, target):
    assert wire.target(url) == target


@pytest.mark.parametrize(("url", "code"), REFUSED)
def test_what_is_sent_nowhere(url, code):
    with pytest.raises(ParseError) as caught:
        wire.send(url)
    assert caught.value.code == code
    assert caught.value.help


def test_what_has_no_octets_or_no_row():
    with pytest.raises(EncodeError):
        wire.send("/\ud800")
    with pytest.raises(ValueError, match=r"no client is called .telnet.; there are http\.client, "):
        wire.send("/", ["telnet"])


@pytest.mark.parametrize("url", ["/a/../b", "/a?q"])
def test_what_git_adds_is_not_a_change(url):
    [answer] = wire.send(url, ["git"], timeout=PATIENCE)
    if answer.status == "absent":
        pytest.skip("no git")
    assert answer.received == url.replace("a/../", "")


@given(st.text(alphabet="/\\?#@:.[]ae\t\n%é"))
@example("\\@elsewhere")
@example("?@elsewhere")
@example("#@elsewhere")
@example(":1@elsewhere/")
@SETTINGS
def test_no_url_names_another_host(text):
    for url in (f"http://e.com{text}", f"//{text}", f"/{text}"):
        try:
            sent = programs.Destination(7, "", wire._behind_the_host(url), "").url  # noqa: SLF001
        except ParseError:
            continue
        assert sent.startswith("http://127.0.0.1:7/")
        assert superuri.split(sent).authority == "127.0.0.1:7"
        assert whatwg.URL(sent).hostname == "127.0.0.1"
        assert urlsplit(sent).hostname == "127.0.0.1"


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("python", "import socket\nsocket.create_connection(('203.0.113.1', 80), 5)"),
        ("python", "import urllib.request\nurllib.request.urlopen('http://elsewhere.example/')"),
        ("node", "await fetch('http://203.0.113.1/');"),
        ("node", "await fetch('http://elsewhere.example/');"),
    ],
)
def test_a_client_that_would_go_elsewhere_may_not(program, code):
    client = Client("elsewhere", program, code, code)
    if not programs.version(client):
        pytest.skip(f"no {program}")
    received, why = loopback.ask(client, code, "/", PATIENCE)
    assert received is None
    assert "lets nothing out" in why or "fetch failed" in why


def test_no_proxy_is_used(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as trap:
        proxy = f"http://127.0.0.1:{trap.getsockname()[1]}"
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, proxy)
            monkeypatch.setenv(name.upper(), proxy)
        answers = wire.send("http://e.com/a", timeout=PATIENCE)
        trap.settimeout(0.1)
        with pytest.raises(TimeoutError):
            trap.accept()
    assert {answer.status for answer in answers} <= {"kept", "absent"}


def sleeper(path):
    """A client that sends nothing, and its code: if it is not killed, it writes this file."""
    code = f"import time\ntime.sleep({PATIENCE})\nopen({str(path)!r}, 'w').close()"
    return Client("slow", "python", code, code), code


def test_a_client_has_only_so_much_time(tmp_path):
    received, why = loopback.ask(*sleeper(tmp_path / "slept"), "/", 0.5)
    assert (received, why) == (None, "no answer within 0.5 seconds")
    assert not (tmp_path / "slept").exists()


def test_a_request_without_an_end_takes_no_longer(tmp_path):
    code = (
        "import socket, time\n"
        "connection = socket.create_connection((host, port))\n"
        "connection.send(b'G' * 9)\n"
        f"time.sleep(60)\nopen({str(tmp_path / 'slept')!r}, 'w').close()"
    )
    received, why = loopback.ask(Client("half", "python", code, code), code, "/", 1)
    assert (received, why) == (None, "no answer within 1 seconds")
    assert not (tmp_path / "slept").exists()


def test_a_client_that_fails_reports_why():
    code = "raise KeyError('nothing here')"
    assert loopback.ask(Client("bad", "python", code, code), code, "/", PATIENCE) == (
        None,
        "KeyError: 'nothing here'",
    )


@pytest.mark.parametrize(("written", "received", "found"), CHANGES)
def test_changes(written, received, found):
    assert changes(written, received) == found


ODD = st.text(alphabet="/.?ab~%7Ee'é+", max_size=30)


@given(ODD, ODD)
@example("/" + "a?" * 2000, "/" + "?a" * 2000)
@SETTINGS
def test_the_changes_make_the_one_of_the_other(written, received):
    made, done = "", 0
    for change in changes(written, received):
        assert written[change.start : change.end] == change.written != change.received
        assert change.start >= done
        made += written[done : change.start] + change.received
        done = change.end
    assert made + written[done:] == received


def test_every_client_has_a_program_and_a_name_of_its_own():
    assert len(set(NAMES)) == len(CLIENTS)
    assert {client.program for client in CLIENTS} <= set(programs.PROGRAMS)
