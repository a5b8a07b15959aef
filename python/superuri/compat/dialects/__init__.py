"""Dialects: the output of the encoders of other languages and services, a row and a set for each.

``encode`` and ``decode`` here work like ``superuri.encode`` and ``decode``, but write and read a
space as the row does (``Set.space``), and write its hex digits (``Set.hex``). Most dialects need
only this:

>>> from superuri import sets
>>> from superuri.compat import dialects
>>> dialects.encode("a b/ü~*", sets.java.URL_ENCODER), dialects.encode("a b/ü~*", sets.jq.URI)
('a+b%2F%C3%BC%7E*', 'a%20b%2F%C3%BC~%2A')
>>> dialects.decode("a+b%2F%C3%BC%7E*", sets.java.URL_ENCODER)
'a b/ü~*'

Dialects with special strings or errors have a module: ``java``, ``go``, ``php``,
``perl``, ``dotnet``, ``aws``, ``hive``, ``gff3``, ``mercurial``, ``rclone``; ``superuri.headers``
has RFC 8187, Content-Disposition, gRPC and Baggage.
"""

import re
from collections.abc import Callable, Container
from typing import Literal

import superuri._core as _core
import superuri.sets as sets
from superuri._core import Set
from superuri._values.refusal import refused
from superuri.errors import DecodeError, RepertoireError

__all__ = ["decode", "encode", "rows"]

#: Families of sets that are standards or have a module; all others are dialects.
_NO_DIALECTS = {
    *("rfc3986", "rfc3987", "rfc2396", "rfc1738", "rfc1630", "whatwg"),
    *("giuca", "browsers", "javascript"),
}

# A dialect that writes lower-case digits encodes %, so that every triplet is its own.
_TRIPLET = re.compile("%[0-9A-F]{2}")

# p11-kit drops these everywhere, within an escape too, but neither tabs nor form feeds.
_PKCS11_BLANKS = dict.fromkeys(map(ord, " \n\r\v"))


def _data(row: Set, flags: int = 0) -> re.Pattern[str]:
    """Return the pattern of each % that does not begin an escape of the row, and so is data."""
    return re.compile(f"%(?!{'|'.join(f'{ord(c):02X}' for c in row.encoded)})", flags)


_DATA_IN_VCF = _data(sets.vcf.VALUE)
_DATA_IN_BAGIT = _data(sets.bagit.PATH, re.IGNORECASE)
_RAW_IN_DBUS = re.compile(r"[^A-Za-z0-9_/.\\*%-]")


def _escaped(text: str) -> str:
    """Refuse a character that may not be raw in a D-Bus address, as libdbus does."""
    if raw := _RAW_IN_DBUS.search(text):
        what = ("must be escaped in a D-Bus address", "not-escaped", "percent-encode it")
        raise refused(DecodeError, text, raw.span(), what)
    return text


#: By family, because sets of the same characters are equal: what is done to a text of some
#: dialects before it is decoded in one pass.
_FIRST: dict[str | None, Callable[[str], str]] = {
    "vcf": lambda text: _DATA_IN_VCF.sub("%25", text),
    "bagit": lambda text: _DATA_IN_BAGIT.sub("%25", text),
    "dbus": _escaped,
    "pkcs11": lambda text: text.translate(_PKCS11_BLANKS),
}

#: Every dialect, in the table's order.
rows: tuple[Set, ...] = tuple(row for row in sets.rows if row.family not in _NO_DIALECTS)


def encode(
    data: str | bytes,
    dialect: Set,
    *,
    encoding: str | None = None,
    errors: Literal["strict", "replace", "ignore", "surrogateescape", "surrogatepass"] = "strict",
) -> str:
    """The data as the dialect writes it, its space and its hex digits included.

    >>> encode("1 + 1", sets.php.URLENCODE), encode("1 + 1", sets.php.RAWURLENCODE)
    ('1+%2B+1', '1%20%2B%201')
    >>> encode("1 + 1", sets.dotnet.HTTP_UTILITY)
    '1+%2b+1'

    Raises EncodeError, with the offset of a character that has no bytes.
    Source: each row's own.
    """
    if isinstance(data, str):
        text = _core.encode(data, dialect, encoding=encoding or "utf-8", errors=errors)
    elif encoding is None and errors == "strict":
        text = _core.encode(data, dialect)
    else:
        raise TypeError("bytes are octets already: encoding= and errors= are for str")
    # Such a set encodes %, so that every %20 is a space.
    if dialect.hex == "lower":
        text = _TRIPLET.sub(lambda found: found[0].lower(), text)
    return text.replace("%20", "+") if dialect.space == "+" else text


def decode(
    text: str | bytes,
    dialect: Set,
    *,
    encoding: str = "utf-8",
    errors: Literal["strict", "replace", "ignore", "keep"] = "strict",
    repertoire: str | Container[str] | None = None,
) -> str:
    r"""The decoded text: a + is a space if the dialect writes a space as +.

    >>> decode("1+%2B+1", sets.html.FORM), decode("1+%2B+1", sets.rfc8187.EXT_VALUE)
    ('1 + 1', '1+++1')
    >>> decode("50% a%253Ab%41", sets.vcf.VALUE), decode("50% a%0ab%41", sets.bagit.PATH)
    ('50% a%3Ab%41', '50% a\nb%41')

    VCF and BagIt have few escapes, and any other % is data; D-Bus refuses a raw character that its
    addresses escape; PKCS#11 ignores blanks. There an error quotes the text with each other % as
    %25, or without the blanks.

    Raises DecodeError with the offsets of the first bad escape, or of bytes that are not valid
    text; RepertoireError for a character outside the repertoire, which is that of superuri.decode.
    Source: each row's own.
    """
    if first := _FIRST.get(dialect.family):
        if isinstance(text, str):
            text = first(text)
        else:
            text = first(bytes(text).decode("latin-1")).encode("latin-1")
    if dialect.space != "+":
        return _core.decode(text, encoding=encoding, errors=errors, repertoire=repertoire)
    spaced = without_plus(text, errors)
    try:
        return _core.decode(spaced, encoding=encoding, errors=errors, repertoire=repertoire)
    except RepertoireError as error:
        error.text = text
        raise
    except DecodeError:
        # Report the error in the caller's text, which has + in it.
        _core.decode(text, encoding=encoding, errors=errors)
        raise


def without_plus(
    text: str | bytes, errors: Literal["strict", "replace", "ignore", "keep"] = "strict"
) -> str | bytes:
    """The text with each + as a space; under "strict", malformed escapes raise for the text itself.

    >>> without_plus("a+%2B")
    'a %2B'
    """
    if errors == "strict":
        # The replacement changes no escape, but an error must quote the original text.
        _core.decode_bytes(text)
    return text.replace("+", " ") if isinstance(text, str) else bytes(text).replace(b"+", b" ")
