"""Hosts: who owns one, which address one spells, and whether a redirect stays at home.

>>> from superuri import hosts
>>> hosts.public_suffix("https://www.example.co.uk/")
'co.uk'
>>> hosts.ipv4("2130706433")
'127.0.0.1'
>>> hosts.safe_redirect("/account?next=1", hosts=["example.com"])
'/account?next=1'

``superuri.agreed_host`` and ``superuri.domain`` are the verbs for a whole URI.
"""

from collections.abc import Iterable

from superuri import _core
from superuri._core import URI, URL
from superuri._values.allowed_hosts import a_labels, allows
from superuri.errors import ParseError

public_suffix = _core.public_suffix
ipv4 = _core.ipv4

#: The pinned Public Suffix List: the package that carries it, and its version. It is younger than
#: the list of 2026-10-22, and was compared with that one on 2026-11-21.
LIST = _core.PUBLIC_SUFFIX_LIST


def safe_redirect(
    url: str | bytes | bytearray | memoryview | URI | URL, *, hosts: Iterable[str]
) -> str:
    r"""Return the URI to send a browser to: one of these hosts, or a place on the same one.

    >>> from superuri import hosts
    >>> hosts.safe_redirect("https://www.example.com/a b", hosts=["www.example.com"])
    'https://www.example.com/a%20b'
    >>> hosts.safe_redirect(r"/\evil.com", hosts=["www.example.com"])
    Traceback (most recent call last):
        ...
    superuri.errors.ParseError: the host at 0..10 is not the same to all readers: ...

    A name in hosts allows itself, and one that begins with a dot all names below it; of a name in
    another script the A-labels are meant. What comes
    back is legal, http or https or relative, and has the same host to every reader.

    Which address a name has is a matter for the DNS, and out of its scope: this keeps a browser at
    home, and no server from connecting to an internal address.

    Raises ParseError for every other text: foreign-scheme, foreign-host, ambiguous-authority, …
    """
    if isinstance(hosts, str):
        raise TypeError("hosts is an iterable of names, not one name")
    allowed = [a_labels(name) for name in hosts]
    clean = _core.clean(url)
    text = _text(url)
    host = _core.agreed_host(url)
    if _core.agreed_host(clean) != host:
        raise ParseError(
            "the host is another one once the URI is clean",
            *(text, 0, len(text), "ambiguous-authority", "refuse the redirect"),
        )
    protocol = _core.URL(text, "https://base.invalid/").protocol
    if protocol not in {"https:", "http:"}:
        end = text.index(":")
        raise ParseError(
            f"the scheme at 0..{end} is not http or https",
            *(text, 0, end, "foreign-scheme", "refuse the redirect"),
        )
    if host is None or allows(allowed, host):
        return clean
    raise ParseError(
        f'the host "{host}" is not one of those allowed',
        *(text, 0, len(text), "foreign-host", "refuse the redirect, or allow the host"),
    )


def _text(url: str | bytes | bytearray | memoryview | URI | URL) -> str:
    """The text that the engine reads, whatever the methods of a class of its own say."""
    if isinstance(url, str):
        return str.__str__(url)
    if isinstance(url, URI | URL):
        return str(url)
    return bytes(memoryview(url)).decode("utf-8", "replace")
