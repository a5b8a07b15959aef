"""Generators of URIs, over a `random.Random`, so that a seed repeats them.

The legal ones follow RFC 3986 Appendix A; the others are strung together from pieces that have
caused bugs. `superuri.testing` uses the same generators with Hypothesis.
"""

from collections.abc import Callable, Sequence
from random import Random

Generator = Callable[[Random], str]

ALNUM = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
UNRESERVED = ALNUM + "-._~"
SUB_DELIMS = "!$&'()*+,;="
TRIPLETS = ["%41", "%7e", "%20", "%2F", "%2f", "%25", "%C3%A9", "%e9", "%00", "%FF", "%C0%AF"]
IP_LITERALS = ["[::1]", "[2001:db8::7]", "[::ffff:1.2.3.4]", "[v7.a:b]", "[fe80::1%25eth0]"]
SCHEMES = ["http", "https", "ftp", "file", "urn", "mailto", "data", "javascript", "a+-.1", "Ws"]

#: Text that is not allowed in a URI, or seems as if it were not.
DIRT = [
    *(" ", '"', "<", ">", "\\", "^", "`", "{", "|", "}", "[", "]", "#", "%", "%%", "%4", "%zz"),
    *("%u00e9", "%U00E9", "\x00", "\t", "\n", "\r", "\x1f", "\x7f", "\x80", "\xa0", "é", "ß"),
    *("起司堡", "😀", "\u202e", "\ufeff", "\ufffe", "\ue000", "%+1", "% 1", "٣", "%４１", "&amp;"),
]
#: Text that decides where a component ends.
STRUCTURE = [
    *("/", "//", ":", "@", "?", "#", "[", "]", "[::1]", "\\", ".", "..", "http:", "http://", "://"),
    *("HTTPS://", "foo://", "//u:p@h:80/", "e.com", "bücher.example", "faß.de", "1.2.3.4", ":80"),
    *("mailto:", "a:b", "&", "=", "+", ";", "é.example", "[fe80::1%eth0]", "xn--", "\u00ad", "。"),
]
#: Complete and incomplete escapes, for decoders.
ESCAPES = [
    *("%", "%4", "%41", "%34", "%31", "%25", "%2", "%u00e9", "%C3", "%A9", "%C3%A9", "%E2%98"),
    *("%E2%98%83", "%F0%9F%98%80", "%ED%A0%80", "%C0%AF", "%F4%90%80%80", "%ff", "%00", "%2b"),
    *("4", "1", "f", "z", "+", " ", "é", "起", "😀", "\x00", "%zz", "%EF%BB%BF", "%80"),
]


def several(rng: Random, atoms: Sequence[str], most: int) -> str:
    """At most this many of these, joined."""
    return "".join([rng.choice(atoms) for _ in range(rng.randint(0, most))])


def legal_part(rng: Random, characters: str, most: int = 6) -> str:
    """Characters of a component, mixed with triplets."""
    return "".join(
        rng.choice(TRIPLETS) if rng.random() < 0.3 else rng.choice(characters)
        for _ in range(rng.randint(0, most))
    )


def legal_authority(rng: Random) -> str:
    """RFC 3986: authority = [ userinfo "@" ] host [ ":" port ]"""
    name = UNRESERVED + SUB_DELIMS
    userinfo = legal_part(rng, name + ":") + "@" if rng.random() < 0.3 else ""
    host = rng.choice(IP_LITERALS) if rng.random() < 0.3 else legal_part(rng, name)
    port = ":" + rng.choice(["", "80", "0", "00080", "99999"]) if rng.random() < 0.3 else ""
    return userinfo + host + port


def legal_uri(rng: Random) -> str:
    """URI-reference = URI / relative-ref"""
    pchar = UNRESERVED + SUB_DELIMS + ":@"
    rest = "".join(["/" + legal_part(rng, pchar) for _ in range(rng.randint(0, 3))])
    scheme = rng.choice([*SCHEMES, "", "", ""])
    start = rng.randrange(3)
    if start == 0:
        path = "//" + legal_authority(rng) + rest
    elif start == 1:
        # path-absolute: the first segment is not empty.
        path = "/" + ("x" + legal_part(rng, pchar) + rest if rest else "")
    else:
        # path-rootless, or path-noscheme, whose first segment has no colon.
        first = legal_part(rng, pchar if scheme else pchar.replace(":", ""))
        path = first + rest if first else ""
    query = "?" + legal_part(rng, pchar + "/?") if rng.random() < 0.5 else ""
    fragment = "#" + legal_part(rng, pchar + "/?") if rng.random() < 0.4 else ""
    return (scheme + ":" if scheme else "") + path + query + fragment


def legal_url(rng: Random) -> str:
    """A legal URI that every library parses: http, a host, a path."""
    pchar = UNRESERVED + SUB_DELIMS + ":@"
    host = rng.choice(["example.com", "sub.example.org:8080", "127.0.0.1", "[::1]", "u:p@e.com"])
    path = "".join(["/" + legal_part(rng, pchar) for _ in range(rng.randint(1, 4))])
    query = "?" + legal_part(rng, pchar + "/?&=&=", 12) if rng.random() < 0.6 else ""
    fragment = "#" + legal_part(rng, pchar + "/?") if rng.random() < 0.3 else ""
    return rng.choice(["http://", "https://"]) + host + path + query + fragment


def dirty_url(rng: Random) -> str:
    """The same with dirt in path, query and fragment, as people write it."""
    dirt = [d for d in DIRT if d not in ("\x00", "\t", "\n", "\r")]
    atoms = [*dirt, *TRIPLETS, *"abc123-._~/&=+"]
    host = rng.choice(["example.com", "e.com:8080", "[::1]", "bücher.example", "u:p@e.com"])
    path = "/a" + several(rng, atoms, 8)
    query = "?b=" + several(rng, atoms, 8) if rng.random() < 0.6 else ""
    fragment = "#c" + several(rng, atoms, 4) if rng.random() < 0.3 else ""
    return rng.choice(["http://", "https://"]) + host + path + query + fragment + "z"


def wild(rng: Random) -> str:
    """Arbitrary texts with many characters that end components."""
    return several(rng, [*STRUCTURE, *DIRT, *TRIPLETS, *"ab1"], 9)


def escapes(rng: Random) -> str:
    """A text of valid and invalid triplets."""
    return several(rng, ESCAPES, 9)


def text(rng: Random) -> str:
    """Characters of one internal width: 1, 2 or 4 bytes each."""
    top = rng.choice([0x7F, 0xFF, 0xD7FF, 0x10FFFF])
    points = [rng.randint(0, top) for _ in range(rng.randint(0, 12))]
    return "".join([chr(p) for p in points if not 0xD800 <= p <= 0xDFFF]) + rng.choice(["", "%41"])


def surrogates(rng: Random) -> str:
    """A text with lone surrogates in it."""
    return several(rng, [*DIRT, *"ab/", "\ud800", "\udbff", "\udc80", "\udfff"], 9)


def octets(rng: Random) -> bytes:
    """Arbitrary data with many percent signs."""
    data = bytes(rng.randrange(256) for _ in range(rng.randint(0, 12)))
    return data + escapes(rng).encode() if rng.random() < 0.5 else data


def sample(generator: Generator, count: int, seed: int = 0) -> list[str]:
    """The first different texts, this many, of this generator and seed."""
    rng = Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        found[generator(rng)] = None
    return list(found)
