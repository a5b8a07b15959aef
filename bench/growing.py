"""Which verbs are given hostile texts, how long ones, and why do some take more than a scan?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import superuri
from superuri import URI, forms, hosts, keys, whatwg
from superuri.compat import urllib

if TYPE_CHECKING:
    from collections.abc import Callable

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30


class Asked(NamedTuple):
    """A verb and what it is worth asking."""

    call: Callable[[str], object]
    # Octets of the longest text. What answers with one flat text or a word is given a gibibyte.
    most: int
    # Why a mebibyte of some family takes longer than three scans, where it does.
    why: str = ""


OBJECTS = "an object for each"
STEPS = "several passes, each over what the one before made"

VERBS: dict[str, Asked] = {
    "encode": Asked(superuri.encode, GIB),
    "decode": Asked(lambda text: superuri.decode(text, errors="replace"), GIB),
    "clean": Asked(superuri.clean, GIB),
    "is_uri": Asked(superuri.is_uri, GIB),
    "quote": Asked(urllib.quote, GIB),
    "unquote": Asked(urllib.unquote, GIB),
    "edits": Asked(superuri.edits, 4 * MIB, f"{OBJECTS} edit"),
    "pretty": Asked(superuri.pretty, 64 * MIB),
    "normalize": Asked(superuri.normalize, 64 * MIB),
    "split": Asked(superuri.split, 64 * MIB),
    "URI": Asked(URI, 64 * MIB),
    "whatwg.URL": Asked(whatwg.URL, 64 * MIB),
    "forms.parse": Asked(forms.parse, 16 * MIB, f"{OBJECTS} pair"),
    "forms.encode": Asked(forms.encode, 64 * MIB),
    "explain": Asked(superuri.explain, MIB, f"{OBJECTS} character"),
    "lint": Asked(superuri.lint, MIB, f"{OBJECTS} finding"),
    "layers": Asked(superuri.layers, 16 * MIB),
    "agreed_host": Asked(superuri.agreed_host, 64 * MIB),
    "keys.key": Asked(keys.key, 64 * MIB),
    "keys.surt": Asked(keys.surt, 64 * MIB),
    "keys.safe_browsing": Asked(keys.safe_browsing, 16 * MIB),
    "guess_encoding": Asked(superuri.guess_encoding, 16 * MIB),
    "repair_mojibake": Asked(superuri.repair_mojibake, 16 * MIB),
    "public_suffix": Asked(hosts.public_suffix, 64 * MIB),
}
