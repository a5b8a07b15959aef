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
    Display,
    Profile,
    Set,
    __version__,
    agreed_host,
    clean,
    decode,
    decode_bytes,
    domain,
    edits,
    encode,
    guess_encoding,
    is_uri,
    pretty,
    repair_mojibake,
    shown,
)

__all__ = [
    "Display",
    "Profile",
    "Set",
    "__version__",
    "agreed_host",
    "clean",
    "decode",
    "decode_bytes",
    "domain",
    "edits",
    "encode",
    "errors",
    "guess_encoding",
    "is_uri",
    "percent_u",
    "pretty",
    "profiles",
    "repair_mojibake",
    "sets",
    "shown",
]
