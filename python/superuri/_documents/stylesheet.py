"""Style sheets: finding URLs, and how to write one.

As CSS is parsed (css-syntax-3, section 4): ``url(...)`` with or without quotes, and the string
after ``@import``. Namespaces are names, not links. The time is linear in the length of the sheet.
"""

import re
from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

# Characters of names. A word may be the end of a longer one, of a hash or of an at-keyword.
_NAME = r"-\w\u0080-\U0010FFFF"
_NEXT = re.compile(
    rf"/\*|[\"'\\]|(?<![{_NAME}#@])url\(|@(?:import|namespace)(?![{_NAME}\\])",
    re.IGNORECASE | re.ASCII,
)
_WORD = re.compile(rf"[{_NAME}]*", re.ASCII)
_PREFIX = re.compile(rf"[{_NAME}]+(?![{_NAME}(])", re.ASCII)
_SPACE = re.compile(r"[ \t\n\r\f]*")
_BARE = re.compile(r"[^ \t\n\r\f\"'()\\\x00-\x08\x0b\x0e-\x1f\x7f]*")
_REMNANT = re.compile(r"[)\\]")
_STOPS = {'"': re.compile(r'["\\\n\r\f]'), "'": re.compile(r"['\\\n\r\f]")}
# White space that ends the digits belongs to the escape.
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\r\f])?|([^\n\r\f0-9a-fA-F]))")
_LINE = re.compile(r"\\(?:\r\n|[\n\r\f])")
# Characters that end a value or must be escaped in it, by its quotes.
_SPECIAL = {
    '"': re.compile(r'["\\\x00-\x1f\x7f]'),
    "'": re.compile(r"['\\\x00-\x1f\x7f]"),
    "": re.compile(r"[\"'()\\\x00-\x20\x7f]"),
}


class Value(NamedTuple):
    """A URL: its span, and its quote or ""."""

    start: int
    end: int
    quote: str


def values(sheet: str) -> Iterator[Value]:
    """Yield the URLs of a style sheet, or of the declarations of a style attribute."""
    at = 0
    while found := _NEXT.search(sheet, at):
        word, at = found.group().lower(), found.end()
        value = None
        if word == "/*":
            at = _behind(sheet, "*/", at)
        elif word == "\\":
            at = _WORD.match(sheet, _escaped(sheet, found.start())).end()  # type: ignore[union-attr]
        elif word == "url(":
            value, at = _url(sheet, at)
        elif word[0] == "@":
            at = _skipped(sheet, at)
            prefix = _PREFIX.match(sheet, at) if word == "@namespace" else None
            at = _skipped(sheet, prefix.end()) if prefix else at
            named, at = _named(sheet, at)
            value = named if word == "@import" else None
        else:
            _, at = _string(sheet, at, word)
        if value is not None:
            yield value


def _behind(sheet: str, mark: str, at: int) -> int:
    """Return the end of the next mark, or of the sheet."""
    found = sheet.find(mark, at)
    return len(sheet) if found < 0 else found + len(mark)


def _skipped(sheet: str, at: int) -> int:
    """Return the place after white space and comments."""
    while True:
        at = _SPACE.match(sheet, at).end()  # type: ignore[union-attr]
        if not sheet.startswith("/*", at):
            return at
        at = _behind(sheet, "*/", at + 2)


def _escaped(sheet: str, at: int) -> int:
    """Return the place after the escape at this place, or after a single backslash."""
    found = _ESCAPE.match(sheet, at)
    return found.end() if found else at + 1


def _named(sheet: str, at: int) -> tuple[Value | None, int]:
    """Return the string or URL that begins there, if there is one, and the place after it."""
    quote = sheet[at : at + 1]
    if quote and quote in "\"'":
        return _string(sheet, at + 1, quote)
    if sheet[at : at + 4].lower() == "url(":
        return _url(sheet, at + 4)
    return None, at


def _string(sheet: str, at: int, quote: str) -> tuple[Value | None, int]:
    """Return the rest of the string, and the place after it; None if a line break ends it."""
    start = at
    while found := _STOPS[quote].search(sheet, at):
        if found.group() == quote:
            return Value(start, found.start(), quote), found.end()
        if found.group() != "\\":
            return None, found.start()
        line = _LINE.match(sheet, found.start())
        at = line.end() if line else _escaped(sheet, found.start())
    return Value(start, len(sheet), quote), len(sheet)


def _url(sheet: str, at: int) -> tuple[Value | None, int]:
    """Return the URL after ``url(``, if it is valid, and the place after it."""
    start = at = _SPACE.match(sheet, at).end()  # type: ignore[union-attr]
    quote = sheet[at : at + 1]
    if quote and quote in "\"'":
        return _string(sheet, at + 1, quote)
    while True:
        at = _BARE.match(sheet, at).end()  # type: ignore[union-attr]
        escape = _ESCAPE.match(sheet, at)
        if escape is None:
            break
        at = escape.end()
    end = at
    at = _SPACE.match(sheet, at).end()  # type: ignore[union-attr]
    if at == len(sheet) or sheet[at] == ")":
        return Value(start, end, ""), at + 1
    while (found := _REMNANT.search(sheet, at)) and found.group() == "\\":
        at = _escaped(sheet, found.start())
    return None, found.end() if found else len(sheet)


def unescaped(raw: str) -> tuple[str, Sequence[int]]:
    r"""Return the decoded value, and the place of each character, with the end last.

    >>> unescaped(r"a\20 b\)")
    ('a b)', array('q', [0, 1, 5, 6, 8]))
    """
    if "\\" not in raw:
        return raw, range(len(raw) + 1)
    text: list[str] = []
    places = array("q")
    at = 0
    while at < len(raw):
        start = raw.find("\\", at)
        start = len(raw) if start < 0 else start
        text.append(raw[at:start])
        places.extend(range(at, start))
        escape = _ESCAPE.match(raw, start)
        line = _LINE.match(raw, start)
        if escape is not None:
            text.append(_meant(escape.group(1)) if escape.group(1) else escape.group(2))
            places.append(start)
        at = (escape or line).end() if escape or line else start + 1  # type: ignore[union-attr]
    places.append(len(raw))
    return "".join(text), places


def _meant(digits: str) -> str:
    """Return the character with this number, or the replacement character."""
    number = int(digits, 16)
    is_character = 0 < number < 0xD800 or 0xDFFF < number <= 0x10FFFF  # noqa: PLR2004  see RFC 3629
    return chr(number) if is_character else "\ufffd"


def read(raw: str) -> str:
    return unescaped(raw)[0]


def written(text: str, quote: str) -> str:
    r"""Return the text escaped for these quotes, or for a value without quotes.

    >>> written("a(b)'c", ""), written("a(b)'c", "'")
    ("a\\(b\\)\\'c", "a(b)\\'c")
    """

    def escape(found: re.Match[str]) -> str:
        c = found.group()
        return f"\\{c}" if c.isprintable() and c != " " else f"\\{ord(c):x} "

    return _SPECIAL[quote].sub(escape, text)
