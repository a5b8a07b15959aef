"""Domains: `domain` of a host without a scheme, beside tldextract; each difference has a reason."""

from __future__ import annotations

import logging
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

import superuri
from kit import chance
from superuri.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tldextract.tldextract import ExtractResult

#: Why the two differ. tldextract's list is the one in its package, ours is ``hosts.LIST``.
DIFFERENCES = {
    "final dot": "ours keeps the dot that ends a name, tldextract removes it",
    "unlisted": "no rule has the suffix: ours takes the last label (rule *), tldextract nothing",
    "list": "a suffix whose rules changed between the dates of the two lists",
    "no host": "a single word: tldextract takes any text for a host",
}
#: Suffixes and hosts of the sample: registries, companies, wildcards and exceptions.
SUFFIXES = (
    *("com", "co.uk", "de", "org.au", "github.io", "blogspot.com", "kobe.jp", "city.kobe.jp", "ck"),
    *("www.ck", "xn--p1ai", "appspot.com", "s3.amazonaws.com", "bd", "er", "unlisted"),
)
#: Suffixes whose rules differ: ``*.bd`` in tldextract's list is ``bd`` and its names in ours.
CHANGED = (".bd",)


def hosts(data: Path) -> Iterator[str]:
    """Yield the hosts of the corpora, each once, and then generated ones without end."""
    seen = set()
    for path in sorted(data.glob("urls/*.txt")):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            rest = line.partition("://")[2]
            host = rest.split("/")[0].split("?")[0].split("#")[0].rpartition("@")[2]
            if "." in host and ":" not in host and host not in seen and host.isprintable():
                seen.add(host)
                yield host
    rng = chance.seeded("hosts beside tldextract")
    while True:
        labels = ["".join(rng.choices("abcxyz0-_", k=rng.randint(1, 5))) for _ in range(3)]
        labels = labels[: rng.randint(0, 3)]
        yield ".".join([*labels, rng.choice(SUFFIXES)]) + rng.choice(["", "", "", "."])


def ours(host: str) -> tuple[str, str]:
    """Return the domain, or "", and why there may be none."""
    try:
        return superuri.domain(host, default_scheme="https") or "", ""
    except ParseError as error:
        return "", "no host" if error.code == "no-scheme" else "refused"


def differing(data: Path, count: int) -> Counter[str]:
    """Count the reasons for which the two differ on this many hosts."""
    import tldextract  # noqa: PLC0415  it may be missing

    logging.getLogger("tldextract").setLevel(logging.ERROR)
    extract = tldextract.TLDExtract(
        suffix_list_urls=(), include_psl_private_domains=True, cache_dir=None
    )
    found: Counter[str] = Counter()
    for host in islice(hosts(data), count):
        theirs = extract(host)
        domain, why = ours(host)
        if domain != theirs.top_domain_under_public_suffix.lower():
            found[_reason(host, domain, theirs, why)] += 1
    return found


def _reason(host: str, domain: str, theirs: ExtractResult, why: str) -> str:
    """Return the reason, or, without one, both results."""
    if why:
        return why
    other = theirs.top_domain_under_public_suffix.lower()
    if domain.removesuffix(".") == other and host.endswith("."):
        return "final dot"
    if not theirs.suffix:
        return "unlisted"
    if host.removesuffix(".").endswith(CHANGED):
        return "list"
    return f"{host}: {domain!r}, tldextract: {other!r}"
