r"""Headers: a text in RFC 8187, Content-Disposition, Location, gRPC and W3C Baggage.

>>> from superuri import headers
>>> headers.ext_value("€ rates"), headers.parse_ext_value("iso-8859-1'en'%A3%20rates")
("UTF-8''%E2%82%AC%20rates", ('£ rates', 'en'))
>>> headers.content_disposition("naïve plan.pdf")
'attachment; filename="na_ve plan.pdf"; filename*=UTF-8\'\'na%C3%AFve%20plan.pdf'
>>> headers.parse_content_disposition("attachment; filename*=UTF-8''na%C3%AFve").filename
'naïve'
>>> headers.file_name("https://e.com/a/r%C3%A9sum%C3%A9.pdf?x=1")
'résumé.pdf'
"""

import re

import superuri._core as _core
import superuri.sets as sets
from superuri._core import URI, URL
from superuri._values.disposition import Disposition, content_disposition, parse_content_disposition
from superuri._values.ext_value import ext_value, parse_ext_value
from superuri._values.file_name import safe
from superuri._values.received import octets_of, text_of_header
from superuri._values.refusal import text_of

__all__ = [
    "Disposition",
    "baggage_value",
    "content_disposition",
    "ext_value",
    "file_name",
    "grpc_message",
    "location",
    "parse_baggage_value",
    "parse_content_disposition",
    "parse_ext_value",
    "parse_grpc_message",
]


def file_name(
    url: str | bytes | URI | URL,
    content_disposition: str | bytes | None = None,
    default: str = "download",
) -> str:
    r"""Return a local name for what a URL gives: one that is safe on every system.

    The name in the header goes first, read with ``errors="ignore"``; then the last segment of the
    path, decoded. It has no separator, no control or invisible character, none that Windows
    forbids, no name of a device, and no dot or space at its end; all of these become ``_`` or are
    dropped. It may still begin with a dot, and there may be such a file already.

    Args:
        url: The URL: a str, bytes or a URI, legal or not.
        content_disposition: The value of the header Content-Disposition, or None.
        default: Returned unchanged if neither has a name.

    Returns:
        A str of at most 255 bytes of UTF-8; of a longer name the extension stays. Escapes that are
        not valid UTF-8 stay as they are.

    Raises:
        TypeError: An argument has another type.

    Example:
        >>> from superuri import headers
        >>> headers.file_name("https://e.com/..%2F..%2Fetc%2Fpasswd")
        '.._.._etc_passwd'
        >>> headers.file_name("https://e.com/x", b'attachment; filename="C:\\tmp\\report 1.pdf"')
        'report 1.pdf'
        >>> headers.file_name("https://e.com/")
        'download'

    Source:
        RFC 6266 section 4.3; Microsoft, Naming Files, Paths, and Namespaces.
    """
    given = str(url) if isinstance(url, URI | URL) else text_of_header(url, octets=False)
    if content_disposition is not None:
        found = parse_content_disposition(content_disposition, errors="ignore").filename
        name = safe(re.split(r"[/\\]", found or "")[-1])
        if name:
            return name
    parts = _core.split(given.strip())
    is_opaque = parts.scheme is not None and parts.authority is None and parts.path[:1] != "/"
    segment = "" if is_opaque else parts.path.rpartition("/")[2]
    return safe(_core.decode(segment, errors="keep")) or default


def location(value: str | bytes, base: str | URI | URL) -> URI:
    r"""Return where a redirect leads: the header Location as it arrives, cleaned and resolved.

    Args:
        value: The value of the header. Bytes are octets, and so is a str without a character above
            U+00FF, because libraries show octets as Latin-1; any other str is text.
        base: The URI that was requested.

    Returns:
        A URI. A fragment of the base is not taken over; browsers do that.

    Raises:
        ParseError: The value cannot be made a URI without guessing, or the base is not a URI.
        TypeError: The value is neither a str nor bytes.

    Example:
        >>> from superuri import headers
        >>> headers.location("/caf\xc3\xa9?q=a b", "https://e.com/x")
        URI('https://e.com/caf%C3%A9?q=a%20b')
        >>> headers.location(b"/caf\xe9", "https://e.com/x"), headers.location("/☕", "https://e.com/x")
        (URI('https://e.com/caf%E9'), URI('https://e.com/%E2%98%95'))

    Source:
        RFC 9110 section 10.2.2; RFC 3986 section 5.
    """
    given = octets_of(value)
    reference = given.strip(" \t") if isinstance(given, str) else given.strip(b" \t")
    return URI(text_of(base)).resolve(_core.clean(reference))


def grpc_message(text: str) -> str:
    r"""The text as the value of ``grpc-message``: ``%`` and every byte outside 20 to 7E is escaped.

    Args:
        text: A str.

    Returns:
        A str of ASCII.

    Raises:
        EncodeError: A str has a lone surrogate.

    Example:
        >>> grpc_message("50% of ü\n")
        '50%25 of %C3%BC%0A'

    Source:
        gRPC over HTTP/2, Responses.
    """
    return _core.encode(text, sets.grpc.MESSAGE)


def parse_grpc_message(value: str) -> str:
    """The text of ``grpc-message``.

    Args:
        value: A str.

    Returns:
        A str; invalid escapes stay, and invalid bytes are U+FFFD. It never raises for a str,
        because a message must not be lost.

    Example:
        >>> parse_grpc_message("50%25 of %C3%BC, 100%")
        '50% of ü, 100%'

    Source:
        gRPC over HTTP/2, Responses.
    """
    return _core.decode(value, errors="replace")


def baggage_value(text: str) -> str:
    """The text as the value of a member of ``baggage``.

    Args:
        text: A str.

    Returns:
        A str of ASCII.

    Raises:
        EncodeError: A str has a lone surrogate.

    Example:
        >>> baggage_value("a, b; c=ü")
        'a%2C%20b%3B%20c=%C3%BC'

    Source:
        W3C Baggage, section 3.3.1.
    """
    return _core.encode(text, sets.w3c.BAGGAGE_VALUE)


def parse_baggage_value(value: str) -> str:
    r"""The text of the value of a member of ``baggage``.

    Args:
        value: A str.

    Returns:
        A str; invalid bytes are U+FFFD, and ``+`` stays. It never raises for a str.

    Example:
        >>> parse_baggage_value("a%2C%20b+%E9")
        'a, b+\ufffd'

    Source:
        W3C Baggage, section 3.3.1.
    """
    return _core.decode(value, errors="replace")
