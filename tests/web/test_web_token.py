"""Token and address of the page's server: who may open the page, and from where."""

import contextlib
import os
import socket
import subprocess
import sys

import pytest

from kit import web

pytest.importorskip("starlette", reason="superuri[web] is not installed")

TEXT = b'{"text": "http://secret.example/a b"}'


def strange(server):
    """Paths without the token."""
    token = server.path.strip("/")
    flipped = ("b" if token[0] == "a" else "a") + token[1:]
    yield from ("/", "/index.html", "/main.js", "/api/clean", "/open/", "/open/x", "//")
    yield from (
        f"/{flipped}/",
        f"/{token[:-1]}/",
        f"/{token}",
        f"/{token}x/",
        f"/{token.swapcase()}/",
    )
    yield from (f"//{token}/", f"/x/../{token}/", f"/%00{token}/", f"/?{token}", f"/./{token}/")


def test_the_token_is_long_and_another_each_time(server):
    with web.serving() as other:
        assert other.path != server.path
        assert web.status(other.ask(target=server.path, raw=True)) == 403
    assert len(server.path.strip("/")) == 32


def test_without_the_token_there_is_nothing_but_a_sentence(server):
    for target in strange(server):
        for method, body in (("GET", b""), ("POST", TEXT)):
            json = [("Content-Type", "application/json")]
            answer = server.ask(method, target, json, body, raw=True)
            assert web.status(answer) == 403, target
            assert b"open the address that superuri serve printed" in answer
            assert server.path.strip("/").encode() not in answer
            assert b"referrer-policy: no-referrer" in answer.lower()
    assert server.lives()


def test_no_answer_holds_the_token(server):
    for target in ("/", "/main.js", "/api.js", "/nothing"):
        assert server.path.strip("/").encode() not in server.ask(target=target)
    assert server.path.strip("/").encode() not in server.post("meta", b"{}")


@pytest.mark.skipif(os.name == "nt", reason="the browser is a script")
def test_the_browser_gets_an_address_that_opens_the_page_once(tmp_path):
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new\nmv {opened}.new {opened}\n')
    browser.chmod(0o700)
    command = [sys.executable, "-c", web.PATIENT, "serve"]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={**os.environ, "BROWSER": str(browser)}
    ) as process:
        server = web.Server(process, process.stderr.readline())
        web.until(opened.exists)
        address = opened.read_text().strip()
        target = address.removeprefix(f"http://127.0.0.1:{server.port}")
        assert server.path.strip("/") not in address
        first = server.ask(target=target, raw=True)
        assert web.status(first) == 303
        assert f"location: {server.path}\r\n".encode() in first
        second = server.ask(target=target, raw=True)
        assert web.status(second) == 403
        assert b"somebody has opened this address before you" in second
        assert server.lives()
        process.kill()


REMOTE = (
    *("0.0.0.0", "::", "192.0.2.1", "e.com"),  # noqa: S104  because nothing is bound
    *("10.0.0.1", "", "[::]", "localhost.e.com", "127.1"),
)


@pytest.mark.parametrize("host", REMOTE)
def test_an_address_that_others_reach_must_be_allowed(host):
    command = [sys.executable, "-m", "superuri", "serve", "--no-open", "--host", host]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "other machines can reach" in done.stderr or "--allow-remote" in done.stderr


@pytest.mark.parametrize("host", ["192.0.2.1", "nothing.invalid"])
def test_an_address_that_is_not_ours_is_one_sentence(host):
    command = [sys.executable, "-m", "superuri", "serve", "--no-open", "--allow-remote"]
    done = subprocess.run([*command, "--host", host], check=False, capture_output=True, text=True)
    assert done.returncode == 3
    assert done.stderr.startswith(f"superuri serve: port 0 of {host} cannot be opened: ")


@pytest.mark.parametrize(("host", "name"), [("127.0.0.2", "127.0.0.2"), ("::1", "[::1]")])
def test_the_guard_knows_the_address(host, name):
    with contextlib.ExitStack() as stack:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            socket.create_server((host, 0), family=family).close()
        except OSError:
            pytest.skip(f"this machine has no {host}")
        server = stack.enter_context(web.serving("--host", host))
        assert server.host == name
        assert web.status(server.ask(host=f"{name}:{server.port}")) == 200
        for other in ("127.0.0.1", "localhost", "evil.example"):
            assert web.status(server.ask(host=f"{other}:{server.port}")) == 421
