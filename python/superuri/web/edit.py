"""Edits: one part of a text is set, added, moved or deleted; every other byte stays.

Typed text is data, and the engine escapes it for its place: an edit adds no delimiter.
"""

from __future__ import annotations

from superuri._core import URI
from superuri.web.bodies import BadRequestError, Body, text_of
from superuri.web.parts import Parts, pair_of, parts_of
from superuri.web.parts import text_of as joined

#: Parts that occur at most once.
SINGLE = ("scheme", "user", "password", "host", "port", "fragment")
#: The fields of a part that can be set; raw is text that is already escaped.
FIELDS = ("value", "name", "raw")


def edit(body: Body) -> object:
    """Return the text after an edit: `do` is "set", "delete", "move" or "add".

    Raises:
        ParseError: The value is not allowed there, or would be parsed as another part.
        ValueError: The part is absent, or the edit would change other parts.
    """
    parts = parts_of(text_of(body))
    part, index, to = str(body["part"]), body.get("index", 0), body.get("to")
    do, field = DOES.get(str(body["do"])), str(body.get("field", "value"))
    if do is None or not isinstance(index, int):
        raise BadRequestError("`do` must be set, delete, move or add, and `index` an integer")
    if field not in FIELDS:
        raise BadRequestError(f"`field` must be one of {', '.join(FIELDS)}")
    missing = ValueError(f"there is no {part} number {index}")
    if index < 0:
        raise missing
    try:
        do(parts, part, index, to, field)
    except (IndexError, OverflowError):
        raise missing from None
    return joined(parts)


def set_(parts: Parts, part: str, index: int, to: object, field: str) -> None:
    """Set a value; `field` is "value", "name", or "raw" for text that is already escaped."""
    value = str(to)
    if part == "pair":
        pairs = parts.pairs or []
        name, old = pairs[index]
        if field == "raw":
            pairs[index] = pair_of(value)
        elif field == "name":
            pairs[index] = written_pair(value, None)[0], old
        else:
            pairs[index] = name, written_pair("a", value)[1]
    elif part == "segment":
        parts.segments[index] = written(part, value, field)
    elif part == "port" and not value:
        parts.port = None
    elif part in SINGLE:
        if part not in {"scheme", "fragment"} and parts.host is None:
            parts.host, parts.is_rooted = "", parts.is_rooted or bool(parts.segments)
        if part == "password" and parts.user is None:
            parts.user = ""
        setattr(parts, part, written(part, value, field))
    else:
        raise BadRequestError(f"there is no part {part!r}")


def written(part: str, value: str, field: str) -> str:
    """Return the value as the engine escapes it in this part."""
    if field == "raw":
        return value
    blank = URI("//x")
    made: str | None
    if part == "scheme":
        made = URI("a:").with_scheme(value).raw.scheme
    elif part == "user":
        made = blank.with_user(value).raw.user
    elif part == "password":
        made = blank.with_user("x", value).raw.password
    elif part == "host":
        made = blank.with_host(value).raw.host
    elif part == "port":
        made = blank.with_port(value).raw.port
    elif part == "fragment":
        made = blank.with_fragment(value).raw.fragment
    else:
        made = blank.with_segments([value]).raw.path[1:]
    return made or ""


def written_pair(name: str, value: str | None) -> tuple[str, str | None]:
    """Return a pair as the engine escapes it: RFC 3986 and form parsers decode it alike."""
    return pair_of(URI("//x").add_pair(name, value).raw.query or "")


def delete(parts: Parts, part: str, index: int, _: object, __: str) -> None:
    """Delete a part; a host with the whole authority, a user with the password."""
    if part == "segment":
        del parts.segments[index]
        parts.is_rooted = parts.is_rooted and bool(parts.segments)
    elif part == "pair":
        pairs = parts.pairs or []
        del pairs[index]
        parts.pairs = pairs or None
    elif part in SINGLE:
        also = {"host": ("user", "password", "port"), "user": ("password",)}.get(part, ())
        for each in (part, *also):
            setattr(parts, each, None)
    else:
        raise BadRequestError(f"there is no part {part!r}")


def move(parts: Parts, part: str, index: int, to: object, _: str) -> None:
    """Move a segment or a pair to another index."""
    among: list[object] = list(parts.segments if part == "segment" else parts.pairs or [])
    if not isinstance(to, int) or not 0 <= to < len(among):
        raise IndexError
    among.insert(to, among.pop(index))
    setattr(parts, "segments" if part == "segment" else "pairs", among)


def add(parts: Parts, part: str, _: int, to: object, __: str) -> None:
    """Add a segment, a pair, or an absent part."""
    if part == "segment":
        if parts.segments[-1:] == [""]:  # after a final slash
            parts.segments.pop()
        parts.segments.append(written(part, str(to), "value"))
        parts.is_rooted = parts.is_rooted or parts.host is not None
    elif part == "pair":
        name, equals, value = str(to).partition("=")
        parts.pairs = [*(parts.pairs or []), written_pair(name, value if equals else None)]
    else:
        set_(parts, part, 0, to, "value")


DOES = {"set": set_, "delete": delete, "move": move, "add": add}
