"""Fields: URLs that fill a line from a field's name to its end.

Of settings (INI, `.desktop`, Git), Java properties, RIS, playlists, robots.txt and HTTP.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from superuri._documents.spots import Part, Spot, decoded, notation
from superuri._documents.whole import is_url, trimmed

_FIELD = re.compile(
    r"^[ \t]*(?:export[ \t]+)?([\w.@\[\]-]+)[ \t]*[=:][ \t]*(\S[^\n]*)$", re.MULTILINE
)
# Keys of settings that hold one URL: URL, URL[de], distributionUrl, File1.
_KEY = re.compile(
    r"ur[il](?:\[[\w@.-]+\])?$|^(?:file[0-9]+|homepage|link|proxy|registry|repository)$",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"[ \t][#;]")
_RIS = re.compile(r"^(?:UR|LK|L[1-4])  ?-([^\n]*)$", re.MULTILINE)
# A comment begins with a number sign that is not within a word.
_SITEMAP = re.compile(
    r"^[ \t]*sitemap[ \t]*:((?:[^\n#]|(?<![ \t])#)*)", re.MULTILINE | re.IGNORECASE
)
# The lines of a playlist, and the attributes of its tags (RFC 8216 section 4.2).
_LINE = re.compile(r'^[ \t]*([A-Za-z][^\n]*)$|\bURI="([^"\n]*)"', re.MULTILINE)
# In HLS, each line that is neither blank nor a comment is a URI (RFC 8216 section 4.1).
_HLS = re.compile(r"^#EXT-X-(?:TARGETDURATION|STREAM-INF|I-FRAME-STREAM-INF):", re.MULTILINE)
_HLS_LINE = re.compile(r'^[ \t]*([^#\s][^\n]*)$|\bURI="([^"\n]*)"', re.MULTILINE)
# Headers that players send with a request; a URL behind which librtmp reads options.
_SENT = re.compile(r"\|[\w-]+=")
_WITH_OPTIONS = re.compile(r"rtmp\w*://\S*", re.IGNORECASE)
# Java's Properties.load: \: is a colon, \u00e9 a letter; other letters have no meaning here.
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([:=#!\\ ]|\r?\n[ \t\f]*))")
# A value goes on behind a backslash at the end of a line.
_PROPERTY = re.compile(
    r"^[ \t]*([\w.@\[\]-]+)[ \t]*[=:][ \t]*(\S(?:[^\\\n]|\\\r?\n|\\.)*)", re.MULTILINE
)
_BACKSLASH = re.compile(r'\\([\\"$`])')
# In quotes of a shell, and in `.env`.
_OF_SHELL = re.compile(r"\\[$`]")
_HEADERS = frozenset(
    {"location", "content-location", "destination", "referer", "sourcemap", "x-sourcemap"}
    | {"warc-target-uri", "warc-refers-to-target-uri"}
)
_LINKS = frozenset({"link", "list-archive", "list-help", "list-subscribe", "list-unsubscribe"})
# `5; url=…`, as in a page.
_REFRESH = re.compile(r"[\d.]*[ \t]*[;,][ \t]*url[ \t]*=[ \t]*([\"']?)([^\n]*)\1$", re.IGNORECASE)
_BRACKETED = re.compile(r"<([^<>\n]+)>")
_REQUEST = re.compile(
    r"^(?:CONNECT|DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT|TRACE)[ \t]+(\S[^\n]*)$", re.MULTILINE
)


def of_ini(document: str) -> Iterator[Spot]:
    for start, end in _values(document):
        way = SHELL if _OF_SHELL.search(document, start, end) else QUOTED
        yield Spot.at(document, start, end, _unquoted, way)


def of_properties(document: str) -> Iterator[Spot]:
    for found in _PROPERTY.finditer(document):
        start, end = trimmed(document, *found.span(2))
        spot = Spot.at(document, start, end, _unescaped, ESCAPED)
        if is_url(spot.text, spaces=bool(_KEY.search(found[1]))):
            yield spot


def _values(document: str) -> Iterator[Part]:
    """Yield the spans of values that are a URL, without quotes and comments."""
    for found in _FIELD.finditer(document):
        comment = _COMMENT.search(found[2])
        start = found.start(2)
        start, end = trimmed(document, start, start + comment.start() if comment else found.end())
        if end - start > 1 and document[start] in "\"'" and document[end - 1] == document[start]:
            start, end = start + 1, end - 1
        if is_url(document[start:end], spaces=bool(_KEY.search(found[1]))):
            yield start, end


def of_ris(document: str) -> Iterator[Spot]:
    yield from _rests(document, _RIS)


def of_robots(document: str) -> Iterator[Spot]:
    """Yield the sitemaps of a robots.txt."""
    yield from _rests(document, _SITEMAP)
    for found in _SITEMAP.finditer(document):
        start, end = trimmed(document, *found.span(1))
        if document.startswith("/", start, end):
            yield replace(_plain(document, start, end), rule="not-absolute")


def _rests(document: str, line: re.Pattern[str]) -> Iterator[Spot]:
    """Yield the URLs that are the rest of these lines."""
    for found in line.finditer(document):
        start, end = trimmed(document, *found.span(1))
        if is_url(document[start:end]):
            yield _plain(document, start, end)


def of_playlist(document: str) -> Iterator[Spot]:
    """Yield the URLs of a playlist in the M3U format; in HLS, relative ones, too."""
    is_hls = _HLS.search(document) is not None
    for found in (_HLS_LINE if is_hls else _LINE).finditer(document):
        start, end = found.span(found.lastindex or 0)
        sent = _SENT.search(document, start, end)
        start, end = trimmed(document, start, sent.start() if sent else end)
        options = _WITH_OPTIONS.match(document, start, end)
        end = options.end() if options else end
        if is_url(document[start:end]):
            yield _plain(document, start, end)
        elif is_hls and start < end:
            # A `#` or a `?` may be one of a file's name, written without escapes.
            yield Spot(document[start:end], range(start, end + 1), origin="guessed")


def of_http(document: str) -> Iterator[Spot]:
    """Yield the targets of request lines, and the URLs of header fields."""
    for start, end in sorted([*_targets(document), *_headers(document)]):
        yield _plain(document, start, end)


def _targets(document: str) -> Iterator[Part]:
    for found in _REQUEST.finditer(document):
        target, _, version = found[1].rstrip().rpartition(" ")
        is_versioned = version.startswith("HTTP/")
        target = target.rstrip() if is_versioned else found[1].rstrip()
        is_path = is_versioned and target.startswith("/") and not target.startswith("//")
        if is_url(f"http://e.com{target}" if is_path else target):
            yield found.start(1), found.start(1) + len(target)


def _headers(document: str) -> Iterator[Part]:
    for found in _FIELD.finditer(document):
        name = found[1].lower()
        if name in _LINKS:
            for link in _BRACKETED.finditer(document, *found.span(2)):
                if is_url(link[1]):
                    yield link.span(1)
        elif name in _HEADERS or name == "refresh":
            start, end = trimmed(document, *found.span(2))
            if name == "refresh":
                refresh = _REFRESH.match(document, start, end)
                start, end = refresh.span(2) if refresh else (start, end)
            if document[start] == "<" and document[end - 1] == ">":
                start, end = start + 1, end - 1
            if is_url(document[start:end]):
                yield start, end


def _plain(document: str, start: int, end: int) -> Spot:
    return Spot(document[start:end], range(start, end + 1))


def _unquoted(raw: str) -> tuple[str, Sequence[int]]:
    """Return the value without the escapes of Git, of desktop entries and of a shell."""
    return decoded(raw, _BACKSLASH, lambda escape: escape[1])


def _unescaped(raw: str) -> tuple[str, Sequence[int]]:
    return decoded(raw, _ESCAPE, _meant)


def _meant(escape: re.Match[str]) -> str | None:
    """Return the character of an escape, and nothing for a line that goes on; a surrogate is left
    as it is.
    """
    character = chr(int(escape[1], 16)) if escape[1] else escape[2]
    if character.isspace() and character != " ":
        return ""
    return None if "\ud800" <= character <= "\udfff" else character


def _doubled(text: str) -> str:
    return text.replace("\\", "\\\\")


def _quoted(text: str) -> str:
    return _doubled(text).replace('"', '\\"')


def _shell(text: str) -> str:
    return re.sub(r"[$`]", r"\\\g<0>", _quoted(text))


#: The ways to write a value of Java properties, of settings, and of settings as a shell has them.
ESCAPED = notation(_unescaped, _doubled)
QUOTED = notation(_unquoted, _quoted)
SHELL = notation(_unquoted, _shell)
