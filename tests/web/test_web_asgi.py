"""The application of the page's server, called without a socket: each response, whole."""

import asyncio
import json
import logging
import threading

import pytest

from kit import web

pytest.importorskip("starlette", reason="superuri[web] is not installed")

from superuri.web import limits, server
from superuri.web.guard import CLOSED, HEADERS, TAKEN, allowed_site, names_of
from superuri.web.server import contents, make_app
from superuri.web.worker import Worker

SECURITY = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
PLAIN = (b"content-type", b"text/plain; charset=utf-8")
JSON = (b"content-type", b"application/json")
HOST = (b"host", b"127.0.0.1:8080")
CLOSE = (b"connection", b"close")


@pytest.fixture
def guard():
    return make_app("127.0.0.1", 8080)


async def exchanged(guard, target, *pieces, method="GET", headers=(), then=None, ends=True):  # noqa: PLR0913  because a request has as many parts
    """The messages of a response; after the pieces of the body, `then` is awaited.

    If it does not end, the client sends no more, and waits.
    """
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": target,
        "raw_path": target.encode(),
        "query_string": b"",
        "headers": [HOST, *headers],
    }
    messages = [
        {"type": "http.request", "body": piece, "more_body": then is not None or n < len(pieces)}
        for n, piece in enumerate(pieces or (b"",), 1)
    ]
    sent = []

    async def receive():
        if messages:
            return messages.pop(0)
        if then is not None:
            await then()
        if not ends:
            await silence()
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    await guard(scope, receive, send)
    return sent


def asked(guard, target, *pieces, **more):
    """The status, the headers without those of security, and the body of a response."""
    return whole(asyncio.run(exchanged(guard, target, *pieces, **more)))


def whole(sent):
    start, *rest = sent
    assert start["type"] == "http.response.start"
    assert start["headers"][-len(SECURITY) :] == SECURITY
    assert {message["type"] for message in rest} == {"http.response.body"}
    return start["status"], start["headers"][: -len(SECURITY)], b"".join(m["body"] for m in rest)


def sized(body):
    return b"content-length", str(len(body)).encode()


def refused(status, sentence):
    """The response of the guard."""
    body = f"{sentence}\n".encode()
    return status, [PLAIN, CLOSE, sized(body)], body


async def silence():
    """A client that sends no more."""
    await asyncio.Event().wait()


FOREIGN = (
    ([(b"origin", b"http://e.com")], 403, "requests from other origins are refused"),
    ([(b"sec-fetch-site", b"same-site")], 403, "requests from other sites are refused"),
    ([HOST], 421, "the Host header does not name this server"),
    ([(b"content-length", b"1048577")], 413, "the body has more than 1048576 bytes"),
    ([(b"x" * 16384, b"y")], 431, "the header has more than 16384 bytes"),
    ([(b"x", b"y" * 16384)], 431, "the header has more than 16384 bytes"),
)


@pytest.mark.parametrize(("headers", "status", "sentence"), FOREIGN)
def test_a_request_is_refused_by_one_sentence(guard, headers, status, sentence):
    for target in (guard.path, "/", f"{guard.path}main.js"):
        assert asked(guard, target, headers=headers) == refused(status, sentence)


def test_no_request_is_logged_at_any_level(guard):
    server.server_of(guard)
    logger = logging.getLogger("uvicorn.access")
    assert (logger.hasHandlers(), logger.isEnabledFor(logging.WARNING)) == (False, False)


def test_a_target_is_bounded(guard):
    answer = asked(guard, f"{guard.path}{'a' * limits.MOST_TARGET}")
    assert answer == refused(414, "the target has more than 2048 bytes")


def test_without_the_token_each_response_is_the_same(guard):
    for target in ("/", "/main.js", guard.path[:-1], f"/x{guard.path}", "/open/", "/é"):
        assert asked(guard, target) == refused(403, CLOSED)


def test_a_ticket_opens_the_page_once_and_only_by_get(guard):
    for method in ("POST", "HEAD", "get"):
        assert asked(guard, guard.ticket, method=method) == refused(403, CLOSED)
    first = 303, [(b"location", guard.path.encode()), (b"content-length", b"0")], b""
    assert asked(guard, guard.ticket) == first
    assert asked(guard, guard.ticket) == refused(403, TAKEN)


def test_a_cross_site_link_opens_only_the_page_itself(guard):
    site, mode = (b"sec-fetch-site", b"cross-site"), (b"sec-fetch-mode", b"navigate")
    headers = [site, mode, (b"sec-fetch-dest", b"document")]
    foreign = refused(403, "requests from other sites are refused")
    assert asked(guard, guard.path, headers=headers)[0] == 200
    assert asked(guard, "/", headers=headers) == refused(403, CLOSED)
    assert asked(guard, f"{guard.path}main.js", headers=headers) == foreign
    assert asked(guard, guard.path, headers=headers, method="POST") == foreign


def test_the_site_of_a_request_decides_with_its_place():
    own = {"sec-fetch-site": "same-origin"}
    assert allowed_site({}, whole=False)
    assert allowed_site(own, whole=False)
    for place in ("iframe", "frame", "embed", "object"):
        assert not allowed_site({**own, "sec-fetch-dest": place}, whole=True)
        assert not allowed_site({"sec-fetch-dest": place}, whole=True)
    assert not allowed_site({"sec-fetch-site": "cross-site"}, whole=True)


def test_a_server_has_the_names_of_its_address():
    loopback = {"127.0.0.1", "localhost"}
    assert names_of("127.0.0.1") == names_of("localhost") == loopback
    assert names_of("::1") == {"[::1]"}
    assert names_of("Example.COM") == {"example.com"}
    assert make_app("::1", 80).hosts == {"[::1]", "[::1]:80"}
    assert make_app("localhost", 80).hosts == loopback | {"127.0.0.1:80", "localhost:80"}
    assert make_app("::1", 81).origins == {"http://[::1]:81"}


def test_each_file_is_sent_whole_and_nothing_else_is(guard):
    pages = {name: (octets, kind) for name, octets, kind in contents()}
    assert {"index.html", "main.js", "style.css", "icon.svg"} <= set(pages)
    for name, (octets, kind) in {**pages, "": pages["index.html"]}.items():
        headers = [sized(octets), (b"content-type", kind.encode())]
        assert asked(guard, f"{guard.path}{name}") == (200, headers, octets)
    absent = 404, [sized(b"Not Found"), PLAIN], b"Not Found"
    assert asked(guard, f"{guard.path}nothing") == absent
    status, headers, _ = asked(guard, guard.path, method="POST")
    assert (status, set(dict(headers)[b"allow"].split(b", "))) == (405, {b"GET", b"HEAD"})


def posted(guard, body, *more, verb="clean", headers=(JSON,), **options):
    target = f"{guard.path}api/{verb}"
    return asked(guard, target, body, *more, method="POST", headers=headers, **options)


def test_a_verb_is_answered_in_json_or_by_a_sentence(guard):
    answer = b'{"result": "a%20b"}'
    for kind in (b"application/json", b"application/json; charset=utf-8"):
        headers = [(b"content-type", kind)]
        body = posted(guard, b'{"text":', b' "a b"}', headers=headers)
        assert body == (200, [sized(answer), JSON], answer)
    sentence = b"the body is not valid JSON\n"
    assert posted(guard, b"{") == (400, [sized(sentence), PLAIN], sentence)
    sentence = b"there is no verb 'x'\n"
    assert posted(guard, b"{}", verb="x") == (400, [sized(sentence), PLAIN], sentence)
    sentence = b"the body is not declared as JSON\n"
    for headers in ((), (PLAIN,)):
        answer = posted(guard, b'{"text": ""}', headers=headers)
        assert answer == (415, [sized(sentence), PLAIN], sentence)


def test_a_body_that_is_too_long_is_refused(guard):
    sentence = b"the body has more than 1048576 bytes\n"
    answer = posted(guard, b" " * limits.MOST_BODY, b" ", then=silence)
    assert answer == (413, [CLOSE, sized(sentence), PLAIN], sentence)


def test_a_body_that_does_not_come_is_refused(guard, monkeypatch):
    monkeypatch.setattr(limits, "READ_TIMEOUT", 0.05)
    sentence = b"the limits are 0.05 s to send a request, and 20 s to process it\n"
    assert posted(guard, b"{", then=silence) == (503, [CLOSE, sized(sentence), PLAIN], sentence)


def test_a_request_whose_work_takes_too_long_is_answered_before_its_end(guard, monkeypatch):
    released, ended = threading.Event(), []

    def work(*_):
        released.wait(web.WAIT)
        ended.append(True)

    monkeypatch.setattr(limits, "WORK_TIMEOUT", 0.05)
    monkeypatch.setattr(server, "answer_to", work)

    async def both():
        sent = await exchanged(
            guard, f"{guard.path}api/clean", b"{}", method="POST", headers=[JSON]
        )
        early = not ended
        released.set()
        return early, sent

    early, sent = asyncio.run(both())
    sentence = b"the limits are 5 s to send a request, and 0.05 s to process it\n"
    assert whole(sent) == (503, [CLOSE, sized(sentence), PLAIN], sentence)
    assert early


def test_of_incomplete_bodies_the_oldest_is_refused(guard, monkeypatch):
    monkeypatch.setattr(limits, "MOST_HELD", 20)
    body = b'{"text": "a b"}'
    target = f"{guard.path}api/clean"

    async def both():
        ended = asyncio.Event()
        options = {"method": "POST", "headers": [JSON]}
        first = asyncio.ensure_future(exchanged(guard, target, body, **options, then=ended.wait))
        await asyncio.sleep(0)
        return await asyncio.gather(
            first, exchanged(guard, target, body[:10], body[10:], **options)
        )

    oldest, other = asyncio.run(both())
    sentence = b"the incomplete bodies of all requests have more than 20 bytes\n"
    assert whole(oldest) == (503, [CLOSE, sized(sentence), PLAIN], sentence)
    assert whole(other)[::2] == (200, b'{"result": "a%20b"}')


def test_a_long_body_is_answered_while_its_client_waits(monkeypatch):
    body = json.dumps({"text": "a" * limits.SHORT_BODY}).encode()
    worker = Worker()
    monkeypatch.setattr(server, "Worker", lambda: worker)
    guard = make_app("127.0.0.1", 8080)

    async def test():
        target = f"{guard.path}api/clean"
        options = {"method": "POST", "headers": [JSON], "ends": False}
        sent = await exchanged(guard, target, body, **options)
        await worker.end()
        return sent

    status, _, octets = whole(asyncio.run(test()))
    assert (status, json.loads(octets)) == (200, {"result": "a" * limits.SHORT_BODY})


def test_the_work_on_a_long_body_ends_when_its_client_disconnects(guard):
    body = json.dumps({"text": "a" * limits.SHORT_BODY}).encode()

    async def alone():
        target = f"{guard.path}api/clean"
        sent = await exchanged(guard, target, body, method="POST", headers=[JSON])
        await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})
        return sent

    sentence = b"the client disconnected\n"
    assert whole(asyncio.run(alone())) == (499, [CLOSE, sized(sentence), PLAIN], sentence)
