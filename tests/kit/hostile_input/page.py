"""Requests to the page's API, changed: JSON, or one sentence of refusal, soon; never status 500."""

import contextlib
import http.client
import json
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from kit import chance, web
from kit.hostile_input import changed, plain, text
from superuri._verbs import VERBS
from superuri.web.api import ROUTES

#: Seconds in which a request is answered even on a busy machine.
LONGEST = 15
REFUSED = {400, 413, 415}
URL = "http://u:p@e.com:80/a%20b/?q=1&q=%C3%A9#f"
#: Bodies that the page sends, of the routes that are not verbs of the table.
CALLS: dict[str, list[dict[str, Any]]] = {
    "build": [{"parts": {"scheme": "http", "host": "e.com", "query": [["a", "b"]], "port": 1}}],
    "fill": [{"template": "http://{h}/{p}?a={q}", "values": {"h": "e", "p": "a b", "q": "c"}}],
    "edit": [
        {"text": URL, "part": part, "index": 0, "to": to, "do": do, "field": field}
        for part in ("pair", "segment", "host", "port", "fragment")
        for do, to in (("set", "x y"), ("delete", None), ("move", 1), ("add", "b"))
        for field in ("value", "name", "raw")
    ],
    "meaning": [{"texts": [URL, "http://e.com/b"]}],
    "list": [{"texts": [URL, "a b", ""]}],
    "lint": [{"text": URL, "policy": "spring-strict"}],
    "many": [{"text": URL, "asks": [["explain", {"from": 3}], ["edits", {}], ["kept", {}]]}],
}


def calls() -> list[tuple[str, dict[str, Any]]]:
    """Return the routes with bodies that they answer."""
    found = [(name, body) for name, bodies in CALLS.items() for body in bodies]
    for verb in VERBS:
        options = {option.name: option.choices[0] for option in verb.options if option.choices}
        found.append((verb.name.replace(" ", "_"), {"texts": [*verb.call], **options}))
    others = ROUTES.keys() - {name for name, _ in found}
    return [*found, *((name, {"text": URL}) for name in sorted(others))]


def altered(rng: Random, value: Any, depth: int = 0) -> Any:
    """Return the value with another somewhere in it."""
    if rng.randrange(5) == 0 and depth:
        return plain(rng)
    if isinstance(value, dict) and value:
        made = dict(value)
        for _ in range(rng.choice((1, 1, 2))):
            key = rng.choice(list(value))
            kind = rng.randrange(6)
            if kind == 0:
                made.pop(key, None)
            elif kind == 1:
                made[text(rng)] = plain(rng)
            elif kind == 2:
                made[rng.choice(("text", "texts", "from", "set", "errors", "index"))] = plain(rng)
            else:
                made[key] = altered(rng, value[key], depth + 1)
        return made
    if isinstance(value, list) and value and rng.randrange(3):
        made_list = list(value)
        at = rng.randrange(len(value))
        made_list[at] = altered(rng, value[at], depth + 1)
        return made_list * rng.choice((1, 1, 1, 20))
    return text(rng) if isinstance(value, str) and rng.randrange(2) else plain(rng)


def body_of(rng: Random, call: dict[str, Any]) -> bytes:
    """Return a body made from one that is answered."""
    made = altered(rng, call)
    if rng.randrange(20) == 0:  # answered by the process for long bodies
        made = {"pad": "x" * 17_000, **made}
    octets = json.dumps(made, ensure_ascii=bool(rng.randrange(4))).encode("utf-8", "surrogatepass")
    return changed(rng, octets) if rng.randrange(4) == 0 else octets


@contextlib.contextmanager
def tries() -> Iterator[Callable[[int], str]]:
    """Start a server, and yield the function that tries a case."""
    with web.serving(patient=False) as server:
        yield asking(server)
        assert server.lives()


def asking(server: web.Server) -> Callable[[int], str]:
    """Return the function that asks this server about a case, and says what is wrong."""
    known = calls()

    def one(n: int) -> str:
        rng = chance.seeded(f"page {n}")
        name, call = rng.choice(known)
        if rng.randrange(30) == 0:
            name = rng.choice(("__class__", "nothing", "%00", "many", "text"))
        octets = body_of(rng, call)
        what = f"{name} {octets[:300]!r}"
        began = time.monotonic()
        link = http.client.HTTPConnection(server.host, server.port, timeout=2 * LONGEST)
        try:
            link.request(
                "POST", server.inside(f"/api/{name}"), octets,
                {"Content-Type": "application/json", "Connection": "close"},
            )  # fmt: skip
            answer = link.getresponse()
            came = answer.read()
        except (OSError, http.client.HTTPException) as error:
            return f"{what}: {type(error).__name__}: {error}"
        finally:
            link.close()
        if (seconds := time.monotonic() - began) > LONGEST:
            return f"{what}: answered after {seconds:.0f} s"
        return judged(what, answer.status, came)

    return one


def judged(what: str, status: int, came: bytes) -> str:
    """Return what is wrong with an answer."""
    if status in REFUSED:
        return "" if came.count(b"\n") <= 1 and b"Traceback" not in came else f"{what}: {came!r}"
    if status != 200:
        return f"{what}: status {status}: {came[:300]!r}"
    found = json.loads(came, parse_constant=lambda word: f"not JSON: {word}")
    if found.keys() not in ({"result"}, {"error"}):
        return f"{what}: {came[:300]!r}"
    return f"{what}: {came[:300]!r}" if b"NaN" in came or b"Infinity" in came else ""
