"""Why a URI has no host or no registrable domain."""

from dataclasses import dataclass
from typing import Literal

from superuri._core import URI, URL, agreed_host, domain, public_suffix


@dataclass(frozen=True)
class HostExplanation:
    """The host of a URI, its public suffix and its registrable domain, and why one is missing."""

    #: As ``superuri.agreed_host`` returns it.
    host: str | None
    #: As ``superuri.hosts.public_suffix`` returns it.
    public_suffix: str | None
    #: As ``superuri.domain`` returns it.
    domain: str | None
    #: Why the host or the domain is None, in a sentence; "" if both are there.
    why: str


def explained(
    uri: str | bytes | bytearray | memoryview | URI | URL,
    rules: Literal["all", "icann"],
    *,
    host: bool,
) -> HostExplanation:
    """Return the host with its suffix and domain."""
    name = agreed_host(uri, host=host)
    if name is None:
        return HostExplanation(None, None, None, "no reader sees a host in this URI")
    suffix = public_suffix(name, rules=rules, host=True)
    found = domain(name, rules=rules, host=True)
    why = ""
    if found is None and suffix is None:
        why = "the host is an address: only names have a domain"
    elif found is None:
        why = f'the host is the public suffix "{suffix}" itself: domains are registered below it'
    return HostExplanation(name, suffix, found, why)
