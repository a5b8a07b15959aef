"""Tables of web servers: passwords, redirects, versions, and answers that are not a file."""

import base64
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from kit.arrow import tables
from superuri.tables.storage import fetch

ROWS = b"url\n/a b\n"


class Handler(BaseHTTPRequestHandler):
    """A handler that answers as its server says, and notes the requests."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        """Say nothing."""

    def do_GET(self):
        names = ("Authorization", "If-Match", "Range")
        self.server.seen.append((self.path, *map(self.headers.get, names)))
        status, headers, body = self.server.answer(self.path, self.headers)
        self.send_response_only(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            if value is not None:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True


class Server(ThreadingHTTPServer):
    """A web server on this machine."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen = []
        self.answer = lambda *_: (200, {"ETag": '"1"'}, ROWS)
        threading.Thread(target=self.serve_forever, args=[0.01], daemon=True).start()

    @property
    def origin(self):
        return f"127.0.0.1:{self.server_address[1]}"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(fetch, "PAUSE", 0.001)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def server():
    with Server() as server:
        yield server
        server.shutdown()


def cleaned(address):
    tables.apply(address, "clean", "url", "b.csv")
    return Path("b.csv").read_bytes()


def refusal(address):
    with pytest.raises(tables.TableError) as caught:
        tables.apply(address, "clean", "url", "b.csv")
    assert not Path("b.csv").exists()
    return str(caught.value)


def test_name_and_password_are_sent_decoded_and_are_in_no_request_line(server):
    assert cleaned(f"http://m%40e:p%3Aw@{server.origin}/a.csv?x=1#top") == b"url\n/a%20b\n"
    sent = "Basic " + base64.b64encode(b"m@e:p:w").decode()
    assert server.seen == [("/a.csv?x=1", sent, None, None), ("/a.csv?x=1", sent, '"1"', None)]


def test_a_password_is_sent_to_the_first_server_only(server):
    with Server() as other:
        moved = {"/a.csv": f"{server.origin}/b.csv", "/b.csv": f"{other.origin}/c.csv"}
        server.answer = lambda path, _: (302, {"Location": f"http://{moved[path]}"}, b"")
        assert cleaned(f"http://me:pw@{server.origin}/a.csv") == b"url\n/a%20b\n"
        other.shutdown()
    sent = "Basic " + base64.b64encode(b"me:pw").decode()
    assert [each[:2] for each in server.seen] == [("/a.csv", sent), ("/b.csv", sent)] * 2
    assert other.seen == [("/c.csv", None, None, None), ("/c.csv", None, '"1"', None)]


VERSIONS = [
    ({"ETag": '"1"', "Last-Modified": "Thu, 26 Nov 2026 10:00:00 GMT"}, '"1"'),
    ({"ETag": 'W/"1"', "Last-Modified": "Thu, 26 Nov 2026 10:00:00 GMT"}, None),
    ({"ETag": 'W/"1"'}, None),
    ({}, None),
]


@pytest.mark.parametrize("headers", [each for each, _ in VERSIONS])
def test_a_weak_tag_is_no_version(server, headers):
    server.answer = lambda *_: (200, {"Content-Encoding": "aws-chunked", **headers}, ROWS)
    tag, time = headers.get("ETag", ""), headers.get("Last-Modified", "")
    version = time if tag.startswith("W/") else tag
    assert fetch.inspect(f"http://{server.origin}/a.csv", "a.csv") == (len(ROWS), version)


@pytest.mark.parametrize(("headers", "condition"), VERSIONS)
def test_only_a_strong_tag_is_a_condition(server, headers, condition):
    server.answer = lambda *_: (200, headers, ROWS)
    assert cleaned(f"http://{server.origin}/a.csv") == b"url\n/a%20b\n"
    assert server.seen == [("/a.csv", None, None, None), ("/a.csv", None, condition, None)]


def test_a_response_that_ends_early_is_continued_where_it_ended(server):
    rows = b"url\n" + b"".join(b"/%d b\n" % n for n in range(100))

    def answer(_, headers):
        tagged = {"ETag": '"1"'}
        start = int((headers.get("Range") or "bytes=0-")[len("bytes=") : -1])
        if not headers.get("If-Match"):
            return 200, tagged, rows
        if start:
            tagged["Content-Range"] = f"bytes {start}-{len(rows) - 1}/{len(rows)}"
        head = {**tagged, "Content-Length": str(len(rows) - start)}
        return 206 if start else 200, head, rows[start : start + 400]

    server.answer = answer
    assert cleaned(f"http://{server.origin}/a.csv") == rows.replace(b" ", b"%20")
    starts = [f"bytes={n}-" for n in range(400, len(rows), 400)]
    assert [each[3] for each in server.seen] == [None, None, *starts]


@pytest.mark.parametrize("size", [99, 100])
def test_failures_are_counted_anew_after_enough_bytes(server, monkeypatch, size):
    monkeypatch.setattr(fetch, "PROGRESS_BYTES", 100)
    rows = b"url\n" + b"/a b\n" * 100
    # The whole is asked for its version first.
    sizes = iter([len(rows), 0, 0, 0, size, 0, 0, 0, len(rows)])

    def answer(_, headers):
        start = int((headers.get("Range") or "bytes=0-")[len("bytes=") : -1])
        head = {"ETag": '"1"', "Content-Length": str(len(rows) - start)}
        if start:
            head["Content-Range"] = f"bytes {start}-{len(rows) - 1}/{len(rows)}"
        return 206 if start else 200, head, rows[start : start + next(sizes)]

    server.answer = answer
    address = f"http://{server.origin}/a.csv"
    if size < fetch.PROGRESS_BYTES:
        want = f"{address}: the response ends before the file does, 5 times; run it again later"
        assert refusal(address).partition("; the finished parts")[0] == want
    else:
        assert cleaned(address) == rows.replace(b" ", b"%20")


WAITS = [("7", 7), ("Thu, 26 Nov 2026 10:00:05 GMT", 5), ("soon", 0.001), (None, 0.001)]


@pytest.mark.parametrize(("after", "seconds"), WAITS)
def test_a_server_says_when_to_try_again(server, monkeypatch, after, seconds):
    slept = []
    monkeypatch.setattr("time.sleep", slept.append)
    monkeypatch.setattr("time.time", lambda: 1795687200)  # 2026-11-26, 10:00
    answers = iter([(503, {"Retry-After": after}, b""), (200, {"ETag": '"1"'}, ROWS)])
    server.answer = lambda *_: next(answers)
    assert fetch.inspect(f"http://{server.origin}/a.csv", "a.csv") == (len(ROWS), '"1"')
    assert slept == [seconds]


CHANGED = "it has changed while it was read; the old output is unchanged; run it again"
TWICE = [
    ((412, {}, b""), CHANGED),
    ((416, {}, b""), CHANGED),
    ((200, {"ETag": '"2"'}, ROWS), CHANGED),
    ((200, {"ETag": '"1"'}, ROWS + b"/c\n"), CHANGED),
    ((410, {}, b""), "the file no longer exists"),
]


@pytest.mark.parametrize(("second", "message"), TWICE)
def test_another_version_ends_the_job(server, second, message):
    answers = iter([(200, {"ETag": '"1"'}, ROWS), second])
    server.answer = lambda *_: next(answers)
    address = f"http://{server.origin}/a.csv"
    assert refusal(address).partition("; the finished parts")[0] == f"{address}: {message}"


COMPRESSED = "the server compresses it (gzip); use an address without compression"
ENDLESS = "the server does not send its length, so missing data would not be noticed"
BUSY = "the server is overloaded or broken ({}), 5 times; run it again later"
ANSWERS = [
    ((401, {}, b""), "the server requires a valid name and password"),
    ((403, {}, b""), "the server does not allow it"),
    ((404, {}, b""), "there is no such file"),
    ((418, {}, b""), "the server answers 418 I'm a Teapot"),
    ((200, {"Content-Encoding": "gzip"}, ROWS), COMPRESSED),
    ((200, {"Content-Length": None}, ROWS), ENDLESS),
    ((502, {}, b""), BUSY.format("502 Bad Gateway")),
    ((429, {"Retry-After": "0"}, b""), BUSY.format("429 Too Many Requests")),
]


@pytest.mark.parametrize(("answer", "message"), ANSWERS)
def test_an_answer_that_is_not_a_file_is_one_sentence(server, answer, message):
    server.answer = lambda *_: answer
    address = f"http://{server.origin}/a.csv"
    assert refusal(address.replace("://", "://me:pw@")) == f"{address}: {message}"
    assert len(server.seen) == (5 if "5 times" in message else 1)
