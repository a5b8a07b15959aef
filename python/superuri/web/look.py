"""Look: everything that the page shows about a text while it is typed."""

from __future__ import annotations

import itertools

import superuri._core as _core
from superuri.errors import URIError
from superuri.explanation import Explanation, explain
from superuri.explanation import value as value_of_url
from superuri.explanation.note import of as notes_of
from superuri.explanation.note import stripped
from superuri.explanation.schemes import is_special
from superuri.explanation.token import error_row, places
from superuri.web.bodies import BadRequestError, Body, plain, text_of
from superuri.web.parts import rows

#: How much is shown at first; the page requests more when it is needed.
MOST_TOKENS = 1000
MOST_EDITS = 300
MOST_NESTED = 6
MOST_TOKENS_NESTED = 200
DEPTH = 4


def look(body: Body) -> object:
    """Return everything about a text, with its first tokens, or with `from`, only more tokens."""
    text = text_of(body)
    first = body.get("from", 0)
    if not isinstance(first, int) or first < 0:
        raise BadRequestError("from must be an integer, 0 or greater")
    explained = explain(text, depth=DEPTH)
    if first:
        return {"tokens": explained.rows(first, first + MOST_TOKENS), "total": len(explained)}
    found = _core.lint(text)
    worst = next((s for s in ("error", "warning") if any(f.severity == s for f in found)), "info")
    return {
        **summary(explained, MOST_TOKENS),
        "value": value(text),
        "host": host(explained),
        "parts": rows(text),
        "findings": {"count": len(found), "worst": worst if found else ""},
        "notes": plain([*notes_of(text, explained.error, frozenset(each.code for each in found))]),
        # The page's history keeps no text with a secret.
        "secret": _core.is_private(text),
    }


def summary(explained: Explanation, most: int) -> dict[str, object]:
    """Return an explanation as it is shown at first, with at most this many tokens."""
    nested = itertools.islice(explained.unfold(), MOST_NESTED)
    return {
        "text": explained.text,
        "cleaned": explained.cleaned,
        "error": None if explained.error is None else error_row(explained.error),
        "total": len(explained),
        "tokens": explained.rows(0, most),
        "edits": [edit._asdict() for edit in explained.edits[:MOST_EDITS]],
        "count": len(explained.edits),
        "places": places(explained.edits),
        "nested": [
            {
                "start": inner.start,
                "end": inner.end,
                "component": inner.component,
                **summary(inner.explanation, MOST_TOKENS_NESTED),
            }
            for inner in nested
        ],
    }


def value(text: str) -> dict[str, object] | None:
    """Return a text as a value of a URL, and whether this is the first answer; None with a scheme.

    A text that is certainly a part of a URL, or encoded already, has this answer second.
    """
    kind = value_of_url.kind(text)
    return {"text": _core.encode(text), "first": kind == "value"} if kind else None


def host(explained: Explanation) -> dict[str, object]:
    """Return the host that all parsers agree on, or why there is none.

    Only a note is shown for white space around a URL, for schemes without hosts, and for texts
    without a scheme that do not begin with a slash.
    """
    spaced = explained.error is not None and explained.error.code == "surrounding-space"
    text = stripped(str(explained.text)) if spaced else str(explained.text)
    if is_special((_core.split(text).scheme or "").lower()):
        return {"is": None}
    try:
        return {"is": _core.agreed_host(text)}
    except URIError as error:
        if error.code == "no-scheme" and not text.startswith("\\"):
            return {"is": None}
        return {"error": error_row(error)}
