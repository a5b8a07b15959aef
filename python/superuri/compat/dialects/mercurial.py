r"""Mercurial: names of files in a repository's store, an escape with ``~`` and two digits.

>>> from superuri.compat.dialects import mercurial
>>> mercurial.encode_filename("data/My_file?.i"), mercurial.decode_filename("data/_my__file~3f.i")
('data/_my__file~3f.i', b'data/My_file?.i')
"""

import re

from superuri._values.refusal import refused, text_of
from superuri.errors import DecodeError

__all__ = ["decode_filename", "encode_filename"]

#: Octets that Windows or old file systems do not keep in a name.
_ESCAPED = frozenset((*range(0x20), *rb'"*:<>?\|~', *range(0x7E, 0x100)))
_NAMES = tuple(
    f"~{octet:02x}" if octet in _ESCAPED
    else f"_{chr(octet).lower()}" if chr(octet).isupper() or octet == ord("_")
    else chr(octet)
    for octet in range(0x100)
)  # fmt: skip
_OCTETS = {name: octet for octet, name in enumerate(_NAMES)}
_NAME = re.compile("|".join(map(re.escape, sorted(_NAMES, key=len, reverse=True))))


def encode_filename(name: str | bytes) -> str:
    r"""The name in the store: an ``_`` precedes each capital, which becomes small.

    >>> encode_filename(b"data/caf\xe9.i")
    'data/caf~e9.i'

    Raises UnicodeEncodeError for a lone surrogate.
    Source: Mercurial 7.2, store.encodefilename.
    """
    octets = name if isinstance(name, bytes) else text_of(name).encode()
    return "".join(_NAMES[octet] for octet in octets)


def decode_filename(name: str) -> bytes:
    """The octets of a name in the store.

    >>> decode_filename("_a~20")
    Traceback (most recent call last):
    superuri.errors.DecodeError: "~20" at 2..5 is not an escape of Mercurial

    Raises DecodeError, with offsets in characters, at the first character that Mercurial does not
    write.
    Source: Mercurial 7.2, store.decodefilename.
    """
    text, at, octets = text_of(name), 0, bytearray()
    while at < len(text):
        found = _NAME.match(text, at)
        if found is None:
            end = min(len(text), at + {"~": 3, "_": 2}.get(text[at], 1))
            help_ = "write _ before a capital or _, ~xx for a control, a sign of Windows or ~"
            what = ("is not an escape of Mercurial", "bad-hex", help_)
            raise refused(DecodeError, text, (at, end), what)
        octets.append(_OCTETS[found[0]])
        at = found.end()
    return bytes(octets)
