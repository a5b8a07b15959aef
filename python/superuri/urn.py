"""URNs: persistent names, parsed and compared by RFC 8141.

>>> from superuri import urn
>>> urn.parse("urn:ISBN:0451450523?=format=pdf").nid
'ISBN'
>>> urn.equivalent("urn:isbn:0451450523", "URN:ISBN:0451450523#page1")
True
"""

import re
from dataclasses import dataclass, field

from superuri._core import URI, URL
from superuri._values.passwords import redacted
from superuri._values.refusal import bad, text_of

__all__ = ["URN", "equivalent", "normalize", "parse"]

_TRIPLET = re.compile("%[0-9A-Fa-f]{2}")
_PCHAR = r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})"
#: The rules of a URN, each with its name (RFC 8141 section 2).
_SCHEME = re.compile("urn:", re.IGNORECASE)
_NID = re.compile("[A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9](?=:)")
_NSS = re.compile(f"{_PCHAR}(?:{_PCHAR}|/)*")
# The first "?=" ends an r-component; a q-component may hold any question mark.
_R = re.compile(rf"\?\+({_PCHAR}(?:{_PCHAR}|/|\?(?!=))*)")
_Q = re.compile(rf"\?=({_PCHAR}(?:{_PCHAR}|[/?])*)")
_F = re.compile(f"#((?:{_PCHAR}|[/?])*)")


@dataclass(frozen=True)
class URN:
    """A URN's parts, as they are written; None for a component that is absent.

    >>> from superuri import urn
    >>> urn.parse("urn:example:weather?=op=map&lat=39.56#top")
    URN('urn:example:weather?=op=map&lat=39.56#top')
    >>> _.nss, _.q_component, _.r_component
    ('weather', 'op=map&lat=39.56', None)

    Two are equal if they are equivalent: see ``equivalent``.
    """

    text: str = field(compare=False)
    #: The namespace identifier, as written.
    nid: str = field(compare=False)
    #: The namespace-specific string, as written; its meaning is up to the namespace.
    nss: str = field(compare=False)
    #: For resolvers.
    r_component: str | None = field(compare=False)
    #: For the resource, or the system that provides it.
    q_component: str | None = field(compare=False)
    #: A place within the resource, like any fragment.
    f_component: str | None = field(compare=False)
    #: The name without components, in the one spelling that all equivalent URNs share.
    name: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"URN({redacted(self.text)!r})"


def parse(text: str | URI | URL) -> URN:
    """The parts of a URN.

    Args:
        text: A str or a URI.

    Returns:
        A URN.

    Raises:
        ParseError: It is not a URN; offsets are in characters.

    Example:
        >>> from superuri import urn
        >>> urn.parse("urn:example:foo-bar-baz-qux?+CCResolve:cc=uk").r_component
        'CCResolve:cc=uk'

    Source:
        RFC 8141 section 2.
    """
    text = text_of(text)
    scheme = _SCHEME.match(text)
    if scheme is None:
        raise bad("bad-urn", text, 'does not begin with "urn:"')
    nid = _NID.match(text, scheme.end())
    if nid is None:
        raise bad("bad-urn", text, "begins with no namespace identifier", (scheme.end(), len(text)))
    nss = _NSS.match(text, nid.end() + 1)
    if nss is None:
        raise bad("bad-urn", text, "begins with no name", (nid.end() + 1, len(text)))
    at = nss.end()
    r_component, at = _component(_R, text, at)
    q_component, at = _component(_Q, text, at)
    f_component, at = _component(_F, text, at)
    if at < len(text):
        raise bad("bad-urn", text, "has no place in a URN", (at, len(text)))
    name = f"urn:{nid[0].lower()}:{_TRIPLET.sub(lambda triplet: triplet[0].upper(), nss[0])}"
    return URN(text, nid[0], nss[0], r_component, q_component, f_component, name)


def normalize(text: str | URI | URL) -> str:
    """The normal form of the URN, which all equivalent URNs share.

    Args:
        text: A str or a URI.

    Returns:
        A str. Scheme and namespace identifier are in lower case, escapes in upper case; no escape
        is decoded; the r-, q- and f-components, which do not matter, are removed.

    Raises:
        ParseError: It is not a URN; offsets are in characters.

    Example:
        >>> from superuri import urn
        >>> urn.normalize("URN:Example:a%2cB?+resolver#part")
        'urn:example:a%2CB'

    Source:
        RFC 8141 section 3.1.
    """
    return parse(text).name


def equivalent(a: str | URI | URL, b: str | URI | URL) -> bool:
    """Whether both URNs are equivalent, by the rules for all namespaces.

    A namespace may make more URNs equivalent, never fewer.

    Args:
        a: A str or a URI.
        b: Another one.

    Returns:
        A bool.

    Raises:
        ParseError: One is not a URN; offsets are in characters.

    Example:
        >>> from superuri import urn
        >>> urn.equivalent("urn:example:a123,z456", "URN:EXAMPLE:a123,z456?=xyz")
        True
        >>> urn.equivalent("urn:example:a123,z456", "urn:example:a123%2Cz456")
        False

    Source:
        RFC 8141 section 3.1.
    """
    return parse(a).name == parse(b).name


def _component(rule: re.Pattern[str], text: str, at: int) -> tuple[str | None, int]:
    """The component that the rule matches here, without its delimiter, and its end."""
    found = rule.match(text, at)
    return (found[1], found.end()) if found else (None, at)
