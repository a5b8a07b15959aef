"""A real S3 server on this machine (moto's), and a proxy before it that does what networks do."""

import functools
import http.client
import os
import select
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SERVER = """
import sys
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
server.start()
print(server.get_host_and_port()[1], flush=True)
sys.stdin.read()
"""
KEYS = {"AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing"}


@contextmanager
def served(**more):
    """Start a server, and give its port."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **more},
    )
    try:
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.communicate()


def reset(port):
    """Remove all that a server stores."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("POST", "/moto-api/reset")
    assert connection.getresponse().status == HTTPStatus.OK
    connection.close()


def environment(port):
    """Return the variables with which every library finds a server."""
    return {
        **KEYS,
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    }


@functools.cache
def client(port, service="s3"):
    """Return a client of botocore, which needs no environment."""
    import botocore.session  # noqa: PLC0415  because it may be missing

    return botocore.session.get_session().create_client(
        service,
        region_name="us-east-1",
        endpoint_url=f"http://127.0.0.1:{port}",
        aws_access_key_id="testing",
        aws_secret_access_key="testing",  # noqa: S106  it is a server of ours
    )


class Proxy(ThreadingHTTPServer):
    """A server that passes on what it is asked, except as its fault says."""

    daemon_threads = True

    def __init__(self, port):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.to = port
        #: The fault for a method, path and headers, or None.
        self.fault = lambda method, path, headers: None  # noqa: ARG005  they are named for readers
        self.seen = []
        threading.Thread(target=self.serve_forever, args=[0.01], daemon=True).start()

    @property
    def port(self):
        return self.server_address[1]

    def handle_error(self, request, client_address):
        """Say nothing of clients that hang up."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Else, a body waits until the client acknowledges the headers, 40 milliseconds later.
    disable_nagle_algorithm = True

    def log_message(self, *_):
        """Say nothing."""

    def _pass(self):
        fault = self.server.fault(self.command, self.path, self.headers)
        self.server.seen.append((self.command, self.path, self.headers.get("Range"), fault))
        if self.headers.get("Expect") == "100-continue" and fault is None:
            pass
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if fault == "503":
            self._answer(503, [("Content-Length", "0"), ("Connection", "close")], b"")
            self.close_connection = True
            return
        to = http.client.HTTPConnection("127.0.0.1", self.server.to)
        headers = {k: v for k, v in self.headers.items() if k.lower() != "expect"}
        to.request(self.command, self.path, body, headers)
        answer = to.getresponse()
        data = answer.read()
        heads = [
            (k, v)
            for k, v in answer.getheaders()
            if k.lower() not in {"connection", "transfer-encoding", "server", "date"}
        ]
        if not any(k.lower() == "content-length" for k, _ in heads):
            heads.append(("Content-Length", str(len(data))))
        to.close()
        if self.command == "HEAD":
            self._answer(answer.status, heads, b"")
        elif fault is None:
            self._answer(answer.status, heads, data)
        else:
            self.close_connection = True
            self._fail(fault, answer.status, heads, data)

    def _fail(self, fault, status, heads, data):
        """Send a part of an answer: half of it, half and then nothing, or it byte by byte."""
        kind, _, share = fault.partition(" ")
        if kind == "slow":
            self._answer(status, heads, b"")
            for n in range(len(data)):
                self.wfile.write(data[n : n + 1])
                time.sleep(0.01)
            return
        self._answer(status, heads, data[: int(share or len(data) // 2)])
        if kind == "stall":
            # Until the client ends its side.
            select.select([self.connection], [], [], float(os.environ.get("STALL", "30")))

    def _answer(self, status, heads, data):
        self.send_response_only(status)
        for name, value in heads:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = _pass  # noqa: N815  they are the library's
