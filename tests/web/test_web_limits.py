"""Limits of the page's server: on answers, work and slow clients."""

import contextlib
import json
import os
import re
import select
import signal
import socket
import time
from pathlib import Path

import pytest

from kit import web
from kit.dribbling import dribbling, left

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web import limits

LONG = "http://e.com/" + "a b" * 10_000
PAGE = Path(__file__).parents[2] / "docs" / "page.md"

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="no /proc tells of the server's processes"
)


def body(text=LONG, **more):
    return json.dumps({"text": text, **more}).encode()


def answer(octets):
    return octets.partition(b"\r\n\r\n")[2]


def started(server, verb="clean", octets=None, upto=None):
    """A connection that has sent a long body, or a part of it."""
    octets = octets or body()
    head = f"POST {server.path}api/{verb} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(octets)}\r\n"
    link = socket.create_connection((web.HOST, server.port), timeout=web.WAIT)
    link.sendall(head.encode() + b"Connection: close\r\n\r\n" + octets[:upto])
    return link


def workers(server):
    """The running processes that the server has started."""
    found = []
    for path in Path(f"/proc/{server.process.pid}/task").glob("*/children"):
        with contextlib.suppress(FileNotFoundError):  # a thread that has ended meanwhile
            found += path.read_text().split()
    return [pid for pid in map(int, found) if lives(pid)]


def lives(pid):
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@contextlib.contextmanager
def stopped(server):
    """Its worker, stopped meanwhile."""
    web.until(lambda: web.status(server.post("clean", body())) == 200)
    (pid,) = workers(server)
    os.kill(pid, signal.SIGSTOP)
    yield pid
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGCONT)


def test_every_limit_is_in_the_page_about_it():
    table = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(), re.MULTILINE)
    assert table == [name for name in vars(limits) if name.isupper()]


def test_an_answer_is_bounded(server):
    printed = json.loads(answer(server.post("shown", body("%" * 900_000))))
    assert printed["error"]["message"] == f"the text has more than {limits.MOST_SHOWN} characters"
    asks = [["clean", {}]] * 16
    octets = answer(server.post("many", body("é" * 150_000, asks=asks)))
    printed = json.loads(octets)["result"]
    fit = [one for one in printed if "result" in one]
    assert len(octets) < limits.MOST_ANSWER + 4096
    assert 0 < len(fit) < len(printed) == 16
    assert printed[-1]["error"]["message"] == f"the answer has more than {limits.MOST_ANSWER} bytes"


@needs_proc
def test_short_requests_are_answered_while_a_long_one_is_worked_on(server):
    with stopped(server):
        links = [started(server) for _ in range(limits.MOST_WAITING + 3)]
        assert server.lives()
        assert web.status(server.post("clean", b'{"text": "a b"}')) == 200
        # One is worked on, others wait for it, and two are too many.
        refused = []
        while len(refused) < 2:
            open_ = [each for each in links if each not in refused]
            ready, _, _ = select.select(open_, [], [], web.WAIT)
            assert ready
            refused += ready
    texts = [web.received(link) for link in links]
    assert [web.status(text) for text in texts].count(200) == limits.MOST_WAITING + 1
    for link, text in zip(links, texts, strict=True):
        assert (web.status(text) == 503) == (link in refused)
        assert (f"{limits.MOST_WAITING} long texts" in text.decode()) == (link in refused)
        link.close()


@needs_proc
def test_the_work_ends_when_its_client_is_gone(server):
    with stopped(server) as pid:
        # Nothing shows when the work begins, so each client waits longer than the last.
        for tenths in range(1, 50):
            link = started(server)
            assert server.lives()
            time.sleep(tenths / 10)
            link.close()
            if not lives(pid):
                break
        web.until(lambda: not lives(pid))
    assert web.status(server.post("clean", body())) == 200


@needs_proc
def test_the_work_ends_when_its_time_is_over():
    with web.serving(given="limits.WORK_TIMEOUT = 3") as server, stopped(server) as pid:
        printed = server.post("clean", body())
        assert web.status(printed) == 503
        assert b"3 s to process it" in printed
        web.until(lambda: not lives(pid))


@needs_proc
def test_the_process_for_long_bodies_ends_with_the_server():
    with web.serving() as server:
        assert web.status(server.post("clean", body())) == 200
        (pid,) = workers(server)
        server.process.kill()
        web.until(lambda: not lives(pid))


@needs_proc
def test_after_a_rest_the_next_long_body_is_answered_too():
    with web.serving(given="limits.IDLE_TIMEOUT = 0.2") as server:
        for _ in range(2):
            assert web.status(server.post("clean", body())) == 200
            web.until(lambda: not workers(server))


@needs_proc
def test_a_process_that_was_killed_while_it_waited_is_replaced(server):
    assert web.status(server.post("clean", body())) == 200
    (pid,) = workers(server)
    os.kill(pid, signal.SIGKILL)
    web.until(lambda: not lives(pid))
    assert web.status(server.post("clean", body())) == 200


@needs_proc
def test_memory_is_bounded():
    with web.serving(given="limits.MOST_MEMORY = 1 << 20") as server:
        printed = server.post("explain", body("é" * 100_000))
        assert web.status(printed) == 413
        assert b"more memory than 1048576 bytes" in printed
        assert web.status(server.post("clean", b'{"text": "a b"}')) == 200


def test_the_slow_connection_that_waited_longest_is_closed_first(server):
    """The server has no timeout: it closes no client for being slow."""
    links = dribbling(server, 300)
    assert server.lives()
    assert web.status(server.post("clean", b'{"text": "a b"}')) == 200
    assert web.status(server.post("clean", body())) == 200
    # Those in excess are closed a moment after the last has come.
    web.until(lambda: all(map(left, links[:100])))
    # The last one has an answer, and uvicorn closes it by its own timeout.
    assert not left(links[-2])
    for link in links:
        link.close()


def test_of_bodies_that_come_slowly_the_oldest_gives_way():
    with web.serving(given="limits.MOST_HELD = 1 << 16") as server:
        octets = body("a" * 60_000)
        slow = started(server, octets=octets, upto=50_000)
        assert server.lives()
        # The server has no timeout: the rest of the first body never comes.
        other = started(server, octets=octets, upto=50_000)
        answer = web.received(slow)
        assert web.status(answer) == 503
        assert b"bodies of all requests have more than 65536 bytes" in answer
        other.sendall(octets[50_000:])
        assert web.status(web.received(other)) == 200
        slow.close()
        other.close()
