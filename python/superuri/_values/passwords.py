"""Passwords: what an error may quote instead of a text that contains one."""

import re

from superuri._core import URI, URL, passwords
from superuri._values import caret

_VARIABLES = re.compile("(?:{[^{}]*})+")


class Redacted(str):
    """The text without its password. The text itself is beside it."""

    __slots__ = ("text",)
    text: str


def redacted(text: str) -> str:
    """Return the text, or what may be seen of it.

    >>> redacted("http://bob:secret@example.com:x")
    'http://bob:…@example.com:x'
    """
    masked = caret.masked(text)
    return text if masked == text else re.sub("•+", "…", masked)


def offsets(text: str | bytes) -> frozenset[int]:
    """Return the offsets at which a password is in the text."""
    spans = passwords(text if isinstance(text, str) else text.decode("latin-1"))
    return frozenset(at for start, end in spans for at in range(start, end))


def redacted_template(text: str) -> str:
    """Return the template of RFC 6570, or what may be seen of it: a variable is not a password.

    >>> redacted_template("http://bob:secret@{host}/{?q}")
    'http://bob:…@{host}/{?q}'
    >>> redacted_template("http://{user}:{password}@{host}/")
    'http://{user}:{password}@{host}/'
    """
    # What a variable is called says nothing of where the authority ends.
    flat = _VARIABLES.sub(lambda found: "x" * len(found[0]), text)
    shown, done = "", 0
    for start, end in passwords(flat):
        if not _VARIABLES.fullmatch(text, start, end):
            shown += text[done:start] + "…"
            done = end
    return shown + text[done:]


def hidden(value: object) -> object:
    """Return what may be quoted in place of this; what is not valid text comes back as it is."""
    if not isinstance(value, str) or isinstance(value, Redacted):
        return value
    text = str.__str__(value)  # a str of an enumeration has another opinion of what it is
    seen = redacted(text)
    if seen == text:
        return text
    shown = Redacted(seen)
    shown.text = text
    return shown


def revealed(value: object) -> object:
    """Return the text behind its redacted form, if it has one."""
    if isinstance(value, Redacted):
        return value.text
    return str(value) if isinstance(value, URI | URL) else value
