"""Every set of the package, with the characters that it leaves unescaped, found by encoding."""

from typing import Any

import superuri

ASCII = "".join(map(chr, range(0x80)))
_SET = type(superuri.sets.rfc3986.COMPONENT)


def _all() -> dict[str, Any]:
    found = {}
    for family in dir(superuri.sets):
        for name in dir(getattr(superuri.sets, family)):
            value = getattr(getattr(superuri.sets, family), name)
            if isinstance(value, _SET) and name.isupper():
                found[f"{family}.{name}"] = value
    return found


BY_NAME = _all()
ALL_SETS = tuple(BY_NAME.values())
#: The ASCII characters that each set leaves unescaped.
ALL_BARE = {s: {c for c in ASCII if superuri.encode(c, s) == c} for s in ALL_SETS}
#: The sets that encode all characters beyond ASCII.
ASCII_SETS = tuple(s for s in ALL_SETS if superuri.encode("é", s) != "é")
#: Pairs of reversible sets, of which the first encodes all characters of the second.
NESTED = [
    (larger, smaller)
    for larger in (superuri.sets.rfc3986.COMPONENT, superuri.sets.whatwg.FORM)
    for smaller in ASCII_SETS
    if larger.reversible and smaller.reversible and ALL_BARE[larger] <= ALL_BARE[smaller]
]
