"""The wire: which HTTP clients send the URL that they are given, and which change its bytes.

Each client that is installed is given the URL, in a process of its own, and what arrives is
compared with what was written. Nothing leaves the machine: the URL's host is replaced by the
loopback address, and ``https`` by ``http``.

    >>> from superuri import wire
    >>> for answer in wire.send("https://e.com/%7Ebob?sig=a%2Bb", ["http.client", "urllib"]):
    ...     print(answer.client, answer.status, answer.received)
    http.client kept /%7Ebob?sig=a%2Bb
    urllib kept /%7Ebob?sig=a%2Bb
"""

import re
from collections.abc import Generator, Iterable
from typing import Literal, NamedTuple

import superuri._core as _core
from superuri._foreign import as_they_come
from superuri._values.refusal import refused, text_of
from superuri.errors import ParseError
from superuri.wire import programs
from superuri.wire.changes import Change as Change
from superuri.wire.changes import changes
from superuri.wire.clients import CLIENTS, NAMES, Client
from superuri.wire.loopback import ask

__all__ = ["Answer", "answers", "send", "target"]

#: In bytes: a longer URL, encoded three times, is too long for a command line.
LONGEST = 1 << 14

#: The number of clients that run at the same time.
AT_ONCE = 4

_ORIGIN = re.compile(r"(?:https?:)?//[^/?#\\]*", re.IGNORECASE)


class Answer(NamedTuple):
    """The request of one client for the URL."""

    client: str
    #: The version of the client, or of the program that includes it; empty if not installed.
    version: str
    #: "kept", "changed", "refused"; "absent" if not installed; "none" if the client has no exact
    #: way.
    status: Literal["kept", "changed", "refused", "absent", "none"]
    #: The target that was received; octets that are not valid UTF-8 are lone surrogates, as for
    #: os.fsdecode.
    received: str | None = None
    changes: tuple[Change, ...] = ()
    #: Why nothing was received, in the client's words.
    why: str = ""


def target(url: str | _core.URI | _core.URL) -> str:
    """Return what is to arrive of the URL: its path and its query, as they are written.

    Args:
        url: A str or a URI.

    Returns:
        A str.

    Raises:
        ParseError: It is not a URL of the Web, or a backslash follows the host.
        EncodeError: A str has a lone surrogate.

    Example:
        >>> target("https://user@e.com?q=%7e#top")
        '/?q=%7e'

    Source:
        RFC 9112 section 3.2.1.
    """
    return _behind_the_host(text_of(url)).partition("#")[0]


def _behind_the_host(url: str) -> str:
    if len(_core.decode_bytes(_core.encode(url))) > LONGEST:
        help_ = "servers take less"
        raise ParseError(f"the URL has more than {LONGEST:,} bytes", url, 0, 0, "too-long", help_)
    if "\0" in url:
        at = url.index("\0")
        what = ("can be handed to no client", "nul", "write %00")
        raise refused(ParseError, url, (at, at + 1), what)
    origin = _ORIGIN.match(url)
    if origin is None and not url.startswith("/"):
        help_ = "begin it with http://, https:// or a slash"
        what = ("is not a URL of the Web", "no-web-url", help_)
        raise refused(ParseError, url, (0, len(url)), what)
    start = origin.end() if origin else 0
    rest = url[start:]
    if rest.startswith("\\"):
        # By RFC 3986 it is a part of the host; browsers end the host there.
        what = ("does not show where the host ends", "ambiguous-authority", "write a slash, or %5C")
        raise refused(ParseError, url, (start, start + 1), what)
    # An empty path is sent as a slash (RFC 9112), and no parser looks for a host after one.
    return rest if rest.startswith("/") else f"/{rest}"


def send(
    url: str | _core.URI | _core.URL,
    clients: Iterable[str] = NAMES,
    *,
    exact: bool = False,
    timeout: float = 10.0,
) -> tuple[Answer, ...]:
    """Return what each of the named clients makes of the URL.

    Args:
        url: A str or a URI. Its user, password and host are not sent.
        clients: Names of rows of ``wire.clients.CLIENTS``.
        exact: Whether each is asked in the way that sends exactly these bytes, and not as it
            usually is.
        timeout: Seconds that each client has.

    Returns:
        A list of Answer, in the order of the names.

    Raises:
        ValueError: There is no such client.
        ParseError: As ``target``.
        EncodeError: A str has a lone surrogate.

    Example:
        >>> from superuri import wire
        >>> [answer] = wire.send("https://e.com/a?q=%27", ["urllib"])
        >>> answer.status
        'kept'
    """
    return tuple(answers(url, clients, exact=exact, timeout=timeout))


def answers(
    url: str | _core.URI | _core.URL,
    clients: Iterable[str] = NAMES,
    *,
    exact: bool = False,
    timeout: float = 10.0,
) -> Generator[Answer, None, None]:
    """Return an iterator of the answers of ``send``, each as soon as it is there, in their order.

    Args:
        url: As for ``send``.
        clients: As for ``send``.
        exact: As for ``send``.
        timeout: As for ``send``.

    Returns:
        An iterator of Answer. If it is closed, clients that are still running are stopped.

    Raises:
        ValueError: There is no such client.
        ParseError: As ``target``.
        EncodeError: A str has a lone surrogate.

    Example:
        >>> from superuri import wire
        >>> next(wire.answers("https://e.com/a?q=%27", ["urllib"])).received
        '/a?q=%27'
    """
    rest = _behind_the_host(text_of(url))
    rows = {client.name: client for client in CLIENTS}
    chosen = list(clients)
    for name in chosen:
        if name not in rows:
            raise ValueError(f"no client is called {name!r}; there are {', '.join(rows)}")

    def answer(name: str) -> Answer:
        return _answer(rows[name], rest, timeout, exact=exact)

    return as_they_come(answer, chosen, AT_ONCE)


def _answer(client: Client, rest: str, timeout: float, *, exact: bool) -> Answer:
    version = programs.version(client)
    code = client.exact if exact else client.usual
    if not version or code is None:
        return Answer(client.name, version, "none" if version else "absent")
    received, why = ask(client, code, rest, timeout)
    if received is None:
        return Answer(client.name, version, "refused", why=why)
    text = received.decode("utf-8", "surrogateescape")
    text = re.sub(client.adds, "", text) if client.adds else text
    found = tuple(changes(rest.partition("#")[0], text))
    return Answer(client.name, version, "changed" if found else "kept", text, found)
