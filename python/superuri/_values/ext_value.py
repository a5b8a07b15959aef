"""The extended value of RFC 8187: a text of any characters in a parameter of a header."""

import re

import superuri._core as _core
import superuri.sets as sets
from superuri._values.plain import plain
from superuri._values.refusal import bad, refused
from superuri.errors import DecodeError

_EXT_VALUE = re.compile(r"([^']*)'([^']*)'(.*)", re.DOTALL)
_NOT_ATTR = re.compile(f"[^{re.escape(sets.rfc8187.EXT_VALUE.bare)}%]")
#: The encodings that a recipient must support (RFC 8187 section 3.2.1; the second by RFC 5987).
_CHARSETS = ("utf-8", "iso-8859-1")
#: A ``%`` that does not begin a triplet.
_STRAY = re.compile("%(?![0-9A-Fa-f]{2})")


def ext_value(text: str, language: str = "") -> str:
    """The text as the value of a parameter whose name ends in ``*``.

    Args:
        text: A str.
        language: A language tag, or "".

    Returns:
        A str of ASCII.

    Raises:
        EncodeError: A str has a lone surrogate.
        ParseError: The language is not a tag.

    Example:
        >>> ext_value("naïve plan.txt", "en")
        "UTF-8'en'na%C3%AFve%20plan.txt"

    Source:
        RFC 8187 section 3.2.
    """
    language = plain(language, "a language")
    if not re.fullmatch(r"[A-Za-z0-9-]*", language):
        help_ = "write a tag such as en or pt-BR"
        raise bad("bad-header", language, "is not a language tag", help_=help_)
    return f"UTF-8'{language}'{_core.encode(text, sets.rfc8187.EXT_VALUE)}"


def parse_ext_value(value: str) -> tuple[str, str]:
    """The text and the language of the value of a parameter whose name ends in ``*``.

    Args:
        value: A str.

    Returns:
        A tuple (text, language).

    Raises:
        DecodeError: The quotes are missing, the encoding is neither UTF-8 nor ISO-8859-1, a
            character had to be escaped, or something cannot be decoded; offsets are in characters.

    Example:
        >>> parse_ext_value("UTF-8''%e2%82%ac%20rates")
        ('€ rates', '')

    Source:
        RFC 8187 section 3.2.
    """
    value = plain(value, "a value")
    parts = _EXT_VALUE.fullmatch(value)
    if parts is None:
        at = (0, len(value))
        raise _bad(value, at, "is not a charset'language'text", "write UTF-8''text")
    charset, language, text = parts.groups()
    if charset.lower() not in _CHARSETS:
        raise _bad(value, parts.span(1), "is not UTF-8 or ISO-8859-1", "write UTF-8''text")
    start = parts.start(3)
    stray = _NOT_ATTR.search(text)
    if stray:
        at = (start + stray.start(), start + stray.end())
        raise _bad(value, at, "has to be escaped", "escape all but letters, digits, !#$&+-.^_`|~")
    try:
        return _core.decode(text, encoding=charset), language
    except DecodeError as error:
        # Report the error in the whole value.
        raise _bad(
            value, (start + error.start, start + error.end), "cannot be decoded", error.help
        ) from None


def _bad(value: str, at: tuple[int, int], is_: str, help_: str) -> DecodeError:
    return refused(DecodeError, value, at, (is_, "bad-ext-value", help_))


def read_ext_value(value: str) -> str | None:
    """Return the text of a value as it is found: in any encoding, with stray characters.

    >>> read_ext_value("gbk''%D6%D0.txt"), read_ext_value("utf8''a b(1).txt")
    ('中.txt', 'a b(1).txt')
    >>> read_ext_value("UTF-8''%E9.txt"), read_ext_value("a.txt")
    (None, None)
    """
    parts = _EXT_VALUE.fullmatch(value)
    encoding = _core.read_as(parts[1].strip()) if parts else None
    if parts is None or encoding is None:
        return None
    try:
        return _core.decode(_STRAY.sub("%25", parts[3]), encoding=encoding)
    except (DecodeError, LookupError):
        return None
