"""DATA: peers, libraries that clean whole URIs, each called as documented.

    PYTHONPATH=tests python -m kit.peers

prints the table of `compare`, for the README.
"""

from collections.abc import Callable
from dataclasses import dataclass

from kit import naive, neighbours
from kit.legal import is_legal
from superuri._values import generate

Clean = Callable[[str], str]


def _superuri(module: object) -> Clean:
    return module.clean  # type: ignore[attr-defined]


PEERS: list[neighbours.Row[Clean]] = [
    ("superuri.clean", "superuri", "superuri", _superuri),
    (
        *("urllib.parse.quote(safe=…)", "urllib.parse", ""),
        lambda m: lambda u: m.quote(u, safe="!#$%&'()*+,/:;=?@[]~"),
    ),
    ("requests.utils.requote_uri", "requests.utils", "requests", lambda m: m.requote_uri),
    ("w3lib safe_url_string", "w3lib.url", "w3lib", lambda m: m.safe_url_string),
    ("yarl.URL", "yarl", "yarl", lambda m: lambda u: str(m.URL(u))),
    ("httpx.URL", "httpx", "httpx", lambda m: lambda u: str(m.URL(u))),
    (
        *("hyperlink normalize.to_uri", "hyperlink", "hyperlink"),
        lambda m: lambda u: m.URL.from_text(u).normalize().to_uri().to_text(),
    ),
    ("furl", "furl", "furl", lambda m: lambda u: m.furl(u).url),
    ("werkzeug iri_to_uri", "werkzeug.urls", "werkzeug", lambda m: m.iri_to_uri),
    ("rfc3986 normalize_uri", "rfc3986", "rfc3986", lambda m: m.normalize_uri),
    ("ada_url.URL", "ada_url", "ada-url", lambda m: lambda u: m.URL(u).href),
    ("can_ada.parse", "can_ada", "can-ada", lambda m: lambda u: str(m.parse(u))),
]


@dataclass
class Tally:
    name: str
    illegal: int = 0
    double_escapes: int = 0
    unstable: int = 0
    changed_legal: int = 0
    exceptions: int = 0


def absent() -> list[str]:
    """Return the names of those that are not installed."""
    return [name for name, clean in neighbours.asked(PEERS) if clean is None]


def percents(text: str) -> int:
    """Return the number of percent signs in the decoded text."""
    return naive.lenient(text.encode()).count(b"%")


def tally(name: str, clean: Clean, dirty: list[str], legal: list[str]) -> Tally:
    out = Tally(name)
    for text in dirty:
        try:
            once = clean(text)
            out.unstable += clean(once) != once
        except Exception:  # noqa: BLE001  because whatever a peer raises is what is counted
            out.exceptions += 1
            continue
        out.illegal += not is_legal(once)
        # Escaping the % of a triplet adds a % to the decoded text.
        out.double_escapes += percents(once) > percents(text)
    for text in legal:
        try:
            out.changed_legal += clean(text) != text
        except Exception:  # noqa: BLE001  because whatever a peer raises is what is counted
            out.exceptions += 1
    return out


def compare(dirty: int = 6_000, legal: int = 5_000) -> list[Tally]:
    dirty_texts = generate.sample(generate.dirty_url, dirty)
    legal_texts = generate.sample(generate.legal_url, legal)
    return [
        tally(name, clean, dirty_texts, legal_texts) for name, clean in neighbours.installed(PEERS)
    ]


def table(rows: list[Tally]) -> list[str]:
    head = ("illegal", "double escapes", "not idempotent", "changed though legal", "exceptions")
    counts = {
        r.name: (r.illegal, r.double_escapes, r.unstable, r.changed_legal, r.exceptions)
        for r in rows
    }
    return neighbours.table(head, counts)


if __name__ == "__main__":
    print("\n".join(table(compare())))
