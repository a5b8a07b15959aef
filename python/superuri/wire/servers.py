r"""Servers: the path and the query that each hands to the application, for each piece of a target.

Octets that are not visible ASCII are written as ``\xHH``, in what is sent and in what is handed on.

    >>> from superuri.wire import servers
    >>> for row in servers.named("gunicorn"):
    ...     print(row.view, row.handed("/a%2Fb"))
    PATH_INFO /a/b
    RAW_URI /a%2Fb
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from superuri.wire.servers_rows import ROWS

__all__ = ["SERVERS", "TARGETS", "Server", "named"]

#: The target that is sent.
TARGETS = (
    *("/a%2Fb", "/a%2fb", "/a/%2e%2e/b", "/a/../b", "/a/..%2Fb", "/a/..;/b", "/a;x=1/b", "//a//b"),
    *("/a%00b", "/a%0Ab", "/a%5Cb", "/a\\b", "/a%252Fb", "/a%zzb", "/a%7Eb", "/a%C3%A9b", "/a%E9b"),
    *(r"/a\xc3\xa9b", r"/a\xe9b", "/a%20b", r"/a\x20b", "/a+b", "/a%2Bb", "/a%3Fb", "/a|b", "/a#b"),
    *("/?q=a+b%2B%2f%zz", r"/?q=\xe9"),
)
_HIDDEN = re.compile(rb"[^!-~]")
_WRITTEN = re.compile(rb"\\x([0-9a-f]{2})")
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")


class Server(NamedTuple):
    """A server, and what its application reads there."""

    name: str
    version: str
    #: The source from which the application reads: a variable, a method, a directive of a proxy.
    view: str
    #: "sent" if paths are handed on as they were sent, "decoded" if percent-decoded once.
    rule: str
    #: The targets for which something else is handed on, or the status of a refusal.
    differs: dict[str, str]

    def handed(self, target: str) -> str:
        """Return what the application is given for one of the targets.

        Args:
            target: One of ``TARGETS``.

        Returns:
            The path and the query, or the status of a refusal; "closed" if there was no answer.

        Raises:
            ValueError: The target was not sent.

        Example:
            >>> [first, *_] = named("nginx")
            >>> first.view, first.handed("/a/%2e%2e/b")
            ('$uri', '/b')
        """
        if target not in TARGETS:
            raise ValueError(f"{target!r} was not sent; there are {', '.join(TARGETS)}")
        return self.differs.get(target) or by_rule(target, self.rule)


def named(name: str) -> tuple[Server, ...]:
    """Return the rows of a server, one for each view of an application.

    Args:
        name: The name of the server, in any case.

    Returns:
        A tuple of Server.

    Raises:
        ValueError: There is no such server.

    Example:
        >>> [row.view for row in named("envoy")]
        ['route', 'normalize_path']
    """
    rows = tuple(row for row in SERVERS if row.name.casefold() == name.casefold())
    if not rows:
        raise ValueError(f"no server is called {name!r}; there are {', '.join(NAMES)}")
    return rows


def octets(text: str) -> bytes:
    r"""Return the octets of a text in which some are written as ``\xHH``."""
    return _WRITTEN.sub(lambda found: bytes.fromhex(found[1].decode()), text.encode("ascii"))


def shown(sent: bytes) -> str:
    r"""Return the octets as text: those that are not visible ASCII as ``\xHH``."""
    return _HIDDEN.sub(lambda found: b"\\x%02x" % ord(found[0]), sent).decode("ascii")


def by_rule(target: str, rule: str) -> str:
    """Return what is handed on of a target by one of the two rules."""
    if rule == "sent":
        return target
    path, mark, query = octets(target).partition(b"?")
    decoded = _ESCAPE.sub(lambda found: bytes.fromhex(found[1].decode()), path)
    return shown(decoded + mark + query)


def _read(text: str) -> Iterator[Server]:
    for block in re.split(r"\n(?=\S)", text.strip()):
        head, _, pairs = block.partition("\n")
        name, version, view, rule = head.split(" | ")
        words = iter(pairs.split())
        yield Server(name, version, view, rule, dict(zip(words, words, strict=True)))


SERVERS = tuple(_read(ROWS))
NAMES = tuple(dict.fromkeys(row.name for row in SERVERS))
