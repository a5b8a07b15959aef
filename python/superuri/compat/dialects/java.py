r"""Java: ``URLEncoder`` and ``URLDecoder``, bit for bit.

A string of Java is UTF-16: half a surrogate pair is ``?`` to its encoder. Its decoder reads the
digits of an escape as ``Integer.parseInt`` does, signs and the digits of all scripts included.

>>> from superuri.compat.dialects import java
>>> java.encode("a b*~\ud83d"), java.decode("a+b%2A%E9"), java.decode("%+A%-0%１２")
('a+b*%7E%3F', 'a b*\ufffd', '\n\x00\x12')
"""

import codecs
import re
import unicodedata

import superuri._core as _core
import superuri.sets as sets
from superuri._values.refusal import refused
from superuri.errors import DecodeError

__all__ = ["decode", "encode", "parse_octet"]

_ENCODED = re.compile(r"[^A-Za-z0-9.*_ -]+")
#: Encodings in which Java puts the high octet first unless a mark has another order, and the marks;
#: Python takes the order of the machine.
_WIDE = {
    "utf-16": ("utf-16-be", codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE),
    "utf-32": ("utf-32-be", codecs.BOM_UTF32_BE, codecs.BOM_UTF32_LE),
}


def encode(text: str, encoding: str = "UTF-8") -> str:
    r"""The text as URLEncoder.encode writes it; what the encoding lacks becomes ``?``.

    >>> encode("caf\u00e9 +"), encode("\u00e9\u2603", "ISO-8859-1")
    ('caf%C3%A9+%2B', '%E9%3F')

    The encoding is one of Python's. Raises nothing else.
    Source: java.net.URLEncoder, Java 17.
    """
    joined, name = utf16(text), codecs.lookup(encoding).name
    if name == "utf-8":
        made = _core.encode(joined, sets.java.URL_ENCODER, errors="replace")
    else:
        # Encode run by run as Java does, because an encoding may add a mark or a shift to each run.
        made = _ENCODED.sub(
            lambda run: _core.encode(_octets(run[0], name), sets.java.URL_ENCODER), joined
        ).replace(" ", "%20")
    return made.replace("%20", "+")


def decode(text: str, encoding: str = "UTF-8") -> str:
    r"""The text as URLDecoder.decode reads it; what is not valid text becomes U+FFFD, as often as
    in Java.

    >>> decode("a+b%2B%C3%A9"), decode("%ED%A0%80")
    ('a b+é', '\ufffd')

    Raises DecodeError where Java throws IllegalArgumentException.
    Source: java.net.URLDecoder, Java 17.
    """
    pieces, at = [], 0
    for found in _runs(text):
        pieces.append(text[at : found[0]].replace("+", " "))
        octets = bytearray()
        for start in range(*found, 3):
            value = parse_octet(text[start + 1 : start + 3])
            if value is None or value < 0:
                raise _malformed(text, start)
            octets.append(value)
        pieces.append(_text(bytes(octets), encoding))
        at = found[1]
    pieces.append(text[at:].replace("+", " "))
    return utf16("".join(pieces))


def _octets(run: str, name: str) -> bytes:
    """Return the run in the codec of this name, as Java encodes it."""
    mark = "\ufeff" if name == "utf-16" else ""
    return (mark + run).encode(_WIDE.get(name, (name,))[0], "replace")


def _runs(text: str) -> list[tuple[int, int]]:
    """Return the spans of adjacent escapes."""
    runs, at = [], text.find("%")
    while at >= 0:
        end = at
        while end < len(text) and text[end] == "%":
            end += 3
            # A character above U+FFFF is two UTF-16 units, neither of which is a digit.
        if end > len(text):
            raise _malformed(text, end - 3)
        runs.append((at, end))
        at = text.find("%", end)
    return runs


#: Java's Integer.MAX_VALUE.
_MOST_INT = 0x7FFF_FFFF


def parse_octet(digits: str) -> int | None:
    r"""The number that Integer.parseInt(digits, 16) gives; None if it throws.

    >>> parse_octet("e9"), parse_octet("+9"), parse_octet("-9"), parse_octet("\uff19\uff26")
    (233, 9, -9, 159)
    """
    sign = digits[:1]
    rest = digits[1:] if sign in {"+", "-"} else digits
    most = _MOST_INT + (sign == "-")
    number = 0
    for c in rest:
        value = _digit(c)
        if value is None:
            return None
        number = number * 16 + value
        if number > most:
            return None
    return (-number if sign == "-" else number) if rest else None


def _digit(c: str) -> int | None:
    """Return the result of Java's Character.digit(c, 16) for one UTF-16 unit."""
    if c > "\uffff":
        return None
    value = unicodedata.decimal(c, None)
    if value is not None:
        return value
    folded = unicodedata.normalize("NFKC", c) if "\uff21" <= c <= "\uff46" else c
    return int(folded, 16) if folded in "abcdefABCDEF" and folded else None


def _malformed(text: str, start: int) -> DecodeError:
    end = min(start + 3, len(text))
    help_ = "write a % that is data as %25"
    if end < start + 3:
        is_ = "is cut short: an escape is % and two hex digits"
        return refused(DecodeError, text, (start, end), (is_, "truncated-escape", help_))
    what = ("is not a valid percent-escape", "bad-hex", help_)
    return refused(DecodeError, text, (start, end), what)


def _text(octets: bytes, encoding: str) -> str:
    name = codecs.lookup(encoding).name
    if name != "utf-8":
        wide, *marks = _WIDE.get(name, (name,))
        has_mark = any(map(octets.startswith, marks))
        return octets.decode(name if has_mark else wide, "replace")
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        # Java replaces an encoded surrogate, even an incomplete one, by one U+FFFD.
        return _SURROGATE.sub(b"\xef\xbf\xbd", octets).decode("utf-8", "replace")


_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]?")


def utf16(text: str) -> str:
    r"""The text as a string of UTF-16 is read: two halves side by side are one character.

    >>> utf16("\ud83d\ude00")
    '😀'
    """
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
