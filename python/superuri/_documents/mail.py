"""Mail: the URLs in its headers and parts, with their encodings undone (RFC 5322, RFC 2045)."""

import re
from collections.abc import Callable, Iterator
from email.parser import HeaderParser

from superuri._documents import quoted
from superuri._documents.spots import Spot, composed

#: The kinds of documents that parts are; a text of any other type is read as text.
KINDS = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/xml": "xml",
    "application/xml": "xml",
    "text/css": "css",
    "text/markdown": "markdown",
    "application/json": "json",
    "application/ld+json": "json",
    "text/calendar": "vcard",
    "text/vcard": "vcard",
    "text/x-vcard": "vcard",
}
#: How deep parts may be within parts; below, they are read as text.
DEEPEST = 16
# The mails of a mailbox begin with such a line.
_MAILS = re.compile(r"^From [^\n]*\d{4}[^\n]*\n", re.MULTILINE)
_HEAD = re.compile(r"(?:[!-9;-~]+[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*(?:\n|\Z))*")

#: Returns the URLs in a text of a kind.
Within = Callable[[str, str], Iterator[Spot]]


def of_mail(document: str, within: Within) -> Iterator[Spot]:
    """Yield the URLs of a mail, or of the mails of a mailbox."""
    at = 0
    for found in _MAILS.finditer(document):
        # Only a mailbox begins with such a line.
        if at == 0 and found.start() > 0:
            break
        yield from _of_part(document, at, found.start(), within)
        at = found.end()
    yield from _of_part(document, at, len(document), within)


def _of_part(document: str, start: int, end: int, within: Within, depth: int = 0) -> Iterator[Spot]:
    """Yield the URLs of a mail, or of a part with its headers."""
    head = _HEAD.match(document, start, end)
    body = head.end() if head else start
    raw = document[start:body]
    text, inner = quoted.unfolded(raw)
    places = composed(range(start, body + 1), 0, inner)
    for spot in within(text, "text"):
        yield spot.within(places, spot.way if text == raw else quoted.WAY)
    message = HeaderParser().parsestr(raw.encode("ascii", "replace").decode())
    kind = message.get_content_type()
    boundary = str(message.get_param("boundary", ""))
    if kind.startswith("multipart/") and boundary and depth < DEEPEST:
        yield from _of_parts(document, (body, end), boundary, within, depth)
    elif kind == "message/rfc822" and depth < DEEPEST:
        inside = re.compile(r"\s*").match(document, body, end)
        yield from _of_part(document, inside.end() if inside else body, end, within, depth + 1)
    elif kind.startswith("text/") or kind in KINDS:
        charset = quoted.known(str(message.get_content_charset("utf-8")))
        encoding = str(message.get("content-transfer-encoding", "")).strip().lower()
        yield from _of_body(
            document, (body, end), (KINDS.get(kind, "text"), charset, encoding), within
        )
    elif document[body:end].strip():
        yield Spot("", range(body, body + 1), skipped="attachment")


def _of_parts(
    document: str, span: tuple[int, int], boundary: str, within: Within, depth: int
) -> Iterator[Spot]:
    """Yield the URLs of the parts between the boundaries (RFC 2046 section 5.1)."""
    line = re.compile(rf"^--{re.escape(boundary)}(--)?[ \t\r]*(?:\n|\Z)", re.MULTILINE)
    at, is_first = span[0], True
    for found in line.finditer(document, *span):
        if not is_first:
            yield from _of_part(document, at, found.start(), within, depth + 1)
        at, is_first = found.end(), False
        if found[1]:
            return
    if not is_first:
        yield from _of_part(document, at, span[1], within, depth + 1)


def _of_body(
    document: str, span: tuple[int, int], how: tuple[str, str, str], within: Within
) -> Iterator[Spot]:
    """Yield the URLs of a text, which is of this kind, and has this charset and encoding."""
    start, end = span
    kind, charset, encoding = how
    raw = document[start:end]
    if encoding == "quoted-printable":
        text, inner = quoted.unquoted(raw, charset)
    elif encoding == "base64":
        text, inner = quoted.of_base64(raw, charset)
    else:
        text, inner = raw, range(len(raw) + 1)
    places = composed(range(start, end + 1), 0, inner)
    for spot in within(text, kind):
        yield spot.within(places, spot.way if isinstance(inner, range) else quoted.WAY)
