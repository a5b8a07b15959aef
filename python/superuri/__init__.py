"""superuri: the percent-encoding engine for Python.

A super URI is a URI as a human writes it, spaces, accents and all; every one stands for exactly
one real URI. ``clean`` goes from the one to the other.

>>> import superuri
>>> superuri.clean("http://example.com/admin/login?name=Helen Ødegård&gender=f")
'http://example.com/admin/login?name=Helen%20%C3%98deg%C3%A5rd&gender=f'
"""

from superuri import errors, profiles, sets
from superuri._core import (
    Profile,
    Set,
    __version__,
    clean,
    decode,
    decode_bytes,
    edits,
    encode,
    is_uri,
)

__all__ = [
    "Profile",
    "Set",
    "__version__",
    "clean",
    "decode",
    "decode_bytes",
    "edits",
    "encode",
    "errors",
    "is_uri",
    "profiles",
    "sets",
]
