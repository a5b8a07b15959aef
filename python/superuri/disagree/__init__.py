"""Disagreements: the parsers that read a URL differently, and what an attacker gains."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import superuri._core as _core
from superuri._foreign import at_once
from superuri.disagree.ask import LIMIT, Answer, Result, ask
from superuri.disagree.parsers import PARSERS
from superuri.errors import URIError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["Difference", "Disagreement", "disagree", "survey", "versions"]

#: The number of parsers that run at the same time.
AT_ONCE = 4

#: The default ports of schemes.
PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21"}

#: An attacker's gain from a difference in each part.
GAINS = {
    "host": (
        "the check and the request go to different hosts: server-side requests to places that are "
        "forbidden, open redirects, stolen tokens"
    ),
    "port": "a rule about ports sees a different port from the one that the connection uses",
    "userinfo": "credentials are sent, or logged, that the other parser does not see",
    "path": "a rule about paths is passed, and a cache stores one page under another's name",
    "refusal": "a check that accepts what it cannot read lets the URL through",
}


class Difference(NamedTuple):
    """One part that parsers read differently."""

    #: "host", "port", "userinfo", "path" or "refusal".
    part: str
    #: Each reading of it, and the parsers with that reading.
    readings: tuple[tuple[str, tuple[str, ...]], ...]
    #: An attacker's gain from it.
    gain: str


class Disagreement(NamedTuple):
    """The reading of one URL by every parser."""

    url: str
    #: The installed parsers, and what they see.
    answers: tuple[tuple[str, Answer], ...]
    #: The differences, the most severe first; empty if all agree.
    differences: tuple[Difference, ...]
    #: The parsers that are not installed, and why.
    missing: tuple[tuple[str, str], ...]


def disagree(
    url: str | _core.URI | _core.URL, *, parsers: Sequence[str] = (), limit: float = LIMIT
) -> Disagreement:
    r"""What each parser that is installed here sees in the URL, and where they differ.

    Each parser runs in its own process, without our environment variables. Nothing is fetched.
    Hosts are compared as lower-case A-labels; a missing port counts as the scheme's default, and a
    missing path after a host as "/".

    Args:
        url: A str or a URI.
        parsers: Names of ``superuri.disagree.PARSERS``; the default is all of them.
        limit: The time limit for each answer, in seconds.

    Returns:
        A Disagreement.

    Raises:
        ValueError: There is no such parser.

    Example:
        >>> from superuri.disagree import disagree
        >>> result = disagree(r"http://evil.com\@good.com/", parsers=["whatwg", "urllib"])
        >>> result.differences[0].part, result.differences[0].readings
        ('host', (('evil.com', ('whatwg',)), ('good.com', ('urllib',))))

    Source:
        See docs/disagree.md for results.
    """
    return survey([str(url)], parsers=parsers, limit=limit)[0]


def survey(
    urls: Sequence[str], *, parsers: Sequence[str] = (), limit: float = LIMIT
) -> list[Disagreement]:
    """Return what `disagree` returns, for many URLs with one start of each parser.

    Args:
        urls: The URLs.
        parsers: Names of ``superuri.disagree.PARSERS``; the default is all of them.
        limit: The time limit for each answer, in seconds.

    Returns:
        A list of Disagreement, one for each URL.

    Raises:
        ValueError: There is no such parser.
    """
    known = {parser.name: parser for parser in PARSERS}
    unknown = [name for name in parsers if name not in known]
    if unknown:
        raise ValueError(f"no parser is called {unknown[0]!r}: there are {', '.join(known)}")
    chosen = [known[name] for name in parsers] or list(PARSERS)
    results = at_once(lambda parser: ask(parser, urls, limit), chosen, AT_ONCE)
    here = [each for each in results if each.version]
    missing = tuple((each.parser.name, each.missing) for each in results if not each.version)
    found = []
    for n, url in enumerate(urls):
        answers = tuple((each.parser.name, each.answers[n]) for each in here)
        found.append(Disagreement(url, answers, differences(answers), missing))
    return found


def versions(parsers: Iterable[str] = ()) -> dict[str, str]:
    """Return the versions of the parsers that run here.

    Args:
        parsers: Names of ``superuri.disagree.PARSERS``; the default is all of them.

    Returns:
        A dict of each parser's name and its version.
    """
    wanted = set(parsers)
    chosen = [parser for parser in PARSERS if not wanted or parser.name in wanted]
    results: list[Result] = [ask(parser, ()) for parser in chosen]
    return {each.parser.name: each.version for each in results if each.version}


def differences(answers: Sequence[tuple[str, Answer]]) -> tuple[Difference, ...]:
    """Return the differences between these answers, the most severe first."""
    read = [(name, answer) for name, answer in answers if not answer.error]
    found = []
    for part, compared in COMPARED.items():
        readings = grouped((name, compared(answer)) for name, answer in read)
        if len(readings) > 1:
            found.append(Difference(part, readings, GAINS[part]))
    refusals = grouped((name, "refused" if answer.error else "read") for name, answer in answers)
    if len(refusals) > 1:
        found.append(Difference("refusal", refusals, GAINS["refusal"]))
    return tuple(found)


def grouped(readings: Iterable[tuple[str, str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each reading with the parsers that have it."""
    who: dict[str, list[str]] = {}
    for name, reading in readings:
        who.setdefault(reading, []).append(name)
    return tuple((reading, tuple(names)) for reading, names in who.items())


def host_of(answer: Answer) -> str:
    """Return the host in the form in which hosts are compared."""
    host = (answer.host or "").lower()
    if host.startswith("["):
        host = host[1:-1] if host.endswith("]") else host
    if not host.isascii():
        try:
            host = _core.URI(_core.clean(f"http://{host}/")).host or ""
        except URIError:
            return host
    return host


def port_of(answer: Answer) -> str:
    """Return the port in the form in which ports are compared."""
    return answer.port or PORTS.get((answer.scheme or "").lower(), "")


def path_of(answer: Answer) -> str:
    """Return the path in the form in which paths are compared."""
    return answer.path or ("/" if answer.host else "")


COMPARED: dict[str, Callable[[Answer], str]] = {
    "host": host_of,
    "port": port_of,
    "userinfo": lambda answer: answer.userinfo or "",
    "path": path_of,
}
