"""Code points: each of the 1,114,112, in every position of every component, through clean.

    python -m heavy code-points
    python -m heavy code-points 61

Clean of each profile must change nothing the second time, and the default profile's results
must be legal by the grammar of RFC 3986 Appendix A (`kit.legal`). A text that it refuses counts as
tried.
"""

import sys
import time

from kit.legal import is_legal
from superuri import _core
from superuri.profiles import RFC3986

#: The start, the middle and the end of each component, with and without an authority.
POSITIONS = (
    *("{}", "{}tp://e.com/", "h{}p://e.com/", "ht{}://e.com/"),
    *("http://{}u:p@e.com/", "http://u{}v:p@e.com/", "http://u{}:p@e.com/", "http://u:{}@e.com/"),
    *("http://{}e.com/", "http://a{}e.com/", "http://e.com{}", "http://e.com{}/", "http://[{}]/"),
    *("http://[::{}1]/", "http://e.com:{}/", "http://e.com:8{}0/", "http://e.com:80{}/"),
    *("http://e.com/{}", "http://e.com/a{}b/c", "http://e.com/a/{}/b", "http://e.com/a/b{}"),
    *("{}a/b", "a{}b/c", "a{}", "/{}", "/a{}b", "//{}", "mailto:{}", "mailto:a{}b@e.com"),
    *("http://e.com/?{}", "http://e.com/?a{}b=c", "http://e.com/?a={}", "?a={}b&c", "?{}"),
    *("http://e.com/#{}", "http://e.com/#a{}b", "http://e.com/#a{}", "#{}", "a%{}", "a%4{}"),
)
#: How many texts are cleaned at once.
CHUNK = 1 << 16


def cleaned(texts: list[str], profile: object) -> list[str | None]:
    """Return the clean texts; None for those that are refused."""
    column = _core.apply_column(texts, "clean", "null", False, None, {"profile": profile})
    return column.to_list()


def wrong(texts: list[str], profile: object, *, legal: bool) -> list[str]:
    once = cleaned(texts, profile)
    known = [(text, clean) for text, clean in zip(texts, once, strict=True) if clean is not None]
    twice = cleaned([clean for _, clean in known], profile)
    found = [
        f"{text!a}: {clean!a}, and then {again!a}"
        for (text, clean), again in zip(known, twice, strict=True)
        if again != clean
    ]
    if legal:
        bad = ((text, clean) for text, clean in known if not is_legal(clean))
        found += [f"{text!a}: {clean!a} is not legal" for text, clean in bad]
    return found


def main(step: int) -> int:
    """Return 0 if all is right."""
    began, count, broken = time.monotonic(), 0, 0
    profiles = _core.all_profiles()
    for number, position in enumerate(POSITIONS):
        points = range(number % step, 0x110000, step)
        for first in range(0, len(points), CHUNK):
            texts = [position.replace("{}", chr(point)) for point in points[first : first + CHUNK]]
            for profile in profiles:
                found = wrong(texts, profile, legal=profile == RFC3986)
                count += len(texts)
                broken += len(found)
                for line in found[:5]:
                    print(f"{profile}: {line}", flush=True)
    shown = f"{len(POSITIONS)} positions, {len(profiles)} profiles"
    print(f"{count:,} texts, {shown}: {broken:,} wrong, {time.monotonic() - began:.0f} s")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 1))
