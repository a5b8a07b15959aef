"""Closing: a client that is still sending receives the whole answer, up to a limit."""

import contextlib
import http.client
import shutil
import socket
import subprocess
import time

import pytest

from kit import web

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web.limits import MOST_BODY

#: More than the buffers of two sockets hold.
LONG = 16 << 20
SENTENCE = f"the body has more than {MOST_BODY} bytes\n"
JSON = {"Content-Type": "application/json"}


def posted(server, body, headers=(), target="api/clean"):
    """The status and the message, received by a client that reads only after sending everything."""
    link = http.client.HTTPConnection(server.host, server.port, timeout=web.WAIT)
    with contextlib.closing(link):
        link.request("POST", server.path + target, body, {**JSON, **dict(headers)})
        answer = link.getresponse()
        return answer.status, answer.read().decode()


def test_the_standard_library_receives_the_refusal(server):
    assert posted(server, b" " * LONG) == (413, SENTENCE)
    pieces = (b" " * (1 << 16) for _ in range(LONG >> 16))  # in chunks, whose sum nobody declares
    assert posted(server, pieces) == (413, SENTENCE)


def test_every_refusal_is_received(server):
    assert posted(server, b" " * LONG, {"Host": "evil.example"})[0] == 421
    assert posted(server, b" " * (MOST_BODY - 1), {"Origin": "http://evil.example"})[0] == 403
    assert posted(server, b" " * (MOST_BODY - 1), {"Content-Type": "text/plain"})[0] == 415
    assert posted(server, b" " * (MOST_BODY - 1), target="x")[0] == 405
    assert server.lives()


@pytest.mark.parametrize(
    "more", [(), ("-H", "Expect:"), ("-H", "Transfer-Encoding: chunked")], ids=" ".join
)
def test_curl_receives_the_refusal(server, more):
    curl = shutil.which("curl")
    if not curl:
        pytest.skip("no curl")
    address = f"{server.address}api/clean"
    head = ["-H", "Content-Type: application/json", *more]
    requested = [curl, "-sS", *head, "--data-binary", "@-", "-w", "%{http_code}", address]
    printed = subprocess.run(requested, input=b" " * LONG, capture_output=True, check=False)
    assert (printed.returncode, printed.stderr) == (0, b"")
    assert printed.stdout.decode() == f"{SENTENCE}413"


def test_a_browser_receives_the_refusal(browser, server):
    page, _ = web.opened(browser, server)
    printed = page.evaluate(
        """async ([most, long]) => {
          const asked = { method: 'POST', headers: { 'content-type': 'application/json' } };
          const answers = [];
          for (const length of [most + 1, long]) {
            const answer = await fetch('api/clean', { ...asked, body: ' '.repeat(length) });
            answers.push([answer.status, await answer.text()]);
          }
          return answers;
        }""",
        [MOST_BODY, LONG],
    )
    page.context.close()
    assert printed == [[413, SENTENCE]] * 2


def test_a_body_that_is_not_valid_http_is_answered_at_once(server):
    head = f"POST {server.path}api/clean HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    head += "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection((web.HOST, server.port), timeout=web.WAIT) as link:
        link.sendall(head.encode())
        link.sendall(b"1\r\n{\r\nzz\r\n" + b" " * LONG)
        answer = web.received(link)
    assert web.status(answer) == 400
    assert b"\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n" in answer
    assert b"the body is not valid HTTP" in answer
    assert server.lives()


def send_on(link, piece, pause=0.0):
    """Send it again and again."""
    while True:
        link.sendall(piece)
        time.sleep(pause)


def test_a_client_that_sends_without_end_is_hung_up_on():
    """After this many bytes, with any timeout."""
    with web.serving(given="limits.MOST_DROPPED = 1 << 20") as server:
        with socket.create_connection((web.HOST, server.port), timeout=web.WAIT) as link:
            head = f"POST {server.path}api/clean HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            link.sendall(f"{head}Content-Length: {1 << 40}\r\n\r\n".encode())
            with pytest.raises(ConnectionError):
                send_on(link, b" " * (1 << 16))
        assert server.lives()


def test_a_refused_client_that_stops_sending_is_hung_up_on():
    """After this many seconds."""
    with web.serving(given="limits.READ_TIMEOUT = 0.5") as server:
        with socket.create_connection((web.HOST, server.port), timeout=web.WAIT) as link:
            head = f"POST {server.path}api/clean HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            link.sendall(f"{head}Content-Length: {1 << 40}\r\n\r\n".encode())
            assert web.status(web.received(link)) == 413
            with pytest.raises(ConnectionError):
                send_on(link, b" ", 0.02)
        server.process.terminate()
        assert server.process.stderr.read() == ""
