"""Legal URI references: the grammar of RFC 3986 Appendix A, transcribed rule by rule.

The pattern is independent of the engine, and used to check its results. Rules are in the RFC's
order, except that a rule follows those that it uses, and under the RFC's names.
"""

import re

# RFC 3986, Appendix A, from the end: characters.
SUB_DELIMS = r"!$&'()*+,;="
UNRESERVED = r"A-Za-z0-9\-._~"
PCT_ENCODED = r"%[0-9A-Fa-f]{2}"


def _characters(more: str) -> str:
    """One character of unreserved, sub-delims and ``more``, or one triplet."""
    return rf"(?:[{UNRESERVED}{SUB_DELIMS}{more}]|{PCT_ENCODED})"


PCHAR = _characters(":@")

# query and fragment
FRAGMENT = QUERY = rf"(?:{_characters(':@/?')})*"

# path
SEGMENT = rf"{PCHAR}*"
SEGMENT_NZ = rf"{PCHAR}+"
SEGMENT_NZ_NC = rf"{_characters('@')}+"
PATH_ABEMPTY = rf"(?:/{SEGMENT})*"
PATH_ABSOLUTE = rf"/(?:{SEGMENT_NZ}(?:/{SEGMENT})*)?"
PATH_NOSCHEME = rf"{SEGMENT_NZ_NC}(?:/{SEGMENT})*"
PATH_ROOTLESS = rf"{SEGMENT_NZ}(?:/{SEGMENT})*"
PATH_EMPTY = r""

# host
REG_NAME = rf"(?:{_characters('')})*"
DEC_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9][0-9]|[0-9])"
IPV4ADDRESS = rf"{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}"
H16 = r"[0-9A-Fa-f]{1,4}"
LS32 = rf"(?:{H16}:{H16}|{IPV4ADDRESS})"
IPV6ADDRESS = rf"""(?:
                                  (?:{H16}:){{6}}{LS32}
    |                           ::(?:{H16}:){{5}}{LS32}
    |                  (?:{H16})?::(?:{H16}:){{4}}{LS32}
    | (?:(?:{H16}:){{0,1}}{H16})?::(?:{H16}:){{3}}{LS32}
    | (?:(?:{H16}:){{0,2}}{H16})?::(?:{H16}:){{2}}{LS32}
    | (?:(?:{H16}:){{0,3}}{H16})?::   {H16}:      {LS32}
    | (?:(?:{H16}:){{0,4}}{H16})?::               {LS32}
    | (?:(?:{H16}:){{0,5}}{H16})?::               {H16}
    | (?:(?:{H16}:){{0,6}}{H16})?::
)"""
# RFC 6874 section 2: IPv6addrz = IPv6address "%25" ZoneID
ZONE_ID = rf"(?:[{UNRESERVED}]|{PCT_ENCODED})+"
IPVFUTURE = rf"[vV][0-9A-Fa-f]+\.[{UNRESERVED}{SUB_DELIMS}:]+"
IP_LITERAL = rf"\[(?:{IPV6ADDRESS}(?:%25{ZONE_ID})?|{IPVFUTURE})\]"

# authority
PORT = r"[0-9]*"
HOST = rf"(?:{IP_LITERAL}|{IPV4ADDRESS}|{REG_NAME})"
USERINFO = rf"(?:{_characters(':')})*"
AUTHORITY = rf"(?:{USERINFO}@)?{HOST}(?::{PORT})?"

# the whole reference
SCHEME = r"[A-Za-z][A-Za-z0-9+\-.]*"
RELATIVE_PART = rf"(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_NOSCHEME}|{PATH_EMPTY})"
RELATIVE_REF = rf"{RELATIVE_PART}(?:\?{QUERY})?(?:[#]{FRAGMENT})?"
HIER_PART = rf"(?://{AUTHORITY}{PATH_ABEMPTY}|{PATH_ABSOLUTE}|{PATH_ROOTLESS}|{PATH_EMPTY})"
URI = rf"{SCHEME}:{HIER_PART}(?:\?{QUERY})?(?:[#]{FRAGMENT})?"
URI_REFERENCE = rf"(?:{URI}|{RELATIVE_REF})"

_URI_REFERENCE = re.compile(URI_REFERENCE, re.VERBOSE | re.ASCII)


def is_legal(text: str) -> bool:
    """Return whether the text is a URI reference of RFC 3986, with the zone identifiers of RFC
    6874."""
    return _URI_REFERENCE.fullmatch(text) is not None


# RFC 3986, Appendix B, with the scheme restricted to its grammar, so that `1:2` has none.
_PARTS = re.compile(
    rf"(?:(?P<scheme>{SCHEME}):)?(?://(?P<authority>[^/?\#]*))?(?P<path>[^?\#]*)"
    r"(?:\?(?P<query>[^\#]*))?(?:\#(?P<fragment>.*))?",
    re.DOTALL | re.VERBOSE | re.ASCII,
)


def parts(text: str) -> dict[str, str | None]:
    """Return the five components of any text; None for one that is absent."""
    match = _PARTS.fullmatch(text)
    assert match is not None, "the pattern of Appendix B matches every text"
    return match.groupdict()
