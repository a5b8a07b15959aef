"""reStructuredText: the targets of its links and images (docutils, Hyperlink Targets)."""

import re
from collections.abc import Iterator

from superuri._documents.spots import PLAIN

_TARGET = re.compile(
    # `text <target>`_
    r"`[^`<]*<([^<>`\s]+)>`_"
    # .. _name: target
    r"|^[ \t]*\.\.[ \t]+_(?:`[^`\n]*`|[^:\\\n`]|\\.)*:[ \t]+(\S+)[ \t]*$"
    # __ target
    r"|^[ \t]*__[ \t]+(\S+)[ \t]*$"
    # .. image:: target, and the target of its link
    r"|^[ \t]*\.\.[ \t]+(?:\|[^|\n]*\|[ \t]+)?(?:image|figure)::[ \t]+(\S+)[ \t]*$"
    r"|^[ \t]+:target:[ \t]+(\S+)[ \t]*$",
    re.MULTILINE,
)


def _takes(text: str) -> bool:
    """Return whether the text can be a target; one that ends in "_" refers to another target."""
    return text != "" and not text.endswith("_") and not re.search(r"[\s<>`\\]", text)


WAY = PLAIN._replace(takes=_takes)


def targets(document: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the targets, except for those with a backslash, which may be an escape."""
    for found in _TARGET.finditer(document):
        group = found.lastindex or 0
        if _takes(found[group]):
            yield found.span(group)
