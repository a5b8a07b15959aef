"""reStructuredText: the targets of its links and images (docutils, Hyperlink Targets)."""

import re
from collections.abc import Iterator, Sequence

from superuri._documents.spots import Spot, decoded, notation

# An escaped space stays; other white space is dropped, so that a URL may fill several lines.
_ESCAPE = re.compile(r"\\(\S)|\\(\s)|\s+")
_BREAK = re.compile(r"\\(\S)|\\(\s)|[ \t]*\n\s*")
# The rest of the line, and further lines that are indented more.
_REST = r"[ \t]*\n(?P={0})[ \t]+(?!:)\S[^\n]*"
_TARGET = re.compile(
    # `text <target>`_, but not `\<text\>`_
    r"`[^`<]*(?<!\\)<(?P<embedded>(?:[^<>`\n\\]|\\[^`]|\n(?![ \t]*\n))+)>`_"
    # .. _name: target
    r"|^(?P<a>[ \t]*)\.\.[ \t]+_(?:`[^`\n]*`|[^:\\\n`]|\\.)*:"
    rf"(?:[ \t]+|(?={_REST.format('a')}))(?P<named>[^\n]*(?:{_REST.format('a')})*)$"
    # __ target
    r"|^[ \t]*__[ \t]+(?P<anonymous>\S[^\n]*)$"
    # .. image:: target, and the target of its link
    r"|^(?P<b>[ \t]*)\.\.[ \t]+(?:\|[^|\n]*\|[ \t]+)?(?:image|figure)::[ \t]+"
    rf"(?P<image>\S[^\n]*(?:{_REST.format('b')})*)$"
    rf"|^(?P<c>[ \t]+):target:[ \t]+(?P<link>\S[^\n]*(?:{_REST.format('c')})*)$",
    re.MULTILINE,
)
# A name with an underscore refers to another target, and so does anything else in `<..._>`.
_REFERENCE = re.compile(r"(?:[^\W_]+(?:[-._+:][^\W_]+)*|`[^`]*`)_\Z")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
# Text with spaces that is surely meant as a URL, and not a mistake of this parser.
_MEANT = re.compile(r"://|.\.[A-Za-z0-9]{2,5}\Z")


def _takes(text: str) -> bool:
    """Return whether the text can be a target; one that ends in "_" refers to another target."""
    return text != "" and not text.endswith("_") and not re.search(r"[\s<>`]", text)


def unescaped(raw: str) -> tuple[str, Sequence[int]]:
    r"""Return the target as docutils reads it, and the place of each character, with the end last.

    >>> unescaped(r"a\_b c")
    ('a_bc', array('q', [0, 1, 3, 5, 6]))
    """
    return decoded(raw, _ESCAPE, _meant)


def _spaced(raw: str) -> tuple[str, Sequence[int]]:
    """Return the target with the spaces in its lines, which docutils drops."""
    return decoded(raw, _BREAK, _meant)


def _meant(escape: re.Match[str]) -> str:
    return escape[1] or (" " if escape[2] else "")


def _write(text: str) -> str:
    return text.replace("\\", r"\\")


#: The ways to write a target, and one with spaces.
WAY = notation(unescaped, _write)._replace(takes=_takes)
SPACED = notation(_spaced, _write)._replace(takes=_takes)


def targets(document: str) -> Iterator[Spot]:
    for found in _TARGET.finditer(document):
        name = found.lastgroup or ""
        raw = found[name].rstrip()
        start = found.start(name) + len(raw) - len(raw.lstrip())
        raw = raw.lstrip()
        is_reference = _REFERENCE.match(raw) or (
            name == "embedded" and raw.endswith("_") and not _SCHEME.match(raw)
        )
        if not raw or "`" in raw or (is_reference and not raw.endswith(r"\_")):
            continue
        spot = Spot.at(document, start, start + len(raw), unescaped, WAY)
        whole = Spot.at(document, start, start + len(raw), _spaced, SPACED)
        if whole.text == spot.text:
            yield spot
        elif _MEANT.search(whole.text):
            whole.rule, whole.origin = "space-in-link", "guessed"
            yield whole
