"""reStructuredText: the targets of its links and images (docutils, Hyperlink Targets)."""

import re
from collections.abc import Iterator, Sequence

from superuri._documents.spots import decoded, notation

_ESCAPE = re.compile(r"\\(\S)")
_TARGET = re.compile(
    # `text <target>`_, but not `\<text\>`_
    r"`[^`<]*(?<!\\)<([^<>`\s]+)>`_"
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
    return text != "" and not text.endswith("_") and not re.search(r"[\s<>`]", text)


def unescaped(raw: str) -> tuple[str, Sequence[int]]:
    r"""Return the target without its backslashes, and the place of each character, with the end
    last.

    >>> unescaped(r"a\_b")
    ('a_b', array('q', [0, 1, 3, 4]))
    """
    if "\\" not in raw:
        return raw, range(len(raw) + 1)
    return decoded(raw, _ESCAPE, lambda escape: escape[1])


def _write(text: str) -> str:
    return text.replace("\\", r"\\")


WAY = notation(unescaped, _write)._replace(takes=_takes)


def targets(document: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the targets."""
    for found in _TARGET.finditer(document):
        group = found.lastindex or 0
        if not found[group].endswith("_") and "`" not in found[group]:
            yield found.span(group)
