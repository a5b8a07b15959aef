"""DATA: composers, libraries that put URIs together, each called as it documents.

    PYTHONPATH=tests python -m kit.composers

prints how many of the same hostile examples each gets wrong: what it made reads back as other
parts than it was given, by the pattern of RFC 3986 or in the host that browsers read.
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
    return lambda said: str(module.build(**said))


def _quoted(module: Any) -> Build:
    """An f-string, each part through quote(…, safe=""): what is advised most."""

    def build(said: Parts) -> str:
        quote = lambda part: module.quote(part, safe="")  # noqa: E731  because it is a shorthand
        user = quote(said["user"]) if "user" in said else ""
        user += ":" + quote(said["password"]) if "password" in said else ""
        port = f":{said['port']}" if "port" in said else ""
        host = f"//{user}{'@' if 'user' in said else ''}{_bracketed(said['host'])}{port}"
        path = "".join(f"/{quote(each)}" for each in said["segments"])
        query = "&".join(f"{quote(n)}={quote(v)}" for n, v in said["query"])
        return f"{said['scheme']}:{host}{path}?{query}#{quote(said['fragment'])}"

    return build


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _netloc(said: Parts) -> str:
    user = said.get("user", "") + (":" + said["password"] if "password" in said else "")
    port = f":{said['port']}" if "port" in said else ""
    return user + ("@" if "user" in said else "") + _bracketed(said["host"]) + port


def _path(said: Parts) -> str:
    return "".join("/" + each for each in said["segments"])


def _urlunsplit(module: Any) -> Build:
    return lambda said: module.urlunsplit(
        (
            *(said["scheme"], _netloc(said), _path(said)),
            *(module.urlencode(said["query"]), said["fragment"]),
        )
    )


def _yarl(module: Any) -> Build:
    return lambda said: str(
        module.URL.build(
            scheme=said["scheme"],
            user=said.get("user"),
            password=said.get("password"),
            host=said["host"].strip("[]"),
            port=said.get("port"),
            path=_path(said),
            query=said["query"],
            fragment=said["fragment"],
        )
    )


def _pydantic(module: Any) -> Build:
    return lambda said: str(
        module.Url.build(
            scheme=said["scheme"],
            username=said.get("user"),
            password=said.get("password"),
            host=_bracketed(said["host"]),
            port=said.get("port"),
            path=_path(said).removeprefix("/"),
            query="&".join(f"{name}={value}" for name, value in said["query"]),
            fragment=said["fragment"],
        )
    )


def _furl(module: Any) -> Build:
    def build(said: Parts) -> str:
        url = module.furl()
        url.set(
            scheme=said["scheme"],
            username=said.get("user"),
            password=said.get("password"),
            host=_bracketed(said["host"]),
            port=said.get("port"),
            path=said["segments"],
            query_params=said["query"],
            fragment_path=said["fragment"],
        )
        return str(url.url)

    return build


def _httpx(module: Any) -> Build:
    return lambda said: str(
        module.URL(
            scheme=said["scheme"],
            username=said.get("user", ""),
            password=said.get("password", ""),
            host=said["host"].strip("[]"),
            port=said.get("port"),
            path=_path(said),
            params=said["query"],
            fragment=said["fragment"],
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
    """What became of the examples."""

    name: str
    made: int = 0
    wrong: int = 0
    wrong_host: int = 0
    illegal: int = 0
    raised: int = 0


def examples(count: int, seed: int = 0) -> Iterator[Parts]:
    """Parts that all libraries take: text, a host, ports that are numbers."""
    rng = Random(seed)
    while count:
        said = build_arguments(rng)
        strange = any(isinstance(each, bytes) or is_broken(each) for each in values_of(said))
        if strange or "path" in said or "host" not in said or "%" in said["host"]:
            continue
        if said.get("scheme") != "https" or not isinstance(said.get("port", 0), int):
            continue
        yield {"segments": [], "query": [], "fragment": "", **said}
        count -= 1


def same_but_for_what_is_empty(got: Read, want: Read) -> bool:
    """Are these the same parts, where an empty one may be absent and a port the scheme's own?"""
    for parts in (got, want):
        del parts["rooted"]
        parts["segments"] = parts["segments"] or [b""]
        parts["query"] = [pair for pair in parts["query"] if pair != (b"", None)]
        parts["fragment"] = parts["fragment"] or None
        parts["user"], parts["password"] = parts["user"] or b"", parts["password"] or b""
        parts["port"] = parts["port"] or "443"
    return {key: got[key] for key in want} == want


def reads_back(text: str, said: Parts) -> tuple[bool, bool]:
    """Are the parts the given ones, and is the host, to the RFC and to browsers?"""
    want, got = wanted(said), read(text)
    # Anyone who writes a query as a form means a space by a plus.
    before, mark, rest = text.partition("?")
    query, hash_, fragment = rest.partition("#")
    form = read(before + mark + query.replace("+", "%20") + hash_ + fragment)["query"]
    if form == want["query"]:
        got["query"] = form
    hosts = {host(want["host"]), host(got["host"])}
    with contextlib.suppress(superuri.errors.ParseError):
        url = whatwg.URL(text)
        hosts.add(url.hostname.strip("[]"))
        # A dot-segment is gone there, and so is what was before two dots.
        segments = [unquote_to_bytes(each) for each in url.pathname.split("/")[1:]]
        if segments != (want["segments"] or [b""]):
            got["segments"] = segments
    want["host"] = got["host"] = None
    return same_but_for_what_is_empty(got, want), len(hosts) == 1


def host(octets: bytes | None) -> str:
    """A host to compare: its A-labels, without brackets."""
    name = (octets or b"").decode(errors="replace").strip("[]").lower()
    if name.isascii():
        return name
    try:
        return superuri.URI.clean(f"https://{name}").host or ""
    except superuri.errors.URIError:
        return name


def tally(name: str, build: Build, all_parts: list[Parts]) -> Tally:
    """What this library makes of these parts."""
    out = Tally(name)
    for said in all_parts:
        try:
            text = build(said)
        except Exception:  # noqa: BLE001  because whatever a library raises is what is counted
            out.raised += 1
            continue
        out.made += 1
        try:
            parts, host = reads_back(text, said)
        except (AssertionError, UnicodeError):
            parts = host = False
        out.wrong += not (parts and host)
        out.wrong_host += not host
        out.illegal += not legal.is_legal(text)
    return out


def compare(count: int = 5_000) -> list[Tally]:
    """One row for each library that is here."""
    parts = list(examples(count))
    return [tally(name, build, parts) for name, build in neighbours.installed(COMPOSERS)]


def table(rows: list[Tally]) -> list[str]:
    """The rows as lines of text."""
    head = ("made", "read back otherwise", "another host", "illegal", "refused")
    counts = {r.name: (r.made, r.wrong, r.wrong_host, r.illegal, r.raised) for r in rows}
    return neighbours.table(head, counts)


if __name__ == "__main__":
    print("\n".join(table(compare())))
