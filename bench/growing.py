"""Verbs for hostile texts: the longest text for each, and why some take more than a scan."""

from collections.abc import Callable
from typing import NamedTuple

import superuri
from superuri import URI, form, hosts, keys, rfc6570, whatwg
from superuri.compat import urllib

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30


class Asked(NamedTuple):
    """A verb with the limits for its texts."""

    call: Callable[[str], object]
    # The maximum length of a text in octets. Verbs that return a flat text or a word get a
    # gibibyte.
    most: int
    # Why a mebibyte of some family takes longer than three scans, if it does.
    why: str = ""


BROKEN = "bytes that are not valid UTF-8 are replaced one by one"
DOMAINS = "IDNA, label by label"
#: A table of one's own, with names, patterns and hosts.
OWN_TRACKING = keys.Tracking(["utm_*", "ref amazon.*", "spm", "(?i)fb_*"])
READINGS = "readings of an odd host, with passes of their own: the library's, and NFKC"


def _defanged(text: str) -> str:
    """Return the text defanged, or as it is if it is defanged already."""
    try:
        return superuri.defang(text)
    except superuri.errors.ParseError:
        return text


VERBS: dict[str, Asked] = {
    "encode": Asked(superuri.encode, GIB),
    "decode": Asked(lambda text: superuri.decode(text, errors="replace"), GIB, BROKEN),
    "clean": Asked(superuri.clean, GIB, DOMAINS),
    "is_uri": Asked(superuri.is_uri, GIB),
    "quote": Asked(urllib.quote, GIB),
    "unquote": Asked(urllib.unquote, GIB, BROKEN),
    "edits": Asked(superuri.edits, 4 * MIB, "an object for each edit"),
    "pretty": Asked(superuri.pretty, 64 * MIB, "cleans, then decides about each character"),
    "normalize": Asked(
        superuri.normalize, 64 * MIB, "cleans, then looks at each escape; IDNA; dot-segments"
    ),
    "split": Asked(superuri.split, 64 * MIB),
    "URI": Asked(URI, 64 * MIB, DOMAINS),
    "whatwg.URL": Asked(whatwg.URL, 64 * MIB, "the library's passes, one for each step"),
    "fill": Asked(lambda text: superuri.fill("/{a}?q={a}#{a}", a=text), 16 * MIB),
    "rfc6570.expand": Asked(lambda text: rfc6570.expand("{a}{+a}{?q*}", a=text, q=[text]), 4 * MIB),
    "form.parse": Asked(form.parse, 16 * MIB, f"an object for each pair; {BROKEN}"),
    "form.encode": Asked(form.encode, 64 * MIB),
    "explain": Asked(superuri.explain, 256 * KIB, "an object for each character"),
    "lint": Asked(superuri.lint, MIB, "an object for each finding; dozens of rules"),
    "find": Asked(lambda text: list(superuri.find(text)), 64 * MIB, "an object for each URL"),
    "layers": Asked(superuri.layers, 16 * MIB, "a pass for each layer, 16 at most"),
    "agreed_host": Asked(superuri.agreed_host, 64 * MIB, READINGS),
    "keys.key": Asked(keys.key, 64 * MIB, "cleans, normalises, sorts and hashes"),
    "keys.surt": Asked(keys.surt, 64 * MIB, "unescapes to the last, escapes, sorts"),
    "keys.safe_browsing": Asked(keys.safe_browsing, 16 * MIB, "unescapes to the last, escapes"),
    "keys.scrapy": Asked(keys.scrapy, 16 * MIB, "unescapes, escapes, sorts and hashes"),
    "normalize, own tracking": Asked(
        lambda text: superuri.normalize(text, also="drop-tracking", tracking=OWN_TRACKING),
        16 * MIB,
        "each name by each pattern",
    ),
    "guess_encoding": Asked(superuri.guess_encoding, 16 * MIB, "a score for each encoding"),
    "repair_mojibake": Asked(superuri.repair_mojibake, 16 * MIB, "looks each character up"),
    "refang": Asked(superuri.refang, 64 * MIB, "looks at each bracket and dot"),
    "defang": Asked(_defanged, 64 * MIB, "refangs the result to compare it"),
    "unwrap": Asked(superuri.unwrap, 64 * MIB, "cleans each target"),
    "public_suffix": Asked(hosts.public_suffix, 64 * MIB, READINGS),
}
