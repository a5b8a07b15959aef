"""Guard: which requests the server accepts, and how large they may be.

The server listens on the loopback address, which any page in any browser of this machine can reach:
so the host it is called by, the origin that calls and the size of what is sent are all looked at
before anything else, and what goes out forbids whatever the page does not need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Bytes of a body, of the target, and of all header lines.
MOST_BODY = 1 << 20
MOST_TARGET = 2048
MOST_HEADERS = 16 << 10
#: Seconds for a request's head to come, as many for its body, and for its answer.
PATIENCE = 5.0
LABOUR = 20.0
#: Requests at one time.
MOST_REQUESTS = 32

#: What the server answers to.
NAMES = ("127.0.0.1", "localhost")
PORT_OF_HTTP = 80

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
    """Lets pass what our own page asks; adds the headers that every answer has."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app = app
        self.hosts = {f"{name}:{port}" for name in NAMES}
        if port == PORT_OF_HTTP:
            self.hosts |= set(NAMES)
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [(k.encode(), v.encode()) for k, v in HEADERS.items()]
                message = {**message, "headers": [*message.get("headers", []), *headers]}
            await send(message)

        refused = self.refusal(scope)
        if refused:
            await refuse(guarded, *refused)
            return
        await self.app(scope, receive, guarded)

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the sentence of a refusal, or nothing."""
        pairs = [(k.decode("latin-1"), v.decode("latin-1")) for k, v in scope["headers"]]
        if sum(len(k) + len(v) for k, v in pairs) > MOST_HEADERS:
            return 431, "the header is too long"
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MOST_TARGET:
            return 414, "the target is too long: the page keeps its state in the fragment"
        return self.stranger(scope, pairs)

    def stranger(self, scope: Scope, pairs: list[tuple[str, str]]) -> tuple[int, str] | None:
        """Return why somebody else's request is refused, or nothing."""
        hosts = [v for k, v in pairs if k == "host"]
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            return 421, "this server answers to its loopback address only"
        if any(k == "origin" and v not in self.origins for k, v in pairs):
            return 403, "another origin may not ask"
        headers = dict(pairs)
        if not allowed_site(headers, scope["path"], scope["method"]):
            return 403, "another site may not ask"
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > MOST_BODY:
            return 413, "the body is too long"
        return None


def allowed_site(headers: Mapping[str, str], path: str, method: str) -> bool:
    """Tell whether the browser says that our own page asks, or a person who follows a link."""
    site = headers.get("sec-fetch-site", "none")
    if site in {"none", "same-origin"}:
        return headers.get("sec-fetch-dest", "empty") not in {"iframe", "frame", "embed", "object"}
    navigates = headers.get("sec-fetch-mode") == "navigate"
    whole = headers.get("sec-fetch-dest") == "document"
    return navigates and whole and path == "/" and method == "GET"


async def refuse(send: Send, status: int, sentence: str) -> None:
    """Answer with a sentence."""
    body = f"{sentence}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
