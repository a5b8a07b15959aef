"""Browsers: how they read a URL in markup, and whether its fixed spelling leads elsewhere.

As the URL standard reads it (section 4.4, basic URL parser): controls and spaces around it are
none of it, and neither are the tabs and line breaks within.
"""

from array import array
from collections.abc import Sequence

import superuri
from superuri import whatwg

_AROUND = "".join(map(chr, range(0x21)))
_WITHIN = "\t\n\r"
_DROPPED = dict.fromkeys(map(ord, _WITHIN))
#: What a URL in markup is resolved against: one of another scheme is read in other ways.
_PAGES = tuple(
    f"{head}/folder/page?query#fragment" for head in ("https://h", "http://h", "file://")
)


def meant(text: str) -> str:
    r"""Return the URL that the text stands for.

    >>> meant("\n http://e.com/\n a \n")
    'http://e.com/ a'
    """
    return text.strip(_AROUND).translate(_DROPPED)


def placed(text: str, places: Sequence[int]) -> tuple[str, Sequence[int]]:
    r"""Return the URL that the text stands for, and where its characters stand; last its end.

    >>> placed(" a\tb ", range(6))
    ('ab', array('q', [1, 3, 4]))
    """
    if text.isprintable() and text.strip(" ") == text:
        return text, places
    start = len(text) - len(text.lstrip(_AROUND))
    end = max(start, len(text.rstrip(_AROUND)))
    if not any(each in text[start:end] for each in _WITHIN):
        return text[start:end], places[start : end + 1]
    kept = [at for at in range(start, end) if text[at] not in _WITHIN]
    return "".join(text[at] for at in kept), array("q", [places[at] for at in [*kept, end]])


def elsewhere(old: str, new: str) -> bool:
    r"""Tell whether one leads where the other does not, though both mean what they escape.

    What led nowhere can lead anywhere.

    >>> elsewhere("a|b", "a%7Cb"), elsewhere("a\\b", "a%5Cb"), elsewhere("http://a b/", "c")
    (False, True, False)
    """
    return old != new and any(_departs(old, new, page) for page in _PAGES)


def _departs(old: str, new: str, page: str) -> bool:
    """Tell whether one leads from the page where the other does not."""
    before, after = _target(old, page), _target(new, page)
    if before is None or before == after:
        return False
    return after is None or _escaped(before) != _escaped(after)


def _target(text: str, page: str) -> str | None:
    """Return where the URL leads from a page; None for nowhere."""
    try:
        return str(whatwg.URL(text, page))
    except ValueError:
        return None


def _escaped(target: str) -> str:
    try:
        return str(superuri.normalize(superuri.clean(target)))
    except ValueError:
        return target


def misleading(
    text: str, asked: tuple[tuple[str, ...], tuple[str, ...], str | None]
) -> tuple[str, ...]:
    r"""Return the rules, of those asked, whose safe fixes lead a browser elsewhere.

    >>> misleading("a\\b c", ((), (), None))
    ('U114',)
    """
    select, ignore, policy = asked
    if not elsewhere(text, superuri.fix(text, select=select, ignore=ignore, policy=policy)):
        return ()
    findings = superuri.lint(text, select=select, ignore=ignore, policy=policy)
    codes = sorted({found.code for found in findings if found.fix and found.fix.safe})
    alone = [each for each in codes if elsewhere(text, superuri.fix(text, select=[each]))]
    rest = superuri.fix(text, select=select, ignore=[*ignore, *alone], policy=policy)
    # What none does alone, they do together.
    return tuple(codes if elsewhere(text, rest) else alone)
