"""Allowed hosts: names, and all names below one that begins with a dot."""

from collections.abc import Iterable

from superuri._core import URI, agreed_host
from superuri._values.passwords import redacted

HINTS = {"*": "all names below one are meant by a dot, as in .example.com", "": "it has no labels"}


def allowed_names(names: str | Iterable[str]) -> list[str]:
    """Return the names in the form in which hosts are compared: lower case, with A-labels.

    >>> allowed_names([".Bücher.example", "[0::1]"])
    ['.xn--bcher-kva.example', '[::1]']

    Raises ValueError for what is not a name of a host, and so would never match.
    """
    return [_name(name) for name in ([names] if isinstance(names, str) else names)]


def _name(name: str) -> str:
    if not isinstance(name, str):
        raise TypeError(f"the name of a host is a str, not {type(name).__name__}")
    below = "." if name.startswith(".") else ""
    bare = name[len(below) :]
    try:
        uri = URI.clean(f"//{bare}")
        host = agreed_host(f"https:{uri}") if bare else None
    except ValueError:
        host = None
    if host is None or str(uri) != f"//{uri.raw.host}":
        hint = HINTS.get(bare[:1]) or (
            "a name alone is meant, as in example.com: no scheme, no path, and no port, which "
            "ports= allows"
        )
        raise ValueError(f'hosts: "{redacted(name)}" is not the name of a host; {hint}')
    return below + host


def allows(names: Iterable[str], host: str) -> bool:
    """Return whether a name allows the host; a name with a leading dot allows all names below it.

    >>> allows(["example.com", ".example.org"], "a.example.org")
    True
    """
    return any(host.endswith(name) if name.startswith(".") else host == name for name in names)
