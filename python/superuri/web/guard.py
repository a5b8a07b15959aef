"""Guard: which requests the server accepts, and how large they may be.

Any page in any browser and any user of this machine can reach the loopback address, so the host
name, the origin, the size of the request and the token in the path are checked before anything
else, and the headers of a response forbid everything that the page does not need.
"""

from __future__ import annotations

import secrets
from secrets import compare_digest
from typing import TYPE_CHECKING

from superuri.web import limits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

PORT_OF_HTTP = 80
#: Two names of one address: the server accepts both.
LOOPBACK = ("127.0.0.1", "localhost")
#: The response to a request without the token.
CLOSED = (
    "open the address that superuri serve printed: your address lacks the token. "
    "A copied link is opened by pasting it into the text box there"
)
#: The response to the second use of a ticket.
TAKEN = (
    "somebody has opened this address before you, and knows the page's token now: "
    "end superuri serve by Ctrl-C, and start it again"
)

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), usb=(), payment=()",
    "cache-control": "no-store",
}


class Guard:
    """Accepts only requests of the page, and adds the security headers to every response."""

    def __init__(self, app: ASGIApp, host: str, port: int) -> None:
        self.app = app
        names = names_of(host)
        self.hosts: set[str] = {f"{name}:{port}" for name in names}
        if port == PORT_OF_HTTP:
            self.hosts |= names
        self.origins: set[str] = {f"http://{name}" for name in self.hosts}
        self.path: str = f"/{secrets.token_urlsafe(24)}/"
        # Other users of this machine can read the command line that starts the browser: the address
        # on it works once.
        self.ticket: str = f"/open/{secrets.token_urlsafe(24)}"
        self.taken: bool = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [(k.encode(), v.encode()) for k, v in HEADERS.items()]
                message = {**message, "headers": [*message.get("headers", []), *headers]}
            await send(message)

        refused = self.refusal(scope)
        if refused:
            await refuse(guarded, *refused)
            return
        path = scope["path"].encode("utf-8", "surrogatepass")
        if compare_digest(path, self.ticket.encode()) and scope["method"] == "GET":
            if self.taken:
                await refuse(guarded, 403, TAKEN)
            else:
                self.taken = True
                await redirect(guarded, self.path)
            return
        own = self.path.encode()
        if not compare_digest(path[: len(own)], own):
            await refuse(guarded, 403, CLOSED)
            return
        inner = path[len(own) - 1 :].decode("utf-8", "surrogatepass")
        await self.app({**scope, "path": inner, "root_path": ""}, receive, guarded)

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the message of a refusal, or None."""
        pairs = [(k.decode("latin-1"), v.decode("latin-1")) for k, v in scope["headers"]]
        if sum(len(k) + len(v) for k, v in pairs) > limits.MOST_HEADERS:
            return 431, f"the header has more than {limits.MOST_HEADERS} bytes"
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > limits.MOST_TARGET:
            return 414, f"the target has more than {limits.MOST_TARGET} bytes"
        if {"content-length", "transfer-encoding"} <= {k for k, _ in pairs}:
            # RFC 9112 section 6.1: parsers disagree where the body ends, so the connection closes.
            return 400, "a request has either Content-Length or Transfer-Encoding, not both"
        return self.foreign(scope, pairs)

    def foreign(self, scope: Scope, pairs: list[tuple[str, str]]) -> tuple[int, str] | None:
        """Return why a request that is not from the page is refused, or None."""
        hosts = [v for k, v in pairs if k == "host"]
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            return 421, "the Host header does not name this server"
        if any(k == "origin" and v not in self.origins for k, v in pairs):
            return 403, "requests from other origins are refused"
        headers = dict(pairs)
        whole = scope["path"] in {"/", self.path}
        if not allowed_site(headers, whole=whole and scope["method"] == "GET"):
            return 403, "requests from other sites are refused"
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > limits.MOST_BODY:
            return 413, f"the body has more than {limits.MOST_BODY} bytes"
        return None


def names_of(host: str) -> set[str]:
    """Return the names of a server that listens on this host."""
    bracketed = f"[{host}]" if ":" in host else host.lower()
    return {bracketed, "localhost", "127.0.0.1"} if host in LOOPBACK else {bracketed}


def allowed_site(headers: Mapping[str, str], *, whole: bool) -> bool:
    """Return whether the request is from the page itself, or from a person who opens it."""
    if headers.get("sec-fetch-site", "none") in {"none", "same-origin"}:
        return headers.get("sec-fetch-dest", "empty") not in {"iframe", "frame", "embed", "object"}
    navigates = headers.get("sec-fetch-mode") == "navigate"
    return navigates and whole and headers.get("sec-fetch-dest") == "document"


async def refuse(send: Send, status: int, sentence: str) -> None:
    """Answer with a message in plain text."""
    body = f"{sentence}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def redirect(send: Send, path: str) -> None:
    """Redirect to the page."""
    headers = [(b"location", path.encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
