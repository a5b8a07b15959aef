"""Encodings of documents: declared in a page, style sheet or XML, or by a byte order mark."""

import codecs
import re
from typing import NamedTuple

#: A file with a NUL in its first bytes is not text; how many are checked.
SNIFFED = 8192
#: Byte order marks of UTF-16, whose text may have NULs. That of UTF-8 is kept in the text.
MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
# WHATWG HTML section 13.2.3.2: a declaration counts within the first 1,024 bytes.
_WITHIN = 1024
_COMMENT = re.compile(rb"<!(?=--).*?(?:-->|$)", re.DOTALL)
_META = re.compile(rb"<meta\s[^>]*?charset\s*=\s*[\"']?\s*([\w:.+-]+)", re.IGNORECASE)
# XML 1.0 section 4.3.3.
_XML = re.compile(rb"<\?xml\s[^>]*?encoding\s*=\s*[\"']([\w.-]+)")
# CSS Syntax Module Level 3 section 3.2.
_SHEET = re.compile(rb'@charset "([^"]{1,40})";')
# WHATWG Encoding section 4.2: pages that declare these are read as follows.
_READ_AS = {"ascii": "cp1252", "iso8859-1": "cp1252", "utf-16": "utf-8"}
# Text on which codecs that pages are not written in, such as utf-7 and idna, differ from ASCII.
_ASCII = bytes(range(0x20, 0x7F)) + b"+AGE- .xn--9ca."


class Document(NamedTuple):
    """A document with its encoding."""

    #: Its kind: one of NAMES in `kinds`.
    kind: str
    #: Its text, with a lone surrogate for each octet that is not valid in the encoding.
    text: str
    #: Python's name for its encoding.
    codec: str

    def written(self, text: str) -> bytes:
        return text.encode(self.codec, "surrogateescape")

    @property
    def is_unicode(self) -> bool:
        """Does a URL in it mean the same as in any other document?"""
        return self.codec.startswith("utf-")


def is_text(raw: bytes) -> bool:
    """Return whether a file that begins with these bytes can be text."""
    return raw[:2] in MARKS or b"\0" not in raw[:SNIFFED]


def head(raw: bytes) -> str:
    """Return how the document begins, for the decision what it is: ASCII in it is right."""
    return raw[:SNIFFED].decode(MARKS.get(raw[:2], "utf-8"), "replace")


def read(raw: bytes, kind: str) -> Document:
    """Return the document in its declared encoding; UTF-8 if that is missing or wrong."""
    codec = MARKS.get(raw[:2]) or declared(raw, kind)
    if codec != "utf-8":
        try:
            document = Document(kind, raw.decode(codec, "surrogateescape"), codec)
            if document.written(document.text) == raw:
                return document
        except UnicodeError:
            pass
    return Document(kind, raw.decode("utf-8", "surrogateescape"), "utf-8")


def declared(raw: bytes, kind: str) -> str:
    head = raw[:_WITHIN]
    if raw.startswith(codecs.BOM_UTF8):
        return "utf-8"
    found = None
    if kind == "html":
        found = _META.search(_COMMENT.sub(b" ", head))
    elif kind == "css":
        found = _SHEET.match(head)
    if found is None and kind in {"html", "xml"}:
        found = _XML.match(head)
    if found is None:
        return "utf-8"
    try:
        name = codecs.lookup(found[1].decode("ascii", "replace")).name
        is_like_ascii = "escape" not in name and _ASCII.decode(name) == _ASCII.decode("ascii")
    except (LookupError, ValueError):
        return "utf-8"
    return _READ_AS.get(name, name) if is_like_ascii else "utf-8"
