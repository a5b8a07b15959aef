"""Values: a text without a scheme may be meant as one value of a URL, wholly escaped."""

from __future__ import annotations

import re

import superuri._core as _core
from superuri.explanation.note import is_like_a_host, stripped
from superuri.explanation.token import as_text

#: What only a part of a URL begins with, or contains: a slash, a dot segment, an escape.
_PART = re.compile(r"[/\\?#]|\.\.?/|.*%[0-9A-Fa-f]{2}", re.DOTALL)


def kind(text: str) -> str:
    """Return what a text seems to be: "value", "part" of a URL, or nothing if it has a scheme.

    >>> kind("Tom & Jerry"), kind("/a b"), kind("localhost:80/"), kind("http://e.com/")
    ('value', 'part', 'part', '')
    """
    trimmed = stripped(text)
    # To a parser, the host of localhost:80/ is a scheme.
    is_host = is_like_a_host(trimmed)
    if not text or (_core.split(trimmed).scheme is not None and not is_host):
        return ""
    return "part" if is_host or _PART.match(trimmed) else "value"


def verdict(text: str | bytes, cleaned: str | None) -> list[str]:
    """Return the last lines of a drawing: whether the text is legal, and what it is as a value.

    >>> verdict("Tom & Jerry", "Tom%20&%20Jerry")
    ['encode  Tom%20%26%20Jerry, as one value of a URL']
    >>> verdict("http://e.com/", "http://e.com/")
    ['', 'legal   there is nothing to clean']
    """
    shown = as_text(text)
    is_legal = shown != "" and cleaned == shown
    lines = ["", "legal   there is nothing to clean"] if is_legal else []
    if isinstance(text, str) and cleaned is not None and kind(text) == "value":
        encoded = _core.encode(text)
        # Passwords are recognised in URLs, and not where their delimiters are escaped.
        if encoded != cleaned and not _core.is_private(text):
            lines.append(f"encode  {encoded}, as one value of a URL")
    return lines
