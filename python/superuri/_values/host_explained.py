"""Why a URI has no host or no registrable domain."""

from dataclasses import dataclass
from typing import Literal

from superuri._core import URI, URL, agreed_host, domain, public_suffix, with_default_scheme


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
    default_scheme: str | None,
) -> HostExplanation:
    # Before the scheme is added, so that an error is about the text itself.
    suffix = public_suffix(uri, rules=rules, default_scheme=default_scheme)
    found = domain(uri, rules=rules, default_scheme=default_scheme)
    whole = uri if default_scheme is None else with_default_scheme(uri, default_scheme)
    name = agreed_host(whole)
    if name is None:
        return HostExplanation(None, None, None, "no parser sees a host in this URI")
    why = ""
    if found is None and suffix is None:
        why = "the host is an address: only names have a domain"
    elif found is None:
        why = f'the host is the public suffix "{suffix}" itself: domains are registered below it'
    return HostExplanation(name, suffix, found, why)
