"""Passwords: what an error may quote of a text that contains one."""

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from superuri._core import URI, URL, decode, encode, secrets
from superuri.errors import URIError

#: What may end a part of a URL, or is escaped in a message.
_DELIMITERS = re.compile(r"""[/?#@:\\'"]""")
#: Shorter passwords may be a part of any word; in characters.
_SHORT = 2
#: Start, end, component, and the explanation of the part, which is a str.
_Nested = TypeVar("_Nested", bound=tuple[int, int, str, Any])
_VARIABLES = re.compile("(?:{[^{}]*})+")


class Redacted(str):
    """A text without its password. The original is in ``text``."""

    __slots__ = ("text",)
    text: str


def redacted(text: str, start: int = 0, end: int | None = None) -> str:
    """Return the text, or the part between two places, with each password hidden.

    >>> redacted("http://bob:secret@example.com:x")
    'http://bob:…@example.com:x'
    """
    end = len(text) if end is None else end
    shown, done = "", start
    for first, last in secrets(text):
        if first < end and start < last:
            shown += text[done:first] + "…"
            done = min(last, end)
    return shown + text[done:end]


def described(value: Any) -> str:  # noqa: ANN401  it has fields
    """Return the `repr` of a named tuple or a dataclass, with each password in a field hidden.

    >>> from superuri import links
    >>> described(links.Link("http://bob:secret@e.com", ("next",), None, None, ()))
    "Link(target='http://bob:…@e.com', rel=('next',), anchor=None, title=None, attributes=())"
    """
    fields = value._asdict() if hasattr(value, "_asdict") else vars(value)
    shown = ", ".join(f"{name}={_shown(it)}" for name, it in fields.items())
    return f"{type(value).__name__}({shown})"


def _shown(value: object) -> str:
    if isinstance(value, bytes):
        return f"b{redacted(value.decode('latin-1'))!r}"
    return repr(redacted(value)) if isinstance(value, str) else redacted(repr(value))


def offsets(text: str | bytes) -> frozenset[int]:
    """Return the offsets of the characters of passwords."""
    spans = secrets(text if isinstance(text, str) else text.decode("latin-1"))
    return frozenset(at for start, end in spans for at in range(start, end))


def pieces(text: str) -> re.Pattern[str]:
    """Return a pattern of the text's passwords and their pieces, as other programs spell them.

    >>> pieces("http://u:s3cr%2Fet@h/").sub("…", "the path s3cr/et, the host s3cr")
    'the path …, the host …'
    """
    given = [text[start:end] for start, end in secrets(text)]
    decoded = {decode(each, errors=mode) for each in given for mode in ("keep", "replace")}
    whole = {*given, *decoded}
    split = {piece for each in whole for piece in _DELIMITERS.split(each)}
    every = {each for piece in whole | split for each in (piece, encode(piece), _host(piece))}
    # A short one is looked for between delimiters: it may appear in any word.
    written = [
        re.escape(each) if len(each) > _SHORT else rf"\b{re.escape(each)}\b"
        for each in sorted(every - {""}, key=len, reverse=True)
    ]
    return re.compile("|".join(written) or "(?!)", re.IGNORECASE)


def visible(text: str | bytes, nested: Iterable[_Nested]) -> list[_Nested]:
    """Return the nested parts of a text but those that, read alone, show a piece of a password."""
    found = list(nested)
    there = offsets(text)
    if not there:
        return found
    hidden = pieces(text if isinstance(text, str) else text.decode("utf-8", "replace"))
    return [
        it
        for it in found
        if there.isdisjoint(range(it[0], it[1])) or not hidden.search(redacted(it[3].text))
    ]


def _host(piece: str) -> str:
    """Return a piece of a password as a parser spells it that reads it as a host."""
    try:
        return piece if piece.isascii() else URI.clean(f"http://{piece}/").host or ""
    except URIError:
        return ""


def redacted_template(text: str) -> str:
    """Return the RFC 6570 template with its password hidden; a variable is not a password.

    >>> redacted_template("http://bob:secret@{host}/{?q}")
    'http://bob:…@{host}/{?q}'
    >>> redacted_template("http://{user}:{password}@{host}/")
    'http://{user}:{password}@{host}/'
    """
    # The names of variables are not part of the authority.
    flat = _VARIABLES.sub(lambda found: "x" * len(found[0]), text)
    shown, done = "", 0
    for start, end in secrets(flat):
        if not _VARIABLES.fullmatch(text, start, end):
            shown += text[done:start] + "…"
            done = end
    return shown + text[done:]


def hidden(value: object) -> object:
    """Return the value with its password hidden, if it is a text with a password."""
    if not isinstance(value, str) or isinstance(value, Redacted):
        return value
    text = str.__str__(value)  # a str subclass may override __str__
    seen = redacted(text)
    if seen == text:
        return text
    shown = Redacted(seen)
    shown.text = text
    return shown


def revealed(value: object) -> object:
    """Return the original of a redacted text."""
    if isinstance(value, Redacted):
        return value.text
    return str(value) if isinstance(value, URI | URL) else value
