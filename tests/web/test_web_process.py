"""Process for long bodies: each request is answered once, and the process is replaced or ends."""

import asyncio
import os
import signal
import struct
import subprocess
import sys

import pytest

from kit import web

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web import limits
from superuri.web.worker import Worker, answer_to, start, too_much

HEAD = struct.Struct("!HI")
BODY = b'{"text": "a b"}'
ANSWER = 200, b'{"result": "a%20b"}'

#: A process that answers each request by the number of requests so far.
COUNTS = """
import struct, sys
head = struct.Struct("!HI")
count = 0
while octets := sys.stdin.buffer.read(head.size):
    sys.stdin.buffer.read(sum(head.unpack(octets)))
    count += 1
    sys.stdout.buffer.write(head.pack(200, 1) + str(count).encode())
    sys.stdout.buffer.flush()
"""


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """No time limit, which a slow machine could exceed."""
    monkeypatch.setattr(limits, "WORK_TIMEOUT", web.WAIT)
    monkeypatch.setattr(limits, "IDLE_TIMEOUT", web.WAIT)


def run(test):
    """Run the test with a worker, whose process is ended."""

    async def whole():
        worker = Worker()
        try:
            return await test(worker)
        finally:
            await worker.end()

    return asyncio.run(whole())


def test_the_process_answers_one_request_after_the_other():
    asked = (
        ("clean", BODY),
        ("encode", b'{"text": "a/b", "set": "rfc3986.PATH"}'),
        ("decode", '{"text": "é%FF", "errors": "ignore"}'.encode()),
        ("clean", b'{"text": "a", "profile": "NONE"}'),
        ("edits", BODY),
        ("nothing", b"{}"),
        ("clean", b"{"),
    )
    octets = b"".join(
        HEAD.pack(len(name), len(body)) + name.encode() + body for name, body in asked
    )
    line = "from superuri.web import worker; worker.main(1 << 30)"
    command = [sys.executable, "-c", line]
    done = subprocess.run(command, input=octets, capture_output=True, check=True)
    wanted = (
        ANSWER,
        (200, b'{"result": "a/b"}'),
        (200, b'{"result": "\\u00e9"}'),
        (400, b"there is no profile 'NONE'\n"),
        (200, b'{"result": {"count": 1, "edits": [[1, 2, "%20", "space"]]}}'),
        (400, b"there is no verb 'nothing'\n"),
        (400, b"the body is not valid JSON\n"),
    )
    answers = b"".join(HEAD.pack(status, len(octets)) + octets for status, octets in wanted)
    assert (done.stdout, done.stderr) == (answers, b"")


LOWER = """
import encodings.ascii, os, resource
from superuri.web import worker
if os.geteuid() == 0:
    os.setuid(65534)  # because root may raise any limit
resource.setrlimit(resource.RLIMIT_AS, (1 << 32, 1 << 32))
worker.main(1 << 33)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="another system limits it otherwise")
def test_a_lower_limit_of_the_system_stays():
    octets = HEAD.pack(5, len(BODY)) + b"clean" + BODY
    command = [sys.executable, "-c", LOWER]
    done = subprocess.run(command, input=octets, capture_output=True, check=False)
    assert done.stdout == HEAD.pack(200, len(ANSWER[1])) + ANSWER[1]


def test_the_message_of_an_error_is_one_line_of_ascii():
    assert answer_to("é\n\ud800", b"{}") == (400, b"there is no verb '\\xe9\\\\n\\\\ud800'\n")


def test_a_worker_answers_as_a_function_does():
    async def test(worker):
        assert worker.process is None
        assert await worker.ask("clean", BODY) == ANSWER
        process = worker.process
        assert await worker.ask("clean", b'{"text": 1}') == (400, b"a text must be a string\n")
        assert worker.process is process
        assert (worker.pending, worker.lock.locked()) == (0, False)

    run(test)


def test_a_worker_that_has_not_started_can_be_stopped():
    async def test(worker):
        worker.stop()
        await worker.end()
        assert worker.process is None

    run(test)


def test_each_request_is_sent_once():
    async def test(worker):
        pipe = asyncio.subprocess.PIPE
        worker.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", COUNTS, stdin=pipe, stdout=pipe
        )
        return [await worker.ask("clean", BODY) for _ in range(3)]

    assert run(test) == [(200, b"1"), (200, b"2"), (200, b"3")]


def test_a_process_that_was_killed_is_replaced():
    async def test(worker):
        assert await worker.ask("clean", BODY) == ANSWER
        first = worker.process
        first.kill()
        await first.wait()
        assert await worker.ask("clean", BODY) == ANSWER
        assert worker.process.pid != first.pid

    run(test)


@pytest.mark.skipif(os.name == "nt", reason="the program false")
def test_a_new_process_that_ends_at_once_has_too_little_memory(monkeypatch):
    monkeypatch.setattr(sys, "executable", "false")

    async def test(worker):
        assert await worker.ask("clean", BODY) == too_much()
        assert worker.process is None

    run(test)
    sentence = f"the request takes more memory than {limits.MOST_MEMORY} bytes\n"
    assert too_much() == (413, sentence.encode())


def test_a_process_without_a_pipe_is_replaced():
    async def test(worker):
        pipe, null = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        for pipes in ({"stdin": pipe, "stdout": null}, {"stdin": null, "stdout": pipe}):
            worker.process = await asyncio.create_subprocess_exec(sys.executable, "-c", "", **pipes)
            assert await worker.ask("clean", BODY) == ANSWER
            await worker.end()

    run(test)


def test_too_many_requests_that_wait_are_refused():
    async def test(worker):
        many = limits.MOST_WAITING + 3
        return await asyncio.gather(*(worker.ask("clean", BODY) for _ in range(many)))

    refused = 503, b"8 long texts wait already\n"
    assert run(test) == [ANSWER] * (limits.MOST_WAITING + 1) + [refused] * 2


def test_a_request_waits_for_another_up_to_a_limit(monkeypatch):
    async def test(worker):
        await worker.lock.acquire()
        monkeypatch.setattr(limits, "WORK_TIMEOUT", 0.05)
        with pytest.raises(asyncio.TimeoutError):
            await worker.ask("clean", BODY)
        assert (worker.process, worker.pending, worker.lock.locked()) == (None, 0, True)

    run(test)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_work_that_takes_too_long_is_killed(monkeypatch):
    async def test(worker):
        assert await worker.ask("clean", BODY) == ANSWER
        process = worker.process
        process.send_signal(signal.SIGSTOP)
        monkeypatch.setattr(limits, "WORK_TIMEOUT", 0.05)
        with pytest.raises(asyncio.TimeoutError):
            await worker.ask("clean", BODY)
        assert process.returncode == -signal.SIGKILL
        assert (worker.process, worker.lock.locked()) == (None, False)
        monkeypatch.setattr(limits, "WORK_TIMEOUT", web.WAIT)
        assert await worker.ask("clean", BODY) == ANSWER

    run(test)


def test_what_the_process_prints_of_a_failure_is_seen_nowhere(capfd):
    """A trace could show the text."""

    async def failing():
        process = await start()
        process.stdin.write(HEAD.pack(1, 0) + b"\xff")  # not the name of a verb
        assert await process.stdout.read() == b""
        return await process.wait()

    assert asyncio.run(failing()) == 1
    assert capfd.readouterr() == ("", "")
