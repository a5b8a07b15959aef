"""Parts: the table of a text's parts, each raw and decoded once.

Every byte of the text is in exactly one part or between two, so `text_of` restores the text.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import superuri._core as _core
import superuri.form as form
from superuri.errors import URIError
from superuri.explanation import explain

#: Segments, and pairs, in the table; the rest is edited as text.
MOST_ROWS = 200


@dataclass
class Parts:
    """The raw parts of a text; None is absent."""

    #: White space around the URL.
    before: str = ""
    after: str = ""
    scheme: str | None = None
    user: str | None = None
    password: str | None = None
    #: None if there is no authority.
    host: str | None = None
    port: str | None = None
    #: Whether the path begins with a slash.
    is_rooted: bool = False
    segments: list[str] = field(default_factory=list)
    #: Names and values; a value is None if there is no =. None if there is no query.
    pairs: list[tuple[str, str | None]] | None = None
    fragment: str | None = None


def parts_of(text: str) -> Parts:
    """Return the parts of any text.

    >>> parts_of("//e.com/a?b=c&d").pairs
    [('b', 'c'), ('d', None)]
    """
    core = text.strip(" \t\n\f\r")
    begins = text.index(core)
    split = _core.split(core)
    made = Parts(text[:begins], text[begins + len(core) :], split.scheme, fragment=split.fragment)
    if split.authority is not None:
        into_authority(split.authority, made)
    if split.path:
        made.is_rooted = split.path.startswith("/")
        made.segments = split.path[made.is_rooted :].split("/")
    if split.query is not None:
        made.pairs = [pair_of(piece) for piece in split.query.split("&")]
    return made


def pair_of(piece: str) -> tuple[str, str | None]:
    """Return the name and the value of a pair."""
    name, equals, value = piece.partition("=")
    return name, value if equals else None


def into_authority(text: str, made: Parts) -> None:
    """Set the parts of an authority as the engine splits them."""
    tokens = explain(f"//{text}", depth=1).tokens[1:]
    found = {"user": "", "host": ""}
    for token in tokens:
        is_colon = token.raw == ":" and token.component != "host"
        if token.kind == "delimiter" and (is_colon or token.raw == "@"):
            found.setdefault(token.component, "")
            continue
        found[token.component] = found.get(token.component, "") + token.raw
    has_user = any(t.kind == "delimiter" and t.raw == "@" for t in tokens)
    made.user = found["user"] if has_user else None
    made.password, made.host, made.port = found.get("password"), found["host"], found.get("port")


def text_of(parts: Parts) -> str:
    """Return the text of the parts.

    Raises:
        ParseError: The joined text would parse into other components.
        ValueError: The same, inside the authority, the path or the query.
    """
    authority = parts.host
    if authority is not None:
        if parts.user is not None:
            password = "" if parts.password is None else f":{parts.password}"
            authority = f"{parts.user}{password}@{authority}"
        if parts.port is not None:
            authority = f"{authority}:{parts.port}"
    path = f"{'/' if parts.is_rooted and parts.segments else ''}{'/'.join(parts.segments)}"
    query = None
    if parts.pairs is not None:
        query = "&".join(name if v is None else f"{name}={v}" for name, v in parts.pairs)
    core = _core.unsplit((parts.scheme, authority, path, query, parts.fragment))
    text = f"{parts.before}{core}{parts.after}"
    if parts_of(text) != parts:
        raise ValueError("this would change other parts, too: escape the delimiters in it")
    return text


def rows(text: str) -> list[dict[str, object]]:
    """Return a row for each part that is present, in the order of the text."""
    parts = parts_of(text)
    found = [one("scheme", parts.scheme), one("user", parts.user)]
    found += [one("password", parts.password), one("host", parts.host), one("port", parts.port)]
    found += [one("segment", raw, n) for n, raw in enumerate(parts.segments[:MOST_ROWS])]
    for n, (name, value) in enumerate((parts.pairs or [])[:MOST_ROWS]):
        row = one("pair", value or "", n)
        row.update(name=name, name_value=decoded(name), has_value=value is not None)
        if "+" in name or "+" in (value or ""):
            row["form"] = [as_form(name), as_form(value or "")]
        found.append(row)
    hidden = sum(max(0, len(each) - MOST_ROWS) for each in (parts.segments, parts.pairs or []))
    if hidden:
        found[-1]["hidden"] = hidden
    found.append(one("fragment", parts.fragment))
    return [row for row in found if row["raw"] is not None]


def one(part: str, raw: str | None, index: int = 0) -> dict[str, object]:
    """Return a row: the raw part and its decoded value, None if it does not decode."""
    value = raw if part in {"scheme", "port"} else decoded(raw)
    return {"part": part, "index": index, "raw": raw, "value": value}


def decoded(raw: str | None) -> str | None:
    """Return the decoded part, or None if it does not decode."""
    try:
        return None if raw is None else _core.decode(raw)
    except URIError:
        return None


def as_form(raw: str) -> str | None:
    """Return the part decoded as in a form, where + is a space."""
    try:
        return form.decode(raw)
    except URIError:
        return None
