"""Metadata: the URLs in the `content` of HTML's `<meta>`."""

import re
from collections.abc import Iterator

from superuri._documents.whole import is_url

Attribute = tuple[str, int, int]

#: The names under which a ``content`` is returned: of a refresh, a URL, and any other value.
REFRESH, URL, OTHER = "<meta refresh>", "<meta url>", "<meta>"
# Names whose value is a URL: og:image, og:image:url, twitter:player, thumbnailUrl.
_HOLDS = re.compile(r"(?:ur[il]|image|video|audio|player|stream|:src)$", re.IGNORECASE)
# The text before the URL (HTML, shared declarative refresh steps).
_DELAY = re.compile(r"[\s0-9.;,]*(?:url\s*=\s*)?([\"']?)", re.IGNORECASE)


def named(document: str, attributes: list[Attribute]) -> list[Attribute]:
    """Return the attributes of a meta element, with ``content`` named for what it holds."""
    values = {name: document[start:end] for name, start, end in reversed(attributes)}
    names = (values.get(each, "") for each in ("property", "name", "itemprop"))
    kind = URL if any(map(_HOLDS.search, names)) else OTHER
    if values.get("http-equiv", "").lower() == "refresh":
        kind = REFRESH
    return [(kind if name == "content" else name, start, end) for name, start, end in attributes]


def urls(kind: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield the span of the URL in a ``content`` of this kind, if it has one.

    >>> list(urls(REFRESH, "0; url='a b'")), list(urls(OTHER, "http://e.com/ is down"))
    ([(8, 11)], [])
    """
    if kind == REFRESH:
        delay = _DELAY.match(text)
        start, quote = (delay.end(), delay[1]) if delay else (0, "")
        end = text.find(quote, start) if quote else len(text)
        yield start, end if end >= 0 else len(text)
    elif is_url(text.strip(), spaces=kind == URL):
        yield 0, len(text)
