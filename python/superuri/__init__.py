"""superuri: the percent-encoding engine for Python.

A super URI is a URI as a human writes it, spaces, accents and all; every one stands for exactly
one real URI. ``clean`` goes from the one to the other, ``pretty`` goes back.

>>> import superuri
>>> superuri.clean("http://example.com/admin/login?name=Helen Ødegård&gender=f")
'http://example.com/admin/login?name=Helen%20%C3%98deg%C3%A5rd&gender=f'
>>> superuri.pretty(_)
'http://example.com/admin/login?name=Helen Ødegård&gender=f'
"""

from superuri import errors, percent_u, profiles, sets
from superuri._core import (
    URI,
    Display,
    Parts,
    Profile,
    Set,
    __version__,
    agreed_host,
    clean,
    compare,
    decode,
    decode_bytes,
    domain,
    edits,
    encode,
    equivalent,
    guess_encoding,
    is_uri,
    join,
    normalize,
    pretty,
    repair_mojibake,
    shown,
    split,
)

__all__ = [
    "URI",
    "Display",
    "Parts",
    "Profile",
    "Set",
    "__version__",
    "agreed_host",
    "clean",
    "compare",
    "decode",
    "decode_bytes",
    "domain",
    "edits",
    "encode",
    "equivalent",
    "errors",
    "guess_encoding",
    "is_uri",
    "join",
    "normalize",
    "percent_u",
    "pretty",
    "profiles",
    "repair_mojibake",
    "sets",
    "shown",
    "split",
]
