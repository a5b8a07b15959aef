"""Allowed hosts: names, and all names below one that begins with a dot."""

from collections.abc import Iterable

from superuri._core import URI


def a_labels(name: str) -> str:
    """Return the name as hosts are compared: `agreed_host` has other scripts as A-labels.

    >>> a_labels(".Bücher.example")
    '.xn--bcher-kva.example'
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a host is a str, not {type(name).__name__}")
    if name.isascii():
        return name.lower()
    bare = name.removeprefix(".")
    return name[: len(name) - len(bare)] + str(URI.clean(f"//{bare}")).removeprefix("//")


def allows(names: Iterable[str], host: str) -> bool:
    """Tell whether one of the names is the host's; one that begins with a dot, all names below it.

    >>> allows(["example.com", ".example.org"], "a.example.org")
    True
    """
    return any(host.endswith(name) if name.startswith(".") else host == name for name in names)
