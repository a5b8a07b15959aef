"""`superuri lint --from`: the request targets of logs."""

from __future__ import annotations

import gzip
import json
import random
import shutil
import socket
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

import superuri
from codec.test_logs import APACHE, CLOUDFRONT, IIS, NGINX, S3
from kit import chance, command
from kit.amount import length
from kit.clock import linearly
from kit.linting import objects
from superuri import logs
from superuri._values import log_lines

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

#: A line of each format with a placeholder for the target, and the target on the wire.
LINES = {
    "nginx": (NGINX, b'/caf\xc3\xa9/%C3%A9?a="%20\\'),
    "apache": (APACHE, b'/"a%20b"\\\t\xc3\xa9'),
    "s3": (S3.format(operation="REST.GET.OBJECT", key="a%2520b"), b"/amzn-s3-demo-bucket/a%20b"),
    "cloudfront": (CLOUDFRONT, b"/caf%C3%A9/a b?q=caf%C3%A9%0Aq%2541"),
    "iis": (IIS, b"/My Page/caf\xc3\xa9.aspx?q=a+b%20c"),
}
COMMON = '::1 - {user} [21/Nov/2026:13:55:36 +0000] "{request}" 200 5'


def run(*words: str, text: bytes = b"", cwd: Path | None = None) -> tuple[int, str, str]:
    done = command.run(["lint", *words], text, cwd=cwd)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("log", LINES)
def test_the_target_of_a_line_is_what_was_on_the_wire(log: str) -> None:
    line, target = LINES[log]
    assert logs.target(line, log) == target
    row = logs.formats[log]
    for more in ("", "\t-" if row.divided == "tabs" else " -"):
        sent = log_lines.request_of(line + more, log, row.divided, tuple(row.fields))
        assert sent is not None
        assert sent.target == target
        places = sent.places(line, log)
        assert len(places) == len(target) + 1
        assert places == sorted(places)


@pytest.mark.parametrize("log", ["nginx", "apache"])
def test_each_octet_is_found_where_it_was_written(log: str) -> None:
    rng = random.Random(chance.SEED)
    units = {
        "nginx": [("\\x22", '"'), ("\\x5C", "\\"), ("\\xC3\\xA9", "é")],
        "apache": [('\\"', '"'), ("\\\\", "\\"), ("\\xc3\\xa9", "é"), ("\\t", "\t")],
    }[log] + [(each, each) for each in "/ab%?é"]
    for _ in range(length(300)):
        chosen = rng.choices(units, k=rng.randrange(1, 12))
        line = COMMON.format(user="-", request=f"GET /{''.join(raw for raw, _ in chosen)} HTTP/1.1")
        sent = log_lines.request_of(line, log, "quoted", tuple(logs.formats[log].fields))
        assert sent is not None
        assert sent.target == f"/{''.join(text for _, text in chosen)}".encode(), line
        at = line.index("/", line.index('"')) + 1
        places = sent.places(line, log)
        octet = 1
        for raw, text in chosen:
            assert places[octet] == at, (line, raw)
            at += len(raw)
            octet += len(text.encode())
        assert places[-1] == at


@pytest.mark.parametrize("user", ["-", "bob smith", "[", "[a] b", "\\x22GET / HTTP/1.1\\x22", "a]"])
def test_no_user_name_hides_a_request(user: str) -> None:
    line = COMMON.format(user=user, request="GET /..;/admin HTTP/1.1")
    code, message, _ = run("--from", "nginx", "-", text=line.encode())
    assert code == 1
    assert "dot-segment" in message or "U5" in message, message


def test_findings_stand_where_the_log_has_them(tmp_path: Path) -> None:
    first = COMMON.format(user="-", request="GET /a\\x22b HTTP/1.1")
    page = tmp_path / "access.log"
    page.write_text(f"{COMMON.format(user='-', request='GET / HTTP/1.1')}\n\n{first} 0.001\r\n")
    [found] = objects("--from", "nginx", page, code=1)
    assert (found["line"], found["url"]) == (3, '/a"b')
    start, end = int(str(found["column"])) - 1, int(str(found["end_column"])) - 1
    assert first[start:end] == "\\x22"
    assert found["fix"] is None


def test_the_names_of_the_fields_are_read(tmp_path: Path) -> None:
    text = "#Version: 1.0\n#Fields: cs-uri-query cs-uri-stem\n- /a\nq=%zz /a\n"
    (tmp_path / "a.log.gz").write_bytes(gzip.compress(text.encode()))
    code, message, printed = run("--from", "iis", "a.log.gz", cwd=tmp_path)
    assert (code, message.splitlines()[0][:16]) == (1, "a.log.gz:4:3: er")
    assert "checked 2 URLs in 1 file" in printed


def test_a_line_in_another_format_is_reported_and_ends_with_4(tmp_path: Path) -> None:
    good = COMMON.format(user="-", request="GET / HTTP/1.1")
    bad = COMMON.format(user="-", request="\\x16\\x03\\x01")
    (tmp_path / "a.log").write_text(f"{good}\nnot a log\n{bad}\n{{}}\n")
    code, message, printed = run("--from", "nginx", "a.log", cwd=tmp_path)
    assert (code, message) == (4, "")
    assert "a.log: 2 lines, the first is 2: not in the format nginx" in printed
    assert "checked 1 URL in 1 file: nothing found; skipped: 1 malformed request" in printed


def test_two_slashes_begin_a_path_and_no_host() -> None:
    targets = ("//a%2Fb", "//h:x/?%")
    lines = [COMMON.format(user="-", request=f"GET {it} HTTP/1.1") for it in targets]
    words = ("--from", "nginx", "--output-format", "jsonl", "--show", "info")
    _, message, _ = run(*words, text="\n".join(lines).encode())
    found = [json.loads(line) for line in message.splitlines()]
    assert [(each["line"], each["name"], each["start"], each["end"]) for each in found] == [
        (1, "empty-segment", 0, 2),
        (1, "encoded-slash", 3, 6),
        (2, "empty-segment", 0, 2),
        (2, "stray-percent", 7, 8),
    ]
    code, message, printed = run("--from", "nginx", "--policy", "nginx", text=lines[0].encode())
    assert (code, "2 warnings" in printed) == (1, True)


@pytest.mark.parametrize("name", ["traversal-exotic.txt", "crlf.txt", "open-redirect.txt"])
def test_a_log_has_the_findings_of_its_targets(name: str, data: Callable[[str], Path]) -> None:
    raw = data(f"hostile/{name}").read_bytes().splitlines()
    targets = [each for each in raw if each and b" " not in each][: length(300)]
    lines = [COMMON.format(user="-", request=f"GET {nginx(each)} HTTP/1.1") for each in targets]
    words = ("--from", "nginx", "--output-format", "jsonl")
    _, message, _ = run(*words, text="\n".join(lines).encode())
    got = [(each["line"], each["code"]) for each in map(json.loads, message.splitlines())]
    want = [
        (number, found.code)
        for number, each in enumerate(targets, 1)
        for found in superuri.lint(b"http://h" + each if each.startswith(b"//") else each)
        if found.severity != "info"
    ]
    assert got == want


def nginx(raw: bytes) -> str:
    """Return the octets as nginx writes them (ngx_http_log_escape)."""
    return "".join(
        chr(octet) if 0x20 <= octet < 0x7F and octet not in b'"\\' else f"\\x{octet:02X}"
        for octet in raw
    )


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_a_log_that_nginx_wrote(tmp_path: Path) -> None:
    """`lint` finds the sent requests in the log of a real server."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    listener.close()
    (tmp_path / "logs").mkdir()
    (tmp_path / "nginx.conf").write_text(
        "daemon off; pid nginx.pid; error_log stderr crit; events {}\nhttp { access_log a.log; "
        f"server {{ listen 127.0.0.1:{port}; location / {{ return 204; }} }} }}\n"
    )
    server = subprocess.Popen(["nginx", "-p", str(tmp_path), "-c", "nginx.conf"])
    try:
        targets = [b"/..;/a", b'/"\\', "/é%zz".encode(), b"/plain?x=%2e"]
        for target in targets:
            requested(port, target)
    finally:
        server.terminate()
        server.wait()
    lines = (tmp_path / "a.log").read_text().splitlines()
    assert [logs.target(line, "nginx") for line in lines] == targets
    code, message, _ = run("--from", "nginx", "--output-format", "jsonl", "a.log", cwd=tmp_path)
    assert code == 1
    assert {json.loads(line)["line"] for line in message.splitlines()} == {1, 2, 3}


def requested(port: int, target: bytes) -> None:
    """Send a request, and wait for the complete response."""
    with connected(port) as connection:
        connection.sendall(b"GET " + target + b" HTTP/1.1\r\nHost: e\r\nConnection: close\r\n\r\n")
        while connection.recv(4096):
            pass


def connected(port: int) -> socket.socket:
    """Return a connection, as soon as the server listens."""
    for _ in range(1000):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        except ConnectionRefusedError:
            time.sleep(0.02)
    raise TimeoutError


@pytest.mark.parametrize("text", ["[", '"', "\\", ' "', "[ ", "GET ", '"GET ', "%"])
@pytest.mark.parametrize("log", LINES)
def test_the_time_is_linear(log: str, text: str) -> None:
    row = logs.formats[log]
    with linearly():
        for line in (text * (300_000 // len(text)), COMMON.format(user=text * 99_999, request="")):
            try:
                log_lines.request_of(line, log, row.divided, tuple(row.fields))
            except ValueError:
                continue
