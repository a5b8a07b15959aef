"""The page on requests that a server makes for others: its code, run against real servers."""

import re
import shutil
import socket
import ssl
import subprocess
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from kit import ROOT
from superuri.errors import ParseError

PAGE = (ROOT / "docs" / "server-requests.md").read_text(encoding="utf-8")
[CODE] = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)

#: The server's responses: the status, where it redirects to, the body.
ANSWERS = {
    "/": (200, None, b"hello"),
    "/a%20b?q=1": (200, None, b"cleaned"),
    "/relative": (302, "/", b""),
    "/loop": (302, "/loop", b""),
    "/long": (200, None, b"a" * (2 << 20)),
    "/to-loopback": (302, "http://127.1/", b""),
    "/to-metadata": (307, "http://169.254.169.254/latest/", b""),
    "/to-file": (302, "file:///etc/passwd", b""),
    "/to-two-hosts": (301, "http://good.test\\@evil.test/", b""),
    "/to-user": (302, "http://u:p@good.test/", b""),
    "/to-port": (302, "http://good.test:6379/", b""),
}


class Handler(BaseHTTPRequestHandler):
    """Answers by the table, and records the requests."""

    def do_GET(self):
        self.server.requested.append((self.path, self.headers["host"]))
        status, location, body = ANSWERS[self.path]
        self.send_response(status)
        if location:
            self.send_header("location", location)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        # The client may close the connection early.
        with suppress(ConnectionError):
            self.wfile.write(body)

    def log_message(self, *_):
        """Log nothing."""


@contextmanager
def serving(context=None):
    """Yield a server on the loopback address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.requested = []
        if context:
            server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def server():
    with serving() as one:
        yield one


@pytest.fixture
def page():
    """Return the names that the code of the page defines."""
    names = {}
    exec(CODE, names)  # noqa: S102  the code is the page's
    return names


def here(page, server, **more):
    """Return `fetch`, which accepts good.test at this server; the page checks other hosts."""

    def addresses(host, port):
        return ["127.0.0.1"] if host == "good.test" else page["public_addresses"](host, port)

    ports = {"http": server.server_port, "https": server.server_port}
    return lambda url: page["fetch"](url, **{"ports": ports, "addresses": addresses, **more})


def test_a_request_is_made_to_the_address_that_was_checked(page, server):
    port = server.server_port
    fetch = here(page, server)
    assert fetch(f"http://good.test:{port}/") == (200, b"hello")
    assert fetch(f"http://Good.test:{port}/a b?q=1#f") == (200, b"cleaned")
    assert fetch(f"http://good.test:{port}/relative") == (200, b"hello")
    assert {host for _, host in server.requested} == {f"good.test:{port}"}


REFUSED = [
    "http://127.1/",
    "http://0x7f.1/",
    "http://2130706433/",
    r"http://good.com\@127.0.0.1/",
    "http://127.0.0.1;.good.com/",
    "gopher://127.0.0.1:{port}/",
    "file:///etc/passwd",
    "//127.0.0.1:{port}/",
    "/",
    "http://user@127.0.0.1:{port}/",
    "http://127.0.0.1:1/",
    "http://127.0.0.1:{port}/",
    "http://[::1]:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://[::ffff:7f00:1]:{port}/",
    "http://0.0.0.0:{port}/",
    "http://169.254.169.254:{port}/",
    "http://localhost:{port}/",
    "http://good.test:{port}/to-loopback",
    "http://good.test:{port}/to-metadata",
    "http://good.test:{port}/to-file",
    "http://good.test:{port}/to-two-hosts",
    "http://good.test:{port}/to-user",
    "http://good.test:{port}/to-port",
    "http://good.test:{port}/loop",
    "http://good.test:{port}/long",
]


@pytest.mark.parametrize("url", REFUSED)
def test_what_leads_inside_is_refused(page, server, url):
    with pytest.raises((page["Refused"], ParseError)):
        here(page, server)(url.format(port=server.server_port))
    # Only the checked address received the request.
    assert all(host.startswith("good.test:") for _, host in server.requested)
    assert len(server.requested) <= 1 + page["MOST_REDIRECTS"]


def resolving(monkeypatch, answers):
    """Let the resolver return these in turn, and return the names that are looked up."""
    real, requested = socket.getaddrinfo, []

    def getaddrinfo(host, port, *more, **named):
        if host != "rebinding.test":
            return real(host, port, *more, **named)
        requested.append(host)
        found = answers[min(len(requested), len(answers)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in found]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return requested


def test_a_name_is_resolved_once(page, server, monkeypatch):
    # The first answer is this server; the second would be another address of this machine.
    requested = resolving(monkeypatch, [["127.0.0.1"], ["127.0.0.2"]])

    def addresses(host, port):
        return [each[4][0] for each in socket.getaddrinfo(host, port)]

    url = f"http://rebinding.test:{server.server_port}/"
    assert here(page, server, addresses=addresses)(url) == (200, b"hello")
    assert requested == ["rebinding.test"]
    assert server.requested == [("/", f"rebinding.test:{server.server_port}")]


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["100.64.0.1"]])
def test_one_address_inside_is_enough_to_refuse(page, server, monkeypatch, addresses):
    resolving(monkeypatch, [addresses])
    with pytest.raises(page["Refused"], match="not public"):
        here(page, server)(f"http://rebinding.test:{server.server_port}/")
    assert server.requested == []


def test_all_addresses_of_a_public_name_are_returned(page, monkeypatch):
    resolving(monkeypatch, [["8.8.8.8", "1.1.1.1"]])
    assert page["public_addresses"]("rebinding.test", 80) == ["8.8.8.8", "1.1.1.1"]


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
def test_tls_is_with_the_name(page, tmp_path, monkeypatch):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    words += ["-keyout", key, "-out", certificate, "-subj", "/CN=good.test"]
    words += ["-addext", "subjectAltName=DNS:good.test"]
    subprocess.run(["openssl", *words], check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with serving(context) as server:
        port = server.server_port
        fetch = here(page, server, addresses=lambda *_: ["127.0.0.1"])
        assert fetch(f"https://good.test:{port}/") == (200, b"hello")
        with pytest.raises(ssl.SSLCertVerificationError):
            fetch(f"https://evil.test:{port}/")
        assert server.requested == [("/", f"good.test:{port}")]
