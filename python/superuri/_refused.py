"""How is a failure that a room finds by itself said? As the engine says its own."""

from typing import TypeVar

from superuri.errors import URIError

_Kind = TypeVar("_Kind", bound=URIError)
_QUOTED_AT_MOST = 40


def refused(
    kind: type[_Kind], text: str, span: tuple[int, int], what: tuple[str, str, str]
) -> _Kind:
    r"""The error of these characters; what is the sentence's end, the code, and the help.

    >>> from superuri.errors import ParseError
    >>> refused(ParseError, "a\nb", (1, 2), ("is no token", "bad-header", "write another"))
    ParseError('"\\n" at 1 is no token')
    """
    start, end = span
    is_, code, help_ = what
    place = f"{start}" if end == start + 1 else f"{start}..{end}"
    return kind(f"{_quoted(text[start:end])} at {place} {is_}", text, start, end, code, help_)


def _quoted(culprit: str) -> str:
    """Return it in double quotes, on one line, safe to print."""
    shown = "".join(
        "\\" + c if c in '"\\' else c if c.isprintable() else ascii(c)[1:-1]
        for c in culprit[:_QUOTED_AT_MOST]
    )
    return f'"{shown}…"' if len(culprit) > _QUOTED_AT_MOST else f'"{shown}"'
