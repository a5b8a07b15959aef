r"""Link headers: links to other resources, with titles in any script.

>>> from superuri import links
>>> link = links.build("/TheBook/chapter4", "next", title="nächstes Kapitel", language="de")
>>> link
'</TheBook/chapter4>; rel="next"; title*=UTF-8\'de\'n%C3%A4chstes%20Kapitel'
>>> links.parse(link)[0].title
'nächstes Kapitel'
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import superuri._core as _core
import superuri.headers as headers
from superuri._values.passwords import described
from superuri._values.plain import listed, plain
from superuri._values.refusal import bad, text_of
from superuri._values.token import TOKEN
from superuri.errors import DecodeError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from superuri._core import URI, URL

__all__ = ["Link", "build", "parse"]

_TARGET = re.compile(r"[ \t]*<([^>]*)>")
_PARAMETER = re.compile(
    rf"[ \t]*;[ \t]*(?:({TOKEN})[ \t]*(?:=[ \t]*(?:\"((?:[^\"\\]|\\.)*)\"|([^\s;,\"]*)))?)?",
    re.DOTALL,
)
_END = re.compile(r"[ \t]*(?:,|$)")
_NAME = re.compile(TOKEN)
#: A name that ends in * has a value of RFC 8187.
_PLAIN = re.compile(r"[\t -~]*")
#: Parameters of which only the first counts (section 3).
_ONCE = frozenset({"rel", "anchor", "rev", "media", "title", "title*", "type"})


class Link(NamedTuple):
    """One link: its target as it is written, its relations, and its attributes."""

    target: str
    #: The relation types, in lower case if they are registered names.
    rel: tuple[str, ...]
    #: The resource that links, if it is not the one that was requested.
    anchor: str | None
    title: str | None
    #: Names in lower case and decoded values, in order; None for an attribute without a value.
    attributes: tuple[tuple[str, str | None], ...]

    def __repr__(self) -> str:
        return described(self)


def build(
    target: str | URI | URL,
    rel: str | Iterable[str],
    *,
    title: str | None = None,
    language: str = "",
    anchor: str | URI | URL | None = None,
    **attributes: str | None,
) -> str:
    """Return one link for the header ``Link``; several are joined by commas.

    Args:
        target: A URI or a reference; it has to be legal.
        rel: The relation types, at least one: registered names, or URIs.
        title: The title; beyond ASCII, it is written by RFC 8187.
        language: The language of a title beyond ASCII.
        anchor: The URI of the resource that links, if it is not the one that is requested.
        **attributes: More attributes, such as type and hreflang; None for one without a value.

    Returns:
        A str of ASCII.

    Raises:
        ParseError: The target or a URI is not legal, a name is not a token, or `rel` is empty.
        EncodeError: A text has a lone surrogate.

    Example:
        >>> build("/terms", ["copyright", "license"], anchor="#foo")
        '</terms>; rel="copyright license"; anchor="#foo"'
        >>> build("style.css", "preload", crossorigin=None)
        '<style.css>; rel="preload"; crossorigin'

    Source:
        RFC 8288 section 3; RFC 8187 section 3.2.
    """
    given = [rel] if isinstance(rel, str) else listed(rel, "the relations") or [""]
    relations = [plain(each, "a relation") for each in given]
    for relation in relations:
        if not re.fullmatch("[!-~]+", relation) or '"' in relation or "\\" in relation:
            raise bad("bad-link", relation, "is not a relation type")
    pieces = [f"<{_legal(target)}>", f'rel="{" ".join(relations)}"']
    if anchor is not None:
        pieces.append(f'anchor="{_legal(anchor)}"')
    if title is not None:
        pieces.append(_attribute("title", title, language))
    pieces += [_attribute(name, value, "") for name, value in attributes.items()]
    return "; ".join(pieces)


def _legal(uri: str | URI | URL) -> str:
    text = text_of(uri)
    if not _core.is_uri(text):
        raise bad("bad-link", text, "is not a URI", help_="clean it first")
    return text


def _attribute(name: str, value: str | None, language: str) -> str:
    if not _NAME.fullmatch(name) or name.endswith("*"):
        raise bad("bad-link", name, "is not the name of an attribute")
    if value is None:
        return name
    value = plain(value, "an attribute")
    if not _PLAIN.fullmatch(value) or language:
        return f"{name}*={headers.ext_value(value, language)}"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'{name}="{escaped}"'


def parse(header: str | Iterable[str]) -> tuple[Link, ...]:
    """Return the links of the header ``Link``.

    Args:
        header: The value of the header, or those of several headers.

    Returns:
        A tuple of Link. A ``title*`` that can be decoded goes before ``title``; an attribute of RFC
        8187 that cannot be decoded is left out.

    Raises:
        ParseError: A link is malformed, with its offset.

    Example:
        >>> parse('</>; rel="http://example.net/foo"; hreflang=de')[0].rel
        ('http://example.net/foo',)

    Source:
        RFC 8288 sections 3 and B.2.
    """
    lines = [header] if isinstance(header, str) else listed(header, "the headers")
    return tuple(link for line in lines for link in _links(plain(line, "a header")))


def _links(line: str) -> Iterator[Link]:
    at = 0
    while at < len(line):
        # An empty member of a list counts for nothing (RFC 9110 section 5.6.1).
        empty = _END.match(line, at)
        if empty:
            at = empty.end()
            continue
        target = _TARGET.match(line, at)
        if target is None:
            at = len(line) - len(line[at:].lstrip(" \t"))
            raise bad("bad-link", line, "does not begin with a target in < and >", (at, len(line)))
        at = target.end()
        pairs: list[tuple[str, str | None]] = []
        while not (end := _END.match(line, at)):
            found = _PARAMETER.match(line, at)
            if found is None:
                raise bad("bad-link", line, "is not an attribute of a link", (at, len(line)))
            at = found.end()
            if found[1] is not None:
                quoted = None if found[2] is None else re.sub(r"\\(.)", r"\1", found[2])
                pairs.append((found[1].lower(), found[3] if quoted is None else quoted))
        at = end.end()
        yield _link(target[1], pairs)


def _link(target: str, pairs: list[tuple[str, str | None]]) -> Link:
    seen: dict[str, str | None] = {}
    attributes: list[tuple[str, str | None]] = []
    for name, value in pairs:
        if name in _ONCE and name in seen:
            continue
        seen[name] = value
        if name.endswith("*") and value is not None:
            try:
                attributes.append((name, headers.parse_ext_value(value)[0]))
            except DecodeError:
                continue
        else:
            attributes.append((name, value))
    first = dict(reversed(attributes))
    relations = (seen.get("rel") or "").split()
    rel = tuple(each if ":" in each else each.lower() for each in relations)
    return Link(
        target, rel, seen.get("anchor"), first.get("title*", first.get("title")), tuple(attributes)
    )
