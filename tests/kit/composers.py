"""DATA: composers, libraries that build URIs from parts, each called as documented.

    PYTHONPATH=tests python -m kit.composers

prints how many of the same hostile examples each gets wrong: the URI reads back as other parts than
the given ones, by the pattern of RFC 3986, or its host does in browsers.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import unquote_to_bytes

import superuri
from kit import legal, neighbours
from kit.hostile import Read, build_arguments, is_broken, read, values_of, wanted
from superuri import whatwg

Parts = dict[str, Any]
Build = Callable[[Parts], str]


def _superuri(module: Any) -> Build:
    return lambda given: str(module.build(**given))


def _quoted(module: Any) -> Build:
    """An f-string with each part through quote(…, safe=""), the most common advice."""

    def build(given: Parts) -> str:
        quote = lambda part: module.quote(part, safe="")  # noqa: E731  because it is a shorthand
        user = quote(given["user"]) if "user" in given else ""
        user += ":" + quote(given["password"]) if "password" in given else ""
        port = f":{given['port']}" if "port" in given else ""
        host = f"//{user}{'@' if 'user' in given else ''}{_bracketed(given['host'])}{port}"
        path = "".join(f"/{quote(each)}" for each in given["segments"])
        query = "&".join(f"{quote(n)}={quote(v)}" for n, v in given["query"])
        return f"{given['scheme']}:{host}{path}?{query}#{quote(given['fragment'])}"

    return build


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _netloc(given: Parts) -> str:
    user = given.get("user", "") + (":" + given["password"] if "password" in given else "")
    port = f":{given['port']}" if "port" in given else ""
    return user + ("@" if "user" in given else "") + _bracketed(given["host"]) + port


def _path(given: Parts) -> str:
    return "".join("/" + each for each in given["segments"])


def _urlunsplit(module: Any) -> Build:
    return lambda given: module.urlunsplit(
        (
            *(given["scheme"], _netloc(given), _path(given)),
            *(module.urlencode(given["query"]), given["fragment"]),
        )
    )


def _yarl(module: Any) -> Build:
    return lambda given: str(
        module.URL.build(
            scheme=given["scheme"],
            user=given.get("user"),
            password=given.get("password"),
            host=given["host"].strip("[]"),
            port=given.get("port"),
            path=_path(given),
            query=given["query"],
            fragment=given["fragment"],
        )
    )


def _pydantic(module: Any) -> Build:
    return lambda given: str(
        module.Url.build(
            scheme=given["scheme"],
            username=given.get("user"),
            password=given.get("password"),
            host=_bracketed(given["host"]),
            port=given.get("port"),
            path=_path(given).removeprefix("/"),
            query="&".join(f"{name}={value}" for name, value in given["query"]),
            fragment=given["fragment"],
        )
    )


def _furl(module: Any) -> Build:
    def build(given: Parts) -> str:
        url = module.furl()
        url.set(
            scheme=given["scheme"],
            username=given.get("user"),
            password=given.get("password"),
            host=_bracketed(given["host"]),
            port=given.get("port"),
            path=given["segments"],
            query_params=given["query"],
            fragment_path=given["fragment"],
        )
        return str(url.url)

    return build


def _httpx(module: Any) -> Build:
    return lambda given: str(
        module.URL(
            scheme=given["scheme"],
            username=given.get("user", ""),
            password=given.get("password", ""),
            host=given["host"].strip("[]"),
            port=given.get("port"),
            path=_path(given),
            params=given["query"],
            fragment=given["fragment"],
        )
    )


COMPOSERS: list[neighbours.Row[Build]] = [
    ("superuri.build", "superuri", "superuri", _superuri),
    ("f-string with quote(…, safe='')", "urllib.parse", "", _quoted),
    ("urllib.parse.urlunsplit", "urllib.parse", "", _urlunsplit),
    ("yarl URL.build", "yarl", "yarl", _yarl),
    ("pydantic_core Url.build", "pydantic_core", "pydantic_core", _pydantic),
    ("httpx.URL", "httpx", "httpx", _httpx),
    ("furl", "furl", "furl", _furl),
]


@dataclass
class Tally:
    name: str
    made: int = 0
    wrong: int = 0
    wrong_host: int = 0
    illegal: int = 0
    raised: int = 0


def examples(count: int, seed: int = 0) -> Iterator[Parts]:
    """Yield parts that all libraries accept: text, a host, ports that are numbers."""
    rng = Random(seed)
    while count:
        given = build_arguments(rng)
        strange = any(isinstance(each, bytes) or is_broken(each) for each in values_of(given))
        if strange or "path" in given or "host" not in given or "%" in given["host"]:
            continue
        if given.get("scheme") != "https" or not isinstance(given.get("port", 0), int):
            continue
        yield {"segments": [], "query": [], "fragment": "", **given}
        count -= 1


def same_but_for_what_is_empty(got: Read, want: Read) -> bool:
    """Return whether the parts are equal, ignoring empty ones and a default port."""
    for parts in (got, want):
        del parts["rooted"]
        parts["segments"] = parts["segments"] or [b""]
        parts["query"] = [pair for pair in parts["query"] if pair != (b"", None)]
        parts["fragment"] = parts["fragment"] or None
        parts["user"], parts["password"] = parts["user"] or b"", parts["password"] or b""
        parts["port"] = parts["port"] or "443"
    return {key: got[key] for key in want} == want


def reads_back(text: str, given: Parts) -> tuple[bool, bool]:
    """Return whether the parts are the given ones, and whether the host is, by RFC 3986 and
    browsers."""
    want, got = wanted(given), read(text)
    # A library that writes the query as a form uses a plus for a space.
    before, mark, rest = text.partition("?")
    query, hash_, fragment = rest.partition("#")
    form = read(before + mark + query.replace("+", "%20") + hash_ + fragment)["query"]
    if form == want["query"]:
        got["query"] = form
    hosts = {host(want["host"]), host(got["host"])}
    with contextlib.suppress(superuri.errors.ParseError):
        url = whatwg.URL(text)
        hosts.add(url.hostname.strip("[]"))
        # Browsers remove dot segments, and the segment before two dots.
        segments = [unquote_to_bytes(each) for each in url.pathname.split("/")[1:]]
        if segments != (want["segments"] or [b""]):
            got["segments"] = segments
    want["host"] = got["host"] = None
    return same_but_for_what_is_empty(got, want), len(hosts) == 1


def host(octets: bytes | None) -> str:
    """Return a host for comparison: with A-labels, without brackets."""
    name = (octets or b"").decode(errors="replace").strip("[]").lower()
    if name.isascii():
        return name
    try:
        return superuri.URI.clean(f"https://{name}").host or ""
    except superuri.errors.URIError:
        return name


def tally(name: str, build: Build, all_parts: list[Parts]) -> Tally:
    out = Tally(name)
    for given in all_parts:
        try:
            text = build(given)
        except Exception:  # noqa: BLE001  because every error of a library is counted
            out.raised += 1
            continue
        out.made += 1
        try:
            parts, host = reads_back(text, given)
        except (AssertionError, UnicodeError):
            parts = host = False
        out.wrong += not (parts and host)
        out.wrong_host += not host
        out.illegal += not legal.is_legal(text)
    return out


def compare(count: int = 5_000) -> list[Tally]:
    parts = list(examples(count))
    return [tally(name, build, parts) for name, build in neighbours.installed(COMPOSERS)]


def table(rows: list[Tally]) -> list[str]:
    head = ("made", "read back otherwise", "another host", "illegal", "refused")
    counts = {r.name: (r.made, r.wrong, r.wrong_host, r.illegal, r.raised) for r in rows}
    return neighbours.table(head, counts)


if __name__ == "__main__":
    print("\n".join(table(compare())))
