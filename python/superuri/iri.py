r"""IRIs and URIs: the two mappings of RFC 3987, and nothing else.

>>> from superuri import iri
>>> iri.to_uri("http://www.example.org/red%09rosé#red")
'http://www.example.org/red%09ros%C3%A9#red'
>>> iri.to_iri("http://www.example.org/D%C3%BCrst%20%FC")
'http://www.example.org/Dürst%20%FC'

To clean a text that is not an IRI yet, use ``superuri.clean`` with the profile ``IRI``; to show a
URI safely to a human, use ``superuri.pretty``.
"""

import re
import unicodedata
from typing import Literal, NamedTuple

import superuri._core as _core
import superuri.profiles as profiles
import superuri.sets as sets
from superuri._core import URI, URL, Profile, Set
from superuri._values.refusal import refused, text_of
from superuri.errors import ParseError

__all__ = ["BidiFault", "bidi_faults", "to_iri", "to_uri"]

_TRIPLETS = re.compile("(?:%[0-9A-Fa-f]{2})+")
_UNRESERVED = sets.rfc3986.COMPONENT.bare
# ASCII characters of an IRI are legal in a URI; this encodes the others.
_BEYOND_ASCII = sets.whatwg.C0_CONTROL
_UCSCHAR = sets.rfc3987.PATH
_UCSCHAR_OR_PRIVATE = sets.rfc3987.QUERY

# The components of RFC 3987 section 4.2: the texts between delimiters. In its examples the dot of a
# file name is a delimiter, like that of a host.
_COMPONENT = re.compile(r"[^:/?#\[\]@!$&'()*+,;=.]+")


def to_uri(iri: str | URI | URL, *, host: Literal["escape", "idna"] = "escape") -> str:
    """The URI that the IRI maps to: every non-ASCII character as the escapes of its UTF-8.

    Nothing is normalised: convert typed or scanned text to NFC first.

    Args:
        iri: A str or a URI.
        host: "escape", or "idna", which maps the host of a scheme that has domain names as
            ``superuri.clean`` does.

    Returns:
        A str. A URI is returned as the same object.

    Raises:
        ParseError: A character is not allowed in an IRI; offsets are in characters.
        EncodeError: A str has a lone surrogate.

    Example:
        >>> from superuri import iri
        >>> iri.to_uri("http://résumé.example.org/")
        'http://r%C3%A9sum%C3%A9.example.org/'
        >>> iri.to_uri("http://résumé.example.org/", host="idna")
        'http://xn--rsum-bpad.example.org/'

    Source:
        RFC 3987 section 3.1.
    """
    iri = text_of(iri)
    _check(iri, profiles.IRI, "is not allowed in an IRI")
    return _core.clean(iri) if host == "idna" else _core.encode(iri, _BEYOND_ASCII)


def to_iri(uri: str | URI | URL) -> str:
    """The IRI that the URI maps to: escapes undone where RFC 3987 lets their characters appear.

    Escapes of reserved characters, of ``%``, and of characters that a URI cannot contain stay;
    bytes that are not valid UTF-8, and characters that an IRI cannot contain, are escaped again.
    A-labels stay.

    Args:
        uri: A str or a URI.

    Returns:
        A str, which maps back to a URI with the same bytes. A URI with nothing to decode is
        returned as the same object.

    Raises:
        ParseError: A character is not allowed in a URI; offsets are in characters.

    Example:
        >>> from superuri import iri
        >>> iri.to_iri("http://example.org/%7Eros%C3%A9%2f%20%25")
        'http://example.org/~rosé%2f%20%25'
        >>> iri.to_iri("http://xn--99zt52a.example.org/%e2%80%ae")
        'http://xn--99zt52a.example.org/%E2%80%AE'

    Source:
        RFC 3987 section 3.2.
    """
    uri = text_of(uri)
    _check(uri, profiles.RFC3986, "is not allowed in a URI")
    if "%" not in uri:
        return uri
    end = uri.find("#") if "#" in uri else len(uri)
    query = uri.find("?", 0, end) if "?" in uri[:end] else end

    def undone(run: re.Match[str]) -> str:
        # Private characters are allowed only in a query (RFC 3987 section 2.2).
        in_query = query < run.start() < end
        return _undone(run[0], _UCSCHAR_OR_PRIVATE if in_query else _UCSCHAR)

    mapped = _TRIPLETS.sub(undone, uri)
    return uri if mapped == uri else mapped


class BidiFault(NamedTuple):
    """A component that may not be displayed in its written order: its span, and the reason."""

    start: int
    end: int
    why: Literal["mixed-directions", "not-right-to-left-at-both-ends"]


def bidi_faults(iri: str | URI | URL) -> tuple[BidiFault, ...]:
    r"""The components that break the rule for text from right to left.

    The rule: a component does not mix both directions, and a component with text from right to left
    begins and ends with such text. Components are the texts between reserved characters and dots:
    labels, segments, names, values. An escape counts as ASCII; a combining mark belongs to its
    letter. An IRI that breaks the rule is still legal.

    Args:
        iri: A str or a URI.

    Returns:
        A tuple of BidiFault, empty without faults; offsets are characters. It never raises for a
        str.

    Example:
        >>> from superuri import iri
        >>> iri.bidi_faults("http://example.org/\u05d0\u05d1/c")
        ()
        >>> iri.bidi_faults("http://example.org/\u05d0\u05d1c/2/\u05d02.html")[0:1]
        (BidiFault(start=19, end=22, why='mixed-directions'),)

    Source:
        RFC 3987 section 4.2.
    """
    iri = text_of(iri)
    if iri.isascii():
        return ()
    return tuple(
        BidiFault(*found.span(), why)
        for found in _COMPONENT.finditer(iri)
        if (why := _fault(found[0]))
    )


def _fault(component: str) -> Literal["mixed-directions", "not-right-to-left-at-both-ends"] | None:
    classes = [unicodedata.bidirectional(c) for c in component]
    letters = [c in {"R", "AL"} for c in classes if c != "NSM"]
    if not any(letters):
        return None
    if "L" in classes:
        return "mixed-directions"
    is_closed = letters[0] and letters[-1] and classes[0] != "NSM"
    return None if is_closed else "not-right-to-left-at-both-ends"


def _undone(run: str, percent_set: Set) -> str:
    """The triplets of a run, decoded where an IRI allows their characters."""
    out = []
    at = 0
    # Octets that are not valid UTF-8 become lone surrogates.
    for c in _core.decode_bytes(run).decode("utf-8", "surrogateescape"):
        octets = c.encode("utf-8", "surrogateescape")
        if c < "\x80":
            out.append(c if c in _UNRESERVED else run[at : at + 3])
        elif "\udc80" <= c <= "\udcff":
            out.append(_core.encode(octets))
        else:
            out.append(_core.encode(c, percent_set))
        at += 3 * len(octets)
    return "".join(out)


def _check(text: str, profile: Profile, is_: str) -> None:
    if _core.is_uri(text, profile):
        return
    faults = _core.edits(text, profile)
    start, end = faults[0][:2] if faults else (0, len(text))
    raise refused(ParseError, text, (start, end), (is_, "illegal", "superuri.clean it first"))
