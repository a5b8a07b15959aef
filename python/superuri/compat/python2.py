r"""Python 2.7: ``urllib.quote`` and ``unquote``, bit for bit.

Python 2's ``str`` is ``bytes`` here, its ``unicode`` is ``str``, both ways: quoting a unicode gives
a ``str`` of Python 2, which is bytes, unless there was nothing to quote.

>>> from superuri.compat import python2
>>> python2.quote("a b/~".encode()), python2.unquote(b"%C3%A9"), python2.unquote("%C3%A9")
(b'a%20b/%7E', b'\xc3\xa9', 'Ã©')
>>> python2.quote("é")
Traceback (most recent call last):
KeyError: 'é'

One thing differs: CPython remembers, for each *safe*, whether it first came as str or as unicode,
and answers with that type for as long as the process lives. Each call here is the first.
"""

import re

import superuri._core as _core
import superuri.sets as sets

__all__ = ["quote", "quote_plus", "unquote", "unquote_plus"]

_ALWAYS_SAFE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
_ASCII = re.compile("([\x00-\x7f]+)")
_QUOTE = sets.python.PYTHON2_QUOTE


def quote(s: str | bytes, safe: str | bytes = b"/") -> str | bytes:
    r"""The text with all but letters, digits, ``_.-`` and safe as triplets.

    >>> quote(b"caf\xc3\xa9 ~/")
    b'caf%C3%A9%20%7E/'

    Raises KeyError for a unicode character above U+007F, as the original does.
    Source: CPython 2.7, Lib/urllib.py.
    """
    if not s:
        if s is None:
            raise TypeError("None object cannot be quoted")
        return s
    if isinstance(s, bytes) and isinstance(safe, bytes) and safe.isascii():
        quoted = _core.encode(s, _QUOTE if safe == b"/" else (_QUOTE | "/") - safe.decode("ascii"))
        return s if len(quoted) == len(s) else quoted.encode("ascii")
    return _mixed(s, safe)


def _mixed(s: str | bytes, safe: str | bytes) -> str | bytes:
    """Quote character by character, as the original does if the two types are mixed."""
    kept = _sum(_ALWAYS_SAFE.encode(), safe)
    if not _stripped(s, kept):
        return s
    if isinstance(s, str) and not s.isascii() and isinstance(safe, bytes):
        raise KeyError(next(c for c in s if not c.isascii()))
    pieces = _pieces(safe)
    made = [pieces[_key(c)] for c in s]
    if any(isinstance(piece, str) for piece in made):
        return "".join(p if isinstance(p, str) else p.decode("ascii") for p in made)
    return b"".join(p for p in made if isinstance(p, bytes))


def _pieces(safe: str | bytes) -> dict[str | int, str | bytes]:
    """Return the replacement of each byte or character, in its Python 2 type."""
    pieces: dict[str | int, str | bytes] = {o: f"%{o:02X}".encode() for o in range(256)}
    pieces.update({o: bytes([o]) for o in _ALWAYS_SAFE.encode()})
    for c in safe:
        pieces[_key(c)] = c if isinstance(c, str) else bytes([c])
    return pieces


def _key(c: str | int) -> str | int:
    """Return a key for which a byte and a character are equal as in Python 2: the same ASCII."""
    return ord(c) if isinstance(c, str) and c.isascii() else c


def _sum(a: bytes, b: str | bytes) -> str | bytes:
    return a + b if isinstance(b, bytes) else a.decode("ascii") + b


def _stripped(s: str | bytes, kept: str | bytes) -> str | bytes:
    """Return s without the kept characters at its end; mixed types must be ASCII."""
    if isinstance(s, bytes) and isinstance(kept, bytes):
        return s.rstrip(kept)
    s = s.decode("ascii") if isinstance(s, bytes) else s
    return s.rstrip(kept.decode("ascii") if isinstance(kept, bytes) else kept)


def quote_plus(s: str | bytes, safe: str | bytes = b"") -> str | bytes:
    """The same, with ``+`` for a space, and nothing else safe unless named.

    >>> quote_plus(b"a b/c")
    b'a+b%2Fc'

    Source: CPython 2.7, Lib/urllib.py.
    """
    if (" " in s) if isinstance(s, str) else (b" " in s):
        quoted = quote(s, safe + " " if isinstance(safe, str) else safe + b" ")
        return quoted.replace(" ", "+") if isinstance(quoted, str) else quoted.replace(b" ", b"+")
    return quote(s, safe)


def unquote(s: str | bytes) -> str | bytes:
    """The text with its triplets undone; anything else stays.

    >>> unquote(b"100%%20"), unquote("%E9%u0107")
    (b'100% ', 'é%u0107')

    A triplet in a unicode is the code point of that number, below 256. Raises nothing.
    Source: CPython 2.7, Lib/urllib.py.
    """
    if isinstance(s, bytes):
        return _core.decode_bytes(s, errors="replace")
    if "%" not in s:
        return s
    runs = _ASCII.split(s)
    runs[1::2] = [_core.decode_bytes(r, errors="replace").decode("latin-1") for r in runs[1::2]]
    return "".join(runs)


def unquote_plus(s: str | bytes) -> str | bytes:
    """The same, after every ``+`` has become a space.

    >>> unquote_plus(b"a+b%2B")
    b'a b+'

    Source: CPython 2.7, Lib/urllib.py.
    """
    return unquote(s.replace("+", " ") if isinstance(s, str) else s.replace(b"+", b" "))
