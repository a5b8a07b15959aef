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

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

import superuri._core as _core
import superuri.sets as sets
from superuri._values.rfc6570 import OPERATORS

__all__ = ["Style", "Value", "serialize", "styles"]

Scalar: TypeAlias = str | int | float | bool
Value: TypeAlias = Scalar | Sequence[Scalar] | Mapping[str, Scalar] | None


class Style(NamedTuple):
    """One style."""

    name: str
    #: Where a parameter of this style can be.
    where: tuple[str, ...]
    #: The operator of RFC 6570 that writes the same, if there is one.
    operator: str | None
    #: What is between the parts of a value that is not exploded.
    between: str
    #: Is it exploded by default? A style without an operator can be written in that way only.
    explode: bool


_ROWS = (
    Style("matrix", ("path",), ";", ",", explode=False),
    Style("label", ("path",), ".", ",", explode=False),
    Style("simple", ("path", "header"), "", ",", explode=False),
    Style("form", ("query", "cookie"), "?", ",", explode=True),
    Style("spaceDelimited", ("query",), None, "%20", explode=False),
    Style("pipeDelimited", ("query",), None, "%7C", explode=False),
    Style("deepObject", ("query",), None, "", explode=True),
)

#: Every style of OpenAPI 3.1.1, by its name.
styles: dict[str, Style] = {row.name: row for row in _ROWS}


def serialize(
    name: str,
    value: Value,
    style: Literal[
        "matrix", "label", "simple", "form", "spaceDelimited", "pipeDelimited", "deepObject"
    ] = "form",
    *,
    explode: bool | None = None,
) -> str:
    """Return a parameter as it is written in a URI.

    Args:
        name: The name of the parameter.
        value: A str, a number, a bool; a list of these; or a mapping from names to these. None, an
            empty list and an empty mapping are undefined.
        style: A name of ``styles``.
        explode: Whether each part of a list or a mapping is written on its own. The default None is
            that of the style.

    Returns:
        A str without a leading ``?`` or ``&``; "" for an undefined value.

    Raises:
        ValueError: The style is unknown, or OpenAPI does not define it for such a value.
        EncodeError: A text has a lone surrogate.

    Example:
        >>> serialize("color", ["blue", "black"]), serialize("color", {"R": 100}, "label")
        ('color=blue&color=black', '.R,100')
        >>> serialize("color", {"R": 100, "G": 200}, "matrix", explode=True)
        ';R=100;G=200'

    Source:
        OpenAPI 3.1.1, Parameter Object: Style Values, Style Examples; Appendix C, for RFC 6570.
    """
    row = styles.get(style)
    if row is None:
        raise ValueError(f"there is no such style; there are {', '.join(styles)}")
    explodes = row.explode if explode is None else explode
    if value is None or (not isinstance(value, str) and value in ([], (), {})):
        return ""
    if row.operator is None:
        return _of_query(row, _text(name), value, explodes)
    operator = OPERATORS[row.operator]

    def pair(key: str, text: str) -> str:
        return f"{key}={text}" if text or not operator.named else f"{key}{operator.if_empty}"

    if isinstance(value, Mapping) and explodes:
        parts = [pair(key, text) for key, text in _pairs(value)]
    else:
        exploded = _is_list(value) and explodes
        texts = map(_text, value) if exploded else [_joined(value, row.between)]  # type: ignore[arg-type]
        parts = [pair(_text(name), text) if operator.named else text for text in texts]
    # A template begins a query; a parameter may follow another one.
    return operator.first.removeprefix("?") + operator.separator.join(parts)


def _of_query(row: Style, name: str, value: Value, explodes: bool) -> str:  # noqa: FBT001  a row has it
    is_map = isinstance(value, Mapping)
    if explodes != row.explode or not (is_map or (_is_list(value) and not explodes)):
        kinds = "exploded mappings" if row.explode else "lists and mappings that are not exploded"
        raise ValueError(f"OpenAPI defines {row.name} for {kinds} only")
    if not explodes:
        return f"{name}={_joined(value, row.between)}"
    assert isinstance(value, Mapping)  # noqa: S101  for the type checker: it was tested above
    return "&".join(f"{name}%5B{key}%5D={part}" for key, part in _pairs(value))


def _joined(value: Value, between: str) -> str:
    if isinstance(value, Mapping):
        return between.join(text for pair in _pairs(value) for text in pair)
    return between.join(map(_text, value)) if _is_list(value) else _text(value)  # type: ignore[arg-type]


def _is_list(value: Value) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _pairs(value: Mapping[str, Scalar]) -> list[tuple[str, str]]:
    return [(_text(key), _text(part)) for key, part in value.items()]


def _text(value: Scalar) -> str:
    text = ("true" if value else "false") if isinstance(value, bool) else str(value)
    return _core.encode(text, sets.rfc6570.SIMPLE)
