r"""Perl: ``URI::Escape``, bit for bit.

A string of Perl is code points; below 256 they are octets too.

>>> from superuri.compat.dialects import perl
>>> perl.uri_escape("caf\xe9"), perl.uri_escape_utf8("caf\xe9"), perl.uri_unescape("%C3%A9")
('caf%E9', 'caf%C3%A9', 'Ã©')
"""

import re

import superuri._core as _core
import superuri.sets as sets

__all__ = ["uri_escape", "uri_escape_utf8", "uri_unescape"]

_ASCII = re.compile("([\x00-\x7f]+)")


def uri_escape(text: str) -> str:
    r"""The text as uri_escape writes it: code points below 256 are octets.

    >>> uri_escape("~*'\xff")
    '~%2A%27%FF'

    Raises EncodeError, where Perl dies, for the first character from U+0100 on.
    Source: URI::Escape 5.
    """
    return _core.encode(text, sets.perl.URI_ESCAPE, encoding="latin-1")


def uri_escape_utf8(text: str) -> str:
    """The text as uri_escape_utf8 writes it.

    >>> uri_escape_utf8("a b ☃")
    'a%20b%20%E2%98%83'

    Raises EncodeError for a lone surrogate.
    Source: URI::Escape 5.
    """
    return _core.encode(text, sets.perl.URI_ESCAPE)


def uri_unescape(text: str) -> str:
    """The text as uri_unescape reads it: an escape is the code point of its number.

    >>> uri_unescape("%41+%zz%E9")
    'A+%zzé'

    Source: URI::Escape 5.
    """
    if text.isascii():
        return _core.decode_bytes(text, errors="replace").decode("latin-1")
    return "".join(uri_unescape(run) if run.isascii() else run for run in _ASCII.split(text))
