"""Safe fixes: the fixed text means the same to browsers and by RFC 3986.

PYTHONPATH=tests python -m kit.safe_fixes 100000
"""

import random
import sys
from collections import Counter
from urllib.parse import unquote_to_bytes

import superuri
from kit import DATA, chance
from superuri import whatwg

#: Pieces that are inserted into lines of the corpora.
JUNK = [
    *" \t\n\\\"'<>()[]{}|^`%#?&=;:@/.,+*!~$",
    *("%zz", "%2", "%%", "\\\\", "\\/", "%u0041", "\u200b", "é", "日", "\udc80", "%c3%a9"),
    *("%2e%2e", "..", "//", "http://", "&amp;", "\r\n", "\ufeff", "xn--", "%5C", "|", "C:"),
]
BASES = ("https://h/folder/page?query#fragment", "http://u:p@h:81/a/b;c/", "file:///d/e")
#: The parts of a URL that browsers compare.
READ = ("protocol", "username", "password", "hostname", "port", "pathname", "search", "hash")
#: RFC 3986 section 6.2 and RFC 5952: these fixes change the spelling of a part, not its meaning.
SPELLING = ("empty-port", "default-port", "ipv6-spelling", "upper-case", "unicode-host")
AROUND = " \t\r\n\x0b\x0c"


def dirty(rng, lines):
    """Return a line of the corpora with up to three pieces of junk in it."""
    text = rng.choice(lines)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(JUNK) + text[at:]
    return text


def corpora():
    """Return the short lines of the corpora, hostile and real ones."""
    lines = []
    for name in ("urls", "hostile"):
        for path in sorted((DATA / name).glob("*.txt")):
            some = path.read_bytes().split(b"\n")[:6000]
            lines += [line.decode("utf-8", "replace") for line in some if 0 < len(line) < 400]
    return lines


def octets(text):
    return unquote_to_bytes(text.encode("utf-8", "surrogatepass"))


def url_of(text, base):
    try:
        return whatwg.URL(text, base)
    except ValueError:
        return None


def fixed_by_rfc(text, fixed):
    """Return the component that differs, by RFC 3986."""
    old, new = superuri.split(text.strip(AROUND)), superuri.split(fixed.strip(AROUND))
    respelt = any(finding.name in SPELLING for finding in superuri.lint(text))
    for name in ("scheme", "authority", "path", "query", "fragment"):
        one, other = getattr(old, name), getattr(new, name)
        if name in {"scheme", "authority"} and respelt:
            continue
        if (one is None) != (other is None) or (one and octets(one) != octets(other)):
            return f"{name} of RFC 3986: {one!r}, {other!r}"
    return None


def fixed_for_browsers(text, fixed):
    """Return the part that differs, by the URL standard."""
    for base in BASES:
        before, after = url_of(text, base), url_of(fixed, base)
        if before is None:
            continue
        if after is None:
            return f"browsers refuse it behind {base}"
        for name in READ:
            one, other = octets(getattr(before, name)), octets(getattr(after, name))
            # For unknown schemes, the standard keeps the case of hosts.
            if one != other and (name != "hostname" or one.lower() != other.lower()):
                return f"{name} in browsers behind {base}"
    return None


def difference(text):
    """Return how the text and its fixed form differ, if they do, and whether it was fixed."""
    fixed = superuri.fix(text)
    if isinstance(fixed, bytes):
        fixed = fixed.decode("utf-8", "surrogateescape")
    if fixed == text:
        return None, False
    return fixed_by_rfc(text, fixed) or fixed_for_browsers(text, fixed), True


def differences(times, seed):
    """Return every text that a safe fix changes, with the difference, and how many were fixed."""
    rng, lines = random.Random(seed), corpora()
    fixed, found = 0, Counter()
    for _ in range(times):
        text = dirty(rng, lines)
        how, changed = difference(text)
        fixed += changed
        if how is not None:
            found[ascii(text), how] += 1
    return found, fixed


def main():
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    found, fixed = differences(times, chance.SEED)
    for (text, how), _ in found.most_common(20):
        print(f"{text}: {how}")
    print(f"{times:,} dirty texts, {fixed:,} of them fixed: {len(found)} mean something else")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
