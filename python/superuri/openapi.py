"""OpenAPI parameters: a value written in each style, exploded or not.

>>> from superuri import openapi
>>> openapi.serialize("color", ["blue", "black"], "pipeDelimited", explode=False)
'color=blue%7Cblack'
>>> openapi.serialize("color", {"R": 100, "G": 200}, "deepObject")
'color%5BR%5D=100&color%5BG%5D=200'
>>> openapi.serialize("id", "a/b&c", "simple")
'a%2Fb%26c'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import superuri._core as _core
import superuri.sets as sets
from superuri._values.plain import scalar
from superuri._values.refusal import bad
from superuri._values.token import TOKEN

__all__ = ["Style", "Value", "serialize", "styles"]

Scalar: TypeAlias = str | bytes | bytearray | memoryview | int | float
Value: TypeAlias = Scalar | Sequence[Scalar] | Mapping[str, Scalar] | None


class Style(NamedTuple):
    """One style."""

    name: str
    #: The places that a parameter of this style can have.
    where: tuple[str, ...]
    #: The operator of RFC 6570 that writes the same, if there is one.
    operator: str | None
    #: The delimiter of the parts of a value that is not exploded.
    between: str
    #: Is it exploded by default? A style that no RFC defines can be written in that way only.
    explode: bool
    #: The delimiter of the parts of a value that is exploded.
    apart: str = "&"
    #: The beginning of the value.
    before: str = ""
    #: Characters that parsers take for the style's own delimiters, though they are escaped.
    own: str = ""


_ROWS = (
    Style("matrix", ("path",), ";", ",", explode=False, apart=";", before=";"),
    Style("label", ("path",), ".", ",", explode=False, apart=".", before="."),
    Style("simple", ("path", "header"), "", ",", explode=False, apart=","),
    Style("form", ("query", "cookie"), "?", ",", explode=True),
    Style("spaceDelimited", ("query",), None, "%20", explode=False, own=" "),
    Style("pipeDelimited", ("query",), None, "%7C", explode=False, own="|"),
    Style("deepObject", ("query",), None, "", explode=True, own="[]"),
    Style("cookie", ("cookie",), None, ",", explode=True, apart="; "),
)

#: Every style of OpenAPI 3.2.0, by its name; ``cookie`` is new there.
styles: dict[str, Style] = {row.name: row for row in _ROWS}

#: Styles that write the name of the parameter, and before its parts if it is not exploded.
_NAMED = frozenset({"matrix", "form", "spaceDelimited", "pipeDelimited", "cookie"})
#: Values for which OpenAPI defines the other styles.
_ONLY = {
    "spaceDelimited": "lists and mappings that are not exploded",
    "pipeDelimited": "lists and mappings that are not exploded",
    "deepObject": "mappings",
}
_TRIPLET = re.compile("(%[0-9A-Fa-f]{2})")
_TRIPLET_OCTETS = re.compile(b"(%[0-9A-Fa-f]{2})")
#: Reserved characters that would end a value, by the place of its style: they are never kept.
_ENDS = {"path": "/?#[]", "query": "&#[]"}
_NO_COOKIE = re.compile(f"[^{re.escape(sets.rfc6265.COOKIE_VALUE.bare)}%]")


def serialize(
    name: str,
    value: Value,
    style: Literal[
        "matrix",
        "label",
        "simple",
        "form",
        "spaceDelimited",
        "pipeDelimited",
        "deepObject",
        "cookie",
    ] = "form",
    *,
    explode: bool | None = None,
    reserved: Literal["encode", "keep"] = "encode",
) -> str:
    """Return a parameter as it is written in a URI, a header or a cookie.

    Args:
        name: The name of the parameter.
        value: A str, bytes, a number, a bool; a list of these; or a mapping from names to these, as
            for ``superuri.build``. None, an empty list and an empty mapping are undefined, and a
            None in a mapping leaves out its name.
        style: A name of ``styles``.
        explode: Whether each part of a list or a mapping is written on its own. The default None is
            that of the style. It has no effect in deepObject.
        reserved: "encode" (the default) escapes delimiters in values. "keep", which OpenAPI calls
            allowReserved, leaves them and triplets as they are, except where they would end the
            value: there they are refused.

    Returns:
        A str without a leading ``?`` or ``&``; "" for an undefined value. Nothing is escaped in
        the style cookie: what a cookie cannot have is refused.

    Raises:
        ParseError: A name or a value has the delimiter of its style: a ``|`` in pipeDelimited, a
            space in spaceDelimited, a bracket in a name of deepObject, a dot in an exploded label;
            parsers divide there, though it is escaped.
        TypeError: A value is of another type, or nested.
        ValueError: The style is unknown, OpenAPI does not define it for such a value, or a number
            is not finite.
        EncodeError: A text has a lone surrogate.

    Example:
        >>> serialize("color", ["blue", "black"]), serialize("color", {"R": 100}, "label")
        ('color=blue&color=black', '.R,100')
        >>> serialize("color", {"R": 100, "G": 200}, "matrix", explode=True)
        ';R=100;G=200'
        >>> serialize("at", "2026-11-28T10:30:00Z", reserved="keep")
        'at=2026-11-28T10:30:00Z'

    Source:
        OpenAPI 3.1.1 and 3.2.0, Parameter Object: Style Values, Style Examples; Appendix C, for
        RFC 6570; Appendix D, for cookies.
    """
    row = styles.get(style)
    if row is None:
        raise ValueError(f"there is no such style; there are {', '.join(styles)}")
    if reserved not in {"encode", "keep"}:
        raise ValueError('reserved is "encode" or "keep"')
    explodes = row.explode if explode is None or style == "deepObject" else explode
    parts = _parts(value)
    is_one = not isinstance(parts, list)
    if not is_one and not parts:
        return ""
    if style in _ONLY and (
        is_one or explodes != row.explode or (style == "deepObject" and not _is_map(value))
    ):
        raise ValueError(f"OpenAPI defines {style} for {_ONLY[style]} only")
    write = _Writer(row, keeps=reserved == "keep", explodes=explodes and not is_one)
    is_written = style in _NAMED or style == "deepObject"
    key = write.name(name) if is_written else write.encoded(scalar(name))
    if is_one:
        text = write.value(parts)
        return row.before + (write.pair(key, text) if style in _NAMED else text)
    return write.joined(key, parts, is_map=_is_map(value))


def _is_map(value: object) -> bool:
    return isinstance(value, Mapping)


def _parts(value: object) -> Any:  # noqa: ANN401  because it may be any object
    """Return a list of values, or of names and values; a single value as it is."""
    if value is None:
        return []
    if isinstance(value, Mapping):
        return [pair for pair in value.items() if pair[1] is not None]
    if isinstance(value, str | bytes | bytearray | memoryview) or not isinstance(value, Sequence):
        return value
    return list(value)


class _Writer(NamedTuple):
    """How the names and the values of one parameter are written."""

    row: Style
    keeps: bool
    explodes: bool

    @property
    def own(self) -> str:
        """The delimiters of the style, in which parsers divide what is escaped, too."""
        return "." if self.row.name == "label" and self.explodes else self.row.own

    def joined(self, key: str, parts: list[Any], *, is_map: bool) -> str:
        """Return the parts of a list, or of a mapping, with what is between them."""
        row = self.row
        if not is_map:
            texts = [self.value(part) for part in parts]
            if self.explodes and row.name in _NAMED:
                texts = [self.pair(key, text) for text in texts]
        elif row.name == "deepObject":
            texts = [f"{key}%5B{self.name(each)}%5D={self.value(of)}" for each, of in parts]
        elif self.explodes:
            texts = [self.pair(self.name(each), self.value(of)) for each, of in parts]
        else:
            texts = [text for each, of in parts for text in (self.part(each), self.value(of))]
        if self.explodes:
            return row.before + row.apart.join(texts)
        text = row.between.join(texts)
        return row.before + (f"{key}={text}" if row.name in _NAMED else text)

    def pair(self, name: str, text: str) -> str:
        """Return a name and a value; matrix writes no ``=`` before an empty one."""
        return name if self.row.name == "matrix" and not text else f"{name}={text}"

    def name(self, name: object) -> str:
        """Return a name that is written before a ``=``, or between the brackets of deepObject."""
        text = self.checked(name, self.own if self.row.name in {"deepObject", "label"} else "")
        if self.row.name == "cookie":
            if not re.fullmatch(TOKEN, _shown(text)):
                raise bad("bad-cookie", _shown(text), "is not the name of a cookie")
            return _shown(text)
        return self.encoded(text)

    def part(self, name: object) -> str:
        """Return a name that is written among the values."""
        return self.value(name, keeps=False)

    def value(self, value: object, *, keeps: bool | None = None) -> str:
        """Return the text of a value."""
        text = self.checked(value, "" if self.row.name == "deepObject" else self.own)
        if self.row.name == "cookie":
            found = _NO_COOKIE.search(_shown(text))
            if found:
                is_ = "cannot be in the value of a cookie"
                raise bad("bad-cookie", _shown(text), is_, found.span())
            return _shown(text)
        return self.kept(text) if (self.keeps if keeps is None else keeps) else self.encoded(text)

    def checked(self, value: object, own: str) -> str | bytes:
        """Return the text of a name or a value without delimiters of the style."""
        if isinstance(value, list | tuple | Mapping):
            raise TypeError(
                f"OpenAPI does not define {self.row.name} for a {type(value).__name__} inside a "
                f'value: superuri.build(nested="rails") writes one'
            )
        text = scalar(value)
        found = re.search(f"[{re.escape(own)}]", _shown(text)) if own else None
        if found:
            is_ = f"is a delimiter of {self.row.name}: parsers divide there, though it is escaped"
            raise bad("bad-openapi", _shown(text), is_, found.span())
        return text

    def encoded(self, text: str | bytes) -> str:
        """Return the text with everything escaped but unreserved characters."""
        return _core.encode(text, sets.rfc6570.SIMPLE)

    def kept(self, text: str | bytes) -> str:
        """Return the text by reserved expansion (RFC 6570 section 3.2.3)."""
        ends = _ENDS["path" if "path" in self.row.where else "query"]
        ends += self.row.between if len(self.row.between) == 1 else ""
        ends += self.row.apart + "=" if self.explodes else self.row.before
        found = re.search(f"[{re.escape(ends)}]", _shown(text))
        if found:
            is_ = f"would end a value of {self.row.name}"
            raise bad("bad-openapi", _shown(text), is_, found.span(), "escape it in the value")
        if isinstance(text, str):
            pieces: list[str] | list[bytes] = _TRIPLET.split(text)
        else:
            pieces = _TRIPLET_OCTETS.split(text)
        written = [_core.encode(piece, sets.rfc6570.RESERVED) for piece in pieces[::2]]
        triplets = [_shown(piece) for piece in pieces[1::2]]
        return "".join(a + b for a, b in zip(written, [*triplets, ""], strict=True))


def _shown(text: str | bytes) -> str:
    return text if isinstance(text, str) else text.decode("latin-1")
