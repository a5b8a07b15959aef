"""Refusals of the page's server: it survives requests that its page does not send."""

import graphlib
import re
import socket

import pytest

from kit import chance, web

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web.limits import MOST_BODY, MOST_HEADERS, MOST_TARGET
from superuri.web.server import contents

TEXT = b'{"text": "http://secret.example/a b"}'


def with_port(text, server):
    return text.replace("PORT", str(server.port))


# The caller: the host, the headers, the status.
STRANGERS = (
    ("the address", "127.0.0.1:PORT", [], 200),
    ("its name", "localhost:PORT", [], 200),
    ("a name in capitals", "LOCALHOST:PORT", [], 200),
    ("a rebound name", "evil.example:PORT", [], 421),
    ("a rebound name without a port", "evil.example", [], 421),
    ("another port", "127.0.0.1:1", [], 421),
    ("no port", "127.0.0.1", [], 421),
    ("a suffix", "localhost:PORT.evil.example", [], 421),
    ("userinfo", "localhost:PORT@evil.example", [], 421),
    ("an empty host", " ", [], 421),
    ("another loopback address", "127.1.2.3:PORT", [], 421),
    ("a number", "2130706433:PORT", [], 421),
    ("two hosts", "127.0.0.1:PORT", [("Host", "evil.example")], (400, 421)),
    ("the same host twice", "127.0.0.1:PORT", [("Host", "127.0.0.1:PORT")], (400, 421)),
    ("our origin", "127.0.0.1:PORT", [("Origin", "http://127.0.0.1:PORT")], 200),
    ("another origin", "127.0.0.1:PORT", [("Origin", "http://evil.example")], 403),
    ("our origin, by https", "127.0.0.1:PORT", [("Origin", "https://127.0.0.1:PORT")], 403),
    ("another port's origin", "127.0.0.1:PORT", [("Origin", "http://127.0.0.1:1")], 403),
    ("no origin of its own", "127.0.0.1:PORT", [("Origin", "null")], 403),
    ("an empty origin", "127.0.0.1:PORT", [("Origin", "")], 403),
    (
        "two origins",
        "127.0.0.1:PORT",
        [("Origin", "http://evil.example"), ("Origin", "http://127.0.0.1:PORT")],
        403,
    ),
    ("a link", "127.0.0.1:PORT", "cross-site navigate document", 200),
    ("a person", "127.0.0.1:PORT", "none navigate document", 200),
    ("our page", "127.0.0.1:PORT", "same-origin cors empty", 200),
    ("another site's fetch", "127.0.0.1:PORT", "cross-site cors empty", 403),
    ("another site's image", "127.0.0.1:PORT", "cross-site no-cors image", 403),
    ("another site's script", "127.0.0.1:PORT", "cross-site no-cors script", 403),
    ("another port's fetch", "127.0.0.1:PORT", "same-site cors empty", 403),
    ("another site's frame", "127.0.0.1:PORT", "cross-site navigate iframe", 403),
    ("a frame of our own", "127.0.0.1:PORT", "same-origin navigate iframe", 403),
    ("an object", "127.0.0.1:PORT", "cross-site navigate object", 403),
    ("an unknown site", "127.0.0.1:PORT", "odd navigate document2", 403),
)


@pytest.mark.parametrize(("who", "host", "headers", "wanted"), STRANGERS, ids=lambda x: str(x)[:30])
def test_only_our_own_page_gets_an_answer(server, who, host, headers, wanted):
    if isinstance(headers, str):
        site, mode, dest = headers.split()
        headers = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", dest)]
    headers = [(name, with_port(value, server)) for name, value in headers]
    got = web.status(server.ask(host=with_port(host, server), headers=headers))
    assert got in (wanted if isinstance(wanted, tuple) else (wanted,)), who
    assert server.lives()


def test_another_site_may_not_post_where_it_may_link(server):
    link = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")]
    link += [("Sec-Fetch-Dest", "document")]
    assert web.status(server.post("clean", TEXT, link)) == 403
    assert web.status(server.ask(target="/main.js", headers=link)) == 403


def test_a_request_without_a_host_is_refused(server):
    assert web.status(server.ask(host="")) in {400, 421}
    assert web.status(server.send(b"GET / HTTP/1.0\r\n\r\n")) == 421


def test_every_answer_forbids_what_the_page_does_not_need(server):
    answers = [server.ask(), server.ask(host="evil"), server.ask(target="/x")]
    for answer in (*answers, server.post("clean", TEXT)):
        head = answer.partition(b"\r\n\r\n")[0].lower()
        for message in (
            b"content-security-policy: default-src 'none'; script-src 'self'; ",
            b"frame-ancestors 'none'",
            b"trusted-types 'none'",
            b"x-content-type-options: nosniff",
            b"x-frame-options: deny",
            b"referrer-policy: no-referrer",
            b"cross-origin-resource-policy: same-origin",
            b"cache-control: no-store",
        ):
            assert message in head, answer[:200]
        for never in (b"access-control-", b"set-cookie", b"\r\nserver:"):
            assert never not in head
        assert b"unsafe" not in head


PATHS = (
    *("/../guard.py", "/../../../../etc/passwd", "/page/../guard.py", "/./guard.py"),
    *("/%2e%2e/guard.py", "/..%2fguard.py", "/%2e%2e%2fguard.py", "/%252e%252e%252fguard.py"),
    *("/..\\guard.py", "/..%5cguard.py", "/%c0%ae%c0%ae/guard.py", "//etc/passwd"),
    *("/main.js/", "/main.js%00", "/main.js%00.html", "/MAIN.JS", "/page", "/__init__.py"),
    *("/main.js;x", "/.", "/..", "/%2f", "/file:///etc/passwd", "http://evil.example/"),
    *("/api/", "/api/../main.js2", "/api/clean/x", "/C:/windows/win.ini", "/\u202e"),
)


@pytest.mark.parametrize("target", PATHS)
def test_no_path_leads_out_of_the_page(server, target):
    host = f"Host: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n"
    answer = server.send(f"GET {server.inside(target)} HTTP/1.1\r\n{host}".encode())
    assert web.status(answer) in {400, 403, 404, 405, 421}
    assert b"root:" not in answer
    assert b"import" not in answer
    assert server.lives()


def test_each_file_is_served_as_what_it_is(server):
    names = {name for name, _, _ in contents()}
    assert {"index.html", "style.css", "main.js", "icon.svg"} <= names
    for name, octets, kind in contents():
        head, _, body = server.ask(target=f"/{name}").partition(b"\r\n\r\n")
        assert body == octets
        assert f"content-type: {kind}".encode() in head.lower()


def test_the_scripts_of_the_page_import_each_other_in_no_circle():
    scripts = {name: octets.decode() for name, octets, _ in contents() if name.endswith(".js")}
    uses = {
        name: set(re.findall(r"(?:\bfrom |\bimport\()'\./(\w+\.js)'", text))
        for name, text in scripts.items()
    }
    order = list(graphlib.TopologicalSorter(uses).static_order())
    assert order[-1] == "main.js"
    assert set().union(*uses.values()) == {*scripts} - {"main.js"}


METHODS = (
    *[("HEAD", "/", 200), ("OPTIONS", "/", 405), ("TRACE", "/", 405), ("PUT", "/main.js", 405)],
    *[("DELETE", "/", 405), ("POST", "/", 405), ("GET", "/api/clean", 404), ("PATCH", "/", 405)],
    *[
        ("OPTIONS", "/api/clean", 405),
        ("HEAD", "/api/clean", 404),
        ("CONNECT", "x:1", (400, 403, 404, 405)),
    ],
    ("BREW", "/", 405),
)


@pytest.mark.parametrize(("method", "target", "wanted"), METHODS)
def test_methods(server, method, target, wanted):
    answer = server.ask(method, target)
    wanted = wanted if isinstance(wanted, tuple) else (wanted,)
    assert web.status(answer) in {*wanted, *({405} if 404 in wanted else ())}
    assert method != "HEAD" or not answer.partition(b"\r\n\r\n")[2]


def test_lengths(server):
    assert web.status(server.post("clean", b"", [("Content-Length", str(MOST_BODY + 1))])) == 413
    assert web.status(server.post("clean", b"", [("Content-Length", "9" * 30)])) in {413, 400}
    assert web.status(server.post("clean", b" " * (MOST_BODY + 1))) == 413
    piece = b"%x\r\n%s\r\n" % (1 << 16, b" " * (1 << 16))
    chunked = [("Transfer-Encoding", "chunked"), ("Content-Length", "0")]
    head = f"POST {server.path}api/clean HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    head += "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert web.status(server.send(head.encode() + piece * 40)) == 413
    assert web.status(server.post("clean", b"zz\r\n\r\n", chunked)) in {400, 413}
    assert web.status(server.ask(target="/?" + "a" * MOST_TARGET)) == 414
    assert web.status(server.ask(headers=[("X", "a" * MOST_HEADERS)])) == 431
    many = [(f"X-{n}", "a" * 100) for n in range(200)]
    assert web.status(server.ask(headers=many)) == 431
    assert server.lives()


@pytest.mark.parametrize(
    "names", [("Content-Length", "Transfer-Encoding"), ("transfer-encoding", "CONTENT-LENGTH")]
)
@pytest.mark.parametrize("body", [b"5\r\nhello\r\n0\r\n\r\n", b"0\r\n\r\n"])
def test_a_body_with_two_lengths_is_refused_and_the_connection_closed(server, names, body):
    values = {"content-length": str(len(body)), "transfer-encoding": "chunked"}
    head = f"POST {server.path}api/clean HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n"
    head += "".join(f"{name}: {values[name.lower()]}\r\n" for name in names)
    again = f"GET {server.path} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n\r\n"
    answer = server.send(f"{head}\r\n".encode() + body + again.encode())
    assert web.status(answer) == 400
    assert b"\r\nconnection: close\r\n" in answer.lower()
    assert answer.endswith(
        b"\r\n\r\na request has either Content-Length or Transfer-Encoding, not both\n"
    )
    assert answer.count(b"HTTP/1.1 ") == 1
    assert server.lives()


@pytest.mark.parametrize(
    ("wanted", "sentence", "octets"),
    [
        (414, f"the target has more than {MOST_TARGET} bytes", b"GET /" + b"a" * 200_000),
        (431, f"the header has more than {MOST_HEADERS} bytes", b"\r\nX: " + b"a" * 200_000),
    ],
)
def test_a_long_head_is_answered_and_the_answer_arrives(server, wanted, sentence, octets):
    """The client receives the whole response while it still sends: no connection is reset."""
    begin = b"" if wanted == 414 else f"GET / HTTP/1.1\r\nHost: {server.host}".encode()
    with socket.create_connection((server.host, server.port), timeout=web.WAIT) as link:
        link.sendall(begin + octets)
        link.sendall(b"b" * 200_000)
        answer = b""
        while piece := link.recv(1 << 16):  # raises where the connection is reset
            answer += piece
    assert web.status(answer) == wanted
    assert answer.endswith(f"\r\n\r\n{sentence}\n".encode())
    assert b"\r\ncontent-type: text/plain; charset=utf-8\r\n" in answer
    assert b"default-src 'none'" in answer
    assert server.lives()


def test_a_head_that_is_not_complete_is_refused_at_twice_the_limit(server):
    for many, wanted in ((MOST_HEADERS, 0), (2 * MOST_HEADERS, 431)):
        with socket.create_connection((server.host, server.port), timeout=web.WAIT) as link:
            link.sendall(b"GET / HTTP/1.1\r\nX: " + b"a" * many)
            link.shutdown(socket.SHUT_WR)
            assert web.status(web.received(link)) == wanted


MALFORMED = (
    *(
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x00\x01\x02\x03" * 50,
        b"GET /\r\n\r\n",
    ),
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # somebody speaks TLS
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    *(b"GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n", b"GET / HTTP/1.1\r\n folded: x\r\n\r\n"),
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    *(b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n", b"GET / HTTP/1.1\nHost: x\n\n"),
    b"GET / HTTP/1.1\r\nHost: x\r\nX: a\x00b\r\n\r\n",
)


@pytest.mark.parametrize("octets", MALFORMED, ids=lambda octets: ascii(octets)[:40])
def test_malformed_http(server, octets):
    assert web.status(server.send(octets, wait=1)) in {0, 400, 421, 501}
    assert server.lives()


def test_noise(server):
    rng = chance.seeded("noise")
    head = f"POST {server.path}api/clean HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(TEXT)}\r\n"
    whole = head.encode() + b"Connection: close\r\n\r\n" + TEXT
    for _ in range(150):
        octets = bytearray(whole)
        for _ in range(rng.randrange(1, 6)):
            octets[rng.randrange(len(octets))] = rng.randrange(256)
        part = bytes(octets[: rng.randrange(1, len(octets) + 1)])
        assert web.status(server.send(part, wait=0.02)) < 500
    assert server.lives()


def test_an_upgrade_is_none(server):
    upgrade = [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]
    upgrade += [("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")]
    answer = server.ask(headers=upgrade)
    assert web.status(answer) in {200, 400, 403, 426}
    assert b"101" not in answer[:20]
