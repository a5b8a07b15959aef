"""Values: URLs that are the whole value of a key or element, or a word of a requirement.

In running text a URL ends at a space, a quote or a bar. In a value whose name shows that it is a
URL, as `"url"` in JSON or `<loc>` in a sitemap, these characters are errors in it.
"""

import re
from collections.abc import Iterator

from superuri._documents import scripted, written
from superuri._documents.whole import TEMPLATE, begins, trimmed

# Keys whose value is a URL: by their last word, or by the whole name.
_KEY = re.compile(
    r"(?:ur[il]|href)$|^(?:loc|link|src|homepage|resolved|\$schema|\$id|termsofservice)$",
    re.IGNORECASE,
)
_PAIR = re.compile(r'"([^"\\\n]*)"\s*:\s*"((?:[^"\\\n]|\\.)*)"')
_QUOTED = re.compile(
    r"""(?:(?<![$\w.-])([$\w.-]+)["']?[ \t]*[:=]|[\[,])\s*(?:"([^"\\\n]*)"|'([^'\n]*)')"""
)
_PLAIN = re.compile(
    r"^[ \t]*(?:-[ \t]+)*(?:([$\w.-]+)(?::[ \t]+|=))?(?:[&!][\w!.-]*[ \t]+)*"
    r"([A-Za-z][A-Za-z0-9+.-]*:[\\/].*)$",
    re.MULTILINE,
)
_ELEMENT = re.compile(
    r"<([\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?(?<!/)>"
    r"(?:\s*<!\[CDATA\[([^\n]{0,2048}?)\]\]>\s*|([^<>]*))</"
)
_SITEMAP = re.compile(r"<(?:[\w.-]+:)?(?:urlset|sitemapindex)[\s>]")
_SCHEME = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]*:")
# A requirement (PEP 508), an option of pip, or the URL alone.
_REQUIRED = re.compile(
    r"^[ \t]*(?:[\w.-]+(?:\[[^\]\n]*\])?[ \t]*@[ \t]*|--?[a-z-]+[ =][ \t]*)?"
    r"([A-Za-z][A-Za-z0-9+.-]*://\S+)",
    re.MULTILINE,
)


def names_url(name: str) -> bool:
    """Return whether a value of this name is a URL."""
    return _KEY.search(name) is not None


def of_json(document: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of JSON strings whose key shows that they are URLs."""
    for found in _PAIR.finditer(document):
        if names_url(found[1]):
            yield found.span(2)


def of_plain(document: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the unquoted values of YAML, without their comments."""
    for found in _PLAIN.finditer(document):
        value = found[2].partition(" #")[0].rstrip()
        start = found.start(2)
        yield start, start + len(value), names_url(found[1] or "")


def of_quoted(document: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the values in quotes, without escapes, of YAML and TOML: single ones have none."""
    for found in _QUOTED.finditer(document):
        start, end = found.span(found.lastindex or 0)
        # An attribute in a text has its own escapes.
        if not written.tag_before(document, start):
            yield start, end, names_url(found[1] or "")


def of_xml(document: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the texts of elements that begin with a scheme, and whether their name shows that they
    are URLs.
    """
    for name, start, end in _elements(document):
        value = document[start:end]
        if begins(value) or scripted.begins(value):
            yield start, end, names_url(name)


def relative_in_sitemap(document: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of ``<loc>`` in a sitemap that have no scheme (sitemaps.org)."""
    if _SITEMAP.search(document):
        for name, start, end in _elements(document):
            if name == "loc" and start < end and not _SCHEME.match(document, start, end):
                yield start, end


def _elements(document: str) -> Iterator[tuple[str, int, int]]:
    """Yield the names of elements without children, and the spans of their texts."""
    for found in _ELEMENT.finditer(document):
        yield (found[2], *trimmed(document, *found.span(found.lastindex or 0)))


def of_requirements(document: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the URLs in requirements, which end at white space."""
    for found in _REQUIRED.finditer(document):
        if not TEMPLATE.search(found[1]):
            yield (*found.span(1), True)
