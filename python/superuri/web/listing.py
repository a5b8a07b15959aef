"""Listing: a table of many texts, with the clean form, host and findings of each."""

from __future__ import annotations

import superuri._core as _core
from superuri.errors import URIError
from superuri.explanation.schemes import is_special
from superuri.web.bodies import BadRequestError, Body, texts_of

#: Texts in a request, and characters in one text.
MOST_TEXTS = 500
MOST_CHARACTERS = 1 << 16


def listing(body: Body) -> object:
    """Return a row for each text."""
    texts = texts_of(body)
    if len(texts) > MOST_TEXTS:
        raise BadRequestError(f"texts must be a list of at most {MOST_TEXTS} texts")
    return [row(text) for text in texts]


def row(text: str) -> dict[str, object]:
    """Return the clean form of a text, its host, and the findings of lint."""
    if len(text) > MOST_CHARACTERS:
        why = f"it has more than {MOST_CHARACTERS} characters"
        return {"clean": None, "error": why, "host": None, "codes": [], "worst": ""}
    clean: str | None = None
    error: str | None = None
    host: str | None = None
    try:
        clean = _core.clean(text)
        is_hostless = is_special((_core.split(clean).scheme or "").lower())
        host = None if is_hostless else _core.agreed_host(text)
    except URIError as caught:
        error = str(caught)
    try:
        found = _core.lint(text)
    except URIError:
        found = ()
    worst = next((s for s in ("error", "warning", "info") if s in {f.severity for f in found}), "")
    codes = [finding.code for finding in found]
    return {"clean": clean, "error": error, "host": host, "codes": codes, "worst": worst}
