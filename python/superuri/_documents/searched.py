"""Searched: text that looks like a URL, where no format says that one is there."""

import re
from collections.abc import Iterator

import superuri._core as _core
from superuri._documents import scalars
from superuri._documents.spots import Spot

# `s@http://a@http://b@` of sed: each mark ends a URL.
_REPLACED = re.compile(r"(?<![\w\\])s([#@,!~%+;])((?:(?!\1)\S){1,999})\1((?:(?!\1)\S){0,999})\1")
# A placeholder with spaces, in which the URL goes on.
_BEHIND = re.compile(r":?\$?\{\{")
# An escaped dot of an expression, in a host: `^https://e\.com`, `e%.com` in Lua.
_EXPRESSION = re.compile(r"(?:\\\\?|%)\.\w")
_HOST = re.compile(r"\w+://(?:[A-Za-z][A-Za-z0-9.-]*)?\Z")
# Backslashes before an `@`, which some parsers read as slashes, and others as a part of the user.
_USER = re.compile(r"\\[\\/]+@[^\s\"'<>`:]*")


def of_text(document: str) -> Iterator[Spot]:
    apart = _REPLACED.sub(_apart, document) if "://" in document else document
    raw = apart.encode("utf-8", "surrogateescape")
    at = before = 0
    for start, end, is_template in _core.found_urls(raw):
        at += len(raw[before:start].decode("utf-8", "surrogateescape"))
        text = raw[start:end].decode()
        first, at = at, at + len(text)
        is_filled_in = is_template or _BEHIND.match(document, at) is not None
        skipped = "template" if is_filled_in else scalars.not_checked(text)
        if document.startswith(("\\", "%"), at) and _HOST.match(text):
            user = _USER.match(document, at)
            text += user[0] if user else ""
            skipped = "regular expression" if _EXPRESSION.match(document, at) else skipped
        yield Spot(text, range(first, first + len(text) + 1), origin="found", skipped=skipped)
        before = end


def _apart(command: re.Match[str]) -> str:
    """Return a command of sed with spaces for its marks, if it is about URLs."""
    if "://" not in command[0]:
        return command[0]
    return f"s {command[2]} {command[3]} "
