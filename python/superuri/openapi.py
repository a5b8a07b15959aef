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

import sys
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

import superuri._core as _core
import superuri.sets as sets
from superuri._values.pairs import pairs
from superuri._values.rfc6570 import Expression, Variable

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
    key = _core.encode(_plain(name), sets.rfc6570.SIMPLE)
    if row.operator is not None:
        # A template begins a query; a parameter may follow another one.
        return _expanded(key, value, row.operator, explodes).removeprefix("?")
    is_map = isinstance(value, Mapping)
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    if explodes != row.explode or not (is_map or (is_list and not explodes)):
        kinds = "exploded mappings" if row.explode else "lists and mappings that are not exploded"
        raise ValueError(f"OpenAPI defines {row.name} for {kinds} only")
    text = _expanded(key, value, "", explodes)
    if not explodes:
        return f"{key}={text.replace(',', row.between)}"
    return "&".join(f"{key}%5B{part}%5D={each}" for part, each, *_ in pairs(text, ","))


def _expanded(key: str, value: Value, operator: str, explode: bool) -> str:  # noqa: FBT001  as a row
    """Return what RFC 6570 expands to for one variable."""
    given: object
    if isinstance(value, Mapping):
        given = {_plain(name): _plain(each) for name, each in value.items()}
    elif isinstance(value, Sequence) and not isinstance(value, str):
        given = [_plain(each) for each in value]
    else:
        given = _plain(value)
    expression = Expression(operator, (Variable(key, 0, explode, 0, 0),))
    return str(_core.Expander([expression]).expand({key: given}, {}, sys.maxsize))


def _plain(value: object) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)
