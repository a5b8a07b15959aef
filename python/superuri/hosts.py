"""Hosts: their owner, the address that they spell, and whether a redirect stays on your hosts.

>>> from superuri import hosts
>>> hosts.public_suffix("https://www.example.co.uk/")
'co.uk'
>>> hosts.ipv4("2130706433")
'127.0.0.1'
>>> hosts.safe_redirect("/account?next=1", hosts=["example.com"])
'/account?next=1'

``superuri.agreed_host`` and ``superuri.domain`` are the verbs for a whole URI.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

import superuri._core as _core
from superuri._core import URI, URL, ipv4, public_suffix
from superuri._values.allowed_hosts import allowed_names, allows
from superuri._values.hinted import hinted
from superuri.errors import ParseError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from superuri._values.host_explained import HostExplanation
    from superuri._values.host_kind import HostKind

__all__ = [
    "LIST",
    "READINGS",
    "explain_host",
    "ipv4",
    "kind",
    "public_suffix",
    "safe_redirect",
    "to_ascii",
    "to_unicode",
]

#: The pinned Public Suffix List: its package and version; `superuri --version --verbose` shows
#: its age.
LIST = _core.PUBLIC_SUFFIX_LIST

#: The readings that ``superuri.agreed_host`` compares, each with programs that read this way.
READINGS = tuple(_core.HOST_READINGS)


def kind(host: str) -> HostKind:
    """Return what a host is: public, loopback, private, cloud metadata, a name, …

    Args:
        host: An address in any spelling, IPv6 with or without brackets and a zone, or a name: one
            address that the DNS returned, or what `agreed_host` did. No name is resolved.

    Returns:
        A HostKind. ``is_public`` is true only for an address of the public Internet; a name has no
        address yet.

    Raises:
        ParseError: It is not a host, such as ``"example.com:443"``.

    Example:
        >>> from superuri import hosts
        >>> hosts.kind("127.1").kind, hosts.kind("8.8.8.8").is_public
        ('loopback', True)
        >>> found = hosts.kind("[::ffff:169.254.169.254]")
        >>> found.kind, found.embedded.kind, found.is_public
        ('ipv4-mapped', 'cloud-metadata', False)
    """
    from superuri._values.host_kind import kind_of  # noqa: PLC0415  ipaddress takes a while

    return kind_of(host)


def explain_host(
    uri: str | bytes | bytearray | memoryview | URI | URL,
    *,
    rules: Literal["all", "icann"] = "all",
    default_scheme: str | None = None,
) -> HostExplanation:
    """Return the host of a URI and its registrable domain, and why there is none.

    Args:
        uri: A str, bytes or a URI; it does not have to be legal.
        rules: "all" or "icann", as of ``superuri.domain``.
        default_scheme: The scheme of a text that begins with a host, as of ``superuri.domain``.

    Returns:
        An object with ``host``, ``public_suffix``, ``domain`` and ``why``, which is "" if none of
        them is missing.

    Raises:
        ParseError: The parsers do not agree on a host, as ``superuri.agreed_host`` raises it.

    Example:
        >>> from superuri import hosts
        >>> hosts.explain_host("http://192.0.2.1/").why
        'the host is an address: only names have a domain'
        >>> hosts.explain_host("co.uk", default_scheme="https").why
        'the host is the public suffix "co.uk" itself: domains are registered below it'

    Source:
        The Public Suffix List, <https://publicsuffix.org/list/>.
    """
    from superuri._values.host_explained import explained  # noqa: PLC0415  few need it

    return explained(uri, rules, default_scheme)


def to_ascii(host: str | bytes) -> str:
    """Return a host alone in ASCII, as DNS, mail servers and certificates have it.

    Args:
        host: A name, a str or bytes of UTF-8; or an IP address, with or without brackets.

    Returns:
        A str in lower case: A-labels for what is beyond ASCII, and an address without brackets.

    Raises:
        ParseError: It is not a host: UTS 46 refuses a label, or it has a port, a delimiter, an
            escape or a space. The offsets are those of the host.
        EncodeError: A str has a lone surrogate.
        TypeError: It is neither a str nor bytes.

    Example:
        >>> from superuri import hosts
        >>> hosts.to_ascii("Bücher.example"), hosts.to_ascii("Example.COM.")
        ('xn--bcher-kva.example', 'example.com.')
        >>> hosts.to_ascii("e.com:80")
        Traceback (most recent call last):
            ...
        superuri.errors.ParseError: "e.com:80" at 0..8 is neither a name nor an IP address

    Source:
        UTS 46 section 4.2, non-transitional, as ``superuri.build`` and browsers use it.
    """
    if not isinstance(host, str | bytes | bytearray | memoryview):
        raise TypeError(f"a host is a str or bytes, not {type(host).__name__}")
    return (_core.build(scheme="https", host=host).host or "").lower()


def to_unicode(host: str | bytes) -> str:
    """Return a host alone in its own script.

    A name may look like another one: for what a user sees, ``superuri.pretty`` with host="safe"
    compares scripts.

    Args:
        host: A host, as for ``to_ascii``.

    Returns:
        A str in lower case, in which A-labels are characters; ``to_ascii`` gives the same host of
        it.

    Raises:
        ParseError: As of ``to_ascii``: also for an ``xn--`` label that is not a valid A-label.
        EncodeError: A str has a lone surrogate.
        TypeError: It is neither a str nor bytes.

    Example:
        >>> from superuri import hosts
        >>> hosts.to_unicode("XN--BCHER-KVA.example"), hosts.to_unicode("192.0.2.1")
        ('bücher.example', '192.0.2.1')

    Source:
        UTS 46 section 4.3.
    """
    return _core.host_in_unicode(to_ascii(host))


@hinted
def safe_redirect(  # noqa: PLR0913  each is a policy of its own
    target: str | bytes | bytearray | memoryview | URI | URL | None,
    *,
    hosts: str | Iterable[str],
    default: str | None = None,
    schemes: str | Iterable[str] = ("https",),
    ports: Iterable[int] | None = None,
    userinfo: bool = False,
) -> str:
    r"""Return the target of a redirect, if it is on one of these hosts or stays on the same host.

    It does not look up addresses: it protects the user of a browser, but does not keep a server
    from connecting to an internal address.

    Args:
        target: The target from the request, or None.
        hosts: A name allows itself; a name with a leading dot allows all names below it. A name in
            another script means its A-labels.
        default: Returned unchanged for each target that is refused; None to raise.
        schemes: The schemes of absolute targets; without ``"http"``, no target leads away from
            https.
        ports: Allowed ports besides the scheme's default.
        userinfo: Whether a user and a password are allowed.

    Returns:
        A str that is legal and has the same host for every parser. A relative target stays on the
        host, for servers that resolve its dot segments too: ``/x/..//evil.com`` is refused.

    Raises:
        ParseError: The target is refused, and there is no default: foreign-scheme, foreign-host,
            foreign-port, user-information, ambiguous-authority, …
        ValueError: A name in ``hosts`` is not a host, such as ``"example.com:443"``.
        TypeError: The target is None, and there is no default.

    Example:
        >>> from superuri import hosts
        >>> hosts.safe_redirect("https://www.example.com/a b", hosts=["www.example.com"])
        'https://www.example.com/a%20b'
        >>> hosts.safe_redirect("//evil.com", hosts=["www.example.com"], default="/")
        '/'
        >>> hosts.safe_redirect(r"/\evil.com", hosts=["www.example.com"])
        Traceback (most recent call last):
            ...
        superuri.errors.ParseError: the host at 0..10 is not the same to all parsers: ...
    """
    allowed = allowed_names(hosts)
    if isinstance(schemes, str):
        schemes = (schemes,)
    if target is None:
        if default is None:
            raise TypeError("target is None, and there is no default to return")
        return default
    try:
        # The caller may change a buffer meanwhile, so it is read only once.
        text = _text(target)
        return _checked(
            text, allowed, {f"{scheme}:" for scheme in schemes}, ports, userinfo=userinfo
        )
    except ParseError:
        if default is None:
            raise
        return default


def _checked(
    text: str | bytes,
    allowed: Iterable[str],
    protocols: Container[str],
    ports: Iterable[int] | None,
    *,
    userinfo: bool,
) -> str:
    """Return the URI of the text, if a browser may be redirected to it."""
    clean = _core.clean(text)
    shown = text if isinstance(text, str) else text.decode("utf-8", "replace")
    whole = (shown, 0, len(shown))
    host = _core.agreed_host(text, has_base=True)
    if _core.agreed_host(clean, has_base=True) != host:
        raise ParseError(
            "the host is another one once the URI is clean",
            *(*whole, "ambiguous-authority", "refuse the redirect"),
        )
    url = _core.URL(shown, "https://base.invalid/")
    if url.protocol not in protocols and (host is not None or url.protocol != "https:"):
        end = shown.index(":")
        raise ParseError(
            f"the scheme at 0..{end} is not one of those allowed",
            *(shown, 0, end, "foreign-scheme", "refuse the redirect, or allow it with schemes="),
        )
    if host is None:
        read = _core.URL(clean, "https://base.invalid/")
        # As a server that decodes the path sends it on.
        decoded = _core.URL(_core.decode(read.pathname, errors="replace"), read)
        if read.host != decoded.host or "//" in {read.pathname[:2], decoded.pathname[:2]}:
            raise ParseError(
                "the path is another host once it is decoded and its dot segments are resolved",
                *(*whole, "ambiguous-authority", "refuse the redirect"),
            )
        return clean
    if not allows(allowed, host):
        raise ParseError(
            f'the host "{host}" is not one of those allowed',
            *(*whole, "foreign-host", "refuse the redirect, or allow it with hosts="),
        )
    if url.port and int(url.port) not in (ports or ()):
        raise ParseError(
            f"the port {url.port} is not one of those allowed",
            *(*whole, "foreign-port", "refuse the redirect, or allow it with ports="),
        )
    if not userinfo and (url.username or url.password):
        raise ParseError(
            "the target names a user", *(*whole, "user-information", "refuse the redirect")
        )
    return clean


def _text(target: str | bytes | bytearray | memoryview | URI | URL) -> str | bytes:
    """Return the text that the engine reads, ignoring overridden methods of a str subclass."""
    if isinstance(target, str):
        return str.__str__(target)
    if isinstance(target, URI | URL):
        return str(target)
    if isinstance(target, bytes | bytearray | memoryview):
        return bytes(target)
    raise TypeError(f"a target is a str, bytes or a URI, not {type(target).__name__}")
