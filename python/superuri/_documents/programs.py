r"""Programs: what the text around a URL says about it, in a document of any kind.

A `%` in a format string or a pattern of SQL is syntax. Texts that are counted (strings of PHP and
BitTorrent, bodies of HTTP), signed or compared (lines of a patch) must stay as they are.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import accumulate

import superuri._core as _core
from superuri._documents import scalars, scripted
from superuri._documents.spots import Part, Spot

# A pattern of SQL, with a `%` for any text.
_LIKE = re.compile(r"\bI?LIKE\s+[EN]?\\?['\"]$", re.IGNORECASE)
#: How far before a URL `LIKE '` or a length may begin, in characters.
_NEAR = 16
# A command of a desktop entry, in which a `%` begins a field code.
_COMMAND = re.compile(r"^Exec=[^\n]*\Z", re.MULTILINE)
#: The longest command that is looked at, in characters.
_LONGEST_COMMAND = 256
# What has its length before it: a string of PHP's `serialize`, the body of a message of HTTP, a
# record of WARC.
_COUNTED = re.compile(
    r"\bs:(\d{1,7}):\\*\""
    r"|^[Cc]ontent-[Ll]ength:[ \t]*(\d{1,12})[ \t]*\r?\n(?:[^\r\n]+\r?\n){0,99}\r?\n",
    re.MULTILINE,
)
# So has a string of BitTorrent, or a netstring; what follows one.
_LENGTH = re.compile(r"(?<!\d)(\d{1,7}):\Z")
_NEXT = re.compile(r"[\ddeil,]|\Z")
# Programs that read the text as it is written: keys of objects, paths of Hadoop and of SQLite,
# options of librtmp. `docker:` has the name of an image, perhaps with a tag.
_AS_WRITTEN = re.compile(
    r"(?:s3[an]?|gs|oss|cosn|wasbs?|abfss?|adl|hdfs|viewfs|dbfs|sqlite(?:\+\w+)?|duckdb|docker"
    r"|rtmp(?:e|s|t|te|ts)?)://",
    re.IGNORECASE,
)
# Names of Kafka's listeners, of which a `_` and what precedes it do not belong to a scheme.
_LISTENER = re.compile(r"(?:(?<=[A-Za-z0-9]_)|(?!HTTPS?:|FTPS?:|WSS?:))[A-Z][A-Z0-9]*://")
# A driver of JDBC reads what follows.
_DRIVER = re.compile(r"\bjdbc:(?:[\w-]+:)*\Z", re.IGNORECASE)
# A chain of fsspec: `zip://a.csv::s3://bucket/a.zip`.
_CHAIN = re.compile(r"(?!https?:|ftp:|wss?:)[a-z][a-z0-9+]*://[^/\s]*::[a-z]", re.IGNORECASE)
# The path of a socket in place of a host, and no host beside a port or a user.
_SOCKET = re.compile(
    r"(?!https?\b|ftp:|wss?:|file:)[a-z][\w+.-]*://(?:[^/?#@\\\s]*@)?"
    r"(?:%2F|:\d+(?![^/?#])|(?<=@)(?![^/?#]))",
    re.IGNORECASE,
)
_OF_DRIVERS = ("bad-port", "connection-string", "delimiter-in-host", "ambiguous-authority")
# Extras and versions behind a name, as pip documents them; a range of versions of npm.
_NAMED = re.compile(r"#(?:[^#\s]*&)?(?:egg=[\w.-]*(?=[\[<>=!~])|semver(?=:))")
# The beginning of a URL up to the end of its authority, without a placeholder.
_AUTHORITY = re.compile(
    r"(?:[A-Za-z][A-Za-z0-9+.-]*://|(?:(?:https?|ftp|wss?):)?[\\/]{2}|(?:https?|ftp|wss?):)"
    r"(?:[^/?#\\{}\s%$`<>\[\]*|()^]|%[0-9A-Fa-f]{2}|\\@)+(?=[/?#])"
)
# What is signed (OpenPGP, RFC 9580 section 7; DKIM, RFC 6376; parts of a mail, RFC 1847), and the
# lines of a patch.
_SEALED = re.compile(
    r"^-----BEGIN PGP SIGNED MESSAGE-----(?s:.*?)(?:^-----BEGIN PGP SIGNATURE-----|\Z)"
    r"|^@@ -[\d,]{1,19} \+[\d,]{1,19} @@[^\n]*\n(?:[ +\\-][^\n]*\n?)*"
    r"|^(?:(?i:DKIM-Signature):|(?i:Content-Type):[ \t]*multipart/signed)(?s:.*)"
    # A request with a signature of its target (RFC 7616, RFC 5849, AWS Signature Version 4).
    r"|^[A-Z]{3,10}[ \t][^\n]+\n(?:[\w-]+:[^\n]*\n){0,99}?(?i:Authorization):[ \t]*"
    r"(?:Digest|OAuth|AWS4-HMAC|Hawk|Signature)\b[^\n]*\n?(?:[^\r\n]+\r?\n?){0,99}",
    re.MULTILINE,
)


def marked(document: str, spots: Iterable[Spot], *, percents: bool) -> Iterator[Spot]:
    """Yield the URLs of a document, with what the text around them says: those that are patterns
    are skipped, and no fix is safe in what is counted, signed or compared.

    ``percents`` is whether a `%` is only text in the document.
    """
    fixed = sorted([*_counted(document), *(found.span() for found in _SEALED.finditer(document))])
    starts = [start for start, _ in fixed]
    ends = list(accumulate((end for _, end in fixed), max))
    for spot in spots:
        spot.percents = percents and not _COMMAND.search(
            document, max(0, spot.start - _LONGEST_COMMAND), spot.start
        )
        before = bisect_right(starts, spot.start)
        if (before and spot.start < ends[before - 1]) or _has_length(document, spot.start):
            spot.origin = "guessed"
        _as_read(document, spot)
        if not spot.skipped and "%" in spot.text:
            spot.skipped = _pattern(document, spot)
        yield spot


def authority(spot: Spot) -> Spot | None:
    """Return the beginning of a template up to the end of its authority, or of a scheme that runs
    what follows, which no placeholder changes: it is checked in any case. None if there is none.
    """
    if (run := scripted.scheme(spot)) is not None:
        return run
    found = _AUTHORITY.match(spot.text)
    if found is None or scalars.not_checked(found[0]):
        return None
    places = spot.places[: found.end() + 1]
    return replace(spot, text=found[0], places=places, origin="guessed", skipped="")


def _as_read(document: str, spot: Spot) -> None:
    """Mark the URL as its program reads it, if that is not as a URI."""
    if _AS_WRITTEN.match(spot.text):
        spot.origin = "guessed"
    if _DRIVER.search(document, max(0, spot.start - 2 * _NEAR), spot.start):
        spot.origin, spot.ignored = "guessed", _OF_DRIVERS
    elif spot.text[:7].lower() == "docker:" or any(
        each.match(spot.text) for each in (_CHAIN, _SOCKET)
    ):
        spot.ignored = _OF_DRIVERS
    if _LISTENER.match(document, spot.start):
        spot.origin, spot.ignored = "guessed", ("upper-case", *spot.ignored)
    named = _NAMED.search(spot.text)
    if named is not None:
        spot.text, spot.places = spot.text[: named.end()], spot.places[: named.end() + 1]


def _counted(document: str) -> Iterator[Part]:
    """Yield the spans of what has its length before it."""
    for found in _COUNTED.finditer(document):
        yield found.end(), found.end() + int(found[found.lastindex or 0])


def _has_length(document: str, start: int) -> bool:
    """Return whether a string of BitTorrent begins there. The number of a line is not a length."""
    is_behind = document.startswith(":", start - 1)
    found = _LENGTH.search(document, max(0, start - _NEAR), start) if is_behind else None
    return found is not None and _NEXT.match(document, start + int(found[1])) is not None


def _pattern(document: str, spot: Spot) -> str:
    """Return what the URL is a pattern of; an empty text if it is none."""
    if _LIKE.search(document, max(0, spot.start - _NEAR), spot.start):
        return "glob"
    octets = spot.text.encode("utf-8", "surrogatepass")
    is_filled_in = _core.has_placeholder(octets) or _core.has_conversion(octets)
    return "template" if is_filled_in and not spot.percents else ""
