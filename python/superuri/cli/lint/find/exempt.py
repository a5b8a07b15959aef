"""Comments that exempt URLs of a document from the linter.

``superuri: ignore`` exempts those of its line, ``superuri: off`` those from its line on, until the
line of a ``superuri: on``; ``[U102, space]`` behind it exempts them from these rules only. The
comment may be of any language: what is around the words is not looked at.
"""

import re
from bisect import bisect
from collections.abc import Callable
from functools import lru_cache

import superuri

_COMMENT = re.compile(r"\bsuperuri: (ignore|off|on)\b(?:\[([^\]\n]{0,1000})\]|(?!\[))")


def _is_rule(word: str) -> bool:
    """Return whether it is a code, the beginning of one, or a name."""
    try:
        superuri.lint("", ignore=[word])
    except ValueError:
        return False
    return True


# A comment says again and again what another one said.
is_rule: Callable[[str], bool] = lru_cache(maxsize=1024)(_is_rule)

#: Rules by their codes or names; None is all of them.
Rules = tuple[str, ...] | None


def both(one: Rules, other: Rules) -> Rules:
    """Return what any of the two exempts from."""
    return None if one is None or other is None else tuple(dict.fromkeys((*one, *other)))


class Exemptions:
    """What the comments of a document say."""

    def __init__(self, document: str) -> None:
        # From these characters on, until the next one, these rules.
        self.starts: list[int] = [0]
        self.rules: list[Rules] = [()]
        here: Rules = ()
        off: Rules = ()
        begins = ends = 0
        for found in _COMMENT.finditer(document):
            if found.start() >= ends:
                self.add(ends, off)
                begins = document.rfind("\n", ends, found.start()) + 1 or ends
                ends = document.find("\n", found.end()) + 1 or len(document) + 1
                here = off
            word, listed = found.groups()
            words = [] if listed is None else map(str.strip, listed.split(","))
            # What is not a rule exempts from none.
            rules = None if listed is None else tuple(filter(is_rule, words))
            if word == "on":
                off = ()
            else:
                here = both(here, rules)
                off = rules if word == "off" else off
            self.add(begins, here)
        self.add(ends, off)

    def add(self, start: int, rules: Rules) -> None:
        if start == self.starts[-1]:
            self.rules[-1] = rules
        else:
            self.starts.append(start)
            self.rules.append(rules)

    def of(self, place: int) -> Rules:
        """Return from which rules a URL at this place is exempt."""
        return self.rules[bisect(self.starts, place) - 1]
