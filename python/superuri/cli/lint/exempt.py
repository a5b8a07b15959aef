"""Comments that exempt URLs of a document from the linter.

``superuri: ignore`` exempts the URLs of its line, and ``superuri: off`` those up to the line of a
``superuri: on``. ``[U102, space]`` after it limits this to these rules. The comment may be in any
language: the text around the words is ignored.
"""

import re
from bisect import bisect
from collections.abc import Callable
from functools import lru_cache

import superuri._core as _core

_COMMENT = re.compile(r"\bsuperuri: (ignore|off|on)\b(?:\[([^\]\n]{0,1000})\]|(?!\[))")


def _is_rule(word: str) -> bool:
    """Return whether the word is a code, the beginning of codes, or a name of a rule."""
    try:
        _core.lint("", ignore=[word])
    except ValueError:
        return False
    return True


# Comments often repeat the same words, so results are cached.
is_rule: Callable[[str], bool] = lru_cache(maxsize=1024)(_is_rule)

#: Rules by code or name; None for all rules.
Rules = tuple[str, ...] | None


def both(one: Rules, other: Rules) -> Rules:
    return None if one is None or other is None else tuple(dict.fromkeys((*one, *other)))


class Exemptions:
    """The exemptions in a document."""

    def __init__(self, document: str) -> None:
        # From each of these places on, these rules are exempt.
        self.starts: list[int] = [0]
        self.rules: list[Rules] = [()]
        here: Rules = ()
        off: Rules = ()
        begins = ends = 0
        # Looking for the word first is quicker than the pattern.
        for found in _COMMENT.finditer(document) if "superuri: " in document else ():
            if found.start() >= ends:
                self.add(ends, off)
                begins = document.rfind("\n", ends, found.start()) + 1 or ends
                ends = document.find("\n", found.end()) + 1 or len(document) + 1
                here = off
            word, listed = found.groups()
            words = [] if listed is None else map(str.strip, listed.split(","))
            # Unknown rule names are ignored.
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
        """Return the rules from which a URL at this place is exempt."""
        return self.rules[bisect(self.starts, place) - 1]
