"""Find: the URLs of a document, each with its place."""

import json
import re
from collections.abc import Iterator
from typing import Literal, TypeAlias

from superuri._core import URI, URL
from superuri._documents import documents, encodings, kinds, quoted
from superuri._documents.encodings import Document
from superuri._documents.links import Links, escaped
from superuri._documents.spots import Spot
from superuri._values.found import Found
from superuri._values.hinted import hinted
from superuri._values.nearest import nearest
from superuri._values.passwords import redacted

Format: TypeAlias = Literal[
    "html",
    "xml",
    "css",
    "markdown",
    "rst",
    "json",
    "yaml",
    "toml",
    "requirements",
    "bibtex",
    "tex",
    "ris",
    "ntriples",
    "turtle",
    "m3u",
    "ini",
    "properties",
    "robots",
    "vcard",
    "po",
    "http",
    "mail",
    "asciidoc",
    "org",
    "mediawiki",
    "text",
]
_SURROGATE = re.compile("[\ud800-\udfff]")
#: An octet that is valid UTF-8 in no place, as a lone surrogate.
_MARK = "\udcff"


@hinted
def find(
    text: str | bytes | bytearray | memoryview | URI | URL,
    format: Format | None = None,  # noqa: A002  because the command's option is --input-format
    *,
    base: str | URI | URL | None = None,
    relative: bool = False,
) -> Iterator[Found]:
    """The URLs of a document, in order, each with its place.

    Every occurrence is yielded, duplicates too. ``mailto:``, ``data:`` and the like are URLs where
    the format has a link; in running text a URL has ``://``. Templates such as ``{id}`` are
    skipped.

    Args:
        text: The document: a str, or bytes in the encoding that it declares, otherwise UTF-8.
        format: A kind of documents, as ``superuri lint --help`` lists them after
            ``--input-format``. By default, the beginning of the document shows its kind.
        base: The address of the document, to which relative links are resolved (RFC 3986 section
            5.2, with the scheme of the base ignored in links such as ``http:a``), after they are
            cleaned. A link that cannot be resolved is yielded as it is. A ``<base>`` in the
            document is not read.
        relative: Whether relative links are yielded as they are. By default, they are skipped.

    Returns:
        An iterator of Found: ``text`` is the URL without the escapes of the format, and without
        the line breaks that browsers drop; octets that are not valid text are percent-encoded.
        ``start`` and ``end`` are its place in the document, in code points of a str and in bytes
        of bytes, from 0.

    Raises:
        ValueError: The format is unknown, the base has no scheme, or both ``base`` and
            ``relative`` are given.
        ParseError: The base cannot be cleaned.

    Example:
        >>> import superuri
        >>> for found in superuri.find('<a href="/a?b&amp;c">', "html", base="http://e.com/"):
        ...     print(found.text, found.start, found.end)
        http://e.com/a?b&c 9 19

    Source:
        HTML, CommonMark, RFC 8259, XML and CSS for escapes; RFC 3986 section 5.2 for relative
        links.
    """
    links = Links.of(base, relative=relative)
    if format is not None:
        check_format(format)
    if isinstance(text, (str, URI, URL)):
        whole = str(text)
        return in_str(
            Document(format or kinds.kind("-", whole[: kinds.HEAD]), whole, "utf-8"), links
        )
    try:
        raw = bytes(memoryview(text))
    except TypeError:
        sentence = f"a document is a str or bytes, not {type(text).__name__}"
        hint = "; read the file first: path.read_bytes()" if hasattr(text, "__fspath__") else ""
        raise TypeError(sentence + hint) from None
    return in_bytes(encodings.read(raw, format or kinds.kind("-", encodings.head(raw))), links)


def check_format(name: object) -> None:
    """Refuse the name of a format that does not exist. Raises ValueError."""
    if name not in kinds.NAMES:
        near = nearest(name, kinds.NAMES) if isinstance(name, str) else ""
        others = f"did you mean {near!r}?" if near else f"it is one of {', '.join(kinds.NAMES)}"
        raise ValueError(f"format={redacted(repr(name))}: {others}")


def is_lined(name: str, kind: str, head: bytes) -> bool:
    """Return whether the URLs of a document are those of its lines: text, and JSON Lines."""
    if head[:2] in encodings.MARKS or kind not in {"text", "json"}:
        return False
    if kind == "text" or name.lower().endswith((".jsonl", ".ndjson")):
        return True
    try:
        json.loads(head.partition(b"\n")[0])
    except (ValueError, RecursionError):
        return False
    return True


def in_str(document: Document, links: Links) -> Iterator[Found]:
    """Yield the URLs of a str; places are in code points."""
    for spot in spots(document):
        url = links.url(escaped(spot.text) if spot.way is quoted.WAY else spot.text)
        if url is not None:
            yield Found(url, spot.start, spot.end)


def in_bytes(document: Document, links: Links) -> Iterator[Found]:
    """Yield the URLs of bytes that were decoded; places are in bytes."""
    octets = Octets(document)
    for url, spot in urls(document, links):
        yield Found(url, *octets.span(spot))


def urls(document: Document, links: Links) -> Iterator[tuple[str, Spot]]:
    """Yield the URLs of bytes that were decoded, each with its spot."""
    for spot in spots(document):
        url = links.url(escaped(spot.text))
        if url is not None:
            yield url, spot


class Octets:
    """The places of spots in the bytes of a document, in ascending order."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.before: int = 0
        self.at: int = 0

    def span(self, spot: Spot) -> tuple[int, int]:
        self.at += self._length(self.before, spot.start)
        self.before = spot.start
        return self.at, self.at + self._length(spot.start, spot.end)

    def _length(self, start: int, end: int) -> int:
        return len(self.document.written(self.document.text[start:end]))


def spots(document: Document) -> Iterator[Spot]:
    """Yield the URLs of a document; each lone surrogate in it is read as an octet."""
    text = document.text
    if text.isascii() or not _SURROGATE.search(text):
        yield from documents.spots(text, document.kind)
        return
    # Surrogates of octets that are valid UTF-8 together might be read as one character.
    for spot in documents.spots(_SURROGATE.sub(_MARK, text), document.kind):
        if _MARK in spot.text:
            pairs = zip(spot.text, spot.places, strict=False)
            # An escape of a mail may be such an octet, too.
            spot.text = "".join(
                text[at] if c == _MARK and not text[at].isascii() else c for c, at in pairs
            )
        yield spot
