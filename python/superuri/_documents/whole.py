"""Whole: is a value one URL, from its first character to its last?"""

import re

#: Placeholders of templates, and the macros of advertising.
TEMPLATE = re.compile(
    r"\{\{|\{%|<%|<\?|[$%][{\[]|\$<|\{[^{}\s|<>]*\}|%[sd](?![0-9a-fA-F])|%\\?\(\w+\\?\)s|#\{"
    r"|://\.\.\.|://[^/?#\s]*<[\w -]+>|<[A-Za-z]+_\w+>|://\[[A-Za-z]\w*[ _-][\w -]*\]"
    r"|%%[A-Z][A-Z_]|\[\$?[A-Z][A-Z_]{2,}\]|\[%|\[\[\w[\w.-]*\]\]"
    r"|\*\|[A-Z]|##[A-Z]\w*##"
    # A whole segment or value: `/<int:id>/`, `?a=<your id>`, `/[...slug]`.
    r"|(?<=[/=])<(?!script)[A-Za-z][\w:. -]*>(?![^/?&#])"
    r"|(?<=[^/]/)\[(?:\.\.\.)?[A-Za-z]\w*\](?![^/?#])"
    # A part of what an expression matched, behind the host: `https://e.com$1`.
    r"|://[^/?#@\\\s]*\$\d(?![^/?#])"
    # A note of Joplin.
    r"|^:/[0-9a-f]{32}(?![0-9a-f])"
    # A variable of Windows or of a page, whose `%` begins no triplet: `%PUBLIC_URL%`.
    r"|%(?![0-9A-Fa-f]{2})[A-Za-z]\w*[_.][\w.]+%(?![0-9A-Fa-f]{2})"
)
#: Placeholders where single braces have a meaning of their own, or are only wrong.
MARKED = re.compile(r"\{\{|\{%|<%|<\?|\$\{|#\{")
_SCHEME = r"[A-Za-z][A-Za-z0-9+.-]+"
_SLASHES = re.compile(rf"(?:{_SCHEME}://\S|(?:https?|ftp|wss?):[\\/]+[^\\/\s])", re.IGNORECASE)
_SLASH = re.compile(_SCHEME + r":[\\/]")
#: A further URL in the value, which is then a list.
_FURTHER = re.compile(rf"[\s;,]{_SCHEME}://")
#: A list of URLs without paths: `http://a:1,http://b:2`, `http://a:1,name=http://b:2`.
_LIST = re.compile(r"://[^/?#\s]*[;,](?:[\w.-]+=)?[A-Za-z][\w+.-]*://")
_SPACE = re.compile(r"\s")
# Placeholders of configuration: %(here)s, $HOST, `hostname`, @HOST@.
_PLACEHOLDER = re.compile(r"%\(\w|\$[A-Z_]{2}|(?<!\\)`[^`]+`|@[A-Z_]{2,}@")


def begins(value: str) -> bool:
    """Return whether the value begins with a scheme and two slashes, and is not a list of URLs; one
    slash is enough for the web.
    """
    return _SLASHES.match(value) is not None and not _LIST.search(value)


def is_url(value: str, *, spaces: bool = True) -> bool:
    r"""Return whether the value is one URL with a scheme, and has no placeholder.

    >>> is_url("http://e.com/a b"), is_url("http://e.com/a b", spaces=False), is_url(r"C:\a")
    (True, False, False)
    """
    return bool(
        _SLASH.match(value)
        and not _FURTHER.search(value)
        and not _LIST.search(value)
        and not TEMPLATE.search(value)
        and not _PLACEHOLDER.search(value)
        and (spaces or not _SPACE.search(value))
    )


def trimmed(document: str, start: int, end: int) -> tuple[int, int]:
    """Return the span without white space at its ends.

    >>> trimmed(" a ", 0, 3)
    (1, 2)
    """
    text = document[start:end]
    start += len(text) - len(text.lstrip())
    return start, start + len(text.strip())
