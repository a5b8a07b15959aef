"""AsciiDoc, Org and MediaWiki: links whose URL or text is in brackets, which end the URL."""

import re
from collections.abc import Callable, Iterator

from superuri._documents import scripted
from superuri._documents.spots import Spot
from superuri._documents.whole import is_url

# The brackets of an IP literal, or of a placeholder for the host, belong to the URL.
_BRACKET = re.compile(r"(?<=//)\[[^\[\]\s]*\]|[\[\]]")
# `[[target][text]]` (Org, Link Format).
_ORG = re.compile(r"\[\[([^\[\]\n]+)\](?:\[[^\[\]]*\])?\]")


def of_text(document: str, within: Callable[[str], Iterator[Spot]]) -> Iterator[Spot]:
    yield from within(_BRACKET.sub(lambda it: it[0] if it[0][1:] else " ", document))


def of_org(document: str) -> Iterator[Spot]:
    """Yield the targets of Org's links, which may have spaces."""
    for found in _ORG.finditer(document):
        if is_url(found[1]) or scripted.begins(found[1]):
            start, end = found.span(1)
            yield Spot(found[1], range(start, end + 1))
